// The game: a table, and what a ruleset (see rulefile.js) makes of it. The phases, the verbs, the
// limits and the order of all that happens come from the rule file.
"use strict";
const { Refused, canonical, refuse, ruleset, shape } = require("./rulefile.js");
const copy = (value) => JSON.parse(JSON.stringify(value));
const equal = (one, other) => canonical(one) === canonical(other);

// -- the table, and questions about it ----------------------------------------
//
// A table is as in docs/protocol.md, but `picked` is a list, and players have no `points`.
// Guards and effects get a place `at`: the rules, the table, the seat asked about, the card of
// the transition if it has one, the rule around them, and the events so far.

const OWNED = ["hand", "line", "scored"];
function pile({ rules, table, seat, card }, zone) {
  if (zone === "jackpots") return Object.values(table.jackpots).flat();
  if (zone === "jackpot") return table.jackpots[rules.cards.get(card)?.colour] ?? [];
  return OWNED.includes(zone) ? table.players[seat][zone] : table[zone];
}
const points = ({ scored, tokens }) => tokens.reduce((a, b) => a + b, scored.length);
const numberOf = (at, card) => at.rules.cards.get(card)?.number; // undefined for a Bet card
const lineNumbers = (at) => pile(at, "line").map((card) => numberOf(at, card)).filter(Boolean);
const leftOf = (table, seat) => (seat + 1) % table.players.length;

function amount(at, given) {
  if (typeof given === "number") return given;
  if (given === "players") return at.table.players.length;
  const limit = at.rules.data.limits[given];
  return Array.isArray(limit) ? limit.reduce((sum, part) => sum + amount(at, part), 0) : limit;
}
/** Return those of the cards that `of` (or `move`) and `that` name. */
function chosen(at, cards, of, that) {
  const fits = (card) => {
    const { colour, value } = at.rules.cards.get(card);
    if (of === "card") return card === at.card;
    if (of === "numbers") return value === undefined;
    if (of === "bets") return value !== undefined;
    if (of === "colour") return colour && colour === at.rules.cards.get(at.card)?.colour;
    return !of || of === "all" || colour === of;
  };
  return cards.filter((card) => fits(card) && firstFailing({ ...at, card }, that) === undefined);
}

const GUARDS = {
  in_direction(at) {
    const number = numberOf(at, at.card);
    const line = lineNumbers(at);
    if (number === undefined || line.length < 2) return number !== undefined;
    return line[1] > line[0] ? number > line.at(-1) : number < line.at(-1);
  },
  turns_left: ({ table, seat }) => leftOf(table, seat) !== table.first,
  stopped: ({ table, seat }) => table.players[seat].stopped,
};
const COUNTS = {
  card: (at, { of, that }) => chosen(at, at.card ? [at.card] : [], of, that).length,
  points: ({ table, seat }) => points(table.players[seat]),
  tokens: ({ table, seat }) => table.players[seat].tokens.length,
  played: ({ table }) => table.played,
  round: ({ table }) => table.round,
  turn: ({ table: { first, players }, seat }) => (seat - first + players.length) % players.length,
  number: (at) => numberOf(at, at.card) ?? NaN,
  step: (at) => numberOf(at, at.card) - lineNumbers(at).at(-1), // NaN if one of them is missing
};
const COMPARISONS = {
  at_least: (count, n) => count >= n,
  at_most: (count, n) => count <= n,
  below: (count, n) => count < n,
  exactly: (count, n) => count === n,
  multiple_of: (count, n) => n > 0 && count > 0 && count % n === 0,
};
function compares(at, guard) {
  const zones = () => [guard.count].flat().flatMap((zone) => pile(at, zone));
  const all = COUNTS[guard.count]?.(at, guard) ?? chosen(at, zones(), guard.of, guard.that).length;
  const count = all - amount(at, guard.beyond ?? 0);
  return Object.entries(COMPARISONS).every(([key, holds]) => {
    if (!(key in guard)) return true;
    const n = amount(at, guard[key]);
    if (Number.isNaN(count)) return key !== "multiple_of" || n !== 0; // it does not exist (4.2)
    return holds(count, n);
  });
}

/** Return undefined if the term holds, and otherwise the rule that a refusal names. */
function failing(at, term) {
  const not = term.startsWith("not ");
  const name = not ? term.slice(4) : term;
  const guard = at.rules.guards[name];
  const here = { ...at, rule: guard.rule ?? at.rule };
  let places = [here];
  if (guard.some === "players") places = at.table.players.map((_, seat) => ({ ...here, seat }));
  else if (guard.some) places = pile(at, guard.some).map((card) => ({ ...here, card }));
  let part; // the rule of the part that failed last
  const holds = places.some((place) => {
    if (guard.all) return (part = firstFailing(place, guard.all)) === undefined;
    if (guard.any) return guard.any.some((one) => (part = failing(place, one)) === undefined);
    return guard.count ? compares(place, guard) : GUARDS[name](place);
  });
  if (holds !== not) return undefined;
  if (not) return at.rule; // of what is around the term, whatever the guard's own rule is
  return guard.some ? here.rule : part ?? here.rule;
}
function firstFailing(at, terms) {
  for (const term of terms ?? []) {
    const rule = failing(at, term);
    if (rule !== undefined) return rule;
  }
}

// -- changes ------------------------------------------------------------------
//
// Effects change the table in place. Whoever takes a transition has made a copy before.

function startTurn({ table, rule, events }, seat) {
  Object.assign(table, { seat, played: 0 });
  events.push({ type: "turn-started", rule, seat });
}
function takeToken({ table, rule, word, seat, events }, value, card = null, after = null) {
  table.players[seat].tokens.push(value);
  events.push({ type: "token-taken", rule, word, seat, value, card, after });
}
const EFFECTS = {
  begin_round({ table, rule, events }) {
    events.push({ type: "round-begun", rule, round: ++table.round });
  },
  begin_with_first: (at) => startTurn(at, at.table.first),
  next_turn: (at) => startTurn(at, leftOf(at.table, at.seat)),
  pass_first_player({ table, rule, events }) {
    table.first = leftOf(table, table.first);
    events.push({ type: "first-player-passed", rule, seat: table.first });
  },
  stop({ table, rule, seat, events }) {
    table.players[seat].stopped = true;
    events.push({ type: "player-stopped", rule, seat });
  },
  settle_bets(at) {
    for (const [i, card] of pile(at, "line").entries()) {
      const { value } = at.rules.cards.get(card);
      const after = pile(at, "line").length - i - 1;
      if (value !== undefined) takeToken(at, after >= value ? value : -value, card, after);
    }
  },
  name_winners: ({ table, rule, events }) =>
    events.push({ type: "game-ended", rule, ...pointsOf(table) }),
};
/** Return the points of all players, and who has the most. */
function pointsOf({ players }) {
  const all = players.map(points);
  const winners = [...all.keys()].filter((seat) => all[seat] === Math.max(...all));
  return { points: all, winners };
}

function make(around, word) {
  const effect = around.rules.effects[word];
  // Effects before this one may have changed whose turn it is.
  const at = { ...around, word, rule: effect.rule ?? around.rule, seat: around.table.seat };
  if (firstFailing(at, effect.when) !== undefined) return;
  if (effect.do) effect.do.forEach((part) => make(at, part));
  else if (effect.move) move(at, effect);
  else if (effect.token === undefined) EFFECTS[word](at);
  else {
    const { each, of, that } = effect;
    const times = each ? chosen(at, pile(at, each), of, that).length : 1;
    for (let i = 0; i < times; i++) takeToken(at, amount(at, effect.token));
  }
}
function move(at, { move: which, that, from, to, first, last, up_to: upTo, put }) {
  const { rules, table, seat, rule, word, events } = at;
  let cards = chosen(at, pile(at, from), which, that);
  // Cards of a zone without an order get that of the full deck where an order matters.
  const matters = ["deck", "line"].includes(to) || [first, last, upTo].some((n) => n !== undefined);
  if (matters && !["deck", "line"].includes(from)) {
    cards.sort((a, b) => rules.order.get(a) - rules.order.get(b));
  }
  if (first !== undefined) cards = cards.slice(0, Math.max(0, amount(at, first)));
  if (last !== undefined) cards = cards.slice(Math.max(0, cards.length - amount(at, last)));
  const room = upTo === undefined ? Infinity : amount(at, upTo) - pile(at, to).length;
  cards = cards.slice(0, Math.max(0, room));
  const ends = [from, to].map((zone) => (zone === "jackpot" ? "jackpots" : zone));
  for (const colour of ends.includes("jackpots") ? rules.colours : [null]) {
    const some = cards.filter((card) => !colour || rules.cards.get(card).colour === colour);
    if (!some.length) continue; // a move of no cards is no event
    const [source, target] = ends.map((zone) =>
      (zone === "jackpots" ? table.jackpots[colour] : pile(at, zone)));
    source.splice(0, Infinity, ...source.filter((card) => !some.includes(card)));
    target.splice(put === "top" ? 0 : Infinity, 0, ...some);
    if (from === "hand" && to === "line") table.played += some.length;
    const owned = ends.some((zone) => OWNED.includes(zone) || zone === "picked");
    events.push({ type: "cards-moved", rule, word, seat: owned ? seat : null, cards: some,
      from: ends[0], to: ends[1], colour, top: put === "top" });
  }
}

// -- the machine --------------------------------------------------------------

/** Return a place with the open transition (`way`), or the rule and text of a refusal (6.1). */
function find(at, verb, card) {
  const { rules, table } = at;
  const phase = rules.phases[table.phase];
  const [way, ...others] = phase.ways.filter(({ on }) => on === verb);
  const no = (rule, text) => ({ rule, text, code: 1 });
  if (!way) return no(phase.rule, `no ${verb} is possible now`);
  const named = verb && way.card && way.card !== "picked"; // the player says the card
  if (!named && card) return no(way.rule, `${verb} names no card`);
  if (named && !card) return no(way.rule, `say which card: ${verb} CARD`);
  if (named && !pile(at, way.card).includes(card)) return no(way.rule, `${card} is not there`);
  const closed = [];
  for (const one of [way, ...others]) {
    const about = { ...at, rule: one.rule, card: one.card === "picked" ? table.picked[0] : card };
    const rule = firstFailing(about, one.when);
    if (rule === undefined) return { ...about, way: one };
    closed.push(rule);
  }
  return no(closed[0], `${verb} is not allowed here`);
}
function take({ way, ...at }) {
  for (const word of way.do ?? []) make(at, word);
  at.table.phase = way.to;
  at.events.push({ type: "phase-entered", rule: at.rules.phases[way.to].rule, phase: way.to });
}
/** Return the words of an action, as a person may type it (7.2). */
function wordsOf(action) {
  const text = action.replace(/[^\p{L}\p{N}_\s\p{Cc}-]/gu, " ").toLowerCase();
  const [verb, ...more] = text.trim().split(/\s+/);
  return [verb, ...more.map((word) => word[0].toUpperCase() + word.slice(1))];
}
/** Find the transition of an action. */
function choice({ rules, table }, action, events = []) {
  const [verb, card, ...more] = wordsOf(action);
  const no = (rule, text) => ({ rule, text, code: -32602 });
  if (!rules.verbs.has(verb) || more.length) return no(null, "this is not an action");
  if (card && !rules.cards.has(card)) return no(rules.box.deck ?? null, `there is no card ${card}`);
  return find({ rules, table, seat: table.seat, events }, verb, card);
}
function legal(game) {
  const { rules, table } = game;
  const said = rules.phases[table.phase].ways.flatMap(({ on, card }) => {
    if (!on) return [];
    if (!card || card === "picked") return [on];
    return pile({ rules, table, seat: table.seat }, card).map((one) => `${on} ${one}`);
  });
  return [...new Set(said)].filter((action) => choice(game, action).way);
}
function stop(id, text) {
  throw new Refused(4, text, { problems: [text], ids: [id] });
}
/** Let the table go on by itself until a player must decide, or the game is over. */
function goOn(game, events) {
  const { rules, table } = game;
  const most = 500 + 4 * rules.cards.size; // events
  for (let times = 0; times < 500 && events.length <= most; times++) {
    const { actor } = rules.phases[table.phase];
    const next = find({ rules, table, seat: table.seat, events });
    if (next.way) take(next);
    else if (actor === "end") {
      const named = events.findLast((event) => event.type === "game-ended");
      return { ...game, winners: named?.winners ?? [] };
    } else if (actor === "player" && legal(game).length) return game;
    else stop("stuck", `in the phase ${table.phase} the game cannot go on`);
  }
  return stop("stuck", "the game does not come to a decision");
}

/** Return a new game, and the events of its beginning (5.2). */
function begin(setup) {
  const { rules, players, first, deck, start } = setup;
  const [least, most] = rules.data.components.players;
  const { players: seats = null, deck: box = null } = rules.box;
  if (players < least || players > most) refuse(seats, `the game is for ${least} to ${most}`);
  const isSeat = (seat) => seat >= 0 && seat < players;
  if (!isSeat(first) || !isSeat(start?.seat ?? first)) refuse(seats, `there is no seat ${first}`);
  const cards = start ? cardsOn(start) : deck;
  const wrong = cards.find((card, i) => !rules.cards.has(card) || cards.indexOf(card) < i);
  if (wrong !== undefined) refuse(box, `${wrong} is there twice, or is not of this game`);
  if (cards.length < rules.cards.size) refuse(box, "a card is missing");
  const table = start ? fromJson(start) : {
    phase: rules.data.start, round: 0, first, seat: first, played: 0,
    deck: [...deck], market: [], picked: [], discard: [],
    jackpots: Object.fromEntries(rules.colours.map((colour) => [colour, []])),
    players: Array.from({ length: players }, () => (
      { hand: [], line: [], scored: [], tokens: [], stopped: false })),
  };
  const events = [];
  return { game: goOn({ ...setup, table, actions: [], winners: null }, events), events };
}
/** Take an action. If it is refused, the game is as before. */
function step(game, action) {
  const next = { ...game, table: copy(game.table) };
  const events = [];
  const found = choice(next, action, events);
  const isAction = found.way || found.code === 1;
  if (isAction && !game.winners && game.actions.length >= 10 * game.rules.cards.size) {
    stop("endless-game", "the game has too many decisions");
  }
  if (!found.way) refuse(found.rule, found.text, found.code);
  take(found);
  Object.assign(game, goOn(next, events));
  game.actions.push(wordsOf(action).join(" "));
  return events;
}
function replay(setup, actions) {
  const { game, events } = begin(setup);
  for (const action of actions) events.push(...step(game, action));
  return { game, events };
}

// -- tables, views and saved games as data ------------------------------------

function toJson({ rules, table }) {
  const players = table.players.map((player) => ({ ...player, points: points(player) }));
  return copy({ ruleset: rules.data.name, ...table, picked: table.picked[0] ?? null, players });
}
function fromJson({ ruleset: _, ...table }) {
  const players = table.players.map(({ points: __, ...player }) => player);
  return copy({ ...table, picked: table.picked === null ? [] : [table.picked], players });
}
// Who sees the cards of a zone if the rule file does not say (9.1). All other zones lie open.
const SEEN = {
  table: { deck: "nobody", discard: "all", jackpots: "nobody", hand: "owner", scored: "nobody" },
  perfect: { deck: "nobody", discard: "all", jackpots: "all", hand: "all", scored: "all" },
};
function view(game, viewer, memory) {
  const seen = toJson(game);
  const hide = (piles, key, zone, owner) => {
    const who = game.rules.data.zones?.[zone]?.[memory] ?? SEEN[memory][zone];
    if (who === "nobody" || (who === "owner" && owner !== viewer)) piles[key] = piles[key].length;
  };
  for (const zone of ["deck", "discard"]) hide(seen, zone, zone);
  for (const colour of game.rules.colours) hide(seen.jackpots, colour, "jackpots");
  for (const [seat, player] of seen.players.entries()) {
    for (const zone of ["hand", "scored"]) hide(player, zone, zone, seat);
  }
  return { viewer, memory, ...seen };
}
function record({ rules, names, players, first, deck, start, actions, table, winners }) {
  return { game: "line-it", format: 3, ruleset: rules.data.name, digest: rules.digest,
    rules: rules.data, names, players, first, seed: null, deck, start, actions,
    result: winners && { points: table.players.map(points), winners } };
}
/** Return all cards of a table as data. */
function cardsOn({ deck, market, discard, picked, jackpots, players }) {
  const piles = players.flatMap(({ hand, line, scored }) => [hand, line, scored]);
  return [deck, market, discard, picked ?? [], ...Object.values(jackpots), ...piles].flat();
}
/** Return whether a game can begin at a table as data, if its seats and cards are right (13.2). */
function isTable({ data, phases, colours, cards }, start) {
  return !shape("table", start).length && start.ruleset === data.name && start.phase in phases &&
    equal(Object.keys(start.jackpots).sort(), [...colours].sort()) &&
    colours.every((colour) => start.jackpots[colour].every(
      (card) => cards.get(card)?.colour === colour));
}
/** Return the game of a record, and its events, or refuse it (13.2). */
function load(saved) {
  const demand = (good, text) => good || refuse(null, text, 3);
  const [wrong] = shape("record", saved);
  demand(!wrong, wrong);
  const { players, first, deck, start, names, result } = saved;
  try {
    const rules = ruleset(saved.rules);
    demand(rules.digest === saved.digest && rules.data.name === saved.ruleset, "other rules");
    if (names && names.length !== players) refuse(rules.box.players ?? null, "one name for each");
    demand(!start || (isTable(rules, start) && saved.seed === null &&
      equal([start.deck, start.first, start.players.length], [deck, first, players])),
    "the game did not begin at its table");
    const { game, events } = replay({ rules, players, first, deck, start, names }, saved.actions);
    const known = [null, record(game).result];
    // As the first edition wrote it if no winners are named.
    if (game.winners?.length === 0) known.push(pointsOf(game.table));
    demand(known.some((one) => equal(one, result)), "the game ends in another way");
    return { game, events };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refuse(error.data?.rule ?? null, error.message, 3);
  }
}

module.exports = { begin, choice, legal, load, record, replay, step, toJson, view };
