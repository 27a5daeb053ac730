"""The strategies of `lineit.testing`: what they draw, how it shrinks, and what they need.

Also: the examples of docs/testing.md run, and the state machine reaches every transition and phase.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from lineit import Game, RulesetError, Table, legal, load_ruleset, replay, ruleset_names
from lineit.model.actions import turn_text
from lineit.model.errors import PlayersError
from lineit.testing import (
    actions,
    decks,
    games,
    illegal_actions,
    legal_actions,
    played,
    rulesets,
    tables,
    whole_games,
)
from support.invariants import every_card_lies_in_one_place
from support.paths import ROOT
from support.work import HANGS_AFTER
from tools import reach

PAGE = ROOT / "docs/testing.md"

MINE: dict[str, Any] = {
    "format": 2,
    "name": "mine",
    "extends": "children",
    "components": {"players": [3, 4]},
}


@given(games("bga", players=4, most_decisions=30))
def test_a_drawn_game_follows_the_arguments(game: Game) -> None:
    assert (game.ruleset.name, len(game.scores)) == ("bga", 4)
    assert game.ply <= 30
    assert replay(game.undealt, game.events) == game.table


@given(games(most_decisions=0))
def test_a_game_without_decisions_is_just_dealt(game: Game) -> None:
    assert (game.ply, game.table.round) == (0, 1)


@given(whole_games())
def test_a_whole_game_is_over(game: Game) -> None:
    assert game.over


@given(games(MINE) | whole_games(MINE, players=3), tables(MINE, most_decisions=3))
def test_the_number_of_players_follows_the_rules(game: Game, table: Table) -> None:
    for each in (game.table, table):
        assert each.ruleset.name == "mine"
        assert len(each.players) in (3, 4)
        every_card_lies_in_one_place(each)


@pytest.mark.parametrize("strategy", [games, tables, whole_games])
def test_strategies_refuse_unknown_rules_and_wrong_numbers_of_players(strategy: Any) -> None:
    with pytest.raises(RulesetError, match="there is no ruleset 'chess'"):
        strategy("chess")
    with pytest.raises(PlayersError):
        strategy(players=6)
    with pytest.raises(PlayersError):
        strategy(MINE, players=2)


@given(rulesets().flatmap(lambda name: st.tuples(st.just(name), decks(name))))
def test_a_deck_can_be_dealt(drawn: tuple[str, list[str]]) -> None:
    name, deck = drawn
    assert [card.code for card in Game.new(rules=name, deck=deck).undealt.deck] == deck


@given(tables(), st.data())
def test_drawn_actions_are_legal_or_not_as_requested(table: Table, data: st.DataObject) -> None:
    assert data.draw(actions(table.ruleset)).verb in table.ruleset.verbs
    assert data.draw(illegal_actions(table)) not in legal(table)
    assert data.draw(legal_actions(table)) in legal(table)


@given(games())
def test_played_rebuilds_a_drawn_game(game: Game) -> None:
    taken = turn_text(step.action for step in game if step.action is not None)
    assert game.seed is not None
    again = played(
        len(game.scores),
        rules=game.ruleset,
        seed=game.seed,
        first=game.undealt.first,
        actions=taken,
    )
    assert again.table == game.table


# -- shrinking --------------------------------------------------------------------

SHRINK = settings(
    database=None,
    derandomize=True,
    max_examples=200,
    phases=[Phase.generate, Phase.shrink],
)


def test_the_simplest_game_is_just_dealt_for_two_by_the_standard_rules() -> None:
    game = find(games(), lambda _: True, settings=SHRINK)
    assert (game.ply, len(game.scores), game.ruleset.name, game.seed) == (0, 2, "standard", 0)


def test_a_found_game_is_short() -> None:
    game = find(games(), lambda game: len(game.table.player.hand) == 1, settings=SHRINK)
    assert game.ply < 20


def test_a_failing_example_shows_a_call_that_can_be_pasted() -> None:
    @settings(SHRINK, print_blob=False)
    @given(games())
    def fails(game: Game) -> None:
        assert game.ply < 3

    with pytest.raises(AssertionError) as failed:
        fails()
    call = re.search(r"played\(.*?\)", " ".join(failed.value.__notes__), re.DOTALL)
    assert call is not None
    told = re.sub(r"\s+", " ", call[0])
    game = eval(told, {"played": played})  # noqa: S307 # like a user who pastes it
    assert game.ply >= 3
    assert re.fullmatch(r"played\( ?\d, rules='.*', seed=\d+, first=\d, actions='.*',? ?\)", told)


# -- what it needs ------------------------------------------------------------------


def python(program: str, *, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=cwd, timeout=HANGS_AFTER
    )


def test_the_library_does_not_import_hypothesis() -> None:
    done = python("import lineit, sys; print('hypothesis' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def test_without_hypothesis_the_error_says_what_to_install() -> None:
    done = python("import sys; sys.modules['hypothesis'] = None; import lineit.testing")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.endswith("in a checkout with pip install '.[test]'")


# -- docs/testing.md -----------------------------------------------------------------------


@pytest.mark.slow
def test_the_frontend_in_the_docs_passes_the_tests_in_the_docs(tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    shown = re.findall(r'```python\n("""(\w+\.py)""".*?)```', page, re.DOTALL)
    assert [name for _, name in shown] == ["board.py", "test_board.py", "conftest.py"]
    for content, name in shown:
        (tmp_path / name).write_text(content, "utf-8")
    done = python("import sys, pytest; sys.exit(pytest.main(['-q']))", cwd=tmp_path)
    assert "3 passed" in done.stdout, done.stdout


# -- what the state machine reaches ---------------------------------------------


def test_reached_transitions_and_phases_are_counted() -> None:
    with reach.counted() as count:
        game = Game.new(players=2, seed=7)
        game.apply("pick 91")
        game.apply("line")
    transitions = {"deal": 1, "pick": 1, "place-line": 1, "play-nothing": 1}
    assert count == Counter(
        {("standard", "transition", name): times for name, times in transitions.items()}
        | {("standard", "phase", phase): 1 for phase in ("pick", "place", "play", "score")}
    )
    game.apply("score")
    assert count.total() == 8  # outside of `counted`
    left = reach.left_out(count)
    assert "standard transition restart" in left
    assert "bga transition deal" in left
    assert "standard transition deal" not in left
    rulesets = [load_ruleset(name) for name in ruleset_names()]
    there = sum(len(rules.transitions) + len(rules.phases) for rules in rulesets)
    assert len(left) == there - 8


@pytest.mark.slow
def test_every_transition_and_phase_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    assert reach.main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (load_ruleset("bga"), "rules='bga'"),
        (load_ruleset(MINE), "'name': 'mine'"),
        (MINE, f"rules={MINE!r}"),
    ],
)
def test_a_failing_example_can_be_pasted_for_any_kind_of_rules(rules: Any, told: str) -> None:
    @settings(max_examples=1, database=None, phases=[Phase.generate])
    @given(games(rules, most_decisions=0))
    def fails(game: Game) -> None:
        raise RuntimeError(repr(game))

    with pytest.raises(RuntimeError) as failed:
        fails()
    assert told in " ".join(failed.value.__notes__[0].split())
    assert "Ruleset(" not in failed.value.__notes__[0]
