"""Functions that count for guards and effects: the cards of a place, points, tokens and so on."""

from __future__ import annotations

from collections.abc import Callable

from lineit.model.cards import Card
from lineit.model.table import READERS, Table, cards_in
from lineit.model.zones import ZONES, zone_name

Counter = Callable[[Table, int, Card | None], int | None]

Passing = Callable[[Table, int, Card | None], object]
"""A `Question`, which answers None for a card to count."""


def counter(what: tuple[str, ...], kind: str | None, passing: Passing | None = None) -> Counter:
    """Return the function that counts one of `NUMBERS`, or the cards of the kind in the places
    `what`, of which only those that pass the question are counted.
    """
    if what[0] in NUMBERS:
        return NUMBERS[what[0]]
    each = [_counter(place, kind, passing) for place in what]
    if len(each) == 1:
        return each[0]
    return lambda table, seat, card: sum([count(table, seat, card) for count in each])


def _counter(
    place: str, kind: str | None, passing: Passing | None
) -> Callable[[Table, int, Card | None], int]:
    """Return the function that counts the cards of a kind in one place."""
    if passing is not None:
        chosen = chooser(place, kind, passing)
        return lambda table, seat, card: len(chosen(table, seat, card))
    if kind is None and place in READERS and ZONES[zone_name(place)].whose != "colour":
        read = READERS[zone_name(place)]
        return lambda table, seat, _: len(read(table, seat))
    if kind is None and place == "jackpots":
        return lambda table, _seat, _card: sum(map(len, table.jackpots))
    lying = place_reader(place)
    if kind is None:
        return lambda table, seat, card: len(lying(table, seat, card))
    if kind == "colour":
        return lambda table, seat, card: _of_colour(lying(table, seat, card), card)
    matches = matcher(kind)
    return lambda table, seat, card: sum([matches(each, card) for each in lying(table, seat, card)])


def chooser(
    place: str, kind: str | None, passing: Passing | None
) -> Callable[[Table, int, Card | None], tuple[Card, ...]]:
    """Return the function that selects cards of a place, by their kind and by a question."""
    lying, matches = place_reader(place), None if kind is None else matcher(kind)

    def chosen(table: Table, seat: int, card: Card | None) -> tuple[Card, ...]:
        cards = lying(table, seat, card)
        if matches is not None:
            cards = tuple([each for each in cards if matches(each, card)])
        if passing is not None:
            cards = tuple([each for each in cards if passing(table, seat, each) is None])
        return cards

    return chosen


def _of_colour(cards: tuple[Card, ...], card: Card | None) -> int:
    """Return how many of the cards are number cards with the colour of `card`; 0 for a Bet card."""
    if card is None or card.colour is None:
        return 0
    colour = card.colour
    return sum([each.colour == colour for each in cards])


def place_reader(place: str) -> Callable[[Table, int, Card | None], tuple[Card, ...]]:
    """Return the function that returns the cards of a place: of a zone, of `jackpot` (the pile of
    the card's colour), or of `card` (the card itself).
    """
    if place == "card":
        return lambda _table, _seat, card: () if card is None else (card,)
    if place == "jackpot":
        return _jackpot
    zone = zone_name(place)
    if ZONES[zone].whose == "colour":
        return lambda table, seat, _: cards_in(table, zone, seat)
    read = READERS[zone]
    return lambda table, seat, _: read(table, seat)


def _jackpot(table: Table, _: int, card: Card | None) -> tuple[Card, ...]:
    """Return the cards under the jackpot of the card's colour; none for a Bet card."""
    return () if card is None or card.colour is None else table.jackpot(card.colour)


def matcher(kind: str) -> Callable[[Card, Card | None], bool]:
    """Return the function that says whether a card is of the kind. It also takes the card of the
    transition, for the kind `colour`.
    """
    match kind:
        case "numbers":
            return lambda card, _: card.value is None
        case "bets":
            return lambda card, _: card.value is not None
        case "colour":
            return lambda card, own: _of_colour((card,), own) > 0
    return lambda card, _: card.colour == kind


def _step(table: Table, seat: int, card: Card | None) -> int | None:
    """Return the card's number minus the last number of the line; None if either is missing."""
    last = table.players[seat].line.last
    if card is None or card.number is None or last is None or last.number is None:
        return None
    return card.number - last.number


NUMBERS: dict[str, Counter] = {
    "points": lambda table, seat, _: table.players[seat].points,
    "tokens": lambda table, seat, _: len(table.players[seat].tokens),
    "played": lambda table, _seat, _card: table.played,
    "round": lambda table, _seat, _card: table.round,
    "turn": lambda table, seat, _: (seat - table.first) % len(table.players),
    "number": lambda _table, _seat, card: None if card is None else card.number,
    "step": _step,
}
"""What can be counted besides cards."""
