"""Line-it for many people: `python server.py games.db --port 8000` serves games by websocket.

A game is kept as its beginning and its changes, so that after a restart it has the same revisions.
Whoever has the token of a seat acts for it; everybody else may watch.
"""

import argparse
import asyncio
import json
import re
import secrets
import sqlite3
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any

import uvicorn
from attrs import asdict
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from lineit import (
    Game,
    LineitError,
    parse_record,
    record_json,
    ruleset_names,
    seen_event_json,
    view_json,
)

MOST_BYTES = 4096
"""Maximum length of a message or a request from outside, in bytes."""

TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, record TEXT);
CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, game TEXT, seat INTEGER);
CREATE TABLE IF NOT EXISTS changes (game TEXT, revision INTEGER, message TEXT, seat INTEGER,
                                    PRIMARY KEY (game, revision));
"""


class Room:
    """A game, and who is connected to it. `changed` wakes all that wait for a new `stamp`."""

    def __init__(self, game: Game) -> None:
        self.game, self.stamp, self.changed = game, 0, asyncio.Condition()
        self.here: list[int | None] = []

    async def wake(self) -> None:
        """Let all connections send their news."""
        self.stamp += 1
        async with self.changed:
            self.changed.notify_all()

    def news(self, seat: int | None, since: int | None) -> dict[str, Any]:
        """Return what happened since a revision, and the table, as the seat may see them."""
        game, news = self.game, self.game.events_since(since)
        return {
            "revision": news.revision,
            "ply": news.ply,
            "after": news.after,
            "events": [seen_event_json(event, game.ruleset, seat) for event in news.events],
            "view": view_json(game.view(seat)),
            "legal": [str(action) for action in game.legal_for(seat)],
            "turn": game.turn,
            "winners": game.winners if game.over else None,
            "ended_early": game.ended_early and asdict(game.ended_early),
            "names": game.names,
            "here": sorted({each for each in self.here if each is not None}),
        }


class Games:
    """All games: those on disk, and the rooms of those that somebody is connected to."""

    def __init__(self, path: Path) -> None:
        self._data, self._rooms = sqlite3.connect(path, isolation_level=None), dict[str, Room]()
        self._data.executescript(TABLES)

    def new(self, choices: dict[str, Any]) -> dict[str, Any]:
        """Begin a game. Return its id, and a token for each seat."""
        game, ident = Game.new(undo="nothing-revealed", **choices), secrets.token_urlsafe(8)
        tokens = [secrets.token_urlsafe(16) for _ in game.table.players]
        rows = [(token, ident, seat) for seat, token in enumerate(tokens)]
        with self._data:
            self._data.execute("BEGIN")
            kept = (ident, json.dumps(record_json(game)))
            self._data.execute("INSERT INTO games VALUES (?, ?)", kept)
            self._data.executemany("INSERT INTO tokens VALUES (?, ?, ?)", rows)
        return {"game": ident, "tokens": tokens}

    def seat(self, token: str) -> tuple[str, int] | tuple[None, None]:
        """Return the game and the seat of a token."""
        found = self._data.execute("SELECT game, seat FROM tokens WHERE token = ?", (token,))
        return found.fetchone() or (None, None)

    def room(self, ident: str | None) -> Room | None:
        """Return the room of a game, or None if there is no such game."""
        if ident not in self._rooms and (game := self._played(ident)):
            self._rooms[str(ident)] = Room(game)
        return self._rooms.get(str(ident))

    def _played(self, ident: str | None) -> Game | None:
        """Return a game from the disk, with all its changes."""
        row = self._data.execute("SELECT record FROM games WHERE id = ?", (ident,)).fetchone()
        if row is None:
            return None
        game = parse_record(row[0])
        changes = "SELECT message, seat FROM changes WHERE game = ? ORDER BY revision"
        for message, seat in self._data.execute(changes, (ident,)):
            change(game, json.loads(message), seat)
        return game

    def change(self, ident: str, message: dict[str, Any], seat: int) -> None:
        """Do what a seat asks for, and keep it. Raises `LineitError`; then nothing has changed."""
        game = copy(self._rooms[ident].game)
        change(game, message, seat)
        row = (ident, game.revision, json.dumps(message), seat)
        self._data.execute("INSERT INTO changes VALUES (?, ?, ?, ?)", row)
        self._rooms[ident].game = game  # first on disk, then in memory

    def leave(self, ident: str, seat: int | None) -> None:
        """Note that a connection has ended. A game without any is on disk only."""
        self._rooms[ident].here.remove(seat)
        if not self._rooms[ident].here:
            del self._rooms[ident]


def change(game: Game, message: dict[str, Any], seat: int) -> None:
    """Change a game as a seat asks for. Raises `LineitError`, or `ValueError` for bad messages."""
    match message:
        case {"action": str(action), **rest}:
            game.apply(action, seat, rest.get("revision"))
        case {"undo": int(steps), **rest} if steps > 0 or game.ended_early:
            game.undo(steps, seat, rest.get("revision"))
        case {"resign": True}:
            game.end_early(seat)
        case _:
            raise ValueError(
                'a message has an "action", the number of steps to "undo", or "resign"'
            )


def refusal(error: Exception) -> dict[str, Any]:
    """Return an error as JSON data: its code, its rule if there is one, and a sentence."""
    code, rule = "message", None
    if isinstance(error, LineitError):
        code, rule = error.reason.code, error.reason.rule
    return {"error": {"code": code, "rule": rule, "message": str(error)}}


def server(path: Path) -> Starlette:
    """Return the server of the games in a file."""
    games = Games(path)

    async def new(request: Request) -> JSONResponse:
        """Begin a game with some of `players`, `rules` and `names`."""
        try:
            size, known = (
                int(request.headers.get("content-length", MOST_BYTES + 1)),
                ruleset_names(),
            )
            choices = json.loads(await request.body()) if size <= MOST_BYTES else None
            if not isinstance(choices, dict) or choices.keys() - {"players", "rules", "names"}:
                raise ValueError("give an object with some of players, rules and names")
            if choices.get("rules", "standard") not in known:
                raise ValueError(f"rules must be one of {', '.join(known)}")
            return JSONResponse(games.new(choices), 201)
        except (ValueError, RecursionError, ClientDisconnect) as error:
            return JSONResponse(refusal(error), 400)

    async def play(socket: WebSocket) -> None:
        """Serve a connection: `token` for a seat or `game` to watch, and `since` a revision."""
        asked = socket.query_params
        ident, seat = games.seat(asked["token"]) if "token" in asked else (asked.get("game"), None)
        if (room := games.room(ident)) is None or ident is None:
            await socket.close()
            return
        room.here.append(seat)
        since = int(asked["since"]) if re.fullmatch("[0-9]{1,15}", asked.get("since", "")) else None
        try:
            await socket.accept()
            await room.wake()
            async with asyncio.TaskGroup() as group:
                sending = group.create_task(send(socket, room, seat, since))
                await receive(socket, games, ident, seat)
                sending.cancel()
        finally:
            games.leave(ident, seat)
            await room.wake()

    return Starlette(routes=[Route("/games", new, methods=["POST"]), WebSocketRoute("/play", play)])


async def send(socket: WebSocket, room: Room, seat: int | None, since: int | None) -> None:
    """Send news as long as the connection is there; to a slow one, several changes at once."""
    with suppress(WebSocketDisconnect, RuntimeError):  # it has ended
        while True:
            sent, news = room.stamp, room.news(seat, since)
            await socket.send_json(news)
            since = news["revision"]
            async with room.changed:
                while room.stamp == sent:
                    await room.changed.wait()


async def receive(socket: WebSocket, games: Games, ident: str, seat: int | None) -> None:
    """Do what the messages ask for, or answer why not, until the connection ends."""
    while (message := await socket.receive())["type"] == "websocket.receive":
        try:
            message = json.loads(message.get("text") or message.get("bytes") or "")
            if seat is None or not isinstance(message, dict):
                raise ValueError("send an object, with the token of a seat")
            games.change(ident, message, seat)
        except (ValueError, RecursionError) as error:
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_json(refusal(error))
        else:
            if room := games.room(ident):
                await room.wake()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serve games of Line-it.")
    parser.add_argument("file", type=Path, help="the file of the games")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    if not 0 < options.port < 65536:
        parser.error(f"there is no port {options.port}; give one from 1 to 65535")
    try:
        app = server(options.file)
    except sqlite3.Error as error:
        parser.error(f"{options.file} cannot be used: {error}")
    uvicorn.run(app, port=options.port, ws_max_size=MOST_BYTES, log_level="warning")
