"""Converters of JSON data into the cards, tables and views of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import cattrs

from lineit.model.bounds import short
from lineit.model.cards import Card
from lineit.model.events import CardsMoved
from lineit.model.ruleset import Ruleset
from lineit.model.structure import Names, converter
from lineit.model.table import Line, Player

NAMES_IN_JSON: dict[type, Names] = {CardsMoved: {"source": "from"}}
"""Fields of models that have another name in JSON."""


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the codes of the cards."""
    return [card.code for card in cards]


def converter_of(ruleset: Ruleset) -> cattrs.Converter:
    """Return a converter for the tables, views and events of a ruleset."""
    made = converter(NAMES_IN_JSON)
    cards = tuple[Card, ...]

    def line(value: Any, _: Any) -> Line:
        return Line(made.structure(value, cards))

    def is_named(value: Any, _: Any) -> Ruleset:
        if value != ruleset.name:
            raise ValueError(f"must be {ruleset.name}, but is {short(value)}")
        return ruleset

    made.register_structure_hook(Card, lambda value, _: ruleset.card(value))
    made.register_structure_hook(Line, line)
    made.register_structure_hook(Ruleset, is_named)
    register_piles(made, ruleset, cards, Player)
    return made


table_converter = lru_cache(maxsize=64)(converter_of)
"""Returns the converter for the tables and events of a ruleset, made once."""


def register_piles(made: cattrs.Converter, ruleset: Ruleset, pile: Any, player: type) -> None:
    """Make a converter read piles by their colours, and ignore the points of players, which are
    derived.
    """
    structure_player = made.get_structure_hook(player)

    def without_points(value: Any, kind: Any) -> Any:
        if isinstance(value, Mapping):
            value = {key: part for key, part in value.items() if key != "points"}
        return structure_player(value, kind)

    def by_colour(value: Any, _: Any) -> tuple[Any, ...]:
        if not isinstance(value, Mapping):
            raise TypeError(f"must be a table, but is {short(value)}")
        if set(value) != set(ruleset.colours):
            raise ValueError(f"must have the colours {', '.join(ruleset.colours)}")
        return tuple(made.structure(value[colour], pile) for colour in ruleset.colours)

    made.register_structure_hook(player, without_points)
    made.register_structure_hook_func(lambda kind: kind == tuple[pile, ...], by_colour)
