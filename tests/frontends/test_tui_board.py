"""The board of the terminal game: the pace of bots, the log, cards as boxes, and why not."""

from __future__ import annotations

import sys

import pytest
from textual.events import MouseScrollUp
from textual.timer import Timer

from lineit import Game
from lineit.frontends.cli import main
from lineit.frontends.session import Session
from lineit.frontends.tui.app import Play
from lineit.frontends.tui.board import Board
from lineit.frontends.tui.screens import Confirm, HandOver, Reading
from lineit.frontends.tui.start import Setup
from support.tui import Filmed, Seen, literal_session, played

SLOW = 1000.0
"""A pace at which no bot decides by itself during a test, in seconds."""


async def time_passes(seen: Seen) -> None:
    """Let the time pass until the next decision of a bot."""
    timer = seen.board._next  # noqa: SLF001 # tests do not wait
    assert isinstance(timer, Timer)
    timer.stop()
    await seen.board._advance()  # noqa: SLF001
    await seen.settled()


async def plays_until_a_bot_is_next(seen: Seen) -> None:
    """Take the first legal choices."""
    while not seen.board.session.bot_is_next:
        legal = [label[0] for label in seen.choices() if not label[2:].startswith("(")]
        await seen.press(legal[0])


def paced(*seats: str) -> Session:
    game = Game.new(len(seats), seed=7, names=["Ana", "Ben", "Cleo"][: len(seats)])
    return Session(game, seats, paced=True)


# -- the pace of bots -----------------------------------------------------------------


def test_each_decision_of_a_bot_is_shown() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "2")
        await seen.sees("▶ Ben")
        assert seen.text("#status").startswith("Round 1 · 102 cards in the deck · Ben: take a card")
        assert seen.choices() == ["h hurry the bots", "p bots always at once"]
        await seen.press("1", "2", "w")
        assert (seen.on_board, seen.game.ply) == (True, 3)
        await time_passes(seen)
        assert seen.text("#status").endswith("Ben: where does the card go? · taken: 23♠")
        await time_passes(seen)
        await seen.sees("Ben takes 23♠ into the hand")
        while seen.game.table.round == 1:
            await time_passes(seen)
        assert seen.text("#status").startswith("Round 2 · 98 cards in the deck · Ben: take a card")

    played(script, Setup(pace=SLOW), paced("person", "greedy"))


@pytest.mark.slow
def test_bots_are_hurried_by_a_key_and_their_pace_is_switched_off() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "2", "h")
        assert (seen.game.turn, seen.game.table.round) == (0, 2)
        await plays_until_a_bot_is_next(seen)
        await seen.press("p")
        assert seen.game.turn == 0
        assert seen.text("#message") == "The bots decide at once."
        for _ in range(10):
            seen.board.session.act(seen.game.legal[0])
            assert seen.game.turn == 0
        await seen.press("p")
        assert seen.text("#message") == "The bots decide one after the other."

    played(script, Setup(pace=SLOW), paced("person", "greedy"))


def test_a_bot_waits_while_a_person_reads() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "2", "question_mark")
        assert isinstance(seen.app.screen, Reading)
        ply = seen.game.ply
        await time_passes(seen)
        assert seen.game.ply == ply
        await seen.press("escape")
        await time_passes(seen)
        assert seen.game.ply == ply + 1

    played(script, Setup(pace=SLOW), paced("person", "greedy"))


@pytest.mark.slow
def test_undo_stops_the_bots() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "2")
        await time_passes(seen)
        await seen.press("u")
        assert (seen.game.turn, seen.game.table.phase) == (0, "score")

    played(script, Setup(pace=SLOW), paced("person", "greedy"))


def test_no_hand_is_drawn_while_a_bot_decides_among_several_people() -> None:
    """The table is then as a spectator sees it, and the next person lifts a cover, even if it is
    the same person again.
    """
    app = Filmed(Setup(pace=SLOW), paced("person", "greedy", "person"))

    async def script(seen: Seen) -> None:
        await seen.press("space", "1", "2", "2")  # Ana takes 91♠ into the hand
        app.looking = "everybody"
        await seen.sees("▶ Ben")
        await seen.sees("hand 1 card")
        while seen.board.session.bot_is_next:
            await time_passes(seen)
        await seen.sees("Cleo, it is your turn.")
        assert isinstance(seen.app.screen, HandOver)

    played(script, app=app)
    shown = [frame for looking, frame in app.frames if looking == "everybody"]
    assert any("▶ Ben" in frame for frame in shown)
    assert not any("hand 91♠" in frame or "play 91♠" in frame for frame in shown)


@pytest.mark.parametrize("pace", ["-1", "61", "nan", "fast"])
def test_a_pace_that_is_no_time_is_refused(pace: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--pace", pace])
    assert "give a number from 0 to 60" in capsys.readouterr().err


# -- undo ------------------------------------------------------------------------------


def test_undo_of_an_own_decision_asks_nothing() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "u")
        assert seen.text("#message") == "Taken back."
        assert seen.game.ply == 1

    played(script, session=Session(Game.new(2, seed=7), ("person", "greedy")))


def test_undo_asks_before_it_takes_back_what_was_decided_before_new_cards() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "2", "u")
        assert isinstance(seen.app.screen, Confirm)
        await seen.sees("Since then 4 new cards were shown.")
        await seen.press("enter")
        assert (seen.on_board, seen.game.table.round) == (True, 2)
        await seen.press("u", "y")
        assert (seen.on_board, seen.game.ply) == (True, 2)
        assert seen.text("#message") == "Taken back."

    played(script, session=Session(Game.new(2, seed=7), ("person", "greedy")))


def test_undo_asks_before_it_takes_back_a_decision_of_another_person() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space", "1", "1", "2", "space", "u")
        await seen.sees("Das nimmt eine Entscheidung von Ana zurück.")
        await seen.press("escape")
        assert (seen.on_board, seen.game.turn) == (True, 1)
        await seen.press("u", "y")
        await seen.sees("Ana, du bist am Zug.")

    game = Game.new(2, seed=7, names=["Ana", "Ben"])
    played(script, Setup(lang="de"), Session(game, ("person", "person")))


# -- the log --------------------------------------------------------------------------


@pytest.mark.slow
def test_the_log_scrolls_by_keys_and_by_the_mouse_and_has_the_whole_round() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space")
        log = seen.board.query_one("#log")
        assert log.scroll_y == log.max_scroll_y > 3
        end = log.scroll_y
        await seen.press("minus")
        assert log.scroll_y < end
        await seen.press(*["minus"] * 8)
        await seen.sees("Round 1")
        await seen.press(*["plus"] * 8)
        assert log.scroll_y == end
        await seen.pilot._post_mouse_events([MouseScrollUp], "#log")  # noqa: SLF001 # as a wheel
        await seen.settled()
        assert log.scroll_y < end
        log.focus()
        await seen.press("home")
        assert log.scroll_y == 0
        await seen.press("down")
        assert log.scroll_y == 1
        await seen.press("tab")
        assert seen.app.focused is not log

    played(script, session=literal_session())


@pytest.mark.slow
def test_the_log_is_broken_anew_when_the_terminal_is_resized() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space")
        log = seen.board.query_one("#log")
        before = log.virtual_size.height
        await seen.pilot.resize_terminal(30, 50)
        await seen.settled()
        narrow = log.virtual_size.height
        assert narrow > before
        await seen.pilot.resize_terminal(80, 24)
        await seen.settled()
        assert log.virtual_size.height == before

    played(script, session=literal_session())


# -- a wide terminal --------------------------------------------------------------------


def test_a_wide_terminal_shows_cards_as_cards() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space")
        assert seen.text("#market").splitlines() == [
            "       ╭───────╮ ╭─────╮ ╭─────╮",
            "Market │ Bet 4 │ │ 18♦ │ │ 19♠ │",
            "       ╰───────╯ ╰─────╯ ╰─────╯",
        ]
        assert seen.text("#lines").splitlines()[:6] == [
            "                               ╭─────╮",
            "▶ Ana  0 points (0 cards) hand │ 91♠ │",
            "                               ╰─────╯",
            "                 ╭────╮ ╭─────╮ ╭───────╮                ╭─────╮",
            "    ↑ ascending: │ 1♥ │ │ 15♠ │ │ Bet 3 │ (needs 2 more) │ 25♥ │",
            "                 ╰────╯ ╰─────╯ ╰───────╯                ╰─────╯",
        ]
        await seen.pilot.resize_terminal(80, 24)
        await seen.settled()
        assert seen.text("#market") == "Market  Bet 4  18♦  19♠"

    played(script, session=literal_session(), size=(120, 36))


def test_the_focus_is_visible() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space")
        first, second, *_ = seen.board.query("#choices Button")
        assert first.has_focus
        assert first.rich_style.reverse
        assert not second.rich_style.reverse
        await seen.press("right")
        assert second.rich_style.reverse

    played(script, session=literal_session())


# -- what a choice means -------------------------------------------------------------------


def test_the_focused_choice_says_what_it_means() -> None:
    async def script(seen: Seen) -> None:
        assert seen.text("#message") == "91♠ nehmen: passt an deine Linie"
        await seen.press("right")
        assert seen.text("#message") == "33♥ nehmen: passt an deine Linie"
        await seen.press("1", "1")
        await seen.sees("Linie werten: wirft die 91♠ ab")
        await seen.press("u")
        assert seen.text("#message") == "Zurückgenommen."
        await seen.press("right", "2", "l")
        assert seen.game.table.phase == "play"

    played(script, Setup(lang="de"), Session(Game.new(2, seed=7), ("person", "greedy")))


def test_a_line_says_how_far_it_is_to_each_jackpot_and_what_a_bet_needs() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space", "l")
        await seen.sees("♥ 4 (falta 1)  ♦ 2 (faltan 3)  ♠ 2 (faltan 2)  ★ 2 (faltan 3)")
        await seen.press("l")
        await seen.sees("♥ 4 (noch 1)  ♦ 2 (noch 3)  ♠ 2 (noch 2)  ★ 2 (noch 3)")
        await seen.sees("Wette 3  (braucht noch 2)")

    played(script, session=literal_session())


# -- why not ------------------------------------------------------------------------------


def test_why_not_speaks_as_the_buttons_do() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space", "1", "w")
        shown = " ".join(seen.screen().split())
        for text in (
            "an die Linie: in einer Linie darf höchstens 1 Wettkarte liegen",
            "Linie werten, neue beginnen: die Wette 4 kann auf die Hand",
            "Nicht jetzt, aber in einem anderen Moment: eine Karte nehmen · ",
        ):
            assert text in shown, shown
        for raw in ("pick", "restart", "B4a", "play"):
            assert raw not in shown
        await seen.press("escape", "3")
        assert seen.text("#message").startswith("die Wette 4 kann auf die Hand")
        assert isinstance(seen.app.screen, Board)

    played(script, Setup(lang="de"), literal_session())


@pytest.mark.slow
def test_what_is_refused_for_the_same_reason_is_told_once() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space", "2", "2", "w")
        await seen.sees("Not now, but at another moment: take a card · to the line ·")
        assert seen.screen().count("Not now") == 1

    played(script, session=literal_session())


# -- the language of the system ---------------------------------------------------------------


def test_play_speaks_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Setup] = []
    monkeypatch.setattr(Play, "run", lambda app: begun.append(app.setup))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert main(["play"]) == 0
    assert (begun[0].lang, begun[0].pace) == ("es", 0.6)


def test_bots_decide_when_their_time_has_passed() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "2")
        await seen.sees("Round 2")
        while seen.board.session.bot_is_next:
            await seen.pilot.pause(0.01)
        assert seen.game.turn == 0

    played(script, Setup(pace=0.001), paced("person", "greedy"))
