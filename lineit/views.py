"""Views: what a seat sees of a table.

The ruleset's `[zones]` say who sees which cards, for views as for events that are sent to a seat.
"""

from __future__ import annotations

from types import NoneType
from typing import Any

from attrs import fields, frozen

from lineit.model.bounds import short, short_number
from lineit.model.cards import Card
from lineit.model.errors import Reason, ViewError
from lineit.model.ruleset import Ruleset
from lineit.model.table import Line, Owner, Player, Table
from lineit.model.zones import ZONES, Memory, ZoneName


@frozen
class Pile:
    """The cards of one pile in a view. `cards` is None if only their `count` is known."""

    count: int
    cards: tuple[Card, ...] | None


@frozen
class PlayerView:
    """What a view shows of one player."""

    hand: Pile
    line: Line
    scored: Pile
    tokens: tuple[int, ...]
    stopped: bool

    @property
    def points(self) -> int:
        """Return the points: 1 for each scored card, plus and minus the tokens [points]."""
        return self.scored.count + sum(self.tokens)


@frozen
class View:
    """What the seat `viewer` sees of a table. A spectator has None. The rest is as in `Table`."""

    viewer: int | None
    memory: Memory
    ruleset: Ruleset
    phase: str
    round: int
    first: int
    seat: int
    picked: Card | None
    played: int
    deck: Pile
    market: tuple[Card, ...]
    discard: Pile
    jackpots: tuple[Pile, ...]
    players: tuple[PlayerView, ...]

    @property
    def player(self) -> PlayerView:
        """Return what the view shows of the player on turn."""
        return self.players[self.seat]


def view(table: Table, viewer: int | None, memory: Memory = "table") -> View:
    """Return what the seat `viewer` sees of the table, or a spectator if `viewer` is None.

    `memory`: `"table"` for the cards that lie open now, or `"perfect"` for all that a player knows
    who saw the whole game and forgot nothing. Raises `ViewError` for an unknown seat or memory.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "hand", "pass"):
    ...     _ = game.apply(action)
    >>> [view(game.table, 0).players[seat].hand.count for seat in (0, 1)]
    [1, 0]
    >>> view(game.table, 1).players[0].hand.cards is None
    True
    """
    check_viewer(table.ruleset, len(table.players), viewer, memory)
    rules = table.ruleset

    def zone(name: ZoneName, value: Any, owner: int | None) -> Any:
        """Return a zone of a table or a player, as the viewer sees it."""
        if ZONES[name].always_open:
            return value
        shown = sees(rules, name, owner, viewer, memory)
        if ZONES[name].whose == "colour":
            return tuple([Pile(len(cards), cards if shown else None) for cards in value])
        return Pile(len(value), value if shown else None)

    def seen(model: Table | Player, owner: int | None = None) -> dict[str, Any]:
        """Return the fields of a table or a player, as the viewer sees them."""
        found = {field.name: getattr(model, field.name) for field in fields(type(model))}
        return found | {name: zone(name, found[name], owner) for name in ZONES if name in found}

    players = tuple(PlayerView(**seen(player, seat)) for seat, player in enumerate(table.players))
    return View(**{**seen(table), "viewer": viewer, "memory": memory, "players": players})


def sees(rules: Ruleset, zone: ZoneName, owner: Owner, viewer: int | None, memory: Memory) -> bool:
    """Return whether `viewer` sees the cards of a zone; `owner` is its seat, if it has one.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> [sees(standard, "hand", 0, viewer, "table") for viewer in (0, 1, None)]
    [True, False, False]
    """
    audience = rules.audience(zone, memory)
    return audience == "all" or (audience == "owner" and owner is not None and owner == viewer)


def check_viewer(rules: Ruleset, players: int, viewer: int | None, memory: str) -> None:
    """Raise `ViewError` for an unknown seat or memory."""
    rule = rules.components.rules.players
    if type(viewer) not in (int, NoneType):
        raise ViewError(Reason("whole_number", rule, {"what": "seat", "value": short(viewer)}))
    if viewer is not None and not 0 <= viewer < players:
        raise ViewError(Reason("seat", rule, {"seat": short_number(viewer), "last": players - 1}))
    if memory not in ("table", "perfect"):
        raise ViewError(Reason("memory", None, {"memory": short(memory)}))
