"""The screens beside the table: how a game begins and ends, what is read, and whose turn it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Static

from lineit.errors import LineitError
from lineit.game import Game
from lineit.play.draw import Pen
from lineit.records import save_game

SAVE_AS = "line-it.json"


def is_on_top(screen: Screen[Any]) -> bool:
    """Return whether this is the screen that is seen: keys pressed in haste may come to another."""
    return screen.app.screen is screen


class Reading(ModalScreen[None]):
    """Something to read, and to close again."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "")]

    def __init__(self, pen: Pen, title: str, body: RenderableType) -> None:
        super().__init__()
        self._pen, self._title, self._body = pen, title, body

    def compose(self) -> ComposeResult:
        """Give a title, the text, and how to close it."""
        with Vertical(classes="box"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll():
                yield Static(self._body, markup=False)
            yield Button(self._pen.say("close"), compact=True, id="close")

    def on_button_pressed(self) -> None:
        """Close it."""
        if is_on_top(self):
            self.dismiss()


class HandOver(Screen[None]):
    """Hides the table until the next person sits before it.

    Neither Enter nor a click anywhere shows it: they may have been meant for the last choice.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("space", "ready", "")]

    def __init__(self, pen: Pen, seat: int) -> None:
        super().__init__()
        self._pen, self._seat = pen, seat

    def compose(self) -> ComposeResult:
        """Say whose turn it is, and nothing else."""
        with Vertical(classes="middle"):
            told = self._pen.say("hand_over", player=self._pen.names[self._seat])
            yield Static(told, classes="title", markup=False)
            yield Static(self._pen.say("hand_over_why"), markup=False)
            button = Button(self._pen.say("ready"), compact=True)
            button.can_focus = False
            yield button

    def on_button_pressed(self) -> None:
        """Take a click there for the key."""
        self.action_ready()

    def action_ready(self) -> None:
        """Show the table."""
        if is_on_top(self):
            self.dismiss()


class Save(ModalScreen[str | None]):
    """Asks for a file and saves the game in it; gives what was done, None where nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "")]

    def __init__(self, pen: Pen, game: Game) -> None:
        super().__init__()
        self._pen, self._game = pen, game
        self._warned = ""

    def compose(self) -> ComposeResult:
        """Give a line for the file."""
        with Vertical(classes="box small"):
            yield Static(self._pen.say("save_title"), classes="title", markup=False)
            yield Input(SAVE_AS, id="path")
            yield Static("", id="refused", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Save, but replace a file only when told so twice."""
        if not is_on_top(self):
            return
        try:
            path = Path(event.value.strip()).expanduser()
            there = path.is_file()
        except (OSError, RuntimeError, ValueError) as error:  # such as ~nobody
            self._refuse(str(error))
            return
        if there and self._warned != event.value:
            self._warned = event.value
            self._refuse(self._pen.say("save_over", path=path))
            return
        try:
            save_game(self._game, path)
        except LineitError as error:
            self._refuse(error.reason.text(self._pen.lang))
        else:
            self.dismiss(self._pen.say("saved", path=path))

    def _refuse(self, why: str) -> None:
        self.query_one("#refused", Static).update(why)


class End(ModalScreen[str | None]):
    """Who won, how each point came about, and what now: gives `"again"`, `"quit"`, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "dismiss", ""),
        ("s", "save", ""),
        ("q", "answer('quit')", ""),
        ("n", "answer('again')", ""),
    ]

    def __init__(self, pen: Pen, game: Game) -> None:
        super().__init__()
        self._pen, self._game = pen, game

    def compose(self) -> ComposeResult:
        """Show the result, and the buttons."""
        say = self._pen.say
        with Vertical(classes="box"):
            with VerticalScroll():
                yield Static(self._pen.result(self._game), markup=False)
            yield Static("", id="saved", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"s {self._pen.key('save')}", compact=True, id="save")
                yield Button(f"n {say('again')}", compact=True, id="again")
                yield Button(f"q {self._pen.key('quit')}", compact=True, id="quit")
                yield Button(say("close"), compact=True, id="close")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        match event.button.id:
            case "save":
                self.action_save()
            case "close":
                self.action_answer(None)
            case answer:
                self.action_answer(answer)

    def action_save(self) -> None:
        """Ask where to, and save."""
        self.app.push_screen(Save(self._pen, self._game), self._saved)

    def action_answer(self, answer: str | None) -> None:
        """Close with this answer."""
        if is_on_top(self):
            self.dismiss(answer)

    def _saved(self, told: str | None) -> None:
        self.query_one("#saved", Static).update(told or "")
