"""Complete tables that agree with a view, with the hidden cards dealt by chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random

from attrs import fields

from lineit.engine import machine
from lineit.model.cards import Card
from lineit.model.table import Line, Owner, Player, Table, set_up, with_piles
from lineit.model.zones import ZONES, ZoneName
from lineit.rules.analysis import kinds_in_zones
from lineit.views import Pile, View

MOST_GUESSES = 1000
"""Maximum number of new deals in search of a table at which the player on turn can decide."""


def sample(seen: View, seed: int) -> Table:
    """Return a complete table that agrees with the view; the hidden cards are dealt by chance. The
    same view and seed give the same table.

    >>> from lineit import Game
    >>> from lineit.views import view
    >>> seen = view(Game.new(players=2, seed=7).table, 0)
    >>> view(sample(seen, 1), 0) == seen
    True
    """
    chance = Random(seed)  # noqa: S311 # a sample must be repeatable, not secret
    table = _guess(seen, chance)
    for _ in range(MOST_GUESSES):
        if machine.waits(table) or machine.is_over(table):
            break
        table = _guess(seen, chance)  # no game waits for a player at this table
    return table


def _guess(seen: View, chance: Random) -> Table:
    """Return a table with the hidden cards dealt by chance to piles that can hold them."""
    rules = seen.ruleset
    lying = list(seen_piles(seen))
    shown = {card for _, _, cards in lying if isinstance(cards, tuple) for card in cards}
    hidden = [card for card in rules.cards if card not in shown]
    chance.shuffle(hidden)
    kinds = _kinds(rules)

    def fits(card: Card, zone: ZoneName, owner: Owner) -> bool:
        if ZONES[zone].by_colour:
            return card.colour == owner
        return ("bets" if card.is_bet else "numbers") in kinds[zone]

    # Deal first to the piles that take few kinds of cards, so that enough of those are left.
    lying.sort(key=lambda pile: (not ZONES[pile[0]].by_colour, len(kinds[pile[0]])))
    dealt = []
    for zone, owner, cards in lying:
        drawn = cards
        if isinstance(drawn, int):
            drawn = tuple([card for card in hidden if fits(card, zone, owner)][:drawn])
            hidden = [card for card in hidden if card not in drawn]
        dealt.append((zone, owner, drawn))
    return with_dealt(seen, dealt)


def with_dealt(seen: View, dealt: Iterable[tuple[ZoneName, Owner, tuple[Card, ...]]]) -> Table:
    """Return the table of the view with these piles, each given as zone, owner and cards."""
    rules = seen.ruleset
    players = tuple(Player(tokens=each.tokens, stopped=each.stopped) for each in seen.players)
    empty = set_up(rules, len(players), ())
    named = {
        name: getattr(seen, name)
        for name in (field.name for field in fields(Table))
        if name not in ZONES and name not in ("ruleset", "players")
    }
    return with_piles(empty.changed(players=players, **named), dealt)


_kinds = lru_cache(maxsize=64)(kinds_in_zones)


def seen_piles(seen: View) -> Iterator[tuple[ZoneName, Owner, tuple[Card, ...] | int]]:
    """Yield every pile of a view: its zone, its owner, and its cards or their number."""
    for name, zone in ZONES.items():
        match zone.whose:
            case "player":
                for seat, player in enumerate(seen.players):
                    yield name, seat, _shown(getattr(player, name))
            case "colour":
                for colour, pile in zip(seen.ruleset.colours, getattr(seen, name), strict=True):
                    yield name, colour, _shown(pile)
            case _:
                yield name, None, _shown(getattr(seen, name))


def _shown(pile: Pile | Line | Card | tuple[Card, ...] | None) -> tuple[Card, ...] | int:
    """Return the cards of a pile of a view, or their number if they are hidden."""
    match pile:
        case Pile():
            return pile.count if pile.cards is None else pile.cards
        case Line():
            return pile.cards
        case Card():
            return (pile,)
        case None:
            return ()
    return pile
