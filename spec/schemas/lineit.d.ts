// The shapes of all JSON data. Made by docs/generate.py from the JSON Schemas beside it.

/** An action as text. */
export type Action = string;

/** An event. */
export type Event = {
  "type": "phase-entered";
  "rule": string;
  "phase": string;
} | {
  "type": "cards-moved";
  "rule": string;
  "word": string;
  "seat": number | null;
  "cards": Array<string>;
  "from": "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  "to": "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  "colour": string | null;
  "top": boolean;
} | {
  "type": "token-taken";
  "rule": string;
  "word": string;
  "seat": number;
  "value": number;
  "card": string | null;
  "after": number | null;
} | {
  "type": "round-begun";
  "rule": string;
  "round": number;
} | {
  "type": "turn-started";
  "rule": string;
  "seat": number;
} | {
  "type": "player-stopped";
  "rule": string;
  "seat": number;
} | {
  "type": "first-player-passed";
  "rule": string;
  "seat": number;
} | {
  "type": "game-ended";
  "rule": string;
  "points": Array<number>;
  "winners": Array<number>;
};

export type RecordEndedEarly = {
  "seat": number | null;
  "points": Array<number>;
};

export type RecordResult = {
  "points": Array<number>;
  "winners": Array<number>;
};

/** A saved game. */
export type Record = {
  "game": "line-it";
  "format": 3;
  "ruleset": string;
  "digest": string;
  "rules": { [name: string]: unknown };
  "names": Array<string> | null;
  "players": number;
  "first": number;
  "seed": number | string | null;
  "deck": Array<string>;
  "start": { [name: string]: unknown } | null;
  "actions": Array<string>;
  "result": RecordResult | null;
  "seats"?: Array<string> | null;
  "tags"?: { [name: string]: string } | null;
  "undo"?: "free" | "own" | "nothing-revealed" | "none";
  "ended_early"?: RecordEndedEarly | null;
};

export type RuleFileBoxRules = {
  "deck"?: string | null;
  "players"?: string | null;
  "tokens"?: string | null;
};

export type RuleFileColour = {
  "name": string;
  "symbol": string;
  "glyph": string;
};

export type RuleFileComponents = {
  "numbers"?: number;
  "bets"?: Array<number>;
  "bet_copies"?: number;
  "players"?: Array<number>;
  "colours"?: Array<RuleFileColour>;
  "rules"?: RuleFileBoxRules;
};

export type RuleFileEffectWord = {
  "rule"?: string | null;
  "when"?: Array<string>;
  "do"?: Array<string>;
  "move"?: string | null;
  "from"?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | "jackpot" | null;
  "to"?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | null;
  "first"?: number | string | null;
  "last"?: number | string | null;
  "up_to"?: number | string | null;
  "put"?: "top" | "bottom" | null;
  "token"?: number | string | null;
  "each"?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | null;
  "of"?: string | null;
  "that"?: Array<string>;
};

export type RuleFileGuardWord = {
  "rule"?: string | null;
  "count"?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | "jackpot" | "card" | "points" | "tokens" | "played" | "round" | "turn" | "number" | "step" | Array<"deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored"> | null;
  "of"?: string | null;
  "that"?: Array<string>;
  "beyond"?: number | string | null;
  "at_least"?: number | string | null;
  "at_most"?: number | string | null;
  "below"?: number | string | null;
  "exactly"?: number | string | null;
  "multiple_of"?: number | string | null;
  "all"?: Array<string>;
  "any"?: Array<string>;
  "some"?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | "players" | null;
};

export type RuleFilePhase = {
  "name": string;
  "actor": "player" | "table" | "end";
  "rule": string;
};

export type RuleFileRuleEntry = {
  "source": string;
};

export type RuleFileTexts = {
  "title"?: string | null;
  "rules"?: { [name: string]: string | { [name: string]: unknown } };
  "verbs"?: { [name: string]: string | { [name: string]: unknown } };
  "phases"?: { [name: string]: string };
  "prompts"?: { [name: string]: string };
  "reasons"?: { [name: string]: string | { [name: string]: unknown } };
  "events"?: { [name: string]: string | { [name: string]: unknown } };
  "limits"?: { [name: string]: string };
  "colours"?: { [name: string]: string };
};

export type RuleFileTransition = {
  "id": string;
  "rule": string;
  "from": string;
  "to": string;
  "on"?: string | null;
  "card"?: "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored" | null;
  "when"?: Array<string>;
  "do"?: Array<string>;
};

export type RuleFileZoneRule = {
  "table"?: "all" | "owner" | "nobody";
  "perfect"?: "all" | "owner" | "nobody";
  "at_most"?: number | string | null;
  "rule"?: string | null;
};

/** A rule file of Line-it. */
export type RuleFile = {
  "format": 2;
  "name": string;
  "title"?: string;
  "start"?: string;
  "components"?: RuleFileComponents;
  "limits"?: { [name: string]: number | Array<string> };
  "rules"?: { [name: string]: RuleFileRuleEntry };
  "guards"?: { [name: string]: RuleFileGuardWord };
  "effects"?: { [name: string]: RuleFileEffectWord };
  "phase"?: Array<RuleFilePhase>;
  "transition"?: Array<RuleFileTransition>;
  "zones"?: { [name: string]: RuleFileZoneRule };
  "text"?: { [name: string]: RuleFileTexts };
  "lineage"?: Array<string>;
  "extends"?: string;
  "remove"?: {
    "phase"?: Array<string>;
    "transition"?: Array<string>;
    "guards"?: Array<string>;
    "effects"?: Array<string>;
    "rules"?: Array<string>;
  };
};

/** An event as a seat may see it. */
export type SeenEvent = {
  "type": "phase-entered";
  "rule": string;
  "phase": string;
} | {
  "type": "cards-moved";
  "rule": string;
  "word": string;
  "seat": number | null;
  "cards": Array<string> | number;
  "from": "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  "to": "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
  "colour": string | null;
  "top": boolean;
} | {
  "type": "token-taken";
  "rule": string;
  "word": string;
  "seat": number;
  "value": number;
  "card": string | null;
  "after": number | null;
} | {
  "type": "round-begun";
  "rule": string;
  "round": number;
} | {
  "type": "turn-started";
  "rule": string;
  "seat": number;
} | {
  "type": "player-stopped";
  "rule": string;
  "seat": number;
} | {
  "type": "first-player-passed";
  "rule": string;
  "seat": number;
} | {
  "type": "game-ended";
  "rule": string;
  "points": Array<number>;
  "winners": Array<number>;
};

export type SeenRecordEndedEarly = {
  "seat": number | null;
  "points": Array<number>;
};

export type SeenRecordResult = {
  "points": Array<number>;
  "winners": Array<number>;
};

/** A game as a seat may have it. */
export type SeenRecord = {
  "game": "line-it";
  "format": 3;
  "ruleset": string;
  "digest": string;
  "rules": { [name: string]: unknown };
  "names": Array<string> | null;
  "players": number;
  "first": number;
  "seed": null;
  "deck": number;
  "start": { [name: string]: unknown } | null;
  "actions": Array<string>;
  "result": SeenRecordResult | null;
  "seats"?: Array<string> | null;
  "tags"?: { [name: string]: string } | null;
  "undo"?: "free" | "own" | "nothing-revealed" | "none";
  "ended_early"?: SeenRecordEndedEarly | null;
  "events": Array<{
    "type": "phase-entered";
    "rule": string;
    "phase": string;
  } | {
    "type": "cards-moved";
    "rule": string;
    "word": string;
    "seat": number | null;
    "cards": Array<string> | number;
    "from": "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
    "to": "deck" | "market" | "picked" | "discard" | "jackpots" | "hand" | "line" | "scored";
    "colour": string | null;
    "top": boolean;
  } | {
    "type": "token-taken";
    "rule": string;
    "word": string;
    "seat": number;
    "value": number;
    "card": string | null;
    "after": number | null;
  } | {
    "type": "round-begun";
    "rule": string;
    "round": number;
  } | {
    "type": "turn-started";
    "rule": string;
    "seat": number;
  } | {
    "type": "player-stopped";
    "rule": string;
    "seat": number;
  } | {
    "type": "first-player-passed";
    "rule": string;
    "seat": number;
  } | {
    "type": "game-ended";
    "rule": string;
    "points": Array<number>;
    "winners": Array<number>;
  }>;
};

export type TablePlayer = {
  "hand": Array<string>;
  "line": Array<string>;
  "scored": Array<string>;
  "tokens": Array<number>;
  "stopped": boolean;
  "points": number;
};

/** A table, the referee's. */
export type Table = {
  "ruleset": string;
  "phase": string;
  "round": number;
  "first": number;
  "seat": number;
  "picked": string | null;
  "played": number;
  "deck": Array<string>;
  "market": Array<string>;
  "discard": Array<string>;
  "jackpots": { [name: string]: Array<string> };
  "players": Array<TablePlayer>;
};

export type VectorExpected = {
  "legal": Array<string>;
  "table": { [name: string]: unknown };
  "winners"?: Array<number> | null;
  "events"?: Array<{ [name: string]: unknown }>;
  "views"?: Array<VectorSeenBy>;
  "record"?: { [name: string]: unknown } | null;
};

export type VectorRefusal = {
  "rule": string | null;
  "problems"?: Array<string>;
};

export type VectorSeenBy = {
  "seat": number | null;
  "memory": "table" | "perfect";
  "view": { [name: string]: unknown };
};

export type VectorVectorStep = {
  "action"?: string;
  "then"?: VectorExpected | null;
  "refused"?: VectorRefusal | null;
  "undo"?: number | null;
};

/** A test vector. */
export type Vector = {
  "format": 1 | 2;
  "name": string;
  "about": string;
  "rules": Array<string>;
  "level"?: "play" | "winners" | "events" | "views" | "undo" | "records" | "files" | "perft";
  "ruleset"?: string | { [name: string]: unknown };
  "players"?: number;
  "first"?: number;
  "deck"?: Array<string>;
  "whole"?: boolean;
  "record"?: { [name: string]: unknown } | null;
  "then"?: VectorExpected | null;
  "refused"?: VectorRefusal | null;
  "steps"?: Array<VectorVectorStep>;
  "counts"?: Array<number>;
};

export type ViewPlayerView = {
  "hand": Array<string> | number;
  "line": Array<string>;
  "scored": Array<string> | number;
  "tokens": Array<number>;
  "stopped": boolean;
  "points": number;
};

/** What a seat sees of a table. */
export type View = {
  "viewer": number | null;
  "memory": "table" | "perfect";
  "ruleset": string;
  "phase": string;
  "round": number;
  "first": number;
  "seat": number;
  "picked": string | null;
  "played": number;
  "deck": Array<string> | number;
  "market": Array<string>;
  "discard": Array<string> | number;
  "jackpots": { [name: string]: Array<string> | number };
  "players": Array<ViewPlayerView>;
};
