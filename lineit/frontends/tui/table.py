"""The table on a screen: the parts that the board and the replay share."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.widget import Widget
from textual.widgets import Static

from lineit.frontends.tui.boxes import WIDE
from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.log import Log
from lineit.table_facts import facts
from lineit.views import View


def box_width(width: int) -> int:
    """Return the columns for cards that are boxes, without margins and the scroll bar, on a screen
    of this width; 0 if the screen is too narrow for boxes.
    """
    return width - 8 if width >= WIDE else 0


def table_parts() -> Iterable[Widget]:
    """Yield the empty parts of the table, from the top. `draw_table` fills them."""
    yield Static(id="status", markup=False)
    yield Static(id="market", markup=False)
    yield Static(id="jackpots", markup=False)
    yield VerticalScroll(Static(id="lines", markup=False), id="players", can_focus=False)
    yield Log()


def draw_table(screen: DOMNode, pen: Pen, view: View) -> None:
    """Draw a view, with the player on turn in sight."""
    screen.query_one("#status", Static).update(pen.status(view))
    screen.query_one("#market", Static).update(pen.market(view))
    found = facts(view)
    own = found.players[view.seat if view.viewer is None else view.viewer]
    screen.query_one("#jackpots", Static).update(pen.jackpots(view, own))
    players = pen.players(view, found)
    screen.query_one("#lines", Static).update(Text("\n").join(players))
    above = sum(player.plain.count("\n") + 1 for player in players[: view.seat])
    screen.query_one("#players").scroll_to(y=above, animate=False)
