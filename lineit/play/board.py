"""The screen with the table on it."""

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

from lineit.errors import LineitError
from lineit.explain import Choice
from lineit.play.draw import Pen
from lineit.play.screens import End, HandOver, Reading, Save, is_on_top
from lineit.play.session import Session
from lineit.spec import load_ruleset
from lineit.tell import NOTHING_MOVES, title
from lineit.texts import LANGUAGES

COMMANDS = {
    "u": "undo",
    "s": "save",
    "w": "why",
    "r": "rules",
    "question_mark": "help",
    "l": "language",
    "q": "quit",
}
"""Keys, and what they do; each has a text in `[play.keys]` and an action of `Board`."""

CHOICE_KEYS = "1234567890" + "".join(key for key in ascii_lowercase if key not in COMMANDS)

MOST_TOLD = 60
"""So many of the last events can be read."""


class Board(Screen[bool]):
    """The table, the choices of the person on turn, and what happened.

    Gives whether another game is wanted.
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

    @property
    def pen(self) -> Pen:
        """What draws this game."""
        return Pen(self.session.game.ruleset, self.session.names, self.lang)

    def compose(self) -> ComposeResult:
        """Give the places, from the top; `show` fills them."""
        yield Static(id="status", markup=False)
        yield Static(id="market", markup=False)
        yield Static(id="jackpots", markup=False)
        with VerticalScroll(id="players", can_focus=False):
            yield Static(id="lines", markup=False)
        yield RichLog(id="told", wrap=True, min_width=10, max_lines=MOST_TOLD)
        yield ItemGrid(id="choices")
        yield Static(id="message", markup=False)
        yield Horizontal(id="keys")

    async def on_mount(self) -> None:
        """Show the game as it is."""
        self.query_one("#told").can_focus = False
        await self.show_keys()
        await self.show()
        if self.session.game.over:
            self._end()
        else:
            self._hand_over(None)

    async def show(self, message: str = "") -> None:
        """Draw everything as it is now."""
        if self.session.not_kept is not None:
            what = self.session.not_kept.text(self.lang)
            message, self.session.not_kept = self.pen.say("not_kept", what=what), None
        pen, view = self.pen, self.session.view
        self.query_one("#status", Static).update(pen.status(view))
        self.query_one("#market", Static).update(pen.market(view))
        self.query_one("#jackpots", Static).update(pen.jackpots(view))
        self.query_one("#lines", Static).update(pen.players(view))
        self.query_one("#players").scroll_to(y=2 * view.seat, animate=False)
        self.query_one("#message", Static).update(message)
        told = self.query_one("#told", RichLog)
        told.clear()
        for event in self.session.game.events[-3 * MOST_TOLD :]:
            if not isinstance(event, NOTHING_MOVES):
                told.write(pen.event(event, view.viewer))
        await self._show_choices(pen)

    async def _show_choices(self, pen: Pen) -> None:
        """Give a button for all that the phase knows, legal or not."""
        self._choices = tuple(
            choice
            for choice in self.session.game.choices
            if choice.reason is None or choice.reason.code not in ("other_phase", "game_over")
        )
        grid = self.query_one("#choices", ItemGrid)
        await grid.remove_children()
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
        """Name the keys in the language."""
        row = self.query_one("#keys", Horizontal)
        await row.remove_children()
        keys = {"question_mark": "?"}
        await row.mount_all(
            Button(
                f"{keys.get(key, key)} {self.pen.key(command)}",
                compact=True,
                action=f"screen.{command}",
                classes="key",
            )
            for key, command in COMMANDS.items()
        )

    async def on_key(self, event: Key) -> None:
        """Take the choice of the key."""
        if event.character and event.character in CHOICE_KEYS:
            event.stop()
            await self._choose(CHOICE_KEYS.index(event.character))

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the choice of the button."""
        if event.button.name is not None:
            await self._choose(int(event.button.name))

    async def _choose(self, number: int) -> None:
        if not is_on_top(self):  # a key pressed before the next screen was there
            return
        if self.session.game.over:
            self._end()
            return
        if number >= len(self._choices):
            return
        choice = self._choices[number]
        if choice.reason is not None:
            self.query_one("#message", Static).update(choice.reason.text(self.lang))
            return
        before = self.session.viewer
        try:
            self.session.act(choice.action)
        except LineitError as error:  # the bots find no end: rules of a stranger's file
            self.query_one("#message", Static).update(str(error))
            return
        await self.show()
        if self.session.game.over:
            self._end()
        else:
            self._hand_over(before)

    def _hand_over(self, before: int | None) -> None:
        """Hide the table where another person is on turn than before."""
        seat = self.session.viewer
        if seat is not None and seat != before and len(self.session.people) > 1:
            self.app.push_screen(HandOver(self.pen, seat))

    def _end(self) -> None:
        self.app.push_screen(End(self.pen, self.session.game), self._ended)

    def _ended(self, answer: str | None) -> None:
        if answer is not None:
            self.session.forget()
            self.dismiss(answer == "again")

    def check_action(self, *_: object) -> bool:
        """Let no key do anything here while another screen is before this one."""
        return is_on_top(self)

    async def action_undo(self) -> None:
        """Take back a person's last decision."""
        before = self.session.viewer
        try:
            self.session.undo()
        except LineitError as error:
            self.query_one("#message", Static).update(error.reason.text(self.lang))
            return
        await self.show(self.pen.say("undone"))
        self._hand_over(before)

    def action_save(self) -> None:
        """Ask where to, and save."""
        self.app.push_screen(
            Save(self.pen, self.session.game),
            lambda told: self.query_one("#message", Static).update(told or ""),
        )

    def action_why(self) -> None:
        """Tell what cannot be done now, and why."""
        game, pen = self.session.game, self.pen
        refused = [
            f"{pen.choice(choice).plain.strip('()')}: {choice.reason.text(self.lang)}"
            for choice in game.choices
            if choice.reason is not None
        ]
        told = "\n\n".join(refused) or pen.say("why_nothing")
        self.app.push_screen(Reading(pen, pen.say("why_title"), told))

    def action_rules(self) -> None:
        """Tell the rules, first what differs from `standard`."""
        rules = self.session.game.ruleset
        told = self.pen.differences(load_ruleset("standard"))
        self.app.push_screen(Reading(self.pen, title(rules, self.pen.lang), told))

    def action_help(self) -> None:
        """Tell how to play here."""
        rules = self.session.game.ruleset
        self.app.push_screen(Reading(self.pen, title(rules, self.pen.lang), self.pen.help()))

    def action_scroll(self, pages: int) -> None:
        """Look up or down among the players, where they are many."""
        players = self.query_one("#players")
        players.scroll_relative(y=pages * players.size.height, animate=False)

    async def action_language(self) -> None:
        """Take the next language."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        await self.show_keys()
        await self.show()

    def action_quit(self) -> None:
        """Leave; an unfinished game is kept."""
        if self.session.game.over:
            self.session.forget()
        self.dismiss(False)
