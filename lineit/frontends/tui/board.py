"""The screen that shows the table."""

from __future__ import annotations

from string import ascii_lowercase
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, ItemGrid
from textual.content import Content
from textual.events import DescendantFocus, Key
from textual.timer import Timer
from textual.widgets import Button, Static

from lineit.engine.legality import Choice
from lineit.foresight import previews
from lineit.frontends.hints import hint_text, next_hint
from lineit.frontends.plain import know
from lineit.frontends.session import Session
from lineit.frontends.tui.commands import Commands
from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.log import Log
from lineit.frontends.tui.screens import End, HandOver, is_on_top
from lineit.frontends.tui.table import draw_table, table_parts
from lineit.model.actions import Action
from lineit.model.errors import LineitError

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

BOT_COMMANDS = {"h": "hurry", "p": "pace"}
"""Keys and their commands while bots decide."""

CHOICE_KEYS = "1234567890" + "".join(
    key for key in ascii_lowercase if key not in {**COMMANDS, **BOT_COMMANDS, "g": "guide"}
)
"""The keys of the choices, in order."""


class Board(Commands):
    """The table, the choices of the person on turn, and the last events.

    If several people play, what only the person on turn may see is drawn after that person has
    lifted the cover (`HandOver`). Until then the table is drawn as a spectator sees it, without
    choices. So no moment and no order of drawing shows a hand to somebody else.

    The result of the screen is whether the person wants another game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *((key, command, "") for key, command in {**COMMANDS, **BOT_COMMANDS}.items()),
        ("g", "guide", ""),
        ("left,up", "app.focus_previous", ""),
        ("right,down", "app.focus_next", ""),
        ("pageup", "scroll(-1)", ""),
        ("pagedown", "scroll(1)", ""),
        ("minus", "scroll_log(-1)", ""),
        ("plus", "scroll_log(1)", ""),
    ]

    def __init__(
        self, session: Session, lang: str, pace: float = 0, *, guided: bool = False
    ) -> None:
        super().__init__(session, lang, pace, guided=guided)
        session.paced = bool(pace)
        self._choices: tuple[Choice, ...] = ()
        self._meanings: dict[Action, str] = {}
        self._hints: set[str] = set()
        """The rules of the hints that were given."""
        self._there: int | None = None
        """The seat of the person who has lifted the cover, and now looks at the screen."""
        self._hint: str | None = None
        self._next: Timer | None = None
        """The timer of the next decision of a bot."""

    @property
    def covered(self) -> bool:
        """Return whether the person on turn still has to lift the cover."""
        session = self.session
        several = len(session.people) > 1
        return several and session.viewer is not None and session.viewer != self._there

    def compose(self) -> ComposeResult:
        """Yield the empty parts of the screen, from the top. `show` and `show_keys` fill them."""
        yield from table_parts()
        yield Static(id="hint", markup=False)
        yield ItemGrid(id="choices")
        yield Static(id="message", markup=False)
        yield Horizontal(id="keys")

    async def on_mount(self) -> None:
        """Show the game. Ask for the hand-over, or show the result if the game is over."""
        know(self.session.game.ruleset)
        await self.show_keys()
        await self.follow()

    def on_resize(self) -> None:
        """Draw the table anew: on a wide screen cards are boxes."""
        self.show_table()

    async def show(self, message: str = "") -> None:
        """Draw everything anew, with this message."""
        if self.session.not_kept is not None:
            what = self.session.not_kept.text(self.lang)
            message, self.session.not_kept = self.pen.say("not_kept", what=what), None
        if self.session.forked is not None:
            message, self.session.forked = self.session.forked.text(self.lang), None
        self.message = message
        self.show_table()
        await self._show_choices(self.pen)

    def show_table(self) -> None:
        """Draw the table, the message and the log."""
        game, pen = self.session.game, self.pen
        view = game.view(None if self.covered else self.session.viewer)
        draw_table(self, pen, view)
        self.tell(self.message)
        self.query_one("#log", Log).tell(game.events, pen, view.viewer)

    async def _show_choices(self, pen: Pen) -> None:
        """Show a button for each choice of the phase, legal or not; none while covered, and for
        a bot only those that hurry it.
        """
        hidden = self.covered or self.session.bot_is_next
        self._choices = tuple(
            choice
            for choice in (() if hidden else self.session.game.choices)
            if choice.reason is None or choice.reason.code not in ("other_phase", "game_over")
        )
        self._show_hint(pen, hidden=hidden)
        turn = self.session.game.turn
        shown = () if hidden or turn is None else previews(self.session.game.view(turn))
        self._meanings = {each.action: pen.meaning(each) for each in shown}
        grid = self.query_one("#choices", ItemGrid)
        if hidden:
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
        if self.session.bot_is_next:
            buttons = [
                Button(f"{key} {pen.key(name)}", compact=True, action=f"screen.{name}")
                for key, name in BOT_COMMANDS.items()
            ]
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

    def _show_hint(self, pen: Pen, *, hidden: bool) -> None:
        """Show the hint that applies to the person on turn, if this is a guided game."""
        shown = self.guided and not hidden
        self._hint = next_hint(self.session.game, self._hints) if shown else None
        line = self.query_one("#hint", Static)
        line.display = self._hint is not None
        if self._hint is not None:
            text = hint_text(self._hint, pen.ruleset, self.lang)
            line.update(pen.say("hint", hint=text))

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Show what the focused choice means. A message of the last command stays until the focus
        moves.
        """
        name = event.widget.name
        if name is None or int(name) >= len(self._choices):
            return
        legal = [choice.reason is None for choice in self._choices]
        if not (self.message and int(name) == legal.index(True)):
            meant = self._meanings.get(self._choices[int(name)].action, "")
            self.tell(meant or self.message, is_meaning=bool(meant))

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
            self.tell(self.pen.why(choice.reason))
            return
        try:
            self.session.act(choice.action)
        except LineitError as error:  # under a rule file whose games never end
            self.tell(str(error))
            return
        self._hints |= {self._hint} if self._hint else set()
        await self.follow()

    async def follow(self, message: str = "") -> None:
        """Show what has happened: the table, and over it the cover or the result if need be. Show
        the next decision of a bot in a while.
        """
        if self._next is not None:
            self._next.stop()
        seat = self.session.viewer
        if seat is None:
            self._there = None  # the table is for all while a bot decides, and at the end

        async def lift(_: object) -> None:
            self._there = seat
            await self.show(self.message)

        if self.covered and seat is not None:
            self.app.push_screen(HandOver(self.pen, seat), lift)
        await self.show(message)
        if self.session.game.over:
            self._show_end()
        elif self.session.bot_is_next:
            self._next = self.set_timer(self.pace, self._advance)

    async def _advance(self) -> None:
        """Show the next decision of a bot. While something else is on the screen, the bot waits."""
        if not is_on_top(self):
            self._next = self.set_timer(self.pace, self._advance)
            return
        message = self.message
        try:
            self.session.advance()
        except LineitError as error:  # under a rule file whose games never end
            message = str(error)
            if self.session.bot_is_next:  # no person has decided anything that could be taken back
                self.tell(message)
                return
        await self.follow(message)

    def _show_end(self) -> None:
        self.app.push_screen(End(self.pen, self.session.game), self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer is not None:
            self.finish()
            self.dismiss(answer == "again")
