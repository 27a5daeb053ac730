"""The screen that shows the table."""

from __future__ import annotations

from string import ascii_lowercase
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, ItemGrid, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Button, RichLog, Static

from lineit.engine.legality import Choice
from lineit.frontends.session import Session
from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.screens import End, HandOver, Reading, Save, is_on_top
from lineit.model.errors import LineitError
from lineit.rules.load import load_ruleset
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import NOTHING_MOVES, title

COMMANDS = {
    "u": "undo",
    "s": "save",
    "w": "why",
    "r": "rules",
    "question_mark": "help",
    "l": "language",
    "q": "quit",
}
"""Keys and their commands. Each command has a text in `[play.keys]` and an action of `Board`."""

CHOICE_KEYS = "1234567890" + "".join(key for key in ascii_lowercase if key not in COMMANDS)
"""The keys of the choices, in order."""

MOST_LINES = 60
"""Maximum number of lines in the log of events."""


class Board(Screen[bool]):
    """The table, the choices of the person on turn, and the last events.

    If several people play, what only the person on turn may see is drawn after that person has
    lifted the cover (`HandOver`). Until then the table is drawn as a spectator sees it, without
    choices. So no moment and no order of drawing shows a hand to somebody else.

    The result of the screen is whether the person wants another game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *((key, command, "") for key, command in COMMANDS.items()),
        ("left,up", "app.focus_previous", ""),
        ("right,down", "app.focus_next", ""),
        ("pageup", "scroll(-1)", ""),
        ("pagedown", "scroll(1)", ""),
    ]

    def __init__(self, session: Session, lang: str) -> None:
        super().__init__()
        self.session = session
        self.lang = lang
        self._choices: tuple[Choice, ...] = ()
        self._message = ""
        self._there: int | None = None
        """The seat of the person who has lifted the cover, and now looks at the screen."""

    @property
    def covered(self) -> bool:
        """Return whether the person on turn still has to lift the cover."""
        session = self.session
        several = len(session.people) > 1
        return several and session.viewer is not None and session.viewer != self._there

    @property
    def pen(self) -> Pen:
        """Return the `Pen` for this game and language."""
        return Pen(self.session.game.ruleset, self.session.names, self.lang)

    def compose(self) -> ComposeResult:
        """Yield the empty parts of the screen, from the top. `show` fills them."""
        yield Static(id="status", markup=False)
        yield Static(id="market", markup=False)
        yield Static(id="jackpots", markup=False)
        with VerticalScroll(id="players", can_focus=False):
            yield Static(id="lines", markup=False)
        yield RichLog(id="log", wrap=True, min_width=10, max_lines=MOST_LINES)
        yield ItemGrid(id="choices")
        yield Static(id="message", markup=False)
        yield Horizontal(id="keys")

    async def on_mount(self) -> None:
        """Show the game. Ask for the hand-over, or show the result if the game is over."""
        self.query_one("#log").can_focus = False
        await self.show_keys()
        await self._follow()

    async def show(self, message: str = "") -> None:
        """Draw everything anew, with this message."""
        if self.session.not_kept is not None:
            what = self.session.not_kept.text(self.lang)
            message, self.session.not_kept = self.pen.say("not_kept", what=what), None
        if self.session.forked is not None:
            message, self.session.forked = self.session.forked.text(self.lang), None
        self._message = message
        game, pen = self.session.game, self.pen
        view = game.view(None if self.covered else self.session.viewer)
        self.query_one("#status", Static).update(pen.status(view))
        self.query_one("#market", Static).update(pen.market(view))
        self.query_one("#jackpots", Static).update(pen.jackpots(view))
        self.query_one("#lines", Static).update(pen.players(view))
        self.query_one("#players").scroll_to(y=2 * view.seat, animate=False)
        self.query_one("#message", Static).update(message)
        log = self.query_one("#log", RichLog)
        log.clear()
        for event in self.session.game.events[-3 * MOST_LINES :]:
            if not isinstance(event, NOTHING_MOVES):
                log.write(pen.event(event, view.viewer))
        await self._show_choices(pen)

    async def _show_choices(self, pen: Pen) -> None:
        """Show a button for each choice of the phase, legal or not; none while covered."""
        self._choices = tuple(
            choice
            for choice in self.session.game.choices
            if choice.reason is None or choice.reason.code not in ("other_phase", "game_over")
            if not self.covered
        )
        grid = self.query_one("#choices", ItemGrid)
        if self.covered:
            grid.display = False  # at once: its buttons are removed a moment later
        await grid.remove_children()
        grid.display = True
        labels = [pen.choice(choice) for choice in self._choices]
        buttons = [
            Button(
                Content.from_rich_text(pen.keyed(key, label)),
                compact=True,
                classes="choice" if choice.reason is None else "choice refused",
                name=str(number),
            )
            for number, (key, choice, label) in enumerate(
                zip(CHOICE_KEYS.ljust(len(labels)), self._choices, labels, strict=False)
            )
        ]
        if self.session.game.over:
            buttons = [Button(f"1 {pen.say('result')}", compact=True, name="0")]
        grid.min_column_width = max([len(label) for label in labels], default=20) + 4
        await grid.mount_all(buttons)
        legal = [button for button in buttons if not button.has_class("refused")]
        if legal:
            legal[0].focus()

    async def show_keys(self) -> None:
        """Show the keys and their labels in the language."""
        bar = self.query_one("#keys", Horizontal)
        await bar.remove_children()
        signs = {"question_mark": "?"}
        await bar.mount_all(
            Button(
                f"{signs.get(key, key)} {self.pen.key(command)}",
                compact=True,
                action=f"screen.{command}",
                classes="key",
            )
            for key, command in COMMANDS.items()
        )

    async def on_key(self, event: Key) -> None:
        """Take the choice that the key stands for."""
        if event.character and event.character in CHOICE_KEYS:
            event.stop()
            await self._choose(CHOICE_KEYS.index(event.character))

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the choice that the button stands for."""
        if event.button.name is not None:
            await self._choose(int(event.button.name))

    async def _choose(self, number: int) -> None:
        if not is_on_top(self):  # the key came before the next screen was up
            return
        if self.session.game.over:
            self._show_end()
            return
        if number >= len(self._choices):
            return
        choice = self._choices[number]
        if choice.reason is not None:
            self.query_one("#message", Static).update(choice.reason.text(self.lang))
            return
        try:
            self.session.act(choice.action)
        except LineitError as error:  # under a rule file whose games never end
            self.query_one("#message", Static).update(str(error))
            return
        await self._follow()

    async def _follow(self, message: str = "") -> None:
        """Show what has happened: the table, and over it the cover or the result if need be."""
        seat = self.session.viewer
        if seat is None:
            self._there = None  # the table at the end is for all

        async def lift(_: object) -> None:
            self._there = seat
            await self.show(self._message)

        if self.covered and seat is not None:
            self.app.push_screen(HandOver(self.pen, seat), lift)
        await self.show(message)
        if self.session.game.over:
            self._show_end()

    def _show_end(self) -> None:
        self.app.push_screen(End(self.pen, self.session.game), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer is not None:
            self.session.forget()
            self.dismiss(answer == "again")

    def check_action(self, *_: object) -> bool:
        """Return whether keys work here: only while no other screen covers this one."""
        return is_on_top(self)

    async def action_undo(self) -> None:
        """Take back the last decision of a person."""
        try:
            self.session.undo()
        except LineitError as error:
            self.query_one("#message", Static).update(error.reason.text(self.lang))
            return
        await self._follow(self.pen.say("undone"))

    def action_save(self) -> None:
        """Ask for a file, and save the game in it."""
        self.app.push_screen(
            Save(self.pen, self.session.game),
            lambda message: self.query_one("#message", Static).update(message or ""),
        )

    def action_why(self) -> None:
        """Show what is not legal now, and why."""
        game, pen = self.session.game, self.pen
        refused = [
            f"{pen.choice(choice).plain.strip('()')}: {choice.reason.text(self.lang)}"
            for choice in game.choices
            if choice.reason is not None
        ]
        text = "\n\n".join(refused) or pen.say("why_nothing")
        self.app.push_screen(Reading(pen, pen.say("why_title"), text))

    def action_rules(self) -> None:
        """Show the rules, first those that differ from `standard`."""
        rules = self.session.game.ruleset
        text = self.pen.differences(load_ruleset("standard"))
        self.app.push_screen(Reading(self.pen, title(rules, self.pen.lang), text))

    def action_help(self) -> None:
        """Show the help."""
        rules = self.session.game.ruleset
        self.app.push_screen(Reading(self.pen, title(rules, self.pen.lang), self.pen.help()))

    def action_scroll(self, pages: int) -> None:
        """Scroll the list of players by this many pages."""
        players = self.query_one("#players")
        players.scroll_relative(y=pages * players.size.height, animate=False)

    async def action_language(self) -> None:
        """Change to the next language."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        await self.show_keys()
        await self.show()

    def action_quit(self) -> None:
        """Leave the board. An unfinished game stays in its file."""
        if self.session.game.over:
            self.session.forget()
        self.dismiss(False)
