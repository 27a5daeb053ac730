"""The terminal table: a Textual app over a `Session`."""

from __future__ import annotations

from attrs import evolve
from textual.app import App
from textual.driver import Driver

from lineit.frontends.session import Session
from lineit.frontends.tui.board import Board
from lineit.frontends.tui.driver import patient
from lineit.frontends.tui.start import Setup, Start
from lineit.frontends.tui.style import STYLE
from lineit.model.errors import RulesetError
from lineit.rules.load import load_ruleset


class Play(App[None]):
    """The app: it asks what to play, plays it, and asks again.

    With a `session` it begins with that game.
    """

    TITLE = "Line-it"
    ENABLE_COMMAND_PALETTE = False
    CSS = STYLE

    def __init__(self, setup: Setup, session: Session | None = None) -> None:
        super().__init__()
        self.setup = setup
        self._session = session

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of the terminal, which survives any input."""
        return patient(super().get_driver_class())

    def on_mount(self) -> None:
        """Show the first screen: the board of the session, if there is one."""
        if self._session is None:
            self._show_start()
        else:
            self._show_board(self._session)

    def _show_start(self) -> None:
        refused = ""
        try:
            load_ruleset(self.setup.rules)
        except RulesetError as error:  # the file has changed since the last game
            self.setup, refused = evolve(self.setup, rules=Setup().rules), str(error)
        start = Start(self.setup, refused)

        def begin(session: Session | None) -> None:
            self.setup = evolve(start.setup, seed=None)
            self._show_board(session)

        self.push_screen(start, begin)

    def _show_board(self, session: Session | None) -> None:
        if session is None:
            self.exit()
            return
        board = Board(session, self.setup.lang, self.setup.pace, guided=self.setup.guided)

        def leave(again: bool | None) -> None:
            self.setup = evolve(self.setup, lang=board.lang, pace=board.pace)
            if again:
                self._show_start()
                return
            kept = session.file is not None and session.file.is_file()
            self.exit(message=board.pen.say("kept") if kept else None)

        self.push_screen(board, leave)
