// Runs an exported machine in XState through a whole game: `node xstate.mjs FOLDER CONFIG GAME`.
// FOLDER has XState installed; GAME has the transitions taken, and after each decision the phase.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, configFile, gameFile] = process.argv.slice(2);
const require = createRequire(pathToFileURL(`${folder}/`));
const { createMachine, createActor, assign } = require("xstate");

const config = JSON.parse(readFileSync(configFile, "utf8"));
const game = JSON.parse(readFileSync(gameFile, "utf8"));

const machine = createMachine(
  { ...config, context: { taken: 0 } },
  {
    guards: { holds: ({ context }, params) => game.transitions[context.taken] === params.row },
    actions: { do: assign({ taken: ({ context }) => context.taken + 1 }) },
  },
);
const actor = createActor(machine);
actor.start();
const phases = [actor.getSnapshot().value];
for (const verb of game.verbs) {
  actor.send({ type: verb });
  phases.push(actor.getSnapshot().value);
}
const { status, context } = actor.getSnapshot();
console.log(JSON.stringify({ phases, status, taken: context.taken }));
