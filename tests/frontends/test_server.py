"""The server in docs/frontends/server: real processes, real sockets and real kills."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from lineit import Game, parse_record
from lineit.model.events import CardsMoved
from lineit.views import sees
from support.paths import ROOT
from support.sockets import SERVER, Running, news, received, running, send
from support.work import HANGS_AFTER


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "games.db") as process:
        yield process


def refused(connection: Any, **message: Any) -> Any:
    """Send a message and return the error, which must be the answer."""
    send(connection, **message)
    while "error" not in (answer := received(connection)):
        pass
    return answer["error"]


# -- playing ------------------------------------------------------------------------------------


def test_two_people_play_a_game_to_its_end_and_a_third_watches(server: Running) -> None:
    game = server.new(players=2, names=["Ana", "Ben"])
    chance, revision = Random(1), 0
    with (
        server.connect(token=game["tokens"][0]) as ana,
        server.connect(token=game["tokens"][1]) as ben,
        server.connect(game=game["game"]) as watching,
    ):
        told = {0: news(ana, 0), 1: news(ben, 0), None: news(watching, 0)}
        sockets = {0: ana, 1: ben, None: watching}
        while told[0]["turn"] is not None:
            turn = told[0]["turn"]
            assert [seat for seat in told if told[seat]["legal"]] == [turn]
            send(sockets[turn], action=chance.choice(told[turn]["legal"]), revision=revision)
            revision += 1
            told = {seat: news(socket, revision) for seat, socket in sockets.items()}
        assert (told[1]["names"], told[1]["ended_early"]) == (["Ana", "Ben"], None)
        points = [player["points"] for player in told[None]["view"]["players"]]
        best = [seat for seat, each in enumerate(points) if each == max(points)]
        assert told[0]["winners"] == told[None]["winners"] == best


def test_nobody_gets_a_card_that_the_seat_has_not_seen(tmp_path: Path) -> None:
    """In blind-pick, cards come from the deck into a hand. The file tells which cards those are."""
    file, chance = tmp_path / "games.db", Random(3)
    with running(file) as process, table_of(process, rules="blind-pick") as sockets:
        (record,) = sqlite3.connect(file).execute("SELECT record FROM games").fetchone()
        game = parse_record(record)
        codes = {card.code for card in game.ruleset.cards}
        seen = [set[str](), set[str]()]
        for revision in range(60):
            for seat, socket in enumerate(sockets):
                told = news(socket, revision)
                seen[seat] |= shown(game, seat)
                assert set(re.findall(r'"(\w+)"', json.dumps(told))) & codes <= seen[seat]
            action = chance.choice(game.legal)
            send(sockets[game.table.seat], action=str(action), revision=revision)
            game.apply(action)


def shown(game: Game, seat: int) -> set[str]:
    """Return the cards that the seat sees at the table, or saw in the last step."""
    rules = game.ruleset
    piles = [
        cards
        for zone, owner, cards in game.table.piles()
        if sees(rules, zone, owner, seat, "table")
    ]
    piles += [
        event.cards
        for event in game.steps[-1].events
        if isinstance(event, CardsMoved)
        and any(sees(rules, zone, event.seat, seat, "table") for zone in (event.source, event.to))
    ]
    return {card.code for cards in piles for card in cards}


@contextmanager
def table_of(process: Running, **choices: Any) -> Iterator[list[ClientConnection]]:
    """Begin a game of two. Yield the connections of its seats."""
    with seated(process, process.new(players=2, **choices)["tokens"]) as sockets:
        yield sockets


@contextmanager
def seated(process: Running, tokens: list[str], **query: Any) -> Iterator[list[ClientConnection]]:
    """Yield the connections of the two seats of a game."""
    one, two = (process.connect(token=token, **query) for token in tokens)
    with one as first, two as second:
        yield [first, second]


def test_a_seat_acts_only_on_its_turn_and_about_what_it_has_seen(server: Running) -> None:
    with table_of(server) as (one, two):
        action = news(one, 0)["legal"][0]
        assert refused(two, action=action, revision=0)["code"] == "not_your_turn"
        send(one, action=action, revision=0)
        assert news(one, 1)["legal"] == ["line", "hand"]
        assert refused(one, action="line", revision=0)["code"] == "stale_revision"
        error = refused(one, action="score", revision=1)
        assert (error["rule"], error["code"]) == ("place-line", "other_phase")
        send(one, undo=1, revision=1)
        told = news(one, 2)
        assert (told["after"], told["ply"], told["events"]) == (0, 0, [])


def test_what_showed_a_new_card_is_not_taken_back(server: Running) -> None:
    """Nor is what another seat has decided."""
    with table_of(server) as sockets:
        told = [news(socket, 0) for socket in sockets]
        revision = 0
        while told[0]["view"]["round"] == 1:
            turn = told[0]["turn"]
            legal = told[turn]["legal"]
            send(sockets[turn], action="pass" if "pass" in legal else legal[0])
            revision += 1
            told = [news(socket, revision) for socket in sockets]
        assert refused(sockets[1], undo=1)["code"] == "undo_revealed"
        assert refused(sockets[0], undo=1)["code"] == "undo_others"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "Expecting value: line 1 column 1 (char 0)"),
        ("[1]", "send an object, with the token of a seat"),
        ("{}", 'a message has an "action", the number of steps to "undo", or "resign"'),
        ('{"undo": 0}', 'a message has an "action", the number of steps to "undo", or "resign"'),
        ('{"action": 5}', 'a message has an "action", the number of steps to "undo", or "resign"'),
        ("[" * 2000, "maximum recursion depth exceeded"),
        ('{"action": "juggle"}', "'juggle' is not an action"),
        ('{"action": "\\ud800"}', "'\\ud800' is not an action"),
        ('{"action": "' + "x" * 4000 + '"}', "'xxxxxxxxxxxxx"),
        ('{"undo": 1e999}', 'a message has an "action"'),
        ('{"undo": true}', "True is not a plain whole number"),
        ('{"action": "pick 91", "revision": "0"}', "the game is at revision 0, not '0'"),
    ],
)
def test_a_bad_message_is_answered_and_changes_nothing(
    text: str, message: str, server: Running
) -> None:
    game = server.new(players=2)
    with server.connect(token=game["tokens"][0]) as one:
        before = news(one, 0)
        one.send(text)
        while "error" not in (answer := received(one)):
            pass
        assert answer["error"]["message"].startswith(message)
        with server.connect(token=game["tokens"][0]) as again:
            assert received(again)["view"] == before["view"]


def test_a_binary_message_is_read_as_text(server: Running) -> None:
    with table_of(server) as (one, _):
        one.send(b'{"action": "castle"}')
        while "error" not in (answer := received(one)):
            pass
        assert answer["error"]["code"] == "not_an_action"
        one.send(b"\xff")
        assert received(one)["error"]["code"] == "message"


def test_a_message_that_is_too_long_ends_only_that_connection(server: Running) -> None:
    with table_of(server) as (one, two):
        news(two, 0)
        one.send("x" * 5000)
        with pytest.raises(ConnectionClosed):
            skip(one)
        while received(two)["here"] != [1]:
            pass


def skip(connection: ClientConnection) -> None:
    """Read all messages, until the connection ends."""
    while True:
        received(connection)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"[]",
        b'{"seed": 7}',
        b'{"players": 9}',
        b'{"rules": "/etc/passwd.toml"}',
        b'{"rules": ["standard"]}',
        b'{"names": ["Ana", "Ana"]}',
        b'{"names": ["' + b"x" * 5000 + b'"]}',
    ],
)
def test_a_game_that_cannot_begin_is_refused(body: bytes, server: Running) -> None:
    status, answer = server.post(body)
    assert status == 400
    assert answer["error"]["message"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no/such/folder/games.db"], "cannot be used: unable to open database file"),
        ([str(ROOT / "README.md")], "README.md cannot be used: file is not a database"),
        (["games.db", "--port", "99999"], "there is no port 99999; give one from 1 to 65535"),
        (["games.db", "--port", "x"], "argument --port: invalid int value: 'x'"),
    ],
)
def test_a_server_that_cannot_begin_says_why(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, SERVER, *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=HANGS_AFTER,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].endswith(message)


@pytest.mark.parametrize("query", [{}, {"token": "x"}, {"game": "x"}, {"token": ""}])
def test_a_connection_without_a_game_is_refused(query: dict[str, str], server: Running) -> None:
    with pytest.raises(Exception, match="403"), server.connect(**query):
        pass


def test_a_spectator_cannot_act(server: Running) -> None:
    game = server.new(players=2)
    with server.connect(game=game["game"]) as watching:
        told = news(watching, 0)
        assert (told["legal"], told["view"]["viewer"]) == ([], None)
        assert (
            refused(watching, action="pass")["message"]
            == "send an object, with the token of a seat"
        )


# -- leaving, coming back, restarts -------------------------------------------------------------


def test_a_player_who_leaves_comes_back_to_what_happened_meanwhile(server: Running) -> None:
    game = server.new(players=2)
    with server.connect(token=game["tokens"][0]) as one:
        legal = news(one, 0)["legal"]
        with server.connect(token=game["tokens"][1]) as two:
            while received(one)["here"] != [0, 1]:
                pass
            seen = news(two, 0)["revision"]
        while received(one)["here"] != [0]:
            pass
        send(one, action=legal[0], revision=0)
        with server.connect(token=game["tokens"][1], since=seen) as two:
            told = received(two)
            assert (told["after"], told["revision"]) == (0, 1)
            assert [event["type"] for event in told["events"]] == ["cards-moved", "phase-entered"]


@pytest.mark.parametrize("since", ["-1", "x", "9" * 5000, "99", ""])
def test_whoever_asks_for_an_unknown_revision_gets_everything(since: str, server: Running) -> None:
    game = server.new(players=2)
    with server.connect(token=game["tokens"][0], since=since) as one:
        told = received(one)
        assert (told["after"], told["events"][0]["type"]) == (None, "round-begun")


def test_a_resigned_game_is_over(server: Running) -> None:
    with table_of(server) as (one, two):
        send(two, resign=True)
        told = news(one, 1)
        assert (told["turn"], told["winners"], told["legal"]) == (None, [], [])
        assert told["ended_early"] == {"seat": 1, "points": [0, 0]}
        assert refused(one, undo=0)["code"] == "undo_end"
        assert refused(one, action="pass")["code"] == "ended_early"
        send(two, undo=0)
        assert news(one, 2)["turn"] == 0


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    file, chance, revision = tmp_path / "games.db", Random(5), 0
    views: list[Any] = []
    with running(file) as first:
        tokens = first.new(players=2)["tokens"]
    for _ in range(3):
        with running(file) as process, seated(process, tokens, since=revision) as sockets:
            told = [received(socket) for socket in sockets]
            assert {each["revision"] for each in told} == {revision}
            assert views in ([], [each["view"] for each in told])
            for _ in range(9):
                turn = told[0]["turn"]
                send(sockets[turn], action=chance.choice(told[turn]["legal"]), revision=revision)
                revision += 1
                told = [news(socket, revision) for socket in sockets]
            views = [each["view"] for each in told]
            process.kill()


def test_a_kill_in_the_middle_of_decisions_keeps_all_that_was_told(tmp_path: Path) -> None:
    """What a player was told is on the disk, however fast the decisions come."""
    file, told_last = tmp_path / "games.db", 0
    with running(file) as process:
        tokens = process.new(players=2)["tokens"]
        with seated(process, tokens) as sockets:
            timer = threading.Timer(0.2, process.kill)
            timer.start()
            with suppress(ConnectionClosed):
                for revision in range(10_000):
                    told = [news(socket, revision) for socket in sockets]
                    told_last = revision
                    turn = told[0]["turn"] or 0
                    send(sockets[turn], action=(told[turn]["legal"] or ["pass"])[0])
            timer.join()
    with running(file) as process, process.connect(token=tokens[0]) as again:
        assert received(again)["revision"] in {told_last, told_last + 1}


def test_ten_clients_that_act_out_of_turn_and_out_of_date(tmp_path: Path) -> None:
    """Five games of two, whose players send what they like. Each change is made and kept once."""
    file = tmp_path / "games.db"
    with running(file) as process:
        games = [process.new(players=2) for _ in range(5)]
        codes: list[str] = []

        def act(token: str, number: int) -> None:
            chance = Random(number)
            with process.connect(token=token) as connection:
                revision, legal = 0, ["pass"]
                for _ in range(60):
                    seen = revision - chance.choice([0, 0, 0, 1, 2])
                    send(
                        connection,
                        action=chance.choice([*legal, "pass"]),
                        revision=seen,
                    )
                    message = received(connection)
                    if "error" in message:
                        codes.append(message["error"]["code"])
                    else:
                        revision, legal = message["revision"], message["legal"] or ["pass"]

        threads = [
            threading.Thread(target=act, args=(token, number))
            for number, token in enumerate(token for game in games for token in game["tokens"])
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {"stale_revision", "not_your_turn"} <= set(codes)
        ends = [last_revision(process, game) for game in games]
    kept = sqlite3.connect(file).execute(
        "SELECT game, COUNT(*), MIN(revision), MAX(revision) FROM changes GROUP BY game"
    )
    rows = {ident: rest for ident, *rest in kept}
    assert [rows[game["game"]] for game in games] == [[end, 1, end] for end in ends]


def last_revision(process: Running, game: Any) -> int:
    """Return the revision of a game."""
    with process.connect(game=game["game"]) as connection:
        revision: int = received(connection)["revision"]
        return revision
