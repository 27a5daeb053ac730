// Line-it in JavaScript: the protocol of docs/protocol.md on stdin and stdout. game.js plays, and
// rulefile.js reads the rules. It needs Node 18 or later, and no packages:
//
//     node lineit.js
"use strict";
const { randomInt } = require("node:crypto");
const { createInterface } = require("node:readline");
const { begin, choice, legal, load, record, replay, step, toJson, view } = require("./game.js");
const { NAMES, Refused, isObject, mistakes, parse, read, refuse, ruleset } =
  require("./rulefile.js");

const games = new Map();
let lastId = 0;
function ask(id, ply = null) {
  const game = games.get(id);
  if (!game) throw new Refused(2, `there is no game ${id}`);
  const now = game.actions.length;
  if (ply !== null && ply !== now) throw new Refused(5, `the game is at ply ${now}`, { ply: now });
  return game;
}
function state(game, events) {
  const { actions, table: { phase, seat }, winners } = game;
  return { ply: actions.length, phase, seat, legal: legal(game), events, winners };
}
function add({ game, events }) {
  if (games.size >= 20000) throw new Refused(6, "too many games are open");
  games.set(String(++lastId), game);
  return { game: String(lastId), digest: game.rules.digest, ...state(game, events) };
}
function shuffled(cards) {
  const deck = [...cards];
  for (let i = deck.length - 1; i > 0; i--) deck.splice(i, 0, ...deck.splice(randomInt(i + 1), 1));
  return deck;
}

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };
const orNull = (schema) => ({ anyOf: [schema, { type: "null" }], default: null });
const GAME = { type: "string", maxLength: 20 };
const ACTION = { type: "string", maxLength: 100, pattern: "^( |[^\\p{C}\\p{Z}])*$" };
const LANG = { enum: ["en", "es", "de"], default: "en" };
const MEMORY = { enum: ["table", "perfect"], default: "table" };
const DECK = { type: "array", items: TEXT };
// The params of each method, as JSON Schemas, and what it does.
const METHODS = {
  hello: [{}, () => ({ name: "lineit.js", version: "1.0.0", spec: read("VERSION").trim(),
    protocol: 2, methods: Object.keys(METHODS), languages: LANG.enum })],
  new: [{ players: NUMBER, ruleset: { default: "standard" }, deck: orNull(DECK),
    seed: orNull(NUMBER), first: { ...NUMBER, default: 0 } }, (params) => {
    const rules = ruleset(params.ruleset);
    if (params.seed !== null) refuse(rules.box.deck ?? null, "give a deck: no seed is known here");
    const deck = params.deck ?? shuffled(rules.cards.keys());
    return add(begin({ ...params, rules, deck, start: null, names: null }));
  }],
  apply: [{ game: GAME, action: ACTION, ply: orNull(NUMBER) }, ({ game: id, action, ply }) => {
    const game = ask(id, ply);
    return state(game, step(game, action));
  }],
  legal: [{ game: GAME }, ({ game }) => legal(ask(game))],
  table: [{ game: GAME }, ({ game }) => toJson(ask(game))],
  view: [{ game: GAME, seat: orNull(NUMBER), memory: MEMORY }, ({ game: id, seat, memory }) => {
    const game = ask(id);
    const there = seat === null || game.table.players[seat];
    return there ? view(game, seat, memory)
      : refuse(game.rules.box.players ?? null, `there is no seat ${seat}`);
  }],
  explain: [{ game: GAME, action: ACTION, lang: LANG }, ({ game, action }) => {
    const { way, rule, text } = choice(ask(game), action);
    return way ? { legal: true, rule: null, message: null } : { legal: false, rule, message: text };
  }],
  undo: [{ game: GAME, steps: { ...NUMBER, default: 1 }, ply: orNull(NUMBER) },
    ({ game: id, steps, ply }) => {
      const game = ask(id, ply);
      const left = game.actions.length - steps;
      if (steps < 0 || left < 0) refuse(null, `cannot take back ${steps}`);
      games.set(id, replay(game, game.actions.slice(0, left)).game);
      return state(games.get(id), []);
    }],
  record: [{ game: GAME }, ({ game }) => record(ask(game))],
  load: [{ record: {} }, (params) => add(load(params.record))],
  close: [{ game: GAME }, ({ game }) => Boolean(ask(game)) && games.delete(game)],
  rulesets: [{ lang: LANG }, ({ lang }) => NAMES.map((name) => {
    const { data: { title, text }, digest } = ruleset(name);
    return { name, title: text?.[lang]?.title ?? text?.en?.title ?? title, digest };
  })],
};

function call(method, params) {
  if (!Object.hasOwn(METHODS, method)) throw new Refused(-32601, `there is no method ${method}`);
  const [properties, run] = METHODS[method];
  const required = Object.keys(properties).filter((key) => !("default" in properties[key]));
  const schema = { type: "object", properties, required, additionalProperties: false };
  const [wrong] = mistakes(params, schema, schema, "params");
  if (wrong) throw new Refused(-32602, wrong);
  const defaults = Object.entries(properties).map(([key, value]) => [key, value.default]);
  return run({ ...Object.fromEntries(defaults), ...params });
}
const failure = (id, code, message, data) =>
  ({ jsonrpc: "2.0", id, error: { code, message, data } });
function answer(request) {
  const { jsonrpc, id, method, params = {} } = isObject(request) ? request : {};
  const good = id == null || typeof id === "string" || Number.isFinite(id);
  if (jsonrpc !== "2.0" || typeof method !== "string" || !good) {
    return failure(null, -32600, "this is not a request");
  }
  let response;
  try {
    response = { jsonrpc, id, result: call(method, params) };
  } catch (error) {
    const { code, message, data } = error instanceof Refused ? error
      : { code: -32603, message: `a bug: ${error.message}` };
    response = failure(id, code, message, data);
  }
  return id === undefined ? undefined : response; // a notification gets no answer
}
function answerLine(bytes) {
  if (bytes.length >= 4 * 2 ** 20) return failure(null, -32600, "the line is too long");
  let message;
  try {
    message = parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return failure(null, -32700, "this line is not JSON");
  }
  if (!Array.isArray(message)) return answer(message);
  if (!message.length || message.length > 1000) return failure(null, -32600, "a bad batch");
  const answers = message.map(answer).filter(Boolean);
  return answers.length ? answers : undefined;
}

process.stdin.setEncoding("latin1"); // a character for each byte, so that bad UTF-8 is found
createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const response = line.trim() && answerLine(Buffer.from(line, "latin1"));
  if (response) process.stdout.write(`${JSON.stringify(response)}\n`);
});
process.stdout.on("error", () => process.exit(1)); // nobody reads the answers any more
