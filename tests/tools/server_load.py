"""A load test of the server in docs/frontends/server: many games at once, by real sockets.

`python tests/tools server_load --games 100 --seconds 30` prints the decisions a second, how long a
player waits for the news of a decision, and whether every decision that was told is on the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from support.sockets import Running, running


async def play(process: Running, tokens: list[str], seed: int, until: float) -> list[float]:
    """Play a game by two connections. Return how long each decision took, in seconds.

    That is the time from sending it until both players have the news.
    """
    chance, waited = Random(seed), []
    url = f"ws://127.0.0.1:{process.port}/play?token="
    async with connect(url + tokens[0]) as one, connect(url + tokens[1]) as two:
        told = [await news(one, 0), await news(two, 0)]
        revision = 0
        while told[0]["turn"] is not None and time.monotonic() < until:
            turn = told[0]["turn"]
            message = {"action": chance.choice(told[turn]["legal"]), "revision": revision}
            began, revision = time.monotonic(), revision + 1
            await (one, two)[turn].send(json.dumps(message))
            told = [await news(one, revision), await news(two, revision)]
            waited.append(time.monotonic() - began)
    return waited


async def news(connection: ClientConnection, revision: int) -> Any:
    """Return the message with a revision."""
    while (message := json.loads(await connection.recv())).get("revision") != revision:
        if "error" in message:
            raise AssertionError(message)
    return message


async def play_all(process: Running, games: int, seconds: float) -> list[list[float]]:
    """Play so many games at once, until the time is over."""
    begun = [process.new(players=2)["tokens"] for _ in range(games)]
    until = time.monotonic() + seconds
    return await asyncio.gather(
        *(play(process, tokens, seed, until) for seed, tokens in enumerate(begun))
    )


def main() -> int:
    """Run the load test. Return 1 if a decision was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="number of games at once")
    parser.add_argument("--seconds", type=float, default=30, help="seconds to play")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        with running(file) as process:
            began = time.monotonic()
            waited = asyncio.run(play_all(process, options.games, options.seconds))
            seconds = time.monotonic() - began
        (kept,) = sqlite3.connect(file).execute("SELECT COUNT(*) FROM changes").fetchone()
    every = sorted(each for game in waited for each in game)
    print(f"{len(every) / seconds:.0f} decisions a second, {options.games} games at once")
    print(f"news after {1000 * every[len(every) // 2]:.0f} ms (median), ", end="")
    print(f"{1000 * every[len(every) * 95 // 100]:.0f} ms (95th percentile)")
    print(f"{len(every)} decisions told, {kept} on the disk")
    return int(kept != len(every))


if __name__ == "__main__":
    raise SystemExit(main())
