"""The terminal game, played by its keys on 80 columns and 24 lines."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from textual.widgets import Button, Input, Select, Static

from lineit import Game, Reason, load_game, load_ruleset, ruleset_names, save_game
from lineit.bots import BOTS, Bot, RandomBot
from lineit.frontends.cli import main
from lineit.frontends.kept import load_kept, unfinished
from lineit.frontends.results import results
from lineit.frontends.session import Session, resume
from lineit.frontends.tui.app import Play
from lineit.frontends.tui.board import Board
from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.pages import differences, where
from lineit.frontends.tui.screens import End, HandOver, Reading, Save
from lineit.frontends.tui.start import Setup, Start, begin, from_file
from lineit.model.errors import LineitError, PlayersError, UndoError
from lineit.model.resources import spec_folder
from lineit.saves.records import record_json
from lineit.text.catalog import LANGUAGES, sentence
from lineit.text.differences import data_differences
from lineit.text.narrate import title
from support.paths import TESTS
from support.rulesets import forget_built_in
from support.tables import STANDARD
from support.tui import Filmed, Seen, literal_session, played

DATA = TESTS / "data/first-edition"


# -- the session, without a screen ------------------------------------------------------


@pytest.mark.parametrize("name", ruleset_names())
@pytest.mark.parametrize("seats", [("greedy", "person"), ("person", "random", "person", "greedy")])
def test_a_session_waits_only_for_people(name: str, seats: tuple[str, ...]) -> None:
    session, chance = begin(Setup(seats, rules=name, seed=3)), Random(3)
    while not session.game.over:
        assert session.seats[session.game.table.seat] == "person"
        assert session.viewer == (1 if len(seats) == 2 else session.game.table.seat)
        session.act(chance.choice(session.game.legal))
    assert session.viewer == (1 if len(seats) == 2 else None)


def test_the_seed_of_the_deck_does_not_tell_what_random_bots_will_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor does a saved game: each bot draws a seed of its own, which is written nowhere."""
    seeds: list[int] = []

    def noted(seed: int) -> Bot:
        seeds.append(seed)
        return RandomBot(seed)

    monkeypatch.setitem(BOTS, "random", noted)
    sessions = [begin(Setup(("person", "random", "random"), seed=7)) for _ in range(2)]
    assert sessions[0].game.undealt == sessions[1].game.undealt
    assert len({*seeds, *range(20)}) == 24
    assert not any(str(seed) in json.dumps(record_json(sessions[0].game)) for seed in seeds)


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    session = begin(Setup(("greedy", "person"), seed=7))
    with pytest.raises(UndoError, match="none was taken"):
        session.undo()
    tables = []
    for _ in range(8):
        tables.append(session.game.table)
        session.act(session.game.legal[0])
    for before in reversed(tables):
        session.undo()
        assert session.game.table == before


@pytest.mark.parametrize("seats", [(), ("person",), ("greedy", "greedy"), ("person", "cat")])
def test_wrong_seats_are_refused(seats: tuple[str, ...]) -> None:
    with pytest.raises(PlayersError):
        begin(Setup(seats))


def test_a_game_is_kept_after_every_decision(tmp_path: Path) -> None:
    session = begin(Setup(seed=7, folder=tmp_path / "deep" / "er"))
    for _ in range(10):
        session.act(session.game.legal[0])
        ((file, game),) = unfinished(tmp_path / "deep" / "er")
        assert isinstance(game, Game)
        assert game.table == session.game.table
        assert load_kept(file)[0] == ("person", "greedy")
    session.undo()
    assert resume(file).game.table == session.game.table
    session.forget()
    assert unfinished(tmp_path / "deep" / "er") == ()


def test_nobody_else_can_read_unfinished_games(tmp_path: Path) -> None:
    """They hold the deck. Those that were kept before in an open folder become private, too."""
    folder = tmp_path / "unfinished"
    folder.mkdir(mode=0o755)
    session = begin(Setup(seed=7, folder=folder))
    file = session.file
    assert file is not None
    file.chmod(0o644)
    folder.chmod(0o755)
    resume(file).act("pick 91")
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


def broken_files(folder: Path) -> dict[str, str]:
    """Write broken files of all kinds. Return the reason why each cannot be resumed."""
    folder.mkdir(exist_ok=True)
    kept = Setup(seed=7, folder=folder / "other")
    begin(kept)
    (good,) = (folder / "other").iterdir()
    data = json.loads(good.read_text("utf-8"))
    old = json.loads((DATA / "unfinished.json").read_text("utf-8"))
    contents = {
        "cut": (good.read_text("utf-8")[:500], "this is not a saved game, or it is incomplete: "),
        "empty": ("", "this is not a saved game, or it is incomplete: "),
        "binary": ("\0\x80", "this is not a saved game, or it is incomplete: "),
        "chess": ('{"game": "chess"}', "but is 'chess'"),
        "list": ("[1, 2]", "it must be a table"),
        "number": ("7", "it must be a table"),
        "record": (json.dumps(data["record"]), "but is 'line-it'"),
        "rules": (
            json.dumps(data | {"record": data["record"] | {"digest": "0" * 64}}),
            "the rules in the saved game do not match the name standard",
        ),
        "newer": (
            json.dumps(data | {"record": data["record"] | {"format": 4}}),
            "this game was saved by a newer version in format 4",
        ),
        "older": (
            json.dumps(old | {"record": old["record"] | {"digest": "1" * 64}}),
            "this game was saved by the first edition without its rules",
        ),
        "cats": (json.dumps(data | {"seats": ["cat", "person"]}), "each of the 2 seats"),
    }
    for name, (content, _) in contents.items():
        (folder / f"{name}.json").write_text(content, "utf-8")
    (folder / "nowhere.json").symlink_to(folder / "not there")
    (folder / "folder.json").mkdir()
    os.mkfifo(folder / "pipe.json")
    (folder / "notes.txt").write_text("not offered", "utf-8")
    special = {
        "nowhere": "cannot be read: No such file or directory",
        "folder": "is not a file, but a folder, a pipe or a device",
        "pipe": "is not a file, but a folder, a pipe or a device",
    }
    return {name: why for name, (_, why) in contents.items()} | special


def test_the_newest_unfinished_games_are_offered(tmp_path: Path) -> None:
    files = []
    for number in range(7):
        files += [session.file for session in [begin(Setup(seed=number, folder=tmp_path))]]
        os.utime(str(files[-1]), (number, number))
    assert [file for file, _ in unfinished(tmp_path)] == files[:1:-1]
    assert unfinished(tmp_path / "not there") == ()
    assert unfinished(Path(str(files[0]))) == ()


def test_what_cannot_be_resumed_is_listed_with_its_reason(tmp_path: Path) -> None:
    whys = broken_files(tmp_path)
    for number in range(3):
        begin(Setup(seed=number, folder=tmp_path))
    (tmp_path / "old.json").write_bytes((DATA / "unfinished.json").read_bytes())
    for file in tmp_path.iterdir():
        if file.stem not in whys:
            os.utime(file, (1, 1))
    listed = {file.stem: game for file, game in unfinished(tmp_path)}
    assert len([game for game in listed.values() if isinstance(game, Game)]) == 4
    for name, why in whys.items():
        reason = listed[name]
        assert isinstance(reason, Reason), name
        assert why in reason.text()
        assert len({reason.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_many_broken_files_hide_no_game(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"{number}.json").write_text("{}", "utf-8")
    session = begin(Setup(seed=1, folder=tmp_path))
    os.utime(str(session.file), (1, 1))
    listed = unfinished(tmp_path)
    assert listed[-1][0] == session.file
    assert len(listed) == 21


def test_an_unfinished_game_of_the_first_edition_is_resumed(tmp_path: Path) -> None:
    file = tmp_path / "old.json"
    file.write_bytes((DATA / "unfinished.json").read_bytes())
    session = resume(file)
    assert (session.seats, session.names) == (("person", "greedy"), ("Ana", "Ben"))
    assert [str(step.action) for step in session.game][1:] == ["pick 91", "line"]
    session.act("pass")
    kept = json.loads(file.read_text("utf-8"))["record"]
    assert (kept["format"], kept["rules"]["name"]) == (3, "standard")


def test_games_are_resumed_even_if_their_rules_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of `standard.toml` once hid unfinished games."""
    rules = tmp_path / "mine.toml"
    rules.write_text('format = 2\nname = "mine"\nextends = "standard"\n', "utf-8")
    kept = tmp_path / "kept"
    tables = [
        begin(Setup(rules=name, seed=7, folder=kept)).game.table for name in (str(rules), "bga")
    ]
    rules.write_text("nonsense", "utf-8")
    spec = Path(shutil.copytree(str(spec_folder()), tmp_path / "spec"))
    for file in (spec / "rulesets").glob("*.toml"):
        file.write_text(re.sub(r"(?m)^price = \d", "price = 9", file.read_text("utf-8")), "utf-8")
    monkeypatch.setattr("lineit.rules.load.spec_folder", lambda: spec)
    forget_built_in()
    try:
        found = [game.table for _, game in unfinished(kept) if isinstance(game, Game)]
        assert sorted(found, key=str) == sorted(tables, key=str)
    finally:
        monkeypatch.undo()
        forget_built_in()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": ["person"]}, "seats"),
        ({"seats": "person"}, "seats"),
        ({"seats": ["greedy", "greedy"]}, "at least one must be a person"),
        ({"seats": ["cat", "person"]}, "each of the 2 seats"),
        ({"record": {}}, "another kind"),
        ({"more": 1}, "more"),
    ],
)
def test_a_broken_file_of_an_unfinished_game_is_refused(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    begin(Setup(seed=7, folder=tmp_path))
    (file,) = tmp_path.glob("*.json")
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | change), "utf-8")
    with pytest.raises(LineitError, match=message):
        resume(file)


def test_a_saved_game_continues_with_the_requested_seats(tmp_path: Path) -> None:
    save_game(Game.new(3, seed=7), tmp_path / "game.json")
    session = from_file(Setup(("person", "random")), str(tmp_path / "game.json"))
    assert session.seats == ("person", "random", "greedy")


# -- a whole game ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_whole_game_by_keys_its_result_and_its_record(tmp_path: Path) -> None:
    async def script(seen: Seen) -> None:
        assert isinstance(seen.app.screen, Start)
        await seen.press("enter")
        chance = Random(7)
        while not isinstance(seen.app.screen, End):
            legal = [
                label[0]
                for label, choice in zip(seen.choices(), seen.board._choices, strict=True)  # noqa: SLF001
                if choice.reason is None
            ]
            await seen.press(chance.choice(legal))
            assert "None" not in seen.screen()
        game = seen.game
        assert game.over
        shown = seen.screen()
        (winner,) = game.winners
        assert (
            f"{seen.board.session.names[winner]} wins with {game.scores[winner]} points!" in shown
        )
        figures = [line.split()[-2:] for line in shown.splitlines() if "points" in line][1:]
        lines, jackpots, bets, points = ([int(figure) for figure in row] for row in figures)
        assert points == [*game.scores]
        assert [sum(each) for each in zip(lines, jackpots, bets, strict=True)] == points
        await seen.press("s")
        seen.app.screen.query_one(Input).value = str(tmp_path / "mine.json")
        await seen.press("enter")
        assert load_game(tmp_path / "mine.json").scores == game.scores
        assert "Saved: " in seen.text("#saved")
        assert len(list((tmp_path / "kept").glob("*"))) == 1
        await seen.press("n")
        assert isinstance(seen.app.screen, Start)
        assert [file.name for file in (tmp_path / "kept").iterdir()] == ["results.jsonl"]
        (result,) = results(tmp_path / "kept")
        assert (result.names, result.points) == (("Ana", "Ben"), game.scores)
        assert result.winners == game.winners

    rules = tmp_path / "short.toml"
    rules.write_text(
        'format = 2\nname = "short"\nextends = "standard"\n[components]\nnumbers = 20\n', "utf-8"
    )
    played(script, Setup(rules=str(rules), seed=7, folder=tmp_path / "kept"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "lang"), list(zip(ruleset_names(), cycle(LANGUAGES), strict=False))
)
def test_a_whole_game_by_any_rules_in_any_language(name: str, lang: str) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("enter")
        while not isinstance(seen.app.screen, End):
            if isinstance(seen.app.screen, HandOver):
                await seen.press("space")
            legal = seen.game.legal[seen.game.ply % len(seen.game.legal)]
            (at,) = [n for n, each in enumerate(seen.board._choices) if each.action == legal]  # noqa: SLF001
            await seen.press(seen.choices()[at][0])
            check_fits(seen)

    played(script, Setup(("person", "greedy", "person"), rules=name, lang=lang, seed=1))


def check_fits(seen: Seen) -> None:
    """Check that all parts of the board fit on the screen, one below the other."""
    screen = seen.app.screen
    if isinstance(screen, Board):
        places = [screen.query_one(f"#{name}").region for name in PLACES]
        assert all(place.height >= 1 and place.width >= 78 for place in places), places
        assert places[-1].bottom == 24
        assert all(a.bottom <= b.y for a, b in pairwise(places)), places


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_keys_are_named_on_the_screen(lang: str) -> None:
    async def script(seen: Seen) -> None:
        row = seen.screen().splitlines()[23]
        assert row.split()[0] == "u"
        assert row.endswith("q " + sentence("play.keys", "quit", {}, lang))

    played(script, Setup(lang=lang), begin(Setup(seed=7)))


PLACES = ("status", "market", "jackpots", "players", "log", "choices", "message", "keys")


@pytest.mark.slow
@pytest.mark.parametrize("seats", [("person", "greedy"), ("person", *["greedy"] * 4)])
@pytest.mark.parametrize("name", ["standard", "bga"])
def test_all_fits_on_80_columns_and_24_lines(name: str, seats: tuple[str, ...]) -> None:
    async def script(seen: Seen) -> None:
        for _ in range(6):
            check_fits(seen)
            for player in seen.board.session.names:
                assert player in seen.screen()
            await seen.press("1")

    session = begin(Setup(seats, rules=name, seed=5))
    for _ in range(20):
        session.act(session.game.legal[-1])
    played(script, session=session)


# -- what is seen -------------------------------------------------------------------------


def test_the_market_the_line_its_direction_a_bet_the_hands_and_the_points() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space")
        assert seen.text("#status") == (
            "Round 6 · 82 cards in the deck · Ana: take a card from the market"
        )
        assert seen.text("#market") == "Market  Bet 4  18♦  19♠"
        assert seen.text("#jackpots") == (
            "Under the jackpots  ♥ 4 (1 more)  ♦ 2 (3 more)  ♠ 2 (2 more)  ★ 2 (3 more)"
        )
        assert seen.text("#lines").splitlines() == [
            "▶ Ana  0 points (0 cards)  hand 91♠",
            "    ↑ ascending:  1♥  15♠  Bet 3  (needs 2 more)  25♥",
            "  Ben ●  0 points (0 cards)  hand 2 cards",
            "    ↑ ascending:  7♠  10♦  12★  16★",
        ]
        assert seen.choices() == ["1 take Bet 4", "2 take 18♦", "3 take 19♠"]

    played(script, session=literal_session())


def test_every_colour_has_its_sign() -> None:
    async def script(seen: Seen) -> None:
        await seen.press(*"1111")
        for place in ("#market", "#jackpots", "#lines"):
            content = seen.app.screen.query_one(place, Static).content
            assert isinstance(content, Text)
            for span in content.spans:
                if "#" in str(span.style):
                    part = content.plain[span.start : span.end]
                    assert part[-1] in "♥♦♠★" or part[0] in "♥♦♠★" or part.startswith("Bet"), part

    played(script, session=begin(Setup(seed=7)))


def test_illegal_choices_are_shown_with_their_reasons() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space", "1")
        assert seen.choices() == [
            "1 (to the line)",
            "2 to the hand",
            "3 (score the line, begin a new one)",
        ]
        table = seen.game.table
        await seen.press("3")
        assert seen.text("#message") == "Bet 4 can go to the hand, which has room"
        assert seen.game.table is table
        await seen.press("w")
        assert isinstance(seen.app.screen, Reading)
        await seen.sees("to the line: a line holds at most 1 Bet card")
        await seen.sees("Not now, but at another moment: take a card · play a card from the hand ·")
        await seen.press("escape")
        assert seen.on_board

    played(script, session=literal_session())


@pytest.mark.slow
def test_no_hand_is_visible_during_the_hand_over() -> None:
    async def script(seen: Seen) -> None:
        assert isinstance(seen.app.screen, HandOver)
        await seen.sees("Ana, it is your turn.")
        assert "91" not in seen.screen()
        await seen.press("space")
        await seen.sees("hand 91♠")
        await seen.press("1", "2")  # take Bet 4, to the hand
        assert seen.choices() == ["1 play 91♠", "2 (play Bet 4)", "3 play none"]
        await seen.press("3")
        assert seen.choices() == ["1 score the line", "2 keep the line"]
        await seen.press("2")  # and Ana begins the next round
        await seen.press("1", "3", "3", "2")
        await seen.sees("Ben, it is your turn.")
        assert "91" not in seen.screen()
        await seen.press("space")
        await seen.sees("hand 92★  96★")
        await seen.sees("hand 2 cards")
        await seen.press("u", "y")
        await seen.sees("Ana, it is your turn.")

    played(script, session=literal_session())


async def lifts_the_cover(seen: Seen, person: str) -> None:
    """The person comes to the screen, alone, and presses the space bar."""
    assert isinstance(seen.app, Filmed)
    await seen.sees(f"{person}, it is your turn.")
    seen.app.looking = person
    await seen.press("space")
    await seen.sees(f"▶ {person}")


def frames_with(app: Filmed, person: str, *texts: str) -> list[str]:
    """Return the frames that show one of the texts while the person, or nobody, looks."""
    seen = [frame for looking, frame in app.frames if looking in (person, "nobody")]
    return [frame for frame in seen if any(text in frame for text in texts)]


ANAS, BENS = ("hand 91♠", "play 91♠"), ("hand 92★", "hand 96★", "play 92★", "play 96★")
"""How the screen shows the cards in the hands of Ana and Ben."""


@pytest.mark.slow
def test_no_frame_between_a_change_and_its_cover_shows_a_hand() -> None:
    """A hand is drawn only after its owner has lifted the cover: at the beginning, as a game that
    is resumed begins, after a choice and after undo.
    """
    app = Filmed(Setup(), literal_session())

    async def script(seen: Seen) -> None:
        await lifts_the_cover(seen, "Ana")
        await seen.sees("hand 91♠")
        await seen.press("1", "2", "3", "2")  # and Ana begins the next round
        await seen.press("1", "3", "3", "2")
        await lifts_the_cover(seen, "Ben")
        await seen.sees("hand 92★  96★")
        await seen.press("u", "y")
        await lifts_the_cover(seen, "Ana")
        await seen.press("l", "l", "l", "2")
        await lifts_the_cover(seen, "Ben")
        while not any("hand 92★" in frame for looking, frame in app.frames if looking == "Ben"):
            await seen.pilot.pause(0.05)

    played(script, app=app)
    assert frames_with(app, "Ana", *BENS) == []
    assert frames_with(app, "Ben", *ANAS) == []


@pytest.mark.slow
def test_no_frame_shows_the_hand_of_the_last_person_if_the_next_one_is_quick() -> None:
    """The cover is lifted in the same moment in which it falls."""
    app = Filmed(Setup(), literal_session())

    async def script(seen: Seen) -> None:
        await lifts_the_cover(seen, "Ana")
        await seen.press("1", "2", "3", "2", "1", "3", "3")
        await seen.sees("keep the line")
        last, choose = seen.board, Board._choose  # noqa: SLF001 # the moment after it

        async def quick(board: Board, number: int) -> None:
            await choose(board, number)
            app.looking = "Ben"
            cover = seen.app.screen
            assert isinstance(cover, HandOver)
            cover.action_ready()

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Board, "_choose", quick)
            await seen.press("2")
            await seen.sees("▶ Ben")
        assert last is seen.app.screen

    played(script, app=app)
    assert frames_with(app, "Ben", *ANAS) == []
    assert frames_with(app, "Ana", *BENS) == []


def test_keys_that_mean_nothing_do_nothing() -> None:
    async def script(seen: Seen) -> None:
        table = seen.game.table
        await seen.press("9", "0", "z", "x", "tab", "space", "f5")
        assert seen.game.table is table

    played(script, session=begin(Setup(seed=7)))


def test_choices_by_mouse_and_by_arrows() -> None:
    async def script(seen: Seen) -> None:
        await seen.pilot.click("#choices Button:last-of-type")
        assert str(seen.game.table.picked) == "23"
        await seen.press("right", "enter")
        assert seen.game.table.players[0].hand == (STANDARD.card("23"),)

    played(script, session=begin(Setup(seed=7)))


def test_the_language_changes_at_once() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("l")
        await seen.sees("Mercado")
        await seen.sees("deshacer")
        await seen.press("l", "question_mark")
        await seen.sees("Nimm Karten")
        await seen.press("escape", "l")
        await seen.sees("Market")

    played(script, session=begin(Setup(seed=7)))


@pytest.mark.slow
def test_the_table_after_the_end_can_be_viewed_and_undone() -> None:
    session = begin(Setup(seed=7))
    while not session.game.over:
        session.act(session.game.legal[0])

    async def script(seen: Seen) -> None:
        assert isinstance(seen.app.screen, End)
        await seen.press("escape")
        assert seen.choices() == ["1 The result"]
        await seen.press("1")
        assert isinstance(seen.app.screen, End)
        await seen.press("escape", "u")
        assert not seen.game.over

    played(script, session=session)


# -- the first screen -------------------------------------------------------------------------


@pytest.mark.slow
def test_seats_names_rules_and_language_are_chosen() -> None:
    async def script(seen: Seen) -> None:
        screen = seen.app.screen
        screen.query_one("#seat-2", Select).value = "random"
        screen.query(".name").results(Input).__next__().value = "Zoe"
        screen.query_one("#rules", Select).value = "brave"
        await seen.settled()
        await seen.sees("What differs from Line-it")
        await seen.sees("A line holds at most 2 Bet cards.")
        await seen.sees("instead of: A line holds at most 1 Bet card.")
        screen.query_one("#lang", Select).value = "de"
        await seen.settled()
        await seen.sees("Was anders ist als bei Line-it")
        await seen.pilot.click("#begin")
        await seen.settled()
        assert seen.board.session.seats == ("person", "greedy", "random")
        assert seen.board.session.names == ("Zoe", "Ben", "Cleo")
        assert seen.game.ruleset.name == "brave"
        await seen.sees("Markt")

    played(script, size=(80, 40))


@pytest.mark.slow
def test_a_rule_file_is_loaded_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 2\nname = "mine"\ntitle = "As we play"\nextends = "standard"\n'
        "[limits]\nprice = 1\n",
        "utf-8",
    )

    async def script(seen: Seen) -> None:
        seen.app.screen.query_one("#file", Input).value = str(tmp_path / "no.toml")
        await seen.press("tab", "tab")
        await seen.pilot.click("#begin")
        assert "is not a file; check the path" in seen.text("#refused").replace("\n", " ")
        line = seen.app.screen.query_one("#file", Input)
        line.value = str(path)
        line.focus()
        await seen.press("enter")
        await seen.sees("The first number card of a scored line is discarded.")
        await seen.pilot.click("#begin")
        await seen.settled()
        assert seen.game.ruleset.limits["price"] == 1
        await seen.press("r")
        await seen.sees("As we play")
        await seen.sees("number cards of a scored line that are discarded: 3 → 1")
        await seen.sees("instead of: The first 3 number cards")

    played(script, size=(80, 40))


def test_seats_without_people_are_refused() -> None:
    async def script(seen: Seen) -> None:
        seen.app.screen.query_one("#seat-0", Select).value = "random"
        await seen.press("enter")
        assert isinstance(seen.app.screen, Start)
        assert "at least one must be a person" in seen.text("#refused")
        seen.app.screen.query_one("#seat-1", Select).value = "nobody"
        await seen.press("ctrl+s")
        assert "takes from 2 to 5 players, not 1" in seen.text("#refused")

    played(script)


@pytest.mark.slow
def test_the_game_goes_on_after_a_crash(tmp_path: Path) -> None:
    setup = Setup(seed=7, folder=tmp_path)
    last: list[Game] = []

    async def crash(seen: Seen) -> None:
        await seen.press("enter", *"1212121")
        last.append(seen.game)  # the app then ends without saving

    async def go_on(seen: Seen) -> None:
        await seen.sees("Unfinished")
        await seen.pilot.click("#go-on-0")
        await seen.settled()
        assert seen.game.table == last[0].table
        await seen.press("q")

    async def drop(seen: Seen) -> None:
        await seen.pilot.click("#drop-0")
        await seen.settled()
        assert "Unfinished" not in seen.screen()
        assert unfinished(tmp_path) == ()

    for script in (crash, go_on, drop):
        played(script, setup)


@pytest.mark.slow
def test_what_cannot_be_resumed_is_on_the_screen_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "chess.json").write_text('{"game": "chess"}', "utf-8")
    (tmp_path / "cut.json").write_text('{"game": ', "utf-8")

    async def script(seen: Seen) -> None:
        await seen.sees("Unfinished")
        await seen.sees("chess.json: cannot be resumed: this is not a saved game:")
        await seen.sees("cut.json: cannot be resumed: this is not a saved game, or ")
        seen.app.screen.query_one("#lang", Select).value = "de"
        await seen.sees("chess.json: kann nicht fortgesetzt werden: das ist kein ")
        await seen.press("shift+tab", "enter")  # the last button removes a file
        await seen.settled()
        assert len([*tmp_path.iterdir()]) == 1
        await seen.press("shift+tab", "enter")
        await seen.settled()
        assert [*tmp_path.iterdir()] == []
        assert "kann nicht fortgesetzt werden" not in seen.screen()
        await seen.press("enter")
        assert seen.on_board

    played(script, Setup(seed=7, folder=tmp_path))


@pytest.mark.slow
def test_a_file_that_cannot_be_removed_is_reported(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()

    async def script(seen: Seen) -> None:
        await seen.press("shift+tab", "enter")
        await seen.settled()
        assert "folder.json cannot be removed: Is a directory" in seen.text("#refused")
        await seen.sees("folder.json: cannot be resumed:")
        await seen.press("enter")
        assert seen.on_board

    played(script, Setup(seed=7, folder=tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_screen_fits_with_files_of_all_kinds(lang: str, tmp_path: Path) -> None:
    """Every line, file and button can be reached by keys, on 80 columns."""
    whys = broken_files(tmp_path)
    names = tuple(f"A name of 20 letter{number}" for number in range(5))
    for number in range(3):
        begin(Setup(("person", *["greedy"] * 4), names, seed=number, folder=tmp_path))

    async def script(seen: Seen) -> None:
        screen = seen.app.screen
        drops = [*screen.query("#start Button").results(Button)]
        assert len(drops) == len(whys) + 2 * 3
        for row in screen.query(".kept"):
            assert row.region.width <= 78
        for button in drops:
            button.focus()
            await seen.settled()
            region = button.region
            assert region.x >= 0
            assert region.right <= 79
            assert 1 <= region.height <= 3
            assert button in seen.app.screen.focus_chain
        await seen.sees(sentence("play", "drop", {}, lang))
        begin_button = screen.query_one("#begin").region
        assert (begin_button.y, begin_button.height) == (23, 1)

    played(script, Setup(seed=7, folder=tmp_path, lang=lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_and_limits_are_shown_in_the_language(lang: str) -> None:
    rules = load_ruleset(
        {"format": 2, "name": "mine", "extends": "children", "limits": {"hand": 5}}
    )
    pen = Pen(rules, ("Ana", "Ben"), lang)
    console = Console(width=200)
    with console.capture() as captured:
        console.print(differences(pen, load_ruleset("bga")))
    shown = captured.get()
    names = {
        "en": (
            "cards that a hand can hold: 2 → 5",
            "What differs from Line-it on Board Game Arena",
        ),
        "es": ("cartas que caben en la mano: 2 → 5", "Line-it en Board Game Arena"),
        "de": ("Karten, die eine Hand fasst: 2 → 5", "Line-it auf Board Game Arena"),
    }
    for part in names[lang]:
        assert part in shown
    assert "limits." not in shown
    assert "components.numbers: 100 → 50" in shown


def test_a_limit_without_a_name_is_shown_by_its_place() -> None:
    paid = {**STANDARD.document["effects"]["pay_price"], "first": "own"}
    own = {"format": 2, "name": "mine", "extends": "standard", "effects": {"pay_price": paid}}
    rules = load_ruleset({**own, "limits": {"own": 5}})
    shown = [where(Pen(rules, (), "de"), found) for found in data_differences(rules, STANDARD)]
    assert sorted(shown) == ["effects.pay_price", "limits.own"]


@pytest.mark.parametrize(
    "lang", ["de", *(pytest.param(lang, marks=pytest.mark.slow) for lang in ("en", "es"))]
)
def test_the_titles_of_the_rules_are_offered_in_the_language(lang: str) -> None:
    async def script(seen: Seen) -> None:
        await seen.sees(title(load_ruleset("children"), lang))
        await seen.press("enter", "r")
        assert isinstance(seen.app.screen, Reading)
        await seen.sees(title(load_ruleset("children"), lang))

    played(script, Setup(seed=7, rules="children", lang=lang))


@pytest.mark.parametrize(
    ("seat", "ending"),
    [(1, "Ben resigned. These are the points"), (None, "The game was broken off. These are the")],
)
def test_a_game_that_ended_early_says_how(seat: int | None, ending: str) -> None:
    game = Game.new(2, seed=7, names=["Ana", "Ben"])
    game.end_early(seat)

    async def script(seen: Seen) -> None:
        await seen.sees(ending)

    played(script, session=Session(game, ("person", "person")))


def test_a_game_that_began_after_its_end_has_a_result_without_a_winner(tmp_path: Path) -> None:
    session = begin(Setup(seed=7))
    while not session.game.over:
        session.act(session.game.legal[0])
    save_game(Game(session.game.table), tmp_path / "game.json")

    async def script(seen: Seen) -> None:
        assert isinstance(seen.app.screen, End)
        await seen.sees("points from lines")
        assert "victory" not in seen.screen()
        assert "wins" not in seen.screen()

    played(script, session=from_file(Setup(), str(tmp_path / "game.json")))


# -- keys pressed in haste, names and titles with markup ------------------------------


def two_people() -> Session:
    return begin(Setup(("person", "person"), seed=7))


def test_keys_pressed_in_haste_decide_nothing_for_the_next_person() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space")
        for key in "11111111111111":
            seen.app.simulate_key(key)
        await seen.sees("Ben, it is your turn.")
        assert [str(step.action) for step in seen.game][1:] == ["pick 91", "line", "score"]
        assert len(seen.app.screen_stack) == 3  # an empty one, the board, the hand-over
        await seen.press("space")
        await seen.sees("▶ Ben")

    played(script, session=two_people())


def test_enter_pressed_twice_shows_no_hand() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("space", "1", "1")
        await seen.press("enter", "enter")
        assert isinstance(seen.app.screen, HandOver)
        await seen.pilot.click(offset=(1, 1))
        assert isinstance(seen.app.screen, HandOver)
        await seen.pilot.click("HandOver Button")
        assert seen.on_board

    played(script, session=two_people())


def test_enter_pressed_three_times_on_save_saves_once(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("old", "utf-8")

    async def script(seen: Seen) -> None:
        await seen.press("s")
        seen.app.screen.query_one(Input).value = str(tmp_path / "old.json")
        for _ in range(4):
            seen.app.simulate_key("enter")
        await seen.sees("Saved:")
        assert seen.on_board

    played(script, session=begin(Setup(seed=7)))


@pytest.mark.slow
@pytest.mark.parametrize("path", ["~nobodyatall/x.json", "x" * 300, "", ".", "a\0b"])
def test_a_path_that_cannot_be_written_is_refused(path: str) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("s")
        seen.app.screen.query_one(Input).value = path
        await seen.press("enter")
        assert isinstance(seen.app.screen, Save)
        assert seen.text("#refused")

    played(script, session=begin(Setup(seed=7)))


@pytest.mark.slow
def test_markup_in_names_and_titles_is_shown_literally(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text(
        'format = 2\nname = "mine"\ntitle = "[/]Ours"\nextends = "standard"\n'
        "[components]\nnumbers = 8\nbets = []\n",
        "utf-8",
    )
    setup = Setup(names=("A[/red]", "[red]B"), rules=str(rules), seed=1, folder=tmp_path / "kept")

    async def first(seen: Seen) -> None:
        await seen.sees("[/]Ours")
        await seen.press("ctrl+s")
        await seen.sees("▶ A[/red]")

    async def second(seen: Seen) -> None:
        await seen.sees("A[/red], [red]B")
        await seen.pilot.click("#go-on-0")
        while not isinstance(seen.app.screen, End):
            await seen.press("1")
        await seen.sees("A[/red]")
        await seen.sees("[red]B")

    played(first, setup)
    played(second, setup)


@pytest.mark.slow
def test_a_change_of_language_leaves_the_seats_and_the_focus() -> None:
    async def script(seen: Seen) -> None:
        screen = seen.app.screen
        screen.query_one("#seat-0", Select).value = "nobody"
        screen.query_one("#seat-2", Select).value = "person"
        screen.query_one("#lang", Select).value = "es"
        await seen.sees("Idioma")
        names = [line.value for line in screen.query(".name").results(Input)]
        assert names == ["Ana", "Ben", "Cleo", "Dora", "Emil"]
        await seen.press("enter")
        assert seen.board.session.names == ("Ben", "Cleo")
        assert seen.board.session.seats == ("greedy", "person")

    played(script)


# -- rules that change, and rules without an end ------------------------------------------------


@pytest.mark.slow
def test_a_rule_file_that_broke_during_a_game_is_refused_for_the_next(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('format = 2\nname = "mine"\nextends = "standard"\n', "utf-8")
    session = begin(Setup(rules=str(rules), seed=7))
    while not session.game.over:
        session.act(session.game.legal[0])

    async def script(seen: Seen) -> None:
        rules.write_text("nonsense", "utf-8")
        await seen.press("n")
        assert "mine.toml" in seen.text("#refused")
        await seen.press("ctrl+s")
        assert seen.game.ruleset == STANDARD

    played(script, Setup(rules=str(rules)), session)


ENDLESS = {
    "format": 2,
    "name": "endless",
    "extends": "standard",
    "transition": [
        {"id": "score-pass", "rule": "score", "from": "score", "on": "pass", "to": "score"}
    ],
}


def test_an_action_after_which_bots_never_end_is_refused() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("1", "1", "1")
        assert "the game did not end" in seen.text("#message")
        assert seen.game.table.seat == 0
        assert [str(step.action) for step in seen.game][1:] == ["pick 91", "line"]

    game = Game.new(2, rules=ENDLESS, seed=7)
    played(script, session=Session(game, ("person", "greedy")))


# -- what goes wrong outside ---------------------------------------------------------------------


def test_a_game_that_cannot_be_kept_goes_on_says_so_and_is_kept_again(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    session = begin(Setup(seed=7, folder=folder))

    async def script(seen: Seen) -> None:
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
        folder.write_text("a file now", "utf-8")
        ply = seen.game.ply
        await seen.press("1")
        assert seen.game.ply == ply + 1
        assert "This game is not being kept for later" in seen.text("#message")
        await seen.press("1")
        assert seen.game.ply == ply + 2
        assert seen.text("#message") == "score the line: discards 91♠"
        folder.unlink()
        await seen.press("1")
        ((_, kept),) = unfinished(folder)
        assert isinstance(kept, Game)
        assert kept.ply == seen.game.ply > ply + 2

    played(script, session=session)


def test_a_folder_that_cannot_be_written_stops_no_game() -> None:
    async def script(seen: Seen) -> None:
        await seen.press("enter")
        assert "This game is not being kept for later" in seen.text("#message")
        await seen.press("1", "u")
        assert seen.text("#message") == "Taken back."

    played(script, Setup(seed=7, folder=Path("/dev/null/x")))


def test_saving_reports_and_replaces_a_file_only_after_a_second_enter(tmp_path: Path) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("s")
        assert isinstance(seen.app.screen, Save)
        line = seen.app.screen.query_one(Input)
        line.value = str(tmp_path / "no" / "game.json")
        await seen.press("enter")
        assert "cannot be written: No such file or directory" in seen.text("#refused")
        (tmp_path / "old.json").write_text("old", "utf-8")
        line.value = str(tmp_path / "old.json")
        await seen.press("enter")
        assert "already exists" in seen.text("#refused")
        assert (tmp_path / "old.json").read_text("utf-8") == "old"
        await seen.press("enter")
        assert load_game(tmp_path / "old.json").table == seen.game.table
        assert "Saved: " in seen.text("#message")

    played(script, session=begin(Setup(seed=7)))


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "es", "de"])
def test_without_a_terminal_it_says_so(lang: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "play", "--lang", lang],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "lineit play" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--people", "9"], "the game takes from 2 to 5 players, not 10 [players]\n"),
        (["--people", "0", "--bots", "2"], "each of the 2 seats must be one of person, greedy"),
        (["--people", "-3"], "the game takes from 2 to 5 players, not 1 [players]\n"),
        (["--rules", "chess"], "there is no ruleset 'chess'"),
        (["no.json"], "no.json cannot be read: No such file or directory\n"),
    ],
)
def test_wrong_arguments_are_refused_before_the_app_starts(
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    assert main(["play", *arguments]) == 1
    assert message in capsys.readouterr().err.replace("'no.json'", "no.json")


def test_a_failure_of_the_app_is_told_in_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fails(_: Board) -> None:
        raise ZeroDivisionError

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(Board, "on_mount", fails)
    run = Play.run
    monkeypatch.setattr(Play, "run", lambda app: run(app, headless=True))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    save_game(Game.new(2, seed=7), tmp_path / "game.json")
    assert main(["play", str(tmp_path / "game.json")]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_without_the_extra_play_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "textual.app", None)
    for name in [name for name in sys.modules if name.startswith("lineit.frontends.tui.")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["play"]) == 1
    assert capsys.readouterr().err == (
        "lineit play needs textual; install the extra cli, in a checkout with"
        " pip install '.[cli]'\n"
    )
