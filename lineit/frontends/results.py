"""Results of finished games, in a file beside the unfinished ones: one line of JSON for each."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Annotated

from attrs import asdict, frozen

from lineit.game import Game
from lineit.model.bounds import Id, Many
from lineit.model.labels import PERSON
from lineit.model.ruleset import MOST_PLAYERS
from lineit.model.structure import converter
from lineit.saves.drafts import PRIVATE, replace_file
from lineit.text.narrate import shown_names

FILE = "results.jsonl"
"""The name of the file."""

MOST_RESULTS = 200
"""Maximum number of results in the file. The oldest ones are dropped."""

MOST_BYTES = 1024 * 1024
"""Maximum size of a file that is read, in bytes. A result has about 200."""


@frozen
class Result:
    """The result of a game: when it ended, in local time, by which rules, and who had what."""

    ended: str
    rules: str
    names: Annotated[tuple[str, ...], Many(0, MOST_PLAYERS)]
    seats: Annotated[tuple[Id, ...], Many(0, MOST_PLAYERS)]
    points: Annotated[tuple[int, ...], Many(0, MOST_PLAYERS)]
    winners: Annotated[tuple[int, ...], Many(0, MOST_PLAYERS)]

    @property
    def own_points(self) -> int | None:
        """Return the points of the first person at the table; None if there is none.

        >>> seats, points = ("greedy", "person"), (9, 4)
        >>> Result("2026-12-01 20:15", "mine", ("Ana", "Ben"), seats, points, (0,)).own_points
        4
        """
        own = [
            points for who, points in zip(self.seats, self.points, strict=False) if who == PERSON
        ]
        return own[0] if own else None


_converter = converter()


def result_of(game: Game, seats: tuple[str, ...]) -> Result:
    """Return the result of a game that has just ended."""
    return Result(
        local_time(datetime.now().timestamp()),
        game.ruleset.name,
        shown_names(game),
        seats,
        game.scores,
        game.winners,
    )


def local_time(timestamp: float) -> str:
    """Return a time of the system as the day and the minute, in local time."""
    return datetime.fromtimestamp(timestamp).astimezone().strftime("%Y-%m-%d %H:%M")


def add_result(folder: Path, result: Result) -> None:
    """Write a result after those that the file of the folder has; only the user can read it.

    A file that cannot be written is left as it is: a result is not worth an error.
    """
    kept = [result, *results(folder)][:MOST_RESULTS]
    lines = [json.dumps(asdict(each), ensure_ascii=False) for each in reversed(kept)]
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / FILE, "".join(f"{line}\n" for line in lines).encode(), PRIVATE)


def results(folder: Path) -> tuple[Result, ...]:
    """Return the results in the file of a folder, newest first. Lines that are none are skipped.

    >>> results(Path("no such folder"))
    ()
    """
    try:
        with open(folder / FILE, "rb") as file:  # noqa: PTH123 # a bounded part of it
            content = file.read(MOST_BYTES)
    except OSError:
        return ()
    found = []
    for line in content.splitlines()[-MOST_RESULTS:]:
        with suppress(Exception):  # whatever is wrong with a line
            found.append(_converter.structure(json.loads(line), Result))
    return tuple(reversed(found))
