"""The zones: every place where cards can lie, in one table.

Tables, views, JSON, events, sampling, conservation and the rule checker are written over `ZONES`. A
new zone is a line here, and the field of that name in `lineit.table` and `lineit.views`.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

ZoneName = Literal["deck", "market", "picked", "discard", "jackpots", "hand", "line", "scored"]

Whose = Literal["table", "turn", "colour", "player"]
"""Whose a zone is: one for the table, the same held by the player on turn, one for each colour, or
one for each player."""

Audience = Literal["all", "owner", "nobody"]
"""Who sees the cards of a zone."""

Memory = Literal["table", "perfect"]
"""What a seat knows: what lies open on the table, or all that it ever saw."""


@frozen
class Zone:
    """One kind of place for cards.

    `ordered`: the order of its cards counts, from the top (deck) or as placed (line). `single`: it
    holds at most one card. `by_colour`: each of its piles takes number cards of one colour only.
    `always_open`: everybody sees its cards, whatever a rule file says. `table` and `perfect` say
    who sees them where a rule file says nothing.
    """

    name: ZoneName
    whose: Whose
    table: Audience
    perfect: Audience
    ordered: bool = False
    single: bool = False
    by_colour: bool = False
    always_open: bool = False

    @property
    def personal(self) -> bool:
        """Whether a player holds it: what moves there or from there is that player's move."""
        return self.whose in ("player", "turn")


ZONES: dict[ZoneName, Zone] = {
    zone.name: zone
    for zone in (
        Zone("deck", "table", "nobody", "nobody", ordered=True),
        Zone("market", "table", "all", "all", always_open=True),
        Zone("picked", "turn", "all", "all", single=True, always_open=True),
        Zone("discard", "table", "all", "all"),
        Zone("jackpots", "colour", "nobody", "all", by_colour=True),
        Zone("hand", "player", "owner", "all"),
        Zone("line", "player", "all", "all", ordered=True, always_open=True),
        Zone("scored", "player", "nobody", "all"),
    )
}
"""Every zone by its name."""
