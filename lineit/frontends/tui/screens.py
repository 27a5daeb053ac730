"""The screens around the board: texts to read, the hand-over, saving, and the result."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Static

from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.pages import result
from lineit.game import Game
from lineit.model.bounds import printable
from lineit.model.errors import LineitError
from lineit.saves.records import save_game

SAVE_AS = "line-it.json"


def is_on_top(screen: Screen[Any]) -> bool:
    """Return whether this screen is visible. A key pressed in haste may reach a covered one."""
    return screen.app.screen is screen


class Reading(ModalScreen[None]):
    """A text to read and to close."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,enter", "dismiss", "")]

    def __init__(self, pen: Pen, title: str, body: RenderableType) -> None:
        super().__init__()
        self._pen, self._title, self._body = pen, title, body

    def compose(self) -> ComposeResult:
        """Yield a title, the text and a button that closes it."""
        with Vertical(classes="box"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll():
                yield Static(self._body, markup=False)
            yield Button(self._pen.say("close"), compact=True, id="close")

    def on_button_pressed(self) -> None:
        """Close the screen."""
        if is_on_top(self):
            self.dismiss()


class Confirm(ModalScreen[bool]):
    """A question before something is done. Its result is whether to do it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,n,q", "answer(False)", ""),
        ("y", "answer(True)", ""),
        ("left,up", "app.focus_previous", ""),
        ("right,down", "app.focus_next", ""),
    ]

    def __init__(self, pen: Pen, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._pen, self._question, self._yes, self._no = pen, question, yes, no

    def compose(self) -> ComposeResult:
        """Yield the question and the two answers. The focus is on the one that does nothing."""
        with Vertical(classes="box small"):
            yield Static(self._question, classes="title", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"n {self._no}", compact=True, id="no")
                yield Button(f"y {self._yes}", compact=True, id="yes")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the answer of the button."""
        self.action_answer(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Close the screen with this answer."""
        if is_on_top(self):
            self.dismiss(answer)


class HandOver(Screen[None]):
    """A screen that hides the table until the next person is ready.

    Only the space bar or the button closes it. Enter, or a click elsewhere, may have been meant
    for the last choice.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("space", "ready", "")]

    def __init__(self, pen: Pen, seat: int) -> None:
        super().__init__()
        self._pen, self._seat = pen, seat

    def compose(self) -> ComposeResult:
        """Yield whose turn it is and a button, and nothing else."""
        with Vertical(classes="middle"):
            prompt = self._pen.say("hand_over", player=self._pen.names[self._seat])
            yield Static(prompt, classes="title", markup=False)
            yield Static(self._pen.say("hand_over_why"), markup=False)
            button = Button(self._pen.say("ready"), compact=True)
            button.can_focus = False
            yield button

    def on_button_pressed(self) -> None:
        """Treat a click on the button like the key."""
        self.action_ready()

    def action_ready(self) -> None:
        """Close the screen, so that the table shows."""
        if is_on_top(self):
            self.dismiss()


class Save(ModalScreen[str | None]):
    """A dialog that asks for a file and saves the game in it.

    Its result is a message for the person, or None if nothing was saved.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "")]

    def __init__(self, pen: Pen, game: Game) -> None:
        super().__init__()
        self._pen, self._game = pen, game
        self._warned = ""

    def compose(self) -> ComposeResult:
        """Yield a line for the path of the file."""
        with Vertical(classes="box small"):
            yield Static(self._pen.say("save_title"), classes="title", markup=False)
            yield Input(SAVE_AS, id="path")
            yield Static("", id="refused", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Save the game. Replace an existing file only if Enter is pressed a second time."""
        if not is_on_top(self):
            return
        try:
            path = Path(event.value.strip()).expanduser()
            exists = path.is_file()
        except (OSError, RuntimeError, ValueError) as error:  # such as ~nobody
            self._refuse(str(error))
            return
        if exists and self._warned != event.value:
            self._warned = event.value
            self._refuse(self._pen.say("save_over", path=printable(str(path))))
            return
        try:
            save_game(self._game, path)
        except LineitError as error:
            self._refuse(error.reason.text(self._pen.lang))
        else:
            self.dismiss(self._pen.say("saved", path=printable(str(path))))

    def _refuse(self, why: str) -> None:
        self.query_one("#refused", Static).update(why)


class End(ModalScreen[str | None]):
    """The result of a game, and what to do next.

    Its result is `"again"`, `"quit"`, or None to look at the table.
    """

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
        """Yield the result and the buttons."""
        say = self._pen.say
        with Vertical(classes="box"):
            with VerticalScroll():
                yield Static(result(self._pen, self._game), markup=False)
            yield Static("", id="saved", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(f"s {self._pen.key('save')}", compact=True, id="save")
                yield Button(f"n {say('again')}", compact=True, id="again")
                yield Button(f"q {self._pen.key('quit')}", compact=True, id="quit")
                yield Button(say("close"), compact=True, id="close")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button is for."""
        match event.button.id:
            case "save":
                self.action_save()
            case "close":
                self.action_answer(None)
            case answer:
                self.action_answer(answer)

    def action_save(self) -> None:
        """Ask for a file, and save the game in it."""
        self.app.push_screen(Save(self._pen, self._game), self._show_saved)

    def action_answer(self, answer: str | None) -> None:
        """Close the screen with this answer."""
        if is_on_top(self):
            self.dismiss(answer)

    def _show_saved(self, message: str | None) -> None:
        self.query_one("#saved", Static).update(message or "")
