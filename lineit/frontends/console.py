"""Games printed in a terminal: `lineit demo`, in which bots play, and `lineit replay`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.color import ANSI_COLOR_NAMES
from rich.console import Console
from rich.highlighter import Highlighter
from rich.table import Table as Grid
from rich.text import Text

from lineit.frontends.plain import know
from lineit.game import Game
from lineit.model.bounds import printable
from lineit.model.events import Event, RoundBegun
from lineit.model.ruleset import Ruleset
from lineit.text import catalog
from lineit.text.narrate import NOTHING_MOVES, shown_names, tell, title


class CardHighlighter(Highlighter):
    """A highlighter for the cards of a ruleset. A colour that rich does not know is bold."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._styles = {
            rf"\d+{re.escape(colour.glyph)}": (
                colour.name if colour.name in ANSI_COLOR_NAMES else "bold"
            )
            for colour in ruleset.components.colours
        }

    def highlight(self, text: Text) -> None:
        """Give the cards in the text their colours."""
        for pattern, style in self._styles.items():
            text.highlight_regex(pattern, style)


class Show:
    """A printer that writes a game on a console, line by line."""

    def __init__(
        self, ruleset: Ruleset, names: Sequence[str], console: Console, lang: str = "en"
    ) -> None:
        self._ruleset, self._names, self._console, self._lang = ruleset, names, console, lang
        self._highlighter = CardHighlighter(ruleset)
        know(ruleset)

    def line(self, code: str, **params: object) -> None:
        """Print the sentence `code` of the text table `show`."""
        text = catalog.sentence("show", code, params, self._lang)
        self._console.print(printable(text), markup=False, highlight=False, soft_wrap=True)

    def events(self, events: Sequence[Event]) -> None:
        """Print one line for each event that a player sees on the table."""
        for event in events:
            if isinstance(event, RoundBegun):
                self._console.print()
            if not isinstance(event, NOTHING_MOVES):
                sentence = tell(event, self._ruleset, self._names, self._lang)
                self._console.print(self._highlighter(Text(printable(sentence))))

    def result(self, game: Game) -> None:
        """Print the scored cards, tokens and points of each player, with the winners in bold."""
        grid = Grid()
        for column in ("player", "scored", "tokens", "points"):
            heading = catalog.sentence("show", column, {}, self._lang)
            grid.add_column(heading, justify="left" if column == "player" else "right")
        for seat, player in enumerate(game.table.players):
            grid.add_row(
                Text(printable(self._names[seat])),
                str(len(player.scored)),
                " ".join(f"{token:+}" for token in player.tokens),
                str(player.points),
                style="bold" if seat in game.winners else "",
            )
        self._console.print(grid)


class Terminal(Console):
    """A console that raises `BrokenPipeError` when its reader stops reading."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`; rich itself would end the process."""
        raise BrokenPipeError


def demo(game: Game, console: Console, again: str, lang: str = "en") -> None:
    """Print a whole game, and then `again`, the command that repeats it."""
    show = Show(game.ruleset, shown_names(game), console, lang)
    show.line("title", title=title(game.ruleset, lang))
    show.events(game.events)
    show.result(game)
    show.line("again", command=again)


def show_game(game: Game, to: int, console: Console, lang: str = "en") -> None:
    """Print the game up to ply `to`."""
    show = Show(game.ruleset, shown_names(game), console, lang)
    show.line("replay", title=title(game.ruleset, lang))
    for step in game.steps[: to + 1]:
        show.events(step.events)
    if to < game.ply:
        show.line("stopped", at=to, ply=game.ply)
    else:
        show.result(game)
        if not game.over:
            show.line("unfinished", ply=game.ply)
