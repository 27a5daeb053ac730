"""The session of people and bots, without a screen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lineit import (
    Game,
    Reason,
    RecordError,
    RulesetError,
    most_decisions,
    record_json,
    save_game,
)
from lineit.frontends.kept import load_kept
from lineit.frontends.session import Session, resume
from lineit.frontends.tui.start import Setup, from_file


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


ENDLESS: dict[str, Any] = {
    "format": 2,
    "name": "endless",
    "extends": "standard",
    "transition": [
        {"id": "score-pass", "rule": "score", "from": "score", "on": "pass", "to": "score"}
    ],
}
"""Rules by which a turn never ends."""


def test_a_paced_bot_that_never_ends_is_taken_back_with_the_decision_before() -> None:
    session = Session(Game.new(2, rules=ENDLESS, seed=7), ("person", "greedy"), paced=True)
    for action in ("pick 91", "line", "score"):
        session.act(action)
    while session.game.ply < most_decisions(session.game.ruleset):
        session.advance()
    with pytest.raises(RulesetError, match="the game did not end"):
        session.advance()
    assert [str(step.action) for step in session.game][1:] == ["pick 91", "line"]


# -- the file of an unfinished game -------------------------------------------------------------


def kept_session(tmp_path: Path, *seats: str) -> Session:
    """Return a session with a file."""
    return Session(Game.new(players=len(seats), seed=7), seats, tmp_path / "kept.json")


def test_a_game_in_two_windows_is_kept_twice(tmp_path: Path) -> None:
    """The later key once threw away what the other window had played."""
    kept_session(tmp_path, "person", "person").act("pick 91")
    file = tmp_path / "kept.json"
    one, two = resume(file), resume(file)
    for text in ("line", "pass", "pick 33"):
        one.act(text)
    two.act("hand")
    assert (one.forked, two.forked) == (None, Reason("forked", None, {"file": "kept.json"}))
    assert two.file is not None
    assert two.file.parent == file.parent
    assert [load_kept(each)[1].ply for each in (file, two.file)] == [4, 2]
    one.act("line")
    two.act("pass")
    assert (one.file, one.forked) == (file, None)
    assert [load_kept(each)[1].ply for each in (file, two.file)] == [5, 3]


def test_a_file_that_was_removed_meanwhile_is_written_again(tmp_path: Path) -> None:
    session = kept_session(tmp_path, "person", "person")
    (tmp_path / "kept.json").unlink()
    session.act("pick 91")
    assert (session.forked, load_kept(tmp_path / "kept.json")[1].ply) == (None, 1)


def test_a_random_bot_goes_on_as_it_would_have(tmp_path: Path) -> None:
    session = kept_session(tmp_path, "person", "random")
    while session.game.table.round < 3:
        session.act(session.game.legal[0])
    again = resume(tmp_path / "kept.json")
    for _ in range(12):
        for each in (session, again):
            each.act(each.game.legal[0])
    assert session.game.table == again.game.table
    assert session.bots == again.bots


@pytest.mark.parametrize(
    "state", [{"seed": "x", "decisions": 0}, {"seed": 1, "decisions": 0, "more": 1}, {"seed": None}]
)
def test_a_bot_with_a_state_that_it_cannot_have_is_refused(tmp_path: Path, state: Any) -> None:
    kept_session(tmp_path, "person", "random")
    file = tmp_path / "kept.json"
    kept = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**kept, "bots": [None, state]}), "utf-8")
    with pytest.raises(RecordError, match=r"this is not a saved game: bots\[1\]"):
        resume(file)


def test_a_file_without_the_state_of_its_bots_is_resumed(tmp_path: Path) -> None:
    """Files of earlier versions have none."""
    kept_session(tmp_path, "person", "random")
    file = tmp_path / "kept.json"
    kept = json.loads(file.read_text("utf-8"))
    del kept["bots"]
    file.write_text(json.dumps(kept), "utf-8")
    assert resume(file).seats == ("person", "random")


def test_a_saved_game_says_who_played(tmp_path: Path) -> None:
    """The second person of a saved game once became a bot, and saw through the other's hand."""
    session = Session(Game.new(players=3, seed=7), ("greedy", "person", "person"))
    assert record_json(session.game)["seats"] == ["greedy", "person", "person"]
    save_game(session.game, tmp_path / "three.json")
    again = from_file(Setup(), str(tmp_path / "three.json"))
    assert (again.seats, again.people) == (("greedy", "person", "person"), (1, 2))


def test_a_saved_game_with_an_unknown_bot_gets_a_greedy_one(tmp_path: Path) -> None:
    save_game(Game.new(players=2, seats=["deep-blue", "person"]), tmp_path / "two.json")
    assert from_file(Setup(), str(tmp_path / "two.json")).seats == ("greedy", "person")


def test_a_saved_game_of_bots_alone_has_the_seats_of_the_setup(tmp_path: Path) -> None:
    save_game(Game.new(players=2, seats=["greedy", "random"]), tmp_path / "two.json")
    assert from_file(Setup(), str(tmp_path / "two.json")).seats == ("person", "greedy")


def test_bots_that_never_end_are_taken_back_under_any_policy() -> None:
    game = Game.new(2, rules=ENDLESS, seed=7, undo="none")
    session = Session(game, ("person", "greedy"), paced=True)
    for action in ("pick 91", "line", "score"):
        session.act(action)
    while game.ply < most_decisions(game.ruleset):
        session.advance()
    with pytest.raises(RulesetError, match="the game did not end"):
        session.advance()
    assert (game.ply, game.undo_policy) == (2, "none")


def test_a_greedy_bot_has_no_state(tmp_path: Path) -> None:
    kept_session(tmp_path, "person", "greedy")
    file = tmp_path / "kept.json"
    kept = json.loads(file.read_text("utf-8"))
    assert kept["bots"] == [None, None]
    file.write_text(json.dumps({**kept, "bots": [None, {"seed": 1}]}), "utf-8")
    with pytest.raises(RecordError, match="must be null, as this bot has no state"):
        resume(file)
