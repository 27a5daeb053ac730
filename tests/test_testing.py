"""The strategies draw what they say, shrink it to what can be read, and need nothing but
hypothesis; the page about them runs; and no row of the rules is out of reach.
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

import reach
from lineit import Game, RulesetError, Table, legal, load_ruleset, replay, ruleset_names
from lineit.actions import turn_text
from lineit.errors import PlayersError
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
from test_properties import every_card_lies_in_one_place

PAGE = Path(__file__).parent.parent / "docs/testing.md"

MINE: dict[str, Any] = {
    "format": 2,
    "name": "mine",
    "extends": "children",
    "components": {"players": [3, 4]},
}


@given(games("bga", players=4, most_decisions=30))
def test_a_game_is_as_it_was_asked_for(game: Game) -> None:
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
def test_house_rules_are_played_with_as_many_as_they_take(game: Game, table: Table) -> None:
    for each in (game.table, table):
        assert each.ruleset.name == "mine"
        assert len(each.players) in (3, 4)
        every_card_lies_in_one_place(each)


@pytest.mark.parametrize("strategy", [games, tables, whole_games])
def test_what_can_not_be_played_is_refused_at_once(strategy: Any) -> None:
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
def test_actions_are_legal_or_not(table: Table, data: st.DataObject) -> None:
    assert data.draw(actions(table.ruleset)).verb in table.ruleset.verbs
    assert data.draw(illegal_actions(table)) not in legal(table)
    assert data.draw(legal_actions(table)) in legal(table)


@given(games())
def test_a_game_is_the_one_that_is_told(game: Game) -> None:
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


def test_a_game_that_is_found_is_short() -> None:
    game = find(games(), lambda game: len(game.table.player.hand) == 1, settings=SHRINK)
    assert game.ply < 20


def test_a_failing_example_is_told_as_a_call_that_can_be_pasted() -> None:
    @settings(SHRINK, print_blob=False)
    @given(games())
    def fails(game: Game) -> None:
        assert game.ply < 3

    with pytest.raises(AssertionError) as failed:
        fails()
    call = re.search(r"played\(.*?\)", " ".join(failed.value.__notes__), re.DOTALL)
    assert call is not None
    told = re.sub(r"\s+", " ", call[0])
    game = eval(told, {"played": played})  # noqa: S307 # as one would paste it
    assert game.ply >= 3
    assert re.fullmatch(r"played\( ?\d, rules='.*', seed=\d+, first=\d, actions='.*',? ?\)", told)


# -- what it needs ------------------------------------------------------------------


def python(program: str, *, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, encoding="utf-8", cwd=cwd, timeout=120)


def test_the_library_does_without_hypothesis() -> None:
    done = python("import lineit, sys; print('hypothesis' in sys.modules)")
    assert done.stdout == "False\n", done.stderr


def test_without_hypothesis_it_says_what_to_install() -> None:
    done = python("import sys; sys.modules['hypothesis'] = None; import lineit.testing")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.endswith("lineit.testing needs hypothesis: pip install 'lineit[test]'")


# -- the page -----------------------------------------------------------------------


def test_the_frontend_of_the_page_passes_the_tests_of_the_page(tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8")
    shown = re.findall(r'```python\n("""(\w+\.py)""".*?)```', page, re.DOTALL)
    assert [name for _, name in shown] == ["board.py", "test_board.py", "conftest.py"]
    for content, name in shown:
        (tmp_path / name).write_text(content, "utf-8")
    done = python("import sys, pytest; sys.exit(pytest.main(['-q']))", cwd=tmp_path)
    assert "3 passed" in done.stdout, done.stdout


# -- what the runs of the state machine reach ---------------------------------------------


def test_what_was_reached_is_counted() -> None:
    with reach.counted() as count:
        game = Game.new(players=2, seed=7)
        game.apply("pick 91")
        game.apply("line")
    rows = {"deal": 1, "pick": 1, "place-line": 1, "play-nothing": 1}
    assert count == Counter(
        {("standard", "row", row): times for row, times in rows.items()}
        | {("standard", "phase", phase): 1 for phase in ("pick", "place", "play", "score")}
    )
    game.apply("score")
    assert count.total() == 8  # it is no longer counted
    left = reach.left_out(count)
    assert "standard row restart" in left
    assert "bga row deal" in left
    assert "standard row deal" not in left
    rulesets = [load_ruleset(name) for name in ruleset_names()]
    there = sum(len(rules.transitions) + len(rules.phases) for rules in rulesets)
    assert len(left) == there - 8


@pytest.mark.slow
def test_no_row_and_no_phase_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert reach.main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (load_ruleset("bga"), "rules='bga'"),
        (load_ruleset(MINE), "'name': 'mine'"),
        (MINE, f"rules={MINE!r}"),
    ],
)
def test_a_failing_example_can_be_pasted_whatever_tells_the_rules(rules: Any, told: str) -> None:
    @settings(max_examples=1, database=None, phases=[Phase.generate])
    @given(games(rules, most_decisions=0))
    def fails(game: Game) -> None:
        raise RuntimeError(repr(game))

    with pytest.raises(RuntimeError) as failed:
        fails()
    assert told in " ".join(failed.value.__notes__[0].split())
    assert "Ruleset(" not in failed.value.__notes__[0]
