// The game: a table, and what a ruleset (see rulefile.js) makes of it. The phases, the verbs, the
// limits and the order of all that happens come from the rule file.
"use strict";
const { isDeepStrictEqual: equal } = require("node:util");
const { Refused, parse, refuse, ruleset, shape } = require("./rulefile.js");
const copy = (value) => parse(JSON.stringify(value));

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
function compares(at, guard) {
  const zones = () => [guard.count].flat().flatMap((zone) => pile(at, zone));
  const all = COUNTS[guard.count]?.(at, guard) ?? chosen(at, zones(), guard.of, guard.that).length;
  if (Number.isNaN(all)) return true; // of a number that does not exist
  const count = all - amount(at, guard.beyond ?? 0);
  const is = (key, test) => guard[key] == null || test(amount(at, guard[key]));
  return is("at_least", (n) => count >= n) && is("at_most", (n) => count <= n) &&
    is("below", (n) => count < n) && is("exactly", (n) => count === n) &&
    is("multiple_of", (n) => n !== 0 && count > 0 && count % n === 0);
}

/** Return undefined if the term holds, and otherwise the rule that a refusal names. */
function failing(at, term) {
  const not = term.startsWith("not ");
  const name = not ? term.slice(4) : term;
  const guard = at.rules.data.guards[name];
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
    events.push({ type: "game-ended", rule, ...result(table) }),
};
function result({ players }) {
  const all = players.map(points);
  const winners = [...all.keys()].filter((seat) => all[seat] === Math.max(...all));
  return { points: all, winners };
}

function make(around, word) {
  const effect = around.rules.data.effects[word];
  // Effects before this one may have changed whose turn it is.
  const at = { ...around, word, rule: effect.rule ?? around.rule, seat: around.table.seat };
  if (firstFailing(at, effect.when) !== undefined) return;
  if (effect.do) effect.do.forEach((part) => make(at, part));
  else if (effect.move) move(at, effect);
  else if (effect.token == null) EFFECTS[word](at);
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
  const matters = ["deck", "line"].includes(to) || [first, last, upTo].some((n) => n != null);
  if (matters && !["deck", "line"].includes(from)) {
    cards.sort((a, b) => rules.order.get(a) - rules.order.get(b));
  }
  if (first != null) cards = cards.slice(0, amount(at, first));
  if (last != null) cards = cards.slice(Math.max(0, cards.length - amount(at, last)));
  if (upTo != null) cards = cards.slice(0, Math.max(0, amount(at, upTo) - pile(at, to).length));
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

/** Return the open transition of what is said, or of no word; refuse what is said and closed. */
function opened(at, said, card) {
  const { rules, table } = at;
  const ways = rules.data.transition.filter(
    ({ from, on }) => from === table.phase && (on ?? undefined) === said);
  if (said && !ways.length) refuse(rules.phases[table.phase].rule, `no ${said} is possible now`, 1);
  let why; // the first is closed
  for (const way of ways) {
    const named = said && way.card && way.card !== "picked"; // the player says the card
    if (!named && card) refuse(way.rule, `${said} names no card`, 1);
    if (named && !card) refuse(way.rule, `say which card: ${said} CARD`, 1);
    if (named && !pile(at, way.card).includes(card)) refuse(way.rule, `${card} is not there`, 1);
    const about = { ...at, rule: way.rule, card: way.card === "picked" ? table.picked[0] : card };
    const rule = firstFailing(about, way.when);
    if (rule === undefined) return { ...about, way };
    why ??= rule;
  }
  if (said) refuse(why, `${said} is not allowed here`, 1);
}
function take({ way, ...at }) {
  for (const word of way.do ?? []) make(at, word);
  at.table.phase = way.to;
  at.events.push({ type: "phase-entered", rule: at.rules.phases[way.to].rule, phase: way.to });
}
/** Return the words of an action, as a person may type it. */
function wordsOf(action) {
  const words = action.toLowerCase().replace(/[^\p{L}\p{N}_\s\p{Cc}-]+/gu, " ").trim().split(/\s+/);
  return words.map((word, i) => (i ? word[0].toUpperCase() + word.slice(1) : word));
}
/** Return the transition that an action takes, or refuse it. */
function choice({ rules, table }, action, events = []) {
  const [verb, card, ...more] = wordsOf(action);
  if (!verb || !rules.verbs.has(verb) || more.length) refuse(null, `'${action}' is not an action`);
  if (card && !rules.cards.has(card)) refuse(rules.box.deck ?? null, `there is no card ${card}`);
  return opened({ rules, table, seat: table.seat, events }, verb, card);
}
/** Return why an action is refused, or undefined. */
function whyNot(game, action) {
  try {
    choice(game, action);
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}
function legal(game) {
  const { rules, table } = game;
  const said = rules.data.transition.flatMap(({ from, on, card }) => {
    if (from !== table.phase || !on) return [];
    if (!card || card === "picked") return [on];
    return pile({ rules, table, seat: table.seat }, card).map((one) => `${on} ${one}`);
  });
  return [...new Set(said)].filter((action) => !whyNot(game, action));
}
const stuck = (problem) => {
  throw new Refused(4, problem, { problems: [problem] });
};
const winnersIn = (events) => events.findLast((event) => event.type === "game-ended")?.winners;
/** Let the table go on by itself until a player must decide, or the game is over. */
function goOn(game, events) {
  const { rules, table } = game;
  while (events.length <= 500) {
    const { actor } = rules.phases[table.phase];
    const next = actor === "end" ? undefined : opened({ rules, table, seat: table.seat, events });
    if (next) take(next);
    else if (actor === "end" || (actor === "player" && legal(game).length)) return;
    else break;
  }
  stuck(`in the phase ${table.phase} the game cannot go on`);
}

/** Return a new game, and the events of its beginning. */
function begin(setup) {
  const { rules, players, first, deck, start } = setup;
  const [least, most] = rules.data.components.players;
  const { players: seats = null, deck: cards = null } = rules.box;
  if (players < least || players > most) refuse(seats, `the game is for ${least} to ${most}`);
  if (first < 0 || first >= players) refuse(seats, `there is no seat ${first}`);
  const wrong = deck.find((card, i) => !rules.cards.has(card) || deck.indexOf(card) < i);
  if (wrong !== undefined) refuse(cards, `${wrong} is there twice, or is not of this game`);
  if (!start && deck.length < rules.cards.size) refuse(cards, "the deck is not complete");
  const game = { ...setup, actions: [], table: start ? fromJson(start) : {
    phase: rules.data.start, round: 0, first, seat: first, played: 0,
    deck: [...deck], market: [], picked: [], discard: [],
    jackpots: Object.fromEntries(rules.colours.map((colour) => [colour, []])),
    players: Array.from({ length: players }, () => (
      { hand: [], line: [], scored: [], tokens: [], stopped: false })),
  } };
  const events = [];
  goOn(game, events);
  game.winners = winnersIn(events) ?? [];
  return { game, events };
}
/** Take an action. If it is refused, the game is as before. */
function step(game, action) {
  const next = { ...game, table: copy(game.table) };
  const events = [];
  take(choice(next, action, events));
  if (game.actions.length >= 10 * game.rules.cards.size) stuck("the game does not end");
  goOn(next, events);
  Object.assign(game, { table: next.table, winners: winnersIn(events) ?? game.winners });
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
/** Return all cards of a table as data, sorted. */
function cardsOn({ deck, market, discard, picked, jackpots, players }) {
  const piles = players.flatMap(({ hand, line, scored }) => [hand, line, scored]);
  piles.push(deck, market, discard, picked ?? [], ...Object.values(jackpots));
  return piles.flat().sort();
}
const isOver = ({ rules, table }) => rules.phases[table.phase].actor === "end";
function view(game, viewer, memory) {
  const seen = toJson(game);
  const hide = (piles, key, zone, owner) => {
    const who = game.rules.data.zones?.[zone]?.[memory];
    const sees = who === "all" || (who === "owner" && owner === viewer);
    if (!sees) piles[key] = piles[key].length;
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
    result: isOver({ rules, table }) ? { points: table.players.map(points), winners } : null };
}
function load(saved) {
  const demand = (good, text) => good || refuse(null, text, 3);
  const [wrong] = shape("record", saved);
  demand(!wrong, wrong);
  const { players, first, deck, start, names } = saved;
  try {
    const rules = ruleset(saved.rules);
    demand(rules.digest === saved.digest && rules.data.name === saved.ruleset, "other rules");
    if (names && names.length !== players) refuse(rules.box.players ?? null, "one name for each");
    const begun = start && [start.deck, start.first, start.players?.length];
    demand(!start || (!shape("table", start).length && equal(begun, [deck, first, players]) &&
      equal(cardsOn(start), [...rules.cards.keys()].sort()) && start.phase in rules.phases),
    "the game did not begin at its table");
    const { game, events } = replay({ rules, players, first, deck, start, names }, saved.actions);
    demand(equal(copy(record(game).result), saved.result), "the game ends in another way");
    return { game, events };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refuse(error.data?.rule ?? null, error.message, 3);
  }
}

module.exports = { begin, isOver, legal, load, record, replay, step, toJson, view, whyNot };
