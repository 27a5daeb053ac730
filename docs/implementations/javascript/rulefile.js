// Rule files: read, laid one over another, and checked. game.js plays by them. Numbers such as
// (3.1) are sections of spec/README.md.
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
/** Refuse a ruleset. Each problem is a pair of its id (8) and where it is. */
function invalid(problems) {
  const texts = problems.map((problem) => problem.join(": "));
  throw new Refused(4, texts[0], { problems: texts, ids: problems.map(([id]) => id) });
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
function sizeOf(value) {
  if (typeof value === "number") return value;
  return typeof value === "string" ? [...value].length : Object.keys(value ?? {}).length;
}
function* mistakes(value, schemaOrRef, root, at) {
  const schema = schemaOrRef.$ref ? root.$defs[schemaOrRef.$ref.split("/").pop()] : schemaOrRef;
  if (schema.type && !KINDS[schema.type](value)) return yield `${at} must be: ${schema.type}`;
  if (schema.enum && !schema.enum.includes(value)) yield `${at} must be one of ${schema.enum}`;
  const choices = (schema.anyOf ?? []).map((one) => [...mistakes(value, one, root, at)]);
  if (choices.length && choices.every((wrong) => wrong.length)) yield* choices.at(-1);
  const least = schema.minimum ?? schema.minItems ?? schema.minProperties;
  const most = schema.maximum ?? schema.maxItems ?? schema.maxProperties ?? schema.maxLength;
  if (sizeOf(value) < least) yield `${at} is too small`;
  if (sizeOf(value) > most) yield `${at} is too large`;
  if (schema.pattern && !new RegExp(schema.pattern, "u").test(value)) yield `${at} is no such text`;
  if (schema.items) {
    for (const [i, one] of value.entries()) yield* mistakes(one, schema.items, root, `${at}[${i}]`);
  }
  if (!isObject(value)) return;
  const required = [...(schema.required ?? [])];
  for (const [key, keys] of Object.entries(schema.dependentRequired ?? {})) {
    if (key in value) required.push(...keys);
  }
  for (const key of required) if (!(key in value)) yield `${at}.${key} is missing`;
  for (const [key, item] of Object.entries(value)) {
    const isKnown = Object.hasOwn(schema.properties ?? {}, key); // "constructor" is not
    const part = isKnown ? schema.properties[key] : schema.additionalProperties ?? {};
    if (part === false) yield `${at}.${key} is not known here`;
    else yield* mistakes(item, part, root, `${at}.${key}`);
    yield* mistakes(key, schema.propertyNames ?? {}, root, `the key ${key} of ${at}`);
  }
}
/** Count the values in the data. Deeper or longer than section 16 allows is too many. */
function countValues(value, depth = 1) {
  if (value === null || typeof value !== "object") return sizeOf(`${value}`) > 1000 ? Infinity : 1;
  if (depth > 10 || Object.keys(value).some((key) => sizeOf(key) > 1000)) return Infinity;
  return Object.values(value).reduce((sum, part) => sum + countValues(part, depth + 1), 1);
}

// -- what a rule file is made of ----------------------------------------------

const COMPARISONS = ["at_least", "at_most", "below", "exactly", "multiple_of"];
const CUTS = ["first", "last", "up_to"];
const FORMS = { guards: ["count", "all", "any"], effects: ["move", "token", "do"] };
const PARTS = { guards: ["all", "any", "that"], effects: ["do"] };
const BUILT_IN = {
  guards: ["in_direction", "turns_left", "stopped"],
  effects: ["begin_round", "begin_with_first", "next_turn", "pass_first_player", "stop",
    "settle_bets", "name_winners"],
};
// The parameters of sentences that no limit can be named after.
const PARAMETERS = ["players", "numbers", "bets", "bet_copies", "least", "most", "colours",
  "colours_count", "card", "last", "direction", "held", "count"];
// In each section: what its entries name, and under which keys.
const USES = {
  file: { phase: ["start"] },
  box: { rule: ["deck", "players", "tokens"] },
  limits: { limit: ["sum"] }, // all parts of all sums
  phase: { rule: ["rule"] },
  zones: { rule: ["rule"], limit: ["at_most"] },
  transition: { rule: ["rule"], phase: ["from", "to"], guard: ["when"], effect: ["do"] },
  guards: { rule: ["rule"], guard: PARTS.guards, limit: [...COMPARISONS, "beyond"] },
  effects: { rule: ["rule"], guard: ["when", "that"], effect: ["do"], limit: [...CUTS, "token"] },
};
/** Return the entries of a section as pairs of name and row. Phases and transitions are lists. */
const rowsOf = (rows = {}) =>
  (Array.isArray(rows) ? rows.map((row) => [row.id ?? row.name, row]) : Object.entries(rows));
/** Return the names under these keys of a row, without `not`. Numbers are no names. */
const named = (row, keys) => keys.flatMap((key) => row?.[key] ?? [])
  .filter((name) => typeof name === "string").map((name) => name.replace(/^not /, ""));
/** Return a row without null and empty lists, which mean the same as nothing (2.1). */
const meant = (row) =>
  table(Object.entries(row).filter(([, value]) => value != null && value.length !== 0));
const isTwice = (list) => new Set(list).size < list.length;

// -- one rule file over another (3) -------------------------------------------

const NAMES = fs.readdirSync(path.join(SPEC, "rulesets")).filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5)).sort();
const builtIn = (name) => parse(read(`rulesets/${name}.json`));

function checkShape(data) {
  const wrong = shape("rules", data);
  if (wrong.length) invalid(wrong.map((text) => ["shape", text]));
}
/** Return the data of a whole rule file: laid over all that it extends. Add its problems. */
function laidOver(data, problems) {
  if (countValues(data) > 5000) invalid([["too-large", "the data"]]);
  checkShape(data);
  for (const section of ["phase", "transition"]) {
    const names = rowsOf(data[section]).map(([name]) => name);
    if (isTwice(names)) problems.push(["listed-twice", section]);
  }
  if (data.extends === undefined) return data;
  if (!NAMES.includes(data.extends)) invalid([["unknown-ruleset", data.extends]]);
  const base = laidOver(builtIn(data.extends), problems);
  const whole = { ...base, ...data, lineage: [data.extends, ...(base.lineage ?? [])] };
  delete whole.extends;
  delete whole.remove;
  whole.components = { ...base.components, ...data.components };
  whole.components.rules = { ...base.components.rules, ...data.components?.rules };
  whole.zones = { ...base.zones };
  for (const [zone, keys] of Object.entries(data.zones ?? {})) {
    whole.zones[zone] = { ...base.zones[zone], ...keys };
  }
  for (const section of ["limits", "rules", "guards", "effects", "phase", "transition"]) {
    const rows = new Map(rowsOf(base[section]));
    const gone = data.remove?.[section] ?? [];
    if (!gone.every((name) => rows.has(name))) problems.push(["removes-nothing", section]);
    for (const name of gone) rows.delete(name);
    for (const [name, row] of rowsOf(data[section])) rows.set(name, row);
    whole[section] = Array.isArray(base[section]) ? [...rows.values()] : table(rows);
  }
  whole.text = texts(base, data, whole);
  return whole;
}

/** Return the texts of a file over another, without those that may have become untrue (3.1). */
function texts(base, data, whole) {
  const untrue = new Set(); // such as "rules price"
  const own = Object.values(data.text ?? {});
  for (const [kind, sentences] of own.flatMap(Object.entries)) {
    for (const name of Object.keys(sentences ?? {})) untrue.add(`${kind} ${name}`);
  }
  const isSum = (name) => Array.isArray(whole.limits[name]);
  const changedSums = Object.entries(base.limits).filter(([name, old]) =>
    (Array.isArray(old) || isSum(name)) && !equal(old, whole.limits[name])).map(([name]) => name);
  for (const section of ["guards", "effects", "phase", "transition", "zones"]) {
    const [old, now] = [base, whole].map((file) => new Map(rowsOf(file[section])));
    const core = (row) => row &&
      meant(section === "zones" ? { at_most: row.at_most, rule: row.rule } : row);
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const rows = [old.get(name), now.get(name)];
      const isOther = old.has(name) && !equal(...rows.map(core));
      const limits = PARTS[section] ? named(rows[1], USES[section].limit) : [];
      if (!isOther && !limits.some((limit) => changedSums.includes(limit))) continue;
      if (section === "guards") untrue.add(`reasons ${name}`).add(`reasons not_${name}`);
      if (section === "effects") untrue.add(`events ${name}`);
      for (const row of rows) untrue.add(`rules ${row?.rule}`);
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
  const tellsSum = (sentence) => Object.keys(whole.limits).filter(isSum).some((name) =>
    [`{${name}}`, `"by":"${name}"`].some((told) => JSON.stringify(sentence).includes(told)));
  const stays = (kind, name, sentence) => subjects[kind].includes(name) &&
    !untrue.has(`${kind} ${name}`) && !(["rules", "reasons"].includes(kind) && tellsSum(sentence));
  const isThere = (rule) => ["by", "other"].includes(rule) || rule in whole.rules;
  const withoutGone = (_, value) => (value?.by !== "rule" ? value
    : table(Object.entries(value).filter(([rule]) => isThere(rule))));
  const titled = data.title !== undefined || own.some((tables) => tables.title);
  const result = {};
  for (const lang of Object.keys({ ...base.text, ...data.text })) {
    const { title: oldTitle, ...old } = base.text?.[lang] ?? {};
    const { title = titled ? undefined : oldTitle, ...now } = data.text?.[lang] ?? {};
    result[lang] = title ? { title } : {};
    for (const kind of Object.keys({ ...old, ...now })) {
      const kept = Object.entries(old[kind] ?? {}).filter((entry) => stays(kind, ...entry));
      const choices = JSON.parse(JSON.stringify(table(kept)), withoutGone);
      result[lang][kind] = { ...choices, ...now[kind] };
    }
  }
  return result;
}

/** Return the data as JSON without spaces, with sorted keys (13.3). */
function canonical(data) {
  if (Array.isArray(data)) return `[${data.map(canonical)}]`;
  if (!isObject(data)) return JSON.stringify(data);
  const pairs = Object.keys(data).sort().map((key) => `"${key}":${canonical(data[key])}`);
  return `{${pairs}}`;
}
function digestOf({ title, rules, text, lineage, ...rest }) {
  return createHash("sha256").update(canonical(rest)).digest("hex");
}

// -- problems (8) -------------------------------------------------------------

/** Return of how many simple words a word is made (16.1). Too deep is too many. */
function size(data, section, name, depth = 1) {
  const parts = named(data[section][name], PARTS[section]);
  let total = parts.length ? 0 : 1;
  for (const part of parts) {
    if (total <= 100) total += depth < 10 ? size(data, section, part, depth + 1) : Infinity;
  }
  return total;
}
/** Return whether a word contains itself. */
function isCircular(words, keys, name) {
  const inside = new Set(named(words[name], keys));
  for (const part of inside) { // also those that are added on the way
    for (const one of named(words[part], keys)) inside.add(one);
  }
  return inside.has(name);
}
const ABOUT_CARD = { of: ["colour"], move: ["card", "colour"], from: ["jackpot"],
  count: ["card", "jackpot", "number", "step"] };
/** Return whether a word, or what a transition does and asks, is about its card. */
function needsCard(data, row, seen = new Set()) {
  if (!row || seen.has(row)) return false;
  seen.add(row);
  const someCard = row.some && row.some !== "players"; // its terms are about another card
  const terms = someCard ? [] : named(row, ["all", "any", "when"]);
  return Object.entries(ABOUT_CARD).some(([key, values]) => values.includes(row[key])) ||
    terms.some((name) => name === "in_direction" || needsCard(data, data.guards[name], seen)) ||
    named(row, ["do"]).some((name) => needsCard(data, data.effects[name], seen));
}

/** Return the problems marked `must` of a whole file. */
function problemsIn(data) {
  const { components, limits, guards, effects, rules } = data;
  const problems = [];
  const check = (where, found) => {
    for (const [id, isSo] of Object.entries(found)) if (isSo) problems.push([id, where]);
  };
  const phases = Object.fromEntries(rowsOf(data.phase));
  const known = { rule: rules, phase: phases, guard: guards, effect: effects,
    limit: { ...limits, players: true } };
  const sections = { ...data, file: { start: data }, box: { rules: components.rules },
    limits: { limits: { sum: Object.values(limits).flat() } } };
  for (const [section, uses] of Object.entries(USES)) {
    for (const [name, row] of rowsOf(sections[section])) {
      for (const [kind, keys] of Object.entries(uses)) {
        const isUnknown = (used) => !Object.hasOwn(known[kind], used);
        check(`${section} ${name}`, { [`unknown-${kind}`]: named(row, keys).some(isUnknown) });
      }
    }
  }
  const colours = components.colours.map((colour) => colour.name);
  const kinds = ["numbers", "bets", "colour"]; // of cards
  check("components", {
    players: components.players[0] > components.players[1],
    "listed-twice": [components.bets, colours, components.colours.map((one) => one.glyph)]
      .some(isTwice),
    "reserved-name": ["all", "card", ...kinds].some((name) => colours.includes(name)),
  });
  for (const [name, limit] of Object.entries(limits)) {
    check(`limits ${name}`, {
      "reserved-name": PARAMETERS.includes(name),
      "nested-sum": [limit].flat().some((part) => Array.isArray(limits[part])),
    });
  }
  for (const section of ["guards", "effects"]) {
    const words = data[section];
    const circles = Object.keys(words).filter((name) => isCircular(words, PARTS[section], name));
    for (const [name, row] of Object.entries(words)) {
      const word = meant(row);
      const has = (key) => key in word;
      const isBuiltIn = BUILT_IN[section].includes(name);
      const isMade = FORMS[section].some(has);
      check(`${section} ${name}`, {
        "two-forms": FORMS[section].filter(has).length > 1 ||
          (has("move") && CUTS.filter(has).length > 1),
        "reserved-name": isMade && isBuiltIn,
        "not-built-in": !isMade && !isBuiltIn,
        "key-missing": (has("count") && !COMPARISONS.some(has)) ||
          (has("some") && !has("all") && !has("any")) ||
          (has("move") && !(has("from") && has("to"))) ||
          (section === "guards" && isBuiltIn && !has("rule")),
        "unknown-cards": (has("of") && ![...kinds, ...colours].includes(word.of)) ||
          (has("move") && !["all", "card", ...kinds, ...colours].includes(word.move)),
        "listed-twice": isTwice([word.count ?? []].flat()),
        circle: circles.includes(name),
        "too-large": !circles.length && size(data, section, name) > 100,
      });
    }
  }
  const transitions = data.transition.map(meant);
  for (const { id, from, on, card, when, do: made } of transitions) {
    const actor = phases[from]?.actor;
    const first = transitions.find((one) => one.from === from && one.on === on);
    const isUnasked = !on && card && card !== "picked";
    check(`transition ${id}`, {
      "card-missing": !card && needsCard(data, { when, do: made }),
      "card-unasked": isUnasked,
      "phase-actor": actor === "end" || (on && actor === "table"),
      "two-card-zones": !isUnasked && card !== first.card,
    });
  }
  return problems;
}

const loaded = {};
/** Return the ruleset of a name or of data. */
function ruleset(name) {
  if (typeof name === "string") {
    if (NAMES.includes(name)) return (loaded[name] ??= ruleset(builtIn(name)));
    throw new Refused(4, `there is no ruleset ${name}; take one of ${NAMES.join(", ")}`);
  }
  const problems = [];
  const data = laidOver(name, problems);
  checkShape(data);
  problems.push(...problemsIn(data));
  if (problems.length) invalid(problems);
  return prepared(data);
}
function prepared(data) {
  const { numbers, bets, bet_copies: copies, colours, rules } = data.components;
  const cards = new Map(); // in card order (1.1)
  for (let n = 1; n <= numbers; n++) {
    cards.set(String(n), { number: n, colour: colours[(n - 1) % colours.length].name });
  }
  for (const value of [...bets].sort((a, b) => a - b)) {
    for (const letter of "abcdefghijklmnopqrstuvwxyz".slice(0, copies)) {
      cards.set(`B${value}${letter}`, { value });
    }
  }
  const transitions = data.transition.map(meant);
  const words = (section) =>
    table(Object.entries(data[section]).map(([name, row]) => [name, meant(row)]));
  return {
    data, cards, digest: digestOf(data), box: rules ?? {},
    guards: words("guards"), effects: words("effects"),
    phases: table(rowsOf(data.phase).map(([name, phase]) => [name, { ...phase,
      ways: transitions.filter(({ from }) => from === name) }])),
    verbs: new Set(transitions.map(({ on }) => on).filter(Boolean)),
    order: new Map([...cards.keys()].map((card, i) => [card, i])),
    colours: colours.map((colour) => colour.name),
  };
}

module.exports = {
  NAMES, Refused, canonical, isObject, mistakes, parse, read, refuse, ruleset, shape,
};
