"""A maker of test vectors: it fills in the answers of the library, and records whole games.

    python docs/vectors.py fill FILE ...     fill in the answers of vectors written by hand
    python docs/vectors.py games             record games of each ruleset that has none yet
    python docs/vectors.py games NAME ...    record the games of these rulesets again

`fill` saves you from typing lists of cards. A filled vector proves nothing until somebody has read
it. `fill` never changes an answer that is already in the file, so the tests compare later versions
of the library with what was read.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from attrs import evolve

from lineit import Game, LineitError, Ruleset, load_ruleset, ruleset_names
from lineit.bots import GreedyBot, bot_action
from lineit.conformance.runner import filled
from lineit.conformance.vectors import Vector, VectorStep, parse_vector, vector_json

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "spec/vectors"
RECORDED = ROOT / "tests/data/bga"


def fill(path: Path) -> None:
    """Fill in the answers of a vector file that has none."""
    vector = parse_vector(path.read_text("utf-8"))
    if vector.then is None and vector.refused is None and not any(vector.counts):
        path.write_text(readable(filled(vector)), "utf-8")


def readable(vector: Vector) -> str:
    """Return the vector as JSON, with each list of cards and each event on one line."""
    text = json.dumps(vector_json(vector), indent=2)
    for inner in (r"\[[^][{}]*\]", r"\{\s+\"type\": \"[a-z-]+\",[^{}]*\}"):
        text = re.sub(inner, lambda found: re.sub(r"\n *", " ", found[0]), text)
    return text + "\n"


def games_of(name: str) -> Path:
    """Return the path of the whole games of a ruleset."""
    return VECTORS / name / "games.jsonl"


def record(name: str) -> None:
    """Write the whole games of a ruleset."""
    lines = [json.dumps(vector_json(v), separators=(",", ":")) for v in games(name)]
    games_of(name).parent.mkdir(parents=True, exist_ok=True)
    games_of(name).write_text("\n".join(lines) + "\n", "utf-8")


def games(name: str) -> Iterator[Vector]:
    """Yield whole games: 40 of `standard`, 20 of any other ruleset. Those of `bga` are recorded."""
    ruleset = load_ruleset(name)
    recorded = RECORDED if name == "bga" else None
    for players in range(2, 6):
        for number in range(10 if name == "standard" else 5):
            if recorded:
                with gzip.open(recorded / f"{players}-players.jsonl.gz", "rt") as lines:
                    record = [json.loads(line) for line in lines][number]
                deck, first = record["deck"], 0
                actions = [step["action"] for step in record["steps"]]
                about = "A game of the licensed online implementation."
            else:
                game = played(ruleset, players, number)
                deck, first = [card.code for card in game.undealt.deck], game.undealt.first
                actions = [str(step.action) for step in game][1:]
                about = "A whole game, by chance and by a careful player in turn."
            steps = tuple(VectorStep(action) for action in actions)
            title = f"game-{players}-players-{number}"
            vector = Vector(1, title, about, (), "play", name, players, first, tuple(deck))
            yield filled(evolve(vector, steps=steps))


def played(ruleset: Ruleset, players: int, number: int) -> Game:
    """Return a game that is decided partly by a careful bot and partly by chance."""
    chance = Random(f"{ruleset.name} {players} {number}")  # noqa: S311 # it must be repeatable
    first = chance.randrange(players)
    game = Game.new(players, rules=ruleset, seed=chance.randrange(2**32), first=first)
    while game.legal:
        careful = chance.random() < 0.6
        game.apply(bot_action(GreedyBot(), game) if careful else chance.choice(game.legal))
    return game


def main() -> int:
    """Run the command of the arguments, and return the exit code."""
    match sys.argv[1:]:
        case ["fill", *paths]:
            try:
                for file in paths:
                    fill(Path(file))
            except (OSError, UnicodeDecodeError, LineitError) as error:
                print(f"{file}: {error}", file=sys.stderr)
                return 1
        case ["games", *names] if set(names) <= set(ruleset_names()):
            for name in names or ruleset_names():
                if names or not games_of(name).exists():
                    record(name)
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
