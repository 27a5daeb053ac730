"""The terminal table: a Textual app over a `Session`."""

from __future__ import annotations

from attrs import evolve
from textual.app import App
from textual.driver import Driver

from lineit.frontends.session import Session
from lineit.frontends.tui.board import Board
from lineit.frontends.tui.driver import patient
from lineit.frontends.tui.start import Setup, Start
from lineit.model.errors import RulesetError
from lineit.rules.load import load_ruleset


class Play(App[None]):
    """The app: it asks what to play, plays it, and asks again.

    With a `session` it begins with that game.
    """

    TITLE = "Line-it"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    .title { text-style: bold; padding: 0 1; width: 100%; }
    .label { width: 12; }
    #differences { margin-top: 1; }
    .heading { text-style: bold; margin-top: 1; width: 100%; }
    .box { width: 100%; height: 100%; padding: 0 1; background: $surface; }
    .box.small { height: auto; border: round $primary; }
    .box VerticalScroll { height: 1fr; }
    .middle { align: center middle; height: 100%; text-align: center; }
    .buttons, #keys, Start Horizontal { height: 1; }
    .buttons Button, .key { padding: 0; width: auto; min-width: 0; }
    Save { align: center middle; }
    #start { height: 1fr; padding: 1 1 0 1; }
    #start Select { width: 34; }
    #start Input { width: 1fr; }
    #start Button { margin-right: 2; }
    #start .go-on { max-width: 58; }
    Start .kept { height: auto; }
    #plot { height: 3; margin: 0 1 1 1; }
    #plotted { padding: 0 1; }
    .broken { width: 1fr; height: auto; margin: 0 2 0 1; color: $text-muted; }
    #refused, #saved { height: auto; max-height: 5; color: $text-warning; padding: 0 1; }
    #status { background: $primary-background; }
    #status, #jackpots { height: auto; max-height: 3; padding: 0 1; }
    #market { height: auto; max-height: 6; padding: 0 1; }
    #players { height: auto; min-height: 4; max-height: 50%; }
    #lines { padding: 0 1; }
    #log { height: 1fr; min-height: 3; background: $surface; padding: 0 1; color: $text-muted; }
    #log { overflow-y: scroll; scrollbar-size-vertical: 1; }
    #choices { height: auto; max-height: 7; padding: 0 1; overflow-y: auto; }
    #message { height: auto; max-height: 3; color: $text-warning; padding: 0 1; min-height: 1; }
    .choice { width: 100%; content-align: left middle; text-align: left; }
    .refused { color: $text-muted; text-style: italic; }
    Button:focus { text-style: bold reverse; }
    #log:focus { background: $boost; scrollbar-color: $accent; }
    """

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
        board = Board(session, self.setup.lang, self.setup.pace)

        def leave(again: bool | None) -> None:
            self.setup = evolve(self.setup, lang=board.lang, pace=board.pace)
            if again:
                self._show_start()
                return
            kept = session.file is not None and session.file.is_file()
            self.exit(message=board.pen.say("kept") if kept else None)

        self.push_screen(board, leave)
