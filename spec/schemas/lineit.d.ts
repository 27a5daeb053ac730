// The types of all JSON data, and of the protocol. Made by docs/generate.py from the models.

export type Language = "en" | "es" | "de";

export type BotName = "greedy" | "random" | (string & {});

export type RulesetName = "bga" | "blind-pick" | "brave" | "children" | "every-third" | "hand-of-three" | "long-line" | "standard" | "throw-away" | "to-twenty-five" | (string & {});

export type Phase = "cleanup" | "deal" | "endgame" | "final" | "final-score" | "final-turn-end" | "over" | "pick" | "place" | "play" | "score" | "turn-end" | (string & {});

export type Verb = "draw" | "hand" | "line" | "pass" | "pick" | "play" | "restart" | "score" | "throw" | (string & {});

export type RulesetChoice = RulesetName | RuleFile;

export interface PlayerStats {
  /** Picked cards that went to the line. */
  taken_to_line: number;
  /** Picked cards that went to the hand. */
  taken_to_hand: number;
  /** Cards played from the hand. */
  played_from_hand: number;
  /** Lines whose last card left them for the score pile or the discard. */
  lines_scored: number;
  /** Scored lines that a picked card forced because it fit nowhere. */
  lines_forced: number;
  /** Scored lines that were ascending. */
  ascending: number;
  /** Scored lines that were descending. */
  descending: number;
  /** Cards in the longest scored line, Bet cards included. */
  longest_line: number;
  /** Bet cards that joined the line. */
  bets_played: number;
  /** Tokens above 0 that a Bet card brought. */
  bets_won: number;
  /** Tokens below 0 that a Bet card brought. */
  bets_lost: number;
  /** Jackpots claimed. */
  jackpots_claimed: number;
  /** Cards that came with them. */
  jackpot_cards: number;
  /** Points from scored lines. */
  points_from_lines: number;
  /** Points from jackpots. */
  points_from_jackpots: number;
  /** Points from the tokens of Bet cards. */
  points_from_bets: number;
  /** Points from other tokens, and from cards that reached the score pile in another way, minus the cards that left it. */
  points_otherwise: number;
  /** Points from all sources. */
  points: number;
}

export interface Stats {
  /** Those of each player, in order of seats. */
  players: Array<PlayerStats>;
  /** Those of all players together. */
  whole: PlayerStats;
}

export interface Facts {
  /** Facts about each line, by seat. */
  players: Array<PlayerFacts>;
  /** The cards of the market that fit in the viewer's line; null if it can take none now. */
  market: Array<string> | null;
  /** What scoring would bring; null if the viewer cannot score now. */
  scoring: ScoringFacts | null;
}

export interface PlayerFacts {
  /** The direction of the line; null before its second number card. */
  direction: "ascending" | "descending" | null;
  /** Its Bet cards. */
  bets: Array<BetFacts>;
  /** For each colour, how many more cards of it the line needs to claim its jackpot; null if none will claim it. */
  missing: { [name: string]: number | null };
}

export interface BetFacts {
  /** The Bet card. */
  card: string;
  /** Its value. */
  value: number;
  /** How many cards joined the line after it. */
  joined: number;
  /** How many more it needs to be won; null if the rules settle no bets. */
  needs: number | null;
}

export interface ScoringFacts {
  /** The action that scores. */
  action: Action;
  /** The change of points that is certain. */
  points: number;
  /** The number cards of the line that are not kept. */
  price: Array<string>;
}

export interface Preview {
  /** The action. */
  action: Action;
  /** The id of the rule that allows it. */
  rule: string;
  /** The seat on turn. */
  seat: number;
  /** The change of points of each seat. */
  points: Array<number>;
  /** The tokens that are taken, such as of a bet that is won. */
  tokens: Array<PreviewToken>;
  /** The cards that move. */
  moves: Array<PreviewMove>;
  /** What the seat can do next, nothing if its turn is over; null if that is not certain. */
  then: Array<Action> | null;
  /** Whether the card of the action joins the line, now or by one of `then`, before any card leaves it; null if there is no card, or that is not certain. */
  fits: boolean | null;
  /** Whether each of `then` takes cards from the line, as when it must be scored. */
  forces_scoring: boolean;
  /** Whether this is all; if not, more depends on cards that the viewer cannot see. */
  complete: boolean;
  /** The action in the language. */
  label: string;
  /** What it brings, in short sentences. */
  meaning: Array<string>;
}

export interface PreviewToken {
  rule: string;
  word: string;
  seat: number;
  value: number;
  card: string | null;
  after: number | null;
}

export interface PreviewMove {
  /** The id of the rule. */
  rule: string;
  /** The effect of the rule file that moves them. */
  word: string;
  /** The owner of the zone at either end, or null. */
  seat: number | null;
  /** How many cards. */
  count: number;
  /** The cards; null if the viewer cannot see or know them. */
  cards: Array<string> | null;
  /** The zone before. */
  from: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  /** The zone after. */
  to: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  /** The colour of the jackpot at either end, or null. */
  colour: string | null;
}

/** An action as text. */
export type Action = string;

/** An event. */
export type GameEvent = PhaseEntered | CardsMoved | TokenTaken | RoundBegun | TurnStarted | PlayerStopped | FirstPlayerPassed | GameEnded;

export interface PhaseEntered {
  type: "phase-entered";
  rule: string;
  phase: Phase;
}

export interface CardsMoved {
  type: "cards-moved";
  rule: string;
  word: string;
  seat: number | null;
  cards: Array<string>;
  from: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  to: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  colour: string | null;
  top: boolean;
}

export interface TokenTaken {
  type: "token-taken";
  rule: string;
  word: string;
  seat: number;
  value: number;
  card: string | null;
  after: number | null;
}

export interface RoundBegun {
  type: "round-begun";
  rule: string;
  round: number;
}

export interface TurnStarted {
  type: "turn-started";
  rule: string;
  seat: number;
}

export interface PlayerStopped {
  type: "player-stopped";
  rule: string;
  seat: number;
}

export interface FirstPlayerPassed {
  type: "first-player-passed";
  rule: string;
  seat: number;
}

export interface GameEnded {
  type: "game-ended";
  rule: string;
  points: Array<number>;
  winners: Array<number>;
}

/** A saved game. */
export interface SavedGame {
  game: "line-it";
  format: 3;
  ruleset: string;
  digest: string;
  rules: { [name: string]: unknown };
  names: Array<string> | null;
  players: number;
  first: number;
  seed: number | string | null;
  deck: Array<string>;
  start: { [name: string]: unknown } | null;
  actions: Array<string>;
  result: SavedGameResult | null;
  seats?: Array<string> | null;
  tags?: { [name: string]: string } | null;
  undo?: "free" | "own" | "nothing-revealed" | "none";
  ended_early?: SavedGameEndedEarly | null;
}

export interface SavedGameEndedEarly {
  /** The seat that resigned; null if the game was broken off. */
  seat: number | null;
  /** The points by seat, as they were then. */
  points: Array<number>;
}

export interface SavedGameResult {
  points: Array<number>;
  winners: Array<number>;
}

/** A rule file of Line-it. */
export interface RuleFile {
  format: 2;
  name: string;
  title?: string;
  start?: string;
  components?: RuleFileComponents;
  limits?: { [name: string]: number | Array<string> };
  rules?: { [name: string]: RuleFileRuleEntry };
  guards?: { [name: string]: RuleFileGuardWord };
  effects?: { [name: string]: RuleFileEffectWord };
  phase?: Array<RuleFilePhase>;
  transition?: Array<RuleFileTransition>;
  zones?: { [name: string]: RuleFileZoneRule };
  text?: { [name: string]: RuleFileTexts };
  lineage?: Array<string>;
  extends?: string;
  remove?: {
    phase?: Array<string>;
    transition?: Array<string>;
    guards?: Array<string>;
    effects?: Array<string>;
    rules?: Array<string>;
  };
}

export interface RuleFileBoxRules {
  deck?: string | null;
  players?: string | null;
  tokens?: string | null;
}

export interface RuleFileColour {
  name: string;
  symbol: string;
  glyph: string;
}

export interface RuleFileComponents {
  numbers?: number;
  bets?: Array<number>;
  bet_copies?: number;
  players?: Array<number>;
  colours?: Array<RuleFileColour>;
  rules?: RuleFileBoxRules;
}

export interface RuleFileEffectWord {
  rule?: string | null;
  when?: Array<string>;
  do?: Array<string>;
  move?: string | null;
  from?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | "jackpot" | null;
  to?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | null;
  first?: number | string | null;
  last?: number | string | null;
  up_to?: number | string | null;
  put?: "top" | "bottom" | null;
  token?: number | string | null;
  each?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | null;
  of?: string | null;
  that?: Array<string>;
}

export interface RuleFileGuardWord {
  rule?: string | null;
  count?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | "jackpot" | "card" | "points" | "tokens" | "played" | "round" | "turn" | "number" | "step" | Array<"deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored"> | null;
  of?: string | null;
  that?: Array<string>;
  beyond?: number | string | null;
  at_least?: number | string | null;
  at_most?: number | string | null;
  below?: number | string | null;
  exactly?: number | string | null;
  multiple_of?: number | string | null;
  all?: Array<string>;
  any?: Array<string>;
  some?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | "players" | null;
}

export interface RuleFilePhase {
  name: string;
  actor: "player" | "table" | "end";
  rule: string;
}

export interface RuleFileRuleEntry {
  source: string;
}

export interface RuleFileTexts {
  title?: string | null;
  rules?: { [name: string]: string | { [name: string]: unknown } };
  verbs?: { [name: string]: string | { [name: string]: unknown } };
  phases?: { [name: string]: string };
  prompts?: { [name: string]: string };
  reasons?: { [name: string]: string | { [name: string]: unknown } };
  events?: { [name: string]: string | { [name: string]: unknown } };
  limits?: { [name: string]: string };
  colours?: { [name: string]: string };
}

export interface RuleFileTransition {
  id: string;
  rule: string;
  from: string;
  to: string;
  on?: string | null;
  card?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | null;
  when?: Array<string>;
  do?: Array<string>;
}

export interface RuleFileZoneRule {
  table?: "all" | "owner" | "nobody";
  perfect?: "all" | "owner" | "nobody";
  at_most?: number | string | null;
  rule?: string | null;
}

/** An event as a seat may see it. */
export type SeenEvent = PhaseEntered | SeenCardsMoved | TokenTaken | RoundBegun | TurnStarted | PlayerStopped | FirstPlayerPassed | GameEnded;

export interface SeenCardsMoved {
  type: "cards-moved";
  rule: string;
  word: string;
  seat: number | null;
  cards: Array<string> | number;
  from: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  to: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  colour: string | null;
  top: boolean;
}

/** A game as a seat may have it. */
export interface SeenRecord {
  game: "line-it";
  format: 3;
  ruleset: string;
  digest: string;
  rules: { [name: string]: unknown };
  names: Array<string> | null;
  players: number;
  first: number;
  seed: null;
  deck: number;
  start: { [name: string]: unknown } | null;
  actions: Array<string>;
  result: SeenRecordResult | null;
  seats?: Array<string> | null;
  tags?: { [name: string]: string } | null;
  undo?: "free" | "own" | "nothing-revealed" | "none";
  ended_early?: SeenRecordEndedEarly | null;
  events: Array<PhaseEntered | SeenCardsMoved | TokenTaken | RoundBegun | TurnStarted | PlayerStopped | FirstPlayerPassed | GameEnded>;
}

export interface SeenRecordEndedEarly {
  /** The seat that resigned; null if the game was broken off. */
  seat: number | null;
  /** The points by seat, as they were then. */
  points: Array<number>;
}

export interface SeenRecordResult {
  points: Array<number>;
  winners: Array<number>;
}

/** A table, the referee's. */
export interface Table {
  ruleset: string;
  phase: Phase;
  round: number;
  first: number;
  seat: number;
  picked: string | null;
  played: number;
  deck: Array<string>;
  market: Array<string>;
  discard: Array<string>;
  jackpots: { [name: string]: Array<string> };
  players: Array<TablePlayer>;
}

export interface TablePlayer {
  hand: Array<string>;
  line: Array<string>;
  scored: Array<string>;
  tokens: Array<number>;
  stopped: boolean;
  /** derived: cards scored and tokens */
  points: number;
}

/** A test vector. */
export interface Vector {
  format: 1 | 2;
  name: string;
  about: string;
  rules: Array<string>;
  level?: "play" | "winners" | "events" | "views" | "undo" | "records" | "files" | "perft";
  ruleset?: string | { [name: string]: unknown };
  players?: number;
  first?: number;
  deck?: Array<string>;
  whole?: boolean;
  record?: { [name: string]: unknown } | null;
  then?: VectorExpected | null;
  refused?: VectorRefusal | null;
  steps?: Array<VectorVectorStep>;
  counts?: Array<number>;
}

export interface VectorExpected {
  legal: Array<string>;
  table: { [name: string]: unknown };
  winners?: Array<number> | null;
  events?: Array<{ [name: string]: unknown }>;
  views?: Array<VectorSeenBy>;
  record?: { [name: string]: unknown } | null;
}

export interface VectorRefusal {
  rule: string | null;
  problems?: Array<string>;
}

export interface VectorSeenBy {
  seat: number | null;
  memory: "table" | "perfect";
  view: { [name: string]: unknown };
}

export interface VectorVectorStep {
  action?: string;
  then?: VectorExpected | null;
  refused?: VectorRefusal | null;
  undo?: number | null;
}

/** What a seat sees of a table. */
export interface View {
  viewer: number | null;
  memory: "table" | "perfect";
  ruleset: string;
  phase: Phase;
  round: number;
  first: number;
  seat: number;
  picked: string | null;
  played: number;
  deck: Array<string> | number;
  market: Array<string>;
  discard: Array<string> | number;
  jackpots: { [name: string]: Array<string> | number };
  players: Array<ViewPlayerView>;
}

export interface ViewPlayerView {
  hand: Array<string> | number;
  line: Array<string>;
  scored: Array<string> | number;
  tokens: Array<number>;
  stopped: boolean;
  /** derived: cards scored and tokens */
  points: number;
}

/** The parameters of a method that has none. */
export interface NoParams {
}

/** What the server is and offers. */
export interface Hello {
  /** The name of the library, `lineit`. */
  name: string;
  /** The version of the library. */
  version: string;
  /** The version of the rules, the shapes of data and the vectors. */
  spec: string;
  /** The version of the protocol, 2. */
  protocol: number;
  /** The methods. */
  methods: Array<string>;
  /** The languages of sentences. */
  languages: Array<string>;
  /** The bots. */
  bots: Array<string>;
}

/** The parameters of `new`. */
export interface NewParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The number of players. */
  players: number;
  /** The name of a built-in ruleset, or a rule file. */
  ruleset?: RulesetChoice;
  /** All cards, from the top. Null: they are shuffled. */
  deck?: Array<string> | null;
  /** A whole number for the shuffle, or its digits. Null: it is drawn. */
  seed?: number | string | null;
  /** The seat that begins. */
  first?: number;
  /** The names of the players, for sentences and saved games. */
  names?: Array<string> | null;
  /** Who plays at each seat: `person`, or the name of a bot. */
  seats?: Array<string> | null;
  /** Texts by name for saved games, such as a `date`. */
  tags?: { [name: string]: string } | null;
  /** What may be taken back. */
  undo?: "free" | "own" | "nothing-revealed" | "none";
}

/** A game that was opened: its state, and what stays the same. */
export interface Opened {
  /** The number of decisions since the game began. */
  ply: number;
  /** A number that grows with each change of the game, also an undo. */
  revision: number;
  /** The phase, such as `pick`; `over` at the end of the game. */
  phase: Phase;
  /** The seat on turn, from 0; it has no meaning at the end of the game. */
  seat: number;
  /** The legal actions; none when the game is over. */
  legal: Array<Action>;
  /** What happened, in order. */
  events: Array<SeenEvent>;
  /** The seats that have won, maybe none, as in `game-ended`; null before the end. */
  winners: Array<number> | null;
  /** How the game ended before its end by the rules, or null. */
  ended_early: EndedEarly | null;
  /** The id of the game. */
  game: string;
  /** The digest of its rules. */
  digest: string;
}

/** The end of a game that was not played to its end. */
export interface EndedEarly {
  /** The seat that resigned; null if the game was broken off. */
  seat: number | null;
  /** The points by seat, as they were then. */
  points: Array<number>;
}

/** The parameters of `apply`. */
export interface ApplyParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The seat that asks: the answer has only what it may see and do. Null: all. */
  seat?: number | null;
  /** The ply that the client has seen. Null: any. */
  ply?: number | null;
  /** The revision that the client has seen. Null: any. */
  revision?: number | null;
  /** An action, such as `pick 42`. */
  action: string;
}

/** A game after a step. */
export interface State {
  /** The number of decisions since the game began. */
  ply: number;
  /** A number that grows with each change of the game, also an undo. */
  revision: number;
  /** The phase, such as `pick`; `over` at the end of the game. */
  phase: Phase;
  /** The seat on turn, from 0; it has no meaning at the end of the game. */
  seat: number;
  /** The legal actions; none when the game is over. */
  legal: Array<Action>;
  /** What happened, in order. */
  events: Array<SeenEvent>;
  /** The seats that have won, maybe none, as in `game-ended`; null before the end. */
  winners: Array<number> | null;
  /** How the game ended before its end by the rules, or null. */
  ended_early: EndedEarly | null;
}

/** The parameters of a method that answers for a seat. */
export interface SeatParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The seat that asks: the answer has only what it may see and do. Null: all. */
  seat?: number | null;
}

/** The parameters of `table`. */
export interface TableParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** An earlier ply of the game to look at, from 0. Null: now. */
  ply?: number | null;
}

/** The parameters of a method that shows a table to a viewer. */
export interface ViewParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The seat that looks. Null: a spectator. */
  seat?: number | null;
  /** What the viewer knows. */
  memory?: "table" | "perfect";
  /** An earlier ply of the game to look at, from 0. Null: now. */
  ply?: number | null;
}

/** The parameters of `explain`. */
export interface ExplainParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The seat that asks: the answer has only what it may see and do. Null: all. */
  seat?: number | null;
  /** An action, such as `pick 42`. */
  action: string;
}

/** Whether an action is legal, and if not, why: all other keys are null if it is. */
export interface Explanation {
  /** Whether the action is legal. */
  legal: boolean;
  /** The id of the rule that forbids it, or null. */
  rule: string | null;
  /** The code of the reason, such as `card_not_there`. */
  code: string | null;
  /** Why not, as a sentence. */
  message: string | null;
  /** What the sentence names, such as the card. */
  params: { [name: string]: unknown } | null;
}

/** The parameters of `undo` and `redo`. */
export interface StepsParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The ply that the client has seen. Null: any. */
  ply?: number | null;
  /** The revision that the client has seen. Null: any. */
  revision?: number | null;
  /** The seat that asks, for what may be taken back and for the answer. Null: the seat of the first of these decisions, and nothing is hidden. */
  seat?: number | null;
  /** The number of decisions, from 0. */
  steps?: number;
}

/** The parameters of `record`. */
export interface RecordParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** Who asks: a seat, or a spectator. Null: nothing is hidden. */
  seat?: number | "spectator" | null;
  /** What the viewer knows. */
  memory?: "table" | "perfect";
}

/** The parameters of `load`. */
export interface LoadParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** A saved game. */
  record: SavedGame;
  /** The revision to go on at, if the game had a larger one before. */
  revision?: number | null;
}

/** The parameters of a method that needs only a game. Each method about a game has these. */
export interface GameParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
}

/** The parameters of a method that needs nothing. Each that says sentences has these. */
export interface LangParams {
  /** The language of sentences and refusals. */
  lang?: Language;
}

/** A ruleset, in short. */
export interface RulesetTitle {
  /** The name of the ruleset. */
  name: RulesetName;
  /** Its title in the language. */
  title: string;
  /** The digest of its rules. */
  digest: string;
}

/** The parameters of `ruleset`. Exactly one of `ruleset` and `game` is given. */
export interface RulesetParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The name of a built-in ruleset, or a rule file. */
  ruleset?: RulesetChoice | null;
  /** Or an open game, for its ruleset. */
  game?: string | null;
}

/** A ruleset, with its titles and sentences in the language. */
export interface RulesetAbout {
  /** The name of the ruleset. */
  name: RulesetName;
  /** Its title in the language. */
  title: string;
  /** The digest of its rules. */
  digest: string;
  /** The rulesets that it extends, the nearest first. */
  lineage: Array<string>;
  /** How many may play. */
  players: PlayerNumbers;
  /** The colours, in order. */
  colours: Array<ColourAbout>;
  /** The codes of all cards. */
  cards: Array<string>;
  /** The phases. */
  phases: Array<PhaseAbout>;
  /** The verbs of actions. */
  verbs: Array<VerbAbout>;
  /** The numbers of the rules. */
  limits: Array<LimitAbout>;
  /** The places for cards, and who sees what. */
  zones: Array<ZoneAbout>;
  /** Each rule as a sentence, by its id. */
  rules: { [name: string]: string };
}

/** The numbers of players that a ruleset allows. */
export interface PlayerNumbers {
  /** The least number of players. */
  least: number;
  /** The greatest number of players. */
  most: number;
}

/** A colour of number cards. */
export interface ColourAbout {
  /** The name of the colour in data. */
  name: string;
  /** Its title in the language. */
  title: string;
  /** Its sign, such as `♠`. */
  glyph: string;
}

/** A phase of the game. */
export interface PhaseAbout {
  /** The name of the phase in data. */
  name: Phase;
  /** Its title in the language. */
  title: string;
  /** What to ask the player on turn, or null. */
  prompt: string | null;
  /** Who goes on: a player, the table by itself, or nobody. */
  actor: "player" | "table" | "end";
  /** The id of the rule about it. */
  rule: string;
}

/** A verb of actions. */
export interface VerbAbout {
  /** The verb. */
  name: Verb;
  /** Its title in the language. */
  title: string;
}

/** A number of the rules. */
export interface LimitAbout {
  /** The name of the limit in data. */
  name: string;
  /** Its title in the language. */
  title: string;
  /** The number, or the names of the limits to add up. */
  value: number | Array<string>;
}

/** A place for cards. */
export interface ZoneAbout {
  /** The name of the zone in data. */
  name: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  /** Its title in the language. */
  title: string;
  /** Whether there is one for the table, or one for each of these. */
  whose: "table" | "turn" | "colour" | "player";
  /** Who sees its cards with the memory `table`. */
  table: "all" | "owner" | "nobody";
  /** Who sees its cards with the memory `perfect`. */
  perfect: "all" | "owner" | "nobody";
  /** The most cards it may hold: a number, or the name of a limit. */
  at_most: number | string | null;
  /** The id of the rule about it, or null. */
  rule: string | null;
}

/** The parameters of `differences`. */
export interface DifferencesParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The name of a built-in ruleset, or a rule file. */
  ruleset: RulesetChoice;
  /** The one to compare it with: a name, or a rule file. */
  other?: RulesetChoice;
}

/** What differs between two rulesets. There is no `data` if they play the same. */
export interface Differences {
  /** The rules whose sentences differ. */
  rules: Array<RuleChange>;
  /** The entries of the rule files that differ. */
  data: Array<DataChange>;
}

/** A rule with another sentence. */
export interface RuleChange {
  /** The id of the rule. */
  rule: string;
  /** Its sentence in the other ruleset; null if it has none. */
  before: string | null;
  /** Its sentence in this ruleset; null if it has none. */
  now: string | null;
}

/** An entry of the rule file with another value. */
export interface DataChange {
  /** The place in the rule file, such as `limits.hand`. */
  where: string;
  /** What the other ruleset has there; null if nothing. */
  before: unknown;
  /** What this ruleset has there; null if nothing. */
  now: unknown;
}

/** An action for a menu, and why it is not legal: `code`, `message` and `params` are null if it is. */
export interface MenuEntry {
  /** The action; without a card if there is none to name. */
  action: Action;
  /** The action in the language. */
  label: string;
  /** Whether the action is legal. */
  legal: boolean;
  /** The id of the rule that allows or forbids it, or null. */
  rule: string | null;
  /** The code of the reason, such as `card_not_there`. */
  code: string | null;
  /** Why not, as a sentence. */
  message: string | null;
  /** What the sentence names, such as the card. */
  params: { [name: string]: unknown } | null;
}

/** The parameters of `tell`. */
export interface TellParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** Events, also as a seat sees them, with a number in place of cards. */
  events?: Array<SeenEvent>;
  /** Actions. */
  actions?: Array<string>;
}

/** Sentences. */
export interface Told {
  /** A sentence for each event. */
  events: Array<string>;
  /** A label for each action. */
  actions: Array<string>;
}

/** The parameters of each method that changes a game: what the client has seen of it. */
export interface ChangeParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The seat that asks: the answer has only what it may see and do. Null: all. */
  seat?: number | null;
  /** The ply that the client has seen. Null: any. */
  ply?: number | null;
  /** The revision that the client has seen. Null: any. */
  revision?: number | null;
}

/** The parameters of `undo_costs`. */
export interface UndoCostsParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The seat that asks: the answer has only what it may see and do. Null: all. */
  seat?: number | null;
  /** The number of decisions, from 0. */
  steps?: number;
}

/** What an undo would take back beside the decisions of one seat. */
export interface UndoCosts {
  /** The other seats whose decisions it would take back. */
  others: Array<number>;
  /** The number of cards that the decisions showed, though who decided had not seen them. */
  revealed: number;
}

/** The parameters of `events`. */
export interface EventsParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** Who asks: a seat, or a spectator. Null: nothing is hidden. */
  seat?: number | "spectator" | null;
  /** What the viewer knows. */
  memory?: "table" | "perfect";
  /** The revision that was seen. Null: from the first deal. */
  since?: number | null;
}

/** What happened since a revision: the events from the ply `after` to the present one. */
export interface News {
  /** The present revision. */
  revision: number;
  /** The present ply. */
  ply: number;
  /** The ply before the events. If you showed a later one, show `view` at this `ply` first. Null: the events begin with the first deal. */
  after: number | null;
  /** What happened, in order. */
  events: Array<SeenEvent>;
}

/** The parameters of `bot`. */
export interface BotParams {
  /** The language of sentences and refusals. */
  lang?: Language;
  /** The id of an open game. */
  game: string;
  /** The seat that asks: the answer has only what it may see and do. Null: all. */
  seat?: number | null;
  /** The name of a bot. */
  bot?: BotName;
  /** A whole number for what the bot draws, or its digits. */
  seed?: number | string;
}

/** What a bot would do. Nothing is applied. */
export interface BotAnswer {
  /** The action that the bot chooses. */
  action: Action;
}

/** Why something was refused. */
export interface RefusalData {
  /** The id of the rule that forbids it, or null. */
  rule: string | null;
  /** The code of the reason, such as `card_not_there`. */
  code: string;
  /** A sentence for the player. */
  message: string;
  /** What the sentence names, such as the card. */
  params: { [name: string]: unknown };
}

/** What is wrong with a ruleset. */
export interface RulesetErrorData {
  /** Each problem as a sentence, at most 50. */
  problems: Array<string>;
  /** The id of each problem, such as `unknown-guard`. */
  ids: Array<string>;
}

/** Where the game is now. */
export interface StaleData {
  /** The present ply. */
  ply: number;
  /** The present revision. */
  revision: number;
}

/** Each method of the protocol, with its parameters and its result. */
export interface Methods {
  /** Says what the server is and offers. */
  hello: { params: NoParams; result: Hello };
  /** Deals a new game. */
  new: { params: NewParams; result: Opened };
  /** Takes an action for the player on turn. */
  apply: { params: ApplyParams; result: State };
  /** Lists the legal actions. */
  legal: { params: SeatParams; result: Array<Action> };
  /** Shows the whole table. */
  table: { params: TableParams; result: Table };
  /** Shows the table as a seat sees it. */
  view: { params: ViewParams; result: View };
  /** Says whether an action is legal, and if not, why. */
  explain: { params: ExplainParams; result: Explanation };
  /** Takes back the last decisions. */
  undo: { params: StepsParams; result: State };
  /** Returns the saved game, or what a seat has seen of it, which cannot be loaded. */
  record: { params: RecordParams; result: SavedGame | SeenRecord };
  /** Opens a saved game, with all its events. */
  load: { params: LoadParams; result: Opened };
  /** Closes a game, which is then no longer open. */
  close: { params: GameParams; result: boolean };
  /** Lists the built-in rulesets. */
  rulesets: { params: LangParams; result: Array<RulesetTitle> };
  /** Describes a ruleset. Give `ruleset` or `game`. */
  ruleset: { params: RulesetParams; result: RulesetAbout };
  /** Compares two rulesets. */
  differences: { params: DifferencesParams; result: Differences };
  /** Lists the actions for a menu, with the reasons why some are not legal. */
  choices: { params: SeatParams; result: Array<MenuEntry> };
  /** Says what each legal action would bring, as far as the seat on turn can know it. */
  previews: { params: SeatParams; result: Array<Preview> };
  /** Counts what a player could count: what each line needs, and what scoring now would bring. */
  facts: { params: ViewParams; result: Facts };
  /** Puts events and actions into words. */
  tell: { params: TellParams; result: Told };
  /** Counts what each player did, and where the points come from. */
  stats: { params: GameParams; result: Stats };
  /** Takes decisions again that were taken back; not after another one was taken. */
  redo: { params: StepsParams; result: State };
  /** Ends the game before its end: `seat` resigns, without a seat, it is broken off. */
  end: { params: ChangeParams; result: State };
  /** Says what an undo would take back beside the decisions of one seat, so that you can ask before. */
  undo_costs: { params: UndoCostsParams; result: UndoCosts };
  /** Says what happened since a revision. */
  events: { params: EventsParams; result: News };
  /** Says what a bot would do now, from what the seat on turn sees. Nothing is applied. */
  bot: { params: BotParams; result: BotAnswer };
}

/** An error of the protocol. */
export type ProtocolError =
  | { code: -32700; message: string }
  | { code: -32600; message: string }
  | { code: -32601; message: string }
  | { code: -32602; message: string; data?: RefusalData }
  | { code: -32603; message: string }
  | { code: 1; message: string; data: RefusalData }
  | { code: 2; message: string }
  | { code: 3; message: string; data: RefusalData }
  | { code: 4; message: string; data?: RulesetErrorData }
  | { code: 5; message: string; data: StaleData }
  | { code: 6; message: string }
  | { code: 7; message: string; data: RefusalData };
