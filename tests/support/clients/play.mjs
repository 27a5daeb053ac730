// A client in another language: it starts an implementation, plays a whole game of three on it,
// and prints the deck, the actions and the final points as JSON.
//
//     node play.mjs lineit rpc

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...options] = process.argv.slice(2);
if (command === undefined) {
  console.error("say what to start: node play.mjs COMMAND ...");
  process.exit(2);
}

// The same game each time: x -> 69069 x + 1 modulo 2^32, of which the high bits are used.
let state = 7;
function random(below) {
  state = (Math.imul(state, 69069) + 1) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function shuffled(cards) {
  const deck = [...cards];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

const child = spawn(command, options, { stdio: ["pipe", "pipe", "inherit"] });
child.stdin.on("error", () => {}); // it ended; that no answer comes tells so
const ended = new Promise((resolve, reject) => {
  child.on("error", reject);
  child.on("close", resolve);
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
let asked = 0;

async function ask(method, params) {
  const id = ++asked;
  child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  const { value, done } = await Promise.race([lines.next(), ended.then(() => ({ done: true }))]);
  if (done) throw new Error(`no answer to ${method}`);
  const answer = JSON.parse(value);
  if (answer.id !== id) throw new Error(`an answer to ${answer.id}, not ${id}`);
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
  return answer.result;
}

const bets = [3, 4, 5].flatMap((value) => [`B${value}a`, `B${value}b`]);
const cards = [...Array.from({ length: 100 }, (_, i) => String(i + 1)), ...bets];

async function table(game) {
  const table = await ask("table", { game });
  const lying = [table.deck, table.market, table.discard, ...Object.values(table.jackpots)];
  for (const player of table.players) lying.push(player.hand, player.line, player.scored);
  if (table.picked !== null) lying.push([table.picked]);
  const found = lying.flat();
  if (found.length !== 106 || new Set(found).size !== 106) throw new Error("cards are lost");
  return table;
}

async function play() {
  const deck = shuffled(cards);
  const actions = [];
  let { game, ply, legal } = await ask("new", { players: 3, deck });
  while (legal.length > 0) {
    await table(game);
    const action = legal[random(legal.length)];
    ({ ply, legal } = await ask("apply", { game, action, ply }));
    actions.push(action);
  }
  const last = await table(game);
  if (last.phase !== "over") throw new Error(`nothing is legal in ${last.phase}`);
  return { deck, actions, points: last.players.map((player) => player.points) };
}

try {
  const told = await play();
  child.stdin.end();
  const code = await ended;
  if (code !== 0) throw new Error(`it ended with ${code}`);
  console.log(JSON.stringify(told));
} catch (error) {
  child.kill();
  console.error(error.message);
  process.exitCode = 1;
}
