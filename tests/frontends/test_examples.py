"""The two frontends of `docs/frontends.md`: the page shows both files, and both play games."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from io import StringIO
from itertools import count
from pathlib import Path

import pytest

from lineit import Game
from lineit.saves.records import parse_record, record_json
from lineit.text.narrate import card_label
from support.paths import ROOT
from support.work import HANGS_AFTER

DOCS = ROOT / "docs"
LOOP, CHAT = DOCS / "frontends/loop.py", DOCS / "frontends/chat.py"

SEEDED = """
import runpy, secrets, sys
secrets.randbits = lambda bits: 7
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""A script that runs a program with a fixed seed for its games."""


def test_the_page_shows_the_programs_exactly() -> None:
    page = (DOCS / "frontends.md").read_text("utf-8")
    shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert shown == [LOOP.read_text("utf-8"), CHAT.read_text("utf-8")]


@pytest.mark.parametrize("path", [LOOP, CHAT], ids=["loop", "chat"])
def test_a_frontend_has_at_most_40_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 40


# -- at one keyboard ---------------------------------------------------------------


def loop(typed: str, *names: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-c", SEEDED, str(LOOP), *names],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=HANGS_AFTER,
    )


def test_a_person_plays_a_whole_game_against_a_bot_by_numbers() -> None:
    """Seed 7: the market is 91♠, 33♥, 58♦, 23♠."""
    done = loop("nonsense\n\n9\n0\npick 1\nscore\npick 33\nhand\n" + "1\n" * 300)
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout.splitlines()
    assert shown[:5] == [
        "  Market: 91♠ 33♥ 58♦ 23♠",
        "  Your hand:",
        "  Ana, 0 points:",
        "  bot, 0 points:",
        "  [1] pick 91 [2] pick 33 [3] pick 58 [4] pick 23",
    ]
    others = "is not an action; an action begins with one of pick, line, hand, restart, play, pass"
    assert shown[5].startswith(f"Ana> 'nonsense' {others}")
    assert shown[6].startswith(f"Ana> '' {others}")
    assert shown[7].startswith(f"Ana> '9' {others}")
    assert shown[8].startswith(f"Ana> '0' {others}")
    assert shown[9] == "Ana> 1 is not in the market [pick]"
    assert shown[10] == "Ana> score is not possible in the phase pick; only pick is [pick]"
    assert shown[11] == "Ana> Ana picks 33♥"
    assert "Ana> Ana takes 33♥ into the hand" in shown
    assert "  Your hand: 33♥" in shown
    assert any(line.startswith("bot picks ") for line in shown)
    assert "The game is over. bot wins" in shown
    ended = re.fullmatch(r"Ana: (-?\d+) points bot: (-?\d+) points", shown[-1])
    assert ended is not None
    assert int(ended[1]) < int(ended[2])


def test_the_end_of_the_input_ends_the_game_with_one_line() -> None:
    done = loop("1\n")
    assert (done.returncode, done.stderr) == (
        1,
        "\nThe game ends here. EOF when reading a line\n",
    )


def test_people_play_a_whole_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [str(LOOP), "Cleo", "Dora"])
    monkeypatch.setattr("sys.stdin", StringIO("1\n" * 600))
    runpy.run_path(str(LOOP), run_name="__main__")
    shown = capsys.readouterr().out
    for happened in ("Cleo> Cleo picks ", "Dora> Dora picks ", "The game is over. "):
        assert happened in shown


def test_too_many_players_are_refused_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(LOOP), *"abcdefghi"])
    with pytest.raises(SystemExit, match="takes from 2 to 5 players, not 9"):
        runpy.run_path(str(LOOP), run_name="__main__")


# -- in a chat -------------------------------------------------------------------


def answer(saved: str | None, text: str) -> tuple[str, str]:
    """Return the answer of the chat, whose file is loaded anew each time."""
    given: tuple[str, str] = runpy.run_path(str(CHAT))["answer"](saved, text)
    return given


def begun() -> str:
    """Return the record of a chat game with a fixed seed."""
    return json.dumps(record_json(Game.new(names=("Guest", "Bot"), seed=7)))


def offered(message: str) -> list[str]:
    return message.splitlines()[-1].removeprefix("You may write ").split(", ")[2:]


def test_a_chat_plays_a_whole_game_from_the_saved_text_alone() -> None:
    saved, message = answer(begun(), "pick 91")
    for number in count():
        if not (actions := offered(message)):
            break
        if number % 10 == 0:
            shows_only_what_the_guest_sees(saved, message)
        saved, message = answer(saved, actions[number % len(actions)])
    game = parse_record(json.loads(saved))
    assert game.over
    assert json.loads(saved)["result"] == {"points": [*game.scores], "winners": [*game.winners]}
    (winner,) = game.winners
    assert f"The game is over. {('Guest', 'Bot')[winner]} wins" in message
    again, message = answer(saved, "pick 1")
    assert again == saved
    assert message.startswith("the game is over")


def shows_only_what_the_guest_sees(saved: str, message: str) -> None:
    """Check that the message shows no number card from the deck, the bot's hand or a jackpot."""
    game = parse_record(json.loads(saved))
    table = game.table
    assert table.seat == 0
    assert offered(message) == [str(action) for action in game.legal]
    shown = set(message[message.rindex("Market: ") :].replace(",", " ").split())
    hidden = [*table.deck, *table.players[1].hand, *sum(table.jackpots, ())]
    labels = {card_label(card, table.ruleset) for card in hidden if card.number is not None}
    assert not labels & shown
    assert {card_label(card, table.ruleset).split()[0] for card in table.market} <= shown


def test_a_chat_keeps_nothing_between_messages() -> None:
    before = runpy.run_path(str(CHAT))
    globals_of = before["answer"].__globals__
    kept = {name: repr(value) for name, value in globals_of.items()}
    first = before["answer"](begun(), "pick 91")
    before["answer"](None, "hello")
    before["answer"](first[0], "line")
    assert {name: repr(value) for name, value in globals_of.items()} == kept
    assert before["answer"](begun(), "pick 91") == first == answer(begun(), "pick 91")


def test_a_message_has_the_events_the_view_and_the_choices() -> None:
    saved, message = answer(begun(), "pick 58")
    assert message.splitlines() == [
        "Guest picks 58♦",
        "Market: 91♠ 33♥ 23♠",
        "Your hand: ",
        "Guest, 0 points: ",
        "Bot, 0 points: ",
        "You may write new, undo, line, hand",
    ]
    assert json.loads(saved)["actions"] == ["pick 58"]


@pytest.mark.parametrize("text", ["first", "new"])
def test_a_chat_begins_a_game(text: str) -> None:
    saved, message = answer(None if text == "first" else begun(), text)
    assert json.loads(saved)["actions"] == []
    assert message.startswith("Round 1\nThe market: ")
    assert answer("no record", "new")[1].startswith("Round 1\nThe market: ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pick 1", "1 is not in the market [pick]"),
        ("line", "line is not possible in the phase pick; only pick is [pick]"),
        ("pick 999", "there is no card 999 in the deck of standard [deck]"),
        ("undo", "cannot take back 1 action: none was taken"),
        ("hello there", "'hello there' is not an action"),
        ("", "'' is not an action"),
        ("\0\ud800" * 5000, "'\\x00"),
    ],
)
def test_a_refused_message_returns_the_reason_and_the_same_record(text: str, why: str) -> None:
    saved = begun()
    again, message = answer(saved, text)
    assert again == saved
    assert message.startswith(why)
    assert message.endswith("\nTo begin anew, write: new")
    assert len(message) < 1000


def test_undo_in_a_chat_takes_back_the_guests_last_action_and_what_the_bot_did_after_it() -> None:
    saved, message = begun(), ""
    for text in ("pick 58", "hand"):
        saved, message = answer(saved, text)
    before = saved
    assert offered(message) == ["play 58", "pass"]
    saved, message = answer(saved, "pass")
    assert "Bot picks " in message
    undone, message = answer(saved, "undo")
    assert json.loads(undone)["actions"] == json.loads(before)["actions"]
    assert offered(message) == ["play 58", "pass"]


BROKEN = {
    "empty": "",
    "no JSON": "{",
    "no object": "[]",
    "deep": "[" * 100_000,
    "another kind": '{"game": "chess"}',
    "cut": begun()[:-20],
    "an action that is not legal": begun().replace('"actions": []', '"actions": ["pick 1"]'),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_chat_refuses_a_broken_record(broken: str) -> None:
    saved, message = answer(broken, "pick 91")
    assert saved == broken
    assert message.endswith("\nTo begin anew, write: new")


def test_a_chat_continues_a_game_of_three_players() -> None:
    """The players have no names. The guest is in seat 0, and bots play the other seats."""
    saved, message = answer(json.dumps(record_json(Game.new(3, seed=7))), "pick 91")
    assert json.loads(saved)["actions"] == ["pick 91"]
    assert "Cleo, 0 points:" in message
