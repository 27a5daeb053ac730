/** Line-it in the terminal: `node dist/play.mjs [--ruleset bga] [--lang es] [--players 3] [--watch] [-- COMMAND]`. */

import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { Language, State, View } from "../../../spec/schemas/lineit.d.ts";
import { Client, Refused } from "./client.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ruleset: { type: "string" },
    lang: { type: "string", default: "en" },
    players: { type: "string", default: "2" },
    watch: { type: "boolean", default: false },
  },
});
const [command = "lineit", ...rest] = positionals;
const client = new Client([command, ...(positionals.length ? rest : ["rpc"])]);
const lang = values.lang as Language; // the server refuses others
const bots = ["random", "greedy"];
const typed = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Ask the player for one of these, by its number. */
async function pick(labels: string[]): Promise<number> {
  labels.forEach((label, at) => console.log(`  [${at + 1}] ${label}`));
  for (;;) {
    process.stdout.write("> ");
    const { value, done } = await typed.next();
    if (done) throw new Error("the input has ended");
    if (labels[Number(value) - 1] !== undefined) return Number(value) - 1;
  }
}

/** Show what a seat sees. */
function show(view: View): void {
  console.log(`\nMarket: ${view.market.join(" ")}`);
  view.players.forEach((player, seat) => {
    const hand = typeof player.hand === "number" ? `${player.hand} cards` : player.hand.join(" ");
    const own = seat === view.viewer ? " (you)" : "";
    console.log(`${seat}${own}: ${player.points} points, hand: ${hand}, line: ${player.line.join(" ")}`);
  });
}

/** Play a game: the player has seat 0, or only watches, and bots have the others. */
async function play(): Promise<void> {
  const known = await client.ask("rulesets", { lang });
  const ruleset = values.ruleset ?? known[await pick(known.map((each) => each.title))]!.name;
  const own = values.watch ? "spectator" : 0;
  const seats = Array.from({ length: Number(values.players) }, (_, seat) => (seat === own ? "person" : bots[seat % 2]!));
  const opened = await client.ask("new", { players: seats.length, ruleset, seats, lang });
  const { game } = opened;
  let state: State = opened;
  let news = opened.events;
  for (;;) {
    const events = news.filter((event) => event.type !== "phase-entered" && event.type !== "turn-started");
    for (const said of (await client.ask("tell", { game, events, lang })).events) console.log(said);
    if (state.winners !== null) break;
    const { seat, revision } = state;
    const action = seat === own ? await choose(game, seat) : await decide(game, seats[seat]!);
    state = await client.ask("apply", { game, action, seat, revision, lang });
    news = (await client.ask("events", { game, since: revision, seat: own })).events;
  }
  console.log(JSON.stringify(await client.ask("record", { game })));
}

/** Ask the player for an action. */
async function choose(game: string, seat: number): Promise<string> {
  show(await client.ask("view", { game, seat }));
  const open = (await client.ask("choices", { game, seat, lang })).filter((choice) => choice.legal);
  return open[await pick(open.map((choice) => choice.label))]!.action;
}

/** Ask a bot for an action. */
async function decide(game: string, bot: string): Promise<string> {
  return (await client.ask("bot", { game, bot, seed: Math.floor(Math.random() * 2 ** 32) })).action;
}

try {
  await play();
} catch (error) {
  console.error(error instanceof Refused ? `refused: ${error.message}` : String(error));
  process.exitCode = 1;
}
client.close();
process.stdin.destroy();
