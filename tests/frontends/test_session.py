"""The session of people and bots, without a screen."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lineit import Game, RulesetError, most_decisions
from lineit.frontends.session import Session


def three(*, paced: bool = False) -> Session:
    game = Game.new(3, seed=7, names=["Ana", "Ben", "Cleo"])
    return Session(game, ("person", "greedy", "person"), paced=paced)


def test_a_session_draws_nothing() -> None:
    code = "import sys, lineit.frontends.session as s; print({'textual', 'rich'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_bots_of_a_paced_session_decide_one_by_one() -> None:
    session, at_once = three(paced=True), three()
    for action in ("pick 91", "line", "pass"):
        session.act(action)
        at_once.act(action)
    assert (session.game.turn, session.bot_is_next, session.viewer) == (1, True, None)
    plies = []
    while session.bot_is_next:
        assert session.advance()
        plies.append(session.game.ply)
    assert plies == [4, 5, 6]
    assert session.viewer == 2
    assert session.game.table == at_once.game.table
    assert session.advance() == ()
    assert session.game.ply == 6


def test_all_bots_go_on_at_once_when_they_are_hurried() -> None:
    session = three(paced=True)
    for action in ("pick 91", "line", "pass"):
        session.act(action)
    session.advance()
    session.go_on()
    assert (session.game.turn, session.game.ply) == (2, 6)


def test_undo_amid_the_decisions_of_a_bot_goes_back_to_the_person() -> None:
    session = three(paced=True)
    for action in ("pick 91", "line", "pass"):
        session.act(action)
    session.advance()
    session.undo()
    assert (session.game.turn, session.game.table.phase) == (0, "score")


def test_a_paced_bot_that_never_ends_is_taken_back_with_the_decision_before() -> None:
    endless = {
        "format": 2,
        "name": "endless",
        "extends": "standard",
        "transition": [
            {"id": "score-pass", "rule": "score", "from": "score", "on": "pass", "to": "score"}
        ],
    }
    session = Session(Game.new(2, rules=endless, seed=7), ("person", "greedy"), paced=True)
    for action in ("pick 91", "line", "score"):
        session.act(action)
    while session.game.ply < most_decisions(session.game.ruleset):
        session.advance()
    with pytest.raises(RulesetError, match="the game did not end"):
        session.advance()
    assert [str(step.action) for step in session.game][1:] == ["pick 91", "line"]
