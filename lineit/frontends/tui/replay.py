"""A saved game, decision by decision: `lineit replay GAME.json --step`."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.driver import Driver
from textual.events import Resize
from textual.widgets import Button, Static

from lineit.frontends.plain import know
from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.driver import patient
from lineit.frontends.tui.log import Log
from lineit.frontends.tui.style import STYLE
from lineit.frontends.tui.table import box_width, draw_table, table_parts
from lineit.game import Game
from lineit.text.narrate import shown_names
from lineit.views import view

COMMANDS = {
    "first": ("Home", "go(-1000000)"),
    "back": ("←", "go(-1)"),
    "on": ("→", "go(1)"),
    "last": ("End", "go(1000000)"),
    "quit": ("q", "quit"),
}
"""The buttons, each with its key and its action. Each has a text in `[play.step]`."""


class Replay(App[None]):
    """The app: the table after some decisions, with all hands, and the log until then.

    It begins after `to` decisions.
    """

    TITLE = "Line-it"
    ENABLE_COMMAND_PALETTE = False
    CSS = STYLE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, action, priority=True)  # the screen itself would scroll by some of them
        for key, action in (
            ("left,up,backspace", "go(-1)"),
            ("right,down,space", "go(1)"),
            ("pageup", "go(-10)"),
            ("pagedown", "go(10)"),
            ("home", "go(-1000000)"),
            ("end", "go(1000000)"),
            ("minus", "scroll_log(-1)"),
            ("plus", "scroll_log(1)"),
            ("q,escape", "quit"),
        )
    ]

    def __init__(self, game: Game, to: int, lang: str) -> None:
        super().__init__()
        self._game, self._lang, self.ply = game, lang, to

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal, which survives any input."""
        return patient(super().get_driver_class())

    def compose(self) -> ComposeResult:
        """Yield the empty parts of the screen, and the keys."""
        yield from table_parts()
        yield Static(id="message", markup=False)
        with Horizontal(id="keys"):
            for command, (key, action) in COMMANDS.items():
                label = f"{key} {self._pen.step(command)}"
                yield Button(label, compact=True, action=f"app.{action}", classes="key")

    def on_mount(self) -> None:
        """Leave all keys to the app."""
        know(self._game.ruleset)
        for widget in self.query("Log, Button"):
            widget.can_focus = False

    def on_resize(self, _: Resize) -> None:
        """Draw the table, on a wide screen with cards as boxes."""
        self.call_after_refresh(self.show)

    @property
    def _pen(self) -> Pen:
        names = shown_names(self._game)
        return Pen(self._game.ruleset, names, self._lang, box_width(self.size.width))

    def show(self) -> None:
        """Draw the table after the current decision, and what happened until then."""
        steps, pen = self._game.steps[: self.ply + 1], self._pen
        draw_table(self.screen, pen, view(steps[-1].table, None, "perfect"))
        events = [event for step in steps for event in step.events]
        self.query_one(Log).tell(events, pen, memory="perfect")
        told = pen.say("step_at", at=self.ply, ply=self._game.ply)
        self.query_one("#message", Static).update(told)

    def action_go(self, decisions: int) -> None:
        """Go on by this many decisions, or back, as far as there are any."""
        self.ply = max(0, min(self.ply + decisions, self._game.ply))
        self.show()

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the log by this many pages."""
        self.query_one(Log).turn(pages)
