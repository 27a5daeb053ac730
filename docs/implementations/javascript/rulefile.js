// Rule files: read, laid one over another, and checked. game.js plays by them.
"use strict";
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const { isDeepStrictEqual: equal } = require("node:util");

const SPEC = path.join(__dirname, "../../../spec");
const read = (name) => fs.readFileSync(path.join(SPEC, name), "utf8");
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
// Objects have no prototype: a word named "constructor" must not be found by accident.
const bare = (value) => (isObject(value) ? Object.setPrototypeOf(value, null) : value);
const parse = (text) => JSON.parse(text, (_, value) => bare(value));
const table = (entries) => bare(Object.fromEntries(entries));
/** Return the names of the guards in a list of terms. */
const plain = (terms) => (terms ?? []).map((term) => term.replace(/^not /, ""));

/** An error of the protocol. */
class Refused extends Error {
  constructor(code, message, data) {
    super(message);
    Object.assign(this, { code, data });
  }
}
/** Refuse as the game itself: with the rule that forbids it, or null. */
function refuse(rule, text, code = -32602) {
  const message = rule ? `${text} [${rule}]` : text;
  throw new Refused(code, message, { rule, message });
}
function invalid(...problems) {
  throw new Refused(4, `the rules have a mistake: ${problems[0]}`, { problems });
}

// -- shapes of data: as much of JSON Schema as spec/schemas/ uses -------------

const KINDS = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};
const schemas = {};
/** Return what is wrong with the shape of the data, as a list of texts. */
function shape(name, data) {
  const root = (schemas[name] ??= JSON.parse(read(`schemas/${name}.schema.json`)));
  return [...mistakes(data, root, root, name)];
}
function* mistakes(value, given, root, at) {
  const schema = given.$ref ? root.$defs[given.$ref.split("/").pop()] : given;
  if (schema.type && !KINDS[schema.type](value)) return yield `${at} must be: ${schema.type}`;
  if (schema.enum && !schema.enum.includes(value)) yield `${at} must be one of ${schema.enum}`;
  const choices = (schema.anyOf ?? []).map((one) => [...mistakes(value, one, root, at)]);
  if (choices.length && choices.every((wrong) => wrong.length)) yield* choices.at(-1);
  const size = typeof value === "number" ? value : [...(value?.at ? value : [])].length;
  if (size < (schema.minimum ?? schema.minItems)) yield `${at} is too small`;
  if (size > (schema.maximum ?? schema.maxItems ?? schema.maxLength)) yield `${at} is too large`;
  if (schema.pattern && !new RegExp(schema.pattern, "u").test(value)) yield `${at} is no such text`;
  if (schema.items) {
    for (const [i, one] of value.entries()) yield* mistakes(one, schema.items, root, `${at}[${i}]`);
  }
  if (!isObject(value)) return;
  for (const key of schema.required ?? []) if (!(key in value)) yield `${at}.${key} is missing`;
  for (const [key, item] of Object.entries(value)) {
    const part = schema.properties?.[key] ?? schema.additionalProperties ?? {};
    if (part === false) yield `${at}.${key} is not known here`;
    else yield* mistakes(item, part, root, `${at}.${key}`);
    yield* mistakes(key, schema.propertyNames ?? {}, root, `the key ${key} of ${at}`);
  }
}

// -- one rule file over another -----------------------------------------------

const NAMES = fs.readdirSync(path.join(SPEC, "rulesets")).filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5)).sort();
const builtIn = (name) => parse(read(`rulesets/${name}.json`));
// The tables that are laid over entry by entry. Two are lists, and have the name in their rows.
const PARTS = {
  limits: null, rules: null, guards: null, effects: null, phase: "name", transition: "id",
};
const NUMBERS = ["at_least", "at_most", "below", "exactly", "multiple_of", "beyond", "first",
  "last", "up_to", "token"];
const MADE_OF = ["all", "any", "count", "do", "move", "token"];
const BUILT_IN = {
  guards: ["in_direction", "turns_left", "stopped"],
  effects: ["begin_round", "begin_with_first", "next_turn", "pass_first_player", "stop",
    "settle_bets", "name_winners"],
};

/** Return the data of a whole rule file: laid over all that it extends. */
function laidOver(data) {
  const wrong = shape("rules", data);
  if (wrong.length) invalid(...wrong);
  if (data.extends === undefined) return data;
  if (!NAMES.includes(data.extends)) invalid(`extends: there is no ruleset ${data.extends}`);
  const base = laidOver(builtIn(data.extends));
  const whole = { ...base, ...data, lineage: [data.extends, ...(base.lineage ?? [])] };
  delete whole.extends;
  delete whole.remove;
  whole.components = { ...base.components, ...data.components };
  whole.components.rules = { ...base.components.rules, ...data.components?.rules };
  whole.zones = { ...base.zones };
  for (const [zone, keys] of Object.entries(data.zones ?? {})) {
    whole.zones[zone] = { ...base.zones[zone], ...keys };
  }
  const changes = [];
  for (const [part, key] of Object.entries(PARTS)) {
    const entries = (rows = []) =>
      (key ? rows.map((row) => [row[key], row]) : Object.entries(rows));
    const old = new Map(entries(base[part]));
    const now = new Map(old);
    for (const name of data.remove?.[part] ?? []) {
      if (!now.delete(name)) invalid(`remove.${part}: there is no ${name}`);
    }
    for (const [name, row] of entries(data[part])) now.set(name, row);
    whole[part] = key ? [...now.values()] : table(now);
    for (const [name, row] of old) {
      if (!equal(row, now.get(name))) changes.push({ part, name, rows: [row, now.get(name)] });
    }
  }
  whole.text = texts(base, data, whole, changes);
  return whole;
}

/** Return the texts of a file over another, without those that may have become untrue. */
function texts(base, data, whole, changes) {
  const untrue = new Set();
  const drop = (part, name, ...words) => {
    if (part === "guards") untrue.add(`reasons ${name}`).add(`reasons not_${name}`);
    if (part === "effects") untrue.add(`events ${name}`);
    for (const word of words) untrue.add(`rules ${word?.rule}`);
  };
  for (const { part, name, rows } of changes) {
    if (!["limits", "rules"].includes(part)) drop(part, name, ...rows);
    if (part !== "limits" || !rows.some(Array.isArray)) continue;
    for (const kind of ["guards", "effects"]) { // a sum has changed: the words that use it
      for (const [word, row] of Object.entries(whole[kind])) {
        if (NUMBERS.some((key) => row[key] === name)) drop(kind, word, row);
      }
    }
  }
  const given = Object.values(data.text ?? {});
  for (const tables of given) {
    for (const [kind, sentences] of Object.entries(tables)) {
      for (const name of Object.keys(sentences)) untrue.add(`${kind} ${name}`);
    }
  }
  const phases = whole.phase.map((phase) => phase.name);
  const subjects = {
    rules: Object.keys(whole.rules), limits: Object.keys(whole.limits), phases, prompts: phases,
    verbs: whole.transition.map((transition) => transition.on),
    reasons: Object.keys(whole.guards).flatMap((name) => [name, `not_${name}`]),
    events: Object.keys(whole.effects),
    colours: whole.components.colours.map((colour) => colour.name),
  };
  const titled = data.title !== undefined || given.some((tables) => tables.title);
  const result = {};
  for (const lang of Object.keys({ ...base.text, ...data.text })) {
    const { title, ...old } = base.text?.[lang] ?? {};
    result[lang] = title && !titled ? { title } : {};
    for (const [kind, sentences] of Object.entries(old)) {
      result[lang][kind] = table(Object.entries(sentences).filter(([name]) =>
        subjects[kind].includes(name) && !untrue.has(`${kind} ${name}`)));
    }
    for (const [kind, sentences] of Object.entries(data.text?.[lang] ?? {})) {
      result[lang][kind] =
        kind === "title" ? sentences : { ...result[lang][kind], ...sentences };
    }
  }
  return result;
}

/** Return the data as JSON without spaces, with sorted keys. */
function canonical(data) {
  if (Array.isArray(data)) return `[${data.map(canonical)}]`;
  if (!isObject(data)) return JSON.stringify(data);
  const pairs = Object.keys(data).sort().map((key) => `"${key}":${canonical(data[key])}`);
  return `{${pairs}}`;
}
function digestOf({ title, rules, text, lineage, ...rest }) {
  return createHash("sha256").update(canonical(rest)).digest("hex");
}

/** Find names of what does not exist, and words that are not made as they must be. */
function* nonsense(data) {
  const { components, limits, guards, effects, rules, zones, phase, transition, start } = data;
  const names = (list) => table(list.map((name) => [name, true]));
  const cards = ["numbers", "bets", "colour", ...components.colours.map((colour) => colour.name)];
  const known = {
    guard: guards, effect: effects, rule: rules,
    limit: table([...Object.entries(limits), ["players", true]]),
    phase: names(phase.map((one) => one.name)),
    of: names(cards), move: names(["all", "card", ...cards]),
  };
  const [least, most] = components.players;
  if (least > most) yield "components.players: the first number is above the second";
  const used = [["start", "phase", [start]]]; // where, of what kind, and the names
  used.push(["components", "rule", Object.values(components.rules ?? {})]);
  for (const row of [...phase, ...Object.values(zones ?? {}), ...transition]) {
    used.push([row.id ?? row.name ?? "zones", "rule", [row.rule]]);
  }
  for (const { id, from, to, when, do: made } of transition) {
    used.push([id, "phase", [from, to]], [id, "guard", plain(when)], [id, "effect", made]);
  }
  for (const [name, sum] of Object.entries(limits)) used.push([name, "limit", [sum].flat()]);
  for (const [kind, words] of Object.entries({ guards, effects })) {
    for (const [name, word] of Object.entries(words)) {
      const terms = ["all", "any", "when", "that"].flatMap((key) => plain(word[key]));
      used.push([name, "rule", [word.rule]], [name, "guard", terms], [name, "effect", word.do]);
      used.push([name, "limit", NUMBERS.map((key) => word[key])]);
      used.push([name, "of", [word.of]], [name, "move", [word.move]]);
      const made = MADE_OF.filter((key) => word[key] != null);
      if (made.length > 1) yield `${name} is made in two ways: ${made}`;
      if (!made.length !== BUILT_IN[kind].includes(name)) yield `${name} is built in, or is not`;
      if (weight(words, name) > 100) yield `${name} is made of too many words, or of itself`;
    }
  }
  for (const [where, kind, list] of used) {
    for (const name of list ?? []) {
      if (typeof name !== "string" || name in known[kind]) continue;
      yield `${where}: no ${kind} is ${name}`;
    }
  }
}
/** Count the simple words of which a word is made. More than 10 deep is too many. */
function weight(words, name, depth = 1) {
  const parts = ["all", "any", "that", "do"].flatMap((key) => plain(words[name]?.[key]));
  let sum = parts.length ? 0 : 1;
  for (const part of parts) {
    if (sum <= 100) sum += depth < 10 ? weight(words, part, depth + 1) : Infinity;
  }
  return sum;
}

const loaded = {};
/** Return the ruleset of a name or of data. */
function ruleset(given) {
  if (typeof given !== "string") return prepared(laidOver(given));
  if (NAMES.includes(given)) return (loaded[given] ??= prepared(laidOver(builtIn(given))));
  throw new Refused(4, `there is no ruleset ${given}; take one of ${NAMES.join(", ")}`);
}
function prepared(data) {
  const wrong = [...nonsense(data)];
  if (wrong.length) invalid(...wrong);
  const { numbers, bets, bet_copies: copies, colours, rules } = data.components;
  const cards = new Map(); // in the order of the full deck
  for (let n = 1; n <= numbers; n++) {
    cards.set(String(n), { number: n, colour: colours[(n - 1) % colours.length].name });
  }
  for (const value of [...bets].sort((a, b) => a - b)) {
    for (const letter of "abcdefghijklmnopqrstuvwxyz".slice(0, copies)) {
      cards.set(`B${value}${letter}`, { value });
    }
  }
  const phases = table(data.phase.map((phase) => [phase.name, phase]));
  const verbs = new Set(data.transition.map((transition) => transition.on));
  return {
    data, cards, phases, verbs, digest: digestOf(data), box: rules ?? {},
    order: new Map([...cards.keys()].map((card, i) => [card, i])),
    colours: colours.map((colour) => colour.name),
  };
}

module.exports = { NAMES, Refused, isObject, mistakes, parse, read, refuse, ruleset, shape };
