"""The zones: every place where cards can lie.

Tables, views, JSON, events, sampling and the rule checker all use `ZONES`. To add a zone, add a
line to it, and a field of that name in `lineit.model.table` and `lineit.views`.
"""

from __future__ import annotations

from typing import Literal, cast

from attrs import frozen

ZoneName = Literal["deck", "market", "picked", "discard", "jackpots", "hand", "line", "scored"]

Whose = Literal["table", "turn", "colour", "player"]
"""Whose a zone is: there is one for the table, one that the player on turn holds, one pile for each
colour, or one for each player."""

Audience = Literal["all", "owner", "nobody"]
"""Who sees the cards of a zone."""

Memory = Literal["table", "perfect"]
"""What a seat knows: the cards that lie open on the table, or all that it ever saw."""


@frozen
class Zone:
    """One kind of place for cards.

    `table` and `perfect` say who sees the cards if the rule file does not. `ordered`: the order of
    the cards matters, from the top (deck) or as placed (line). `single`: it holds at most one card.
    `by_colour`: each of its piles takes number cards of one colour only. `always_open`: everybody
    sees its cards, and no rule file can change that.
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
        """Return whether a player holds the zone, so that a move to or from it names a seat."""
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


def zone_name(name: str | None) -> ZoneName:
    """Return a name as the name of a zone, for the type checker: rulesets have no other names."""
    return cast(ZoneName, name)
