"""The screen that shows the results of finished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich import box
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Sparkline, Static

from lineit.frontends.results import Result
from lineit.model.bounds import printable
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.text.catalog import sentence
from lineit.text.narrate import title


class History(ModalScreen[None]):
    """The results, newest first, and a plot of the points of the person, oldest first."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,h", "dismiss", "")]

    def __init__(self, results: Sequence[Result], lang: str) -> None:
        super().__init__()
        self._results, self._lang = results, lang

    def compose(self) -> ComposeResult:
        """Yield a title, the plot if there are at least two points, the results, and a button."""
        own = [each.own_points for each in reversed(self._results)]
        points = [float(each) for each in own if each is not None]
        with Vertical(classes="box"):
            yield Static(self._say("history"), classes="title", markup=False)
            if len(points) > 1:
                least, most = f"{min(points):.0f}", f"{max(points):.0f}"
                told = self._say("history_points", least=least, most=most)
                yield Static(told, id="plotted", markup=False)
                yield Sparkline(points, id="plot")
            with VerticalScroll():
                yield Static(
                    self._table() if self._results else self._say("history_none"), id="results"
                )
            yield Button(self._say("close"), compact=True, id="close")

    def on_button_pressed(self) -> None:
        """Close the screen."""
        self.dismiss()

    def _table(self) -> Grid:
        grid = Grid(box=box.SIMPLE_HEAD, show_header=False)
        for each in self._results:
            scores = [
                Text(f"{printable(name)} {points}", "bold" if seat in each.winners else "")
                for seat, (name, points) in enumerate(zip(each.names, each.points, strict=False))
            ]
            grid.add_row(
                Text(printable(each.ended)), self._title(each.rules), Text(", ").join(scores)
            )
        return grid

    def _title(self, rules: str) -> Text:
        built_in = rules in ruleset_names()
        return Text(title(load_ruleset(rules), self._lang) if built_in else printable(rules))

    def _say(self, code: str, **params: object) -> str:
        return sentence("play", code, params, self._lang)
