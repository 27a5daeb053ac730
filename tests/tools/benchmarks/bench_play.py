"""Benchmarks of random play, in decisions a second.

    pytest -n0 tests/tools/benchmarks/bench_play.py

Each round plays the same 20 games, of 2 to 5 players, to the end. A decision is one `legal` and one
`step`. Each of the two is also timed alone, over the tables of the same games.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from lineit import Action, Table, legal, step
from lineit.engine.machine import begin
from lineit.model.decks import shuffled
from lineit.model.table import set_up
from support.tables import STANDARD


def play() -> list[tuple[Table, Action]]:
    """Return every decision of the games: the table, and the action that chance chose."""
    chance = Random(1)
    decisions = []
    for seed in range(20):
        table, _ = begin(set_up(STANDARD, 2 + seed % 4, shuffled(STANDARD, seed)))
        while actions := legal(table):
            action = actions[int(chance.random() * len(actions))]
            decisions.append((table, action))
            table, _ = step(table, action)
    return decisions


DECISIONS = play()


def measure(
    what: str,
    run: Callable[[], object],
    benchmark: BenchmarkFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    benchmark.pedantic(run, rounds=20, warmup_rounds=2)  # type: ignore[no-untyped-call] # theirs
    assert benchmark.stats is not None
    stats = benchmark.stats.stats
    best, middle = (len(DECISIONS) / seconds for seconds in (stats.min, stats.median))
    with capsys.disabled():
        print(f"\n{what}: {middle:,.0f} decisions a second (median), {best:,.0f} (best round)")


def test_legal_and_step(benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]) -> None:
    measure("legal and step", play, benchmark, capsys)


def test_legal(benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]) -> None:
    measure("legal", lambda: [legal(table) for table, _ in DECISIONS], benchmark, capsys)


def test_step(benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]) -> None:
    measure("step", lambda: [step(*decision) for decision in DECISIONS], benchmark, capsys)
