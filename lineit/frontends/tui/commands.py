"""What the keys of the board do, beside the choices."""

from __future__ import annotations

from textual.screen import Screen
from textual.widgets import Static

from lineit.frontends.results import add_result, result_of
from lineit.frontends.session import Session
from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.log import Log
from lineit.frontends.tui.pages import differences, help_page, refused
from lineit.frontends.tui.screens import Confirm, Reading, Save, is_on_top
from lineit.frontends.tui.table import box_width
from lineit.model.errors import LineitError
from lineit.rules.load import load_ruleset
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import title

USUAL_PACE = 0.6
"""Time for which each decision of a bot is shown, in seconds."""


class Commands(Screen[bool]):
    """A screen with a game and the commands for it. `pace`: time a decision of a bot is shown, in
    seconds; with 0 the bots decide at once. `guided`: whether hints are shown.
    """

    def __init__(self, session: Session, lang: str, pace: float, *, guided: bool) -> None:
        super().__init__()
        self.session, self.lang, self.pace, self.guided = session, lang, pace, guided
        self.message = ""

    @property
    def pen(self) -> Pen:
        """Return the `Pen` for this game, language and width of the screen."""
        width = box_width(self.app.size.width)
        return Pen(self.session.game.ruleset, self.session.names, self.lang, width)

    async def show(self, message: str = "") -> None:
        """Draw everything anew, with this message."""

    async def show_keys(self) -> None:
        """Show the keys and their labels in the language."""

    async def follow(self, message: str = "") -> None:
        """Show what has happened, and go on."""

    def tell(self, message: str, *, is_meaning: bool = False) -> None:
        """Show a message, or what a choice means, until the next change."""
        line = self.query_one("#message", Static)
        line.set_class(is_meaning, "meaning")
        line.update(message)

    def check_action(self, *_: object) -> bool:
        """Return whether keys work here: only while no other screen covers this one."""
        return is_on_top(self)

    async def action_undo(self) -> None:
        """Take back the last decision of a person. Ask first if that takes back more than the
        person on turn decided, or what was decided before a new card was seen.
        """
        steps, session = self.session.steps_back or 0, self.session
        costs = session.game.undo_costs(steps, session.viewer)
        others = [session.names[seat] for seat in costs.others if seat in session.people]
        shown = costs.revealed
        told = [self.pen.say("undo_others", players=others)] if others else []
        told += [self.pen.say("undo_shown", count=shown)] if shown else []
        if not told:
            await self._undo(True)
            return
        say = self.pen.say
        question = "\n".join([*told, say("undo_ask")])
        self.app.push_screen(
            Confirm(self.pen, question, say("undo_yes"), say("undo_no")), self._undo
        )

    async def _undo(self, sure: bool | None) -> None:
        if not sure:
            return
        try:
            self.session.undo()
        except LineitError as error:
            self.tell(self.pen.why(error.reason))
            return
        await self.follow(self.pen.say("undone"))

    async def action_hurry(self) -> None:
        """Let the bots decide at once, until the next person is on turn."""
        if not self.session.bot_is_next:
            return
        try:
            self.session.go_on()
        except LineitError as error:  # under a rule file whose games never end
            await self.follow(str(error))
            return
        await self.follow(self.message)

    async def action_pace(self) -> None:
        """Let the bots decide at once from now on, or else one decision after the other."""
        self.pace = 0 if self.pace else USUAL_PACE
        self.session.paced = bool(self.pace)
        self.message = self.pen.say("paced" if self.pace else "not_paced")
        self.tell(self.message)
        if not self.pace:
            await self.action_hurry()

    async def action_guide(self) -> None:
        """Show no more hints, or show them again."""
        self.guided = not self.guided
        await self.show(self.pen.say("guide_on" if self.guided else "guide_off"))

    def action_save(self) -> None:
        """Ask for a file, and save the game in it."""
        self.app.push_screen(
            Save(self.pen, self.session.game), lambda message: self.tell(message or "")
        )

    def action_why(self) -> None:
        """Show what is not legal now, and why."""
        if not self.session.bot_is_next:  # what a bot cannot do would tell its hand
            text = refused(self.pen, self.session.game.choices)
            self.app.push_screen(Reading(self.pen, self.pen.say("why_title"), text))

    def action_rules(self) -> None:
        """Show the rules, first those that differ from `standard`."""
        rules = self.session.game.ruleset
        text = differences(self.pen, load_ruleset("standard"))
        self.app.push_screen(Reading(self.pen, title(rules, self.pen.lang), text))

    def action_help(self) -> None:
        """Show the help."""
        rules = self.session.game.ruleset
        self.app.push_screen(Reading(self.pen, title(rules, self.pen.lang), help_page(self.pen)))

    def action_scroll(self, pages: int) -> None:
        """Scroll the list of players by this many pages."""
        players = self.query_one("#players")
        players.scroll_relative(y=pages * players.size.height, animate=False)

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the log by this many pages."""
        self.query_one(Log).turn(pages)

    async def action_language(self) -> None:
        """Change to the next language."""
        self.lang = LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)]
        await self.show_keys()
        await self.show()

    def action_quit(self) -> None:
        """Leave the board. An unfinished game stays in its file."""
        self.finish()
        self.dismiss(False)

    def finish(self) -> None:
        """Keep the result of a game that is over, in place of the game itself."""
        session = self.session
        if session.game.over and session.file is not None:
            add_result(session.file.parent, result_of(session.game, session.seats))
            session.forget()
