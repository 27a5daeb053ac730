"""The terminal game under test: its keys, and what is on its screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Button, Static

from lineit import Game
from lineit.frontends.session import Session
from lineit.frontends.tui.app import Play
from lineit.frontends.tui.board import Board
from lineit.frontends.tui.start import Setup
from support.tables import STANDARD
from support.work import HANGS_AFTER

Script = Callable[["Seen"], Awaitable[None]]


class Seen:
    """The app under test, and what a person sees on the screen."""

    def __init__(self, app: Any, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settled()

    async def settled(self) -> None:
        """Wait until the app has handled all messages, however long that takes."""
        quiet = 0
        while quiet < 2:
            await self.pilot.pause()
            if failure := self.app._exception:  # noqa: SLF001 # its queues are never empty again
                raise failure
            pumps = (self.app, *self.app.screen_stack, *self.app.screen.walk_children())
            quiet = 0 if any(pump.message_queue_size for pump in pumps) else quiet + 1

    async def sees(self, text: str) -> None:
        """Wait until the text is on the screen. Some text is drawn only after a key is handled."""
        for _ in range(20 * HANGS_AFTER):
            if text in self.screen():
                await self.settled()
                return
            await self.pilot.pause(0.05)
        raise AssertionError(f"{text!r} is not on the screen:\n{self.screen()}")

    @property
    def board(self) -> Board:
        (board,) = [screen for screen in self.app.screen_stack if isinstance(screen, Board)]
        return board

    @property
    def on_board(self) -> bool:
        return isinstance(self.app.screen, Board)

    @property
    def game(self) -> Game:
        return self.board.session.game

    def text(self, place: str) -> str:
        """Return the text of a widget on the visible screen."""
        content = self.app.screen.query_one(place, Static).content
        return content.plain if isinstance(content, Text) else str(content)

    def screen(self) -> str:
        """Return every character on the screen, line by line."""
        lines = self.app.screen._compositor.render_strips()  # noqa: SLF001 # the output for the terminal
        return "\n".join(strip.text.rstrip() for strip in lines)

    def choices(self) -> list[str]:
        return [
            str(button.label) for button in self.app.screen.query("#choices Button").results(Button)
        ]


class Filmed(Play):
    """The app, with every frame that it draws: what is on the screen, and who looks at it."""

    def __init__(self, setup: Setup, session: Session | None = None) -> None:
        super().__init__(setup, session)
        self.looking = "nobody"
        self.frames: list[tuple[str, str]] = []

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, renderable)
        strips = self.screen._compositor.render_strips()  # noqa: SLF001 # the output for the terminal
        self.frames.append((self.looking, "\n".join(strip.text for strip in strips)))


def played(
    script: Script,
    setup: Setup | None = None,
    session: Session | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    app: Play | None = None,
) -> None:
    """Run the app with a script of keys and checks."""

    async def run() -> None:
        nonlocal app
        app = app or Play(setup or Setup(seed=7), session)
        async with app.run_test(size=size) as pilot:
            seen = Seen(app, pilot)
            await seen.settled()
            await script(seen)

    asyncio.run(run())


ROUNDS = [
    ("1 92 3 4", "pick 1, line, pass", "pick 92, hand, pass"),
    ("15 96 5 6", "pick 96, hand, pass", "pick 15, line, pass"),
    ("B3a 7 8 9", "pick B3a, line, pass", "pick 7, line, pass, pass"),
    ("25 10 11 17", "pick 10, line, pass, pass", "pick 25, line, pass"),
    ("91 12 13 14", "pick 91, hand, pass, pass", "pick 12, line, pass, pass"),
    ("16 B4a 18 19", "pick 16, line, pass, pass"),
]
"""Each market, and the actions of the players in turn."""


def literal_session() -> Session:
    """Return a session of Ana and Ben in the sixth round, with Ana on turn.

    Ana has a bet in her line and a card in hand, and Ben has two cards in hand.
    """
    top = " ".join(market for market, *_ in ROUNDS).split()
    rest = [card.code for card in STANDARD.cards if card.code not in top]
    session = Session(Game.new(2, deck=top + rest, names=["Ana", "Ben"]), ("person", "person"))
    for _, *turns in ROUNDS:
        for action in ", ".join(turns).split(", "):
            session.act(action)
    return session
