"""`lineit demo`: bots play a whole game, and the terminal shows it happening."""

from __future__ import annotations

import re

from rich.color import ANSI_COLOR_NAMES
from rich.console import Console
from rich.highlighter import Highlighter
from rich.table import Table as Grid
from rich.text import Text

from lineit import texts
from lineit.bots import greedy
from lineit.events import Event, MarketDealt, PhaseEntered, TurnStarted
from lineit.game import Game
from lineit.ruleset import Ruleset
from lineit.tell import tell
from lineit.trial import check_length

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina", "Hugo", "Ines", "Jan", "Kira", "Lou")

NOT_SHOWN = (PhaseEntered, TurnStarted)
"""Nothing on the table moves with these."""


class CardHighlighter(Highlighter):
    """Shows the cards of a ruleset in their colours, where the terminal knows them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._styles = {
            rf"\d+{re.escape(colour.glyph)}": colour.name
            if colour.name in ANSI_COLOR_NAMES
            else "bold"
            for colour in ruleset.components.colours
        }

    def highlight(self, text: Text) -> None:
        """Give the cards in the text their colours."""
        for pattern, style in self._styles.items():
            text.highlight_regex(pattern, style)


def demo(game: Game, console: Console, again: str, lang: str = "en") -> None:
    """Play the game to its end, a bot for each player, and show it happening.

    `again` is the command that shows the same game. Raises `RulesetError` where no end comes.
    """
    names = NAMES[: len(game.table.players)]
    highlighter = CardHighlighter(game.ruleset)

    def show(events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, MarketDealt):
                console.print()
            if not isinstance(event, NOT_SHOWN):
                console.print(highlighter(tell(event, game.ruleset, names, lang)))

    title = texts.sentence("demo", "title", {"title": game.ruleset.title}, lang)
    console.print(title, markup=False)
    show(game.events)
    while not game.over:
        show(game.apply(greedy(game.table, game.legal)))
        check_length(game)
    console.print(_result(game, names, lang))
    console.print(texts.sentence("demo", "again", {"command": again}, lang), markup=False)


def _result(game: Game, names: tuple[str, ...], lang: str) -> Grid:
    """Everybody's score pile, tokens and points, the winners marked."""
    grid = Grid()
    for column in ("player", "scored", "tokens", "points"):
        heading = texts.sentence("demo", column, {}, lang)
        grid.add_column(heading, justify="left" if column == "player" else "right")
    for seat, player in enumerate(game.table.players):
        tokens = " ".join(f"{token:+}" for token in player.tokens)
        grid.add_row(
            names[seat],
            str(len(player.scored)),
            tokens,
            str(player.points),
            style="bold" if seat in game.winners else "",
        )
    return grid
