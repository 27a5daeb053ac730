"""Events as JSON data, and back. The schemas are in `spec/schemas/`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import cattrs
from cattrs.gen import make_dict_unstructure_fn, override

from lineit.formats.converters import NAMES_IN_JSON, table_converter
from lineit.model.cards import Card
from lineit.model.errors import Reason, TableError
from lineit.model.events import CardsMoved, Event
from lineit.model.ruleset import Ruleset
from lineit.model.structure import faults
from lineit.model.zones import ZONES
from lineit.rules.upgrade import first_edition


def type_name(event: type) -> str:
    """Return the `type` of an event in JSON."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event.__name__).lower()


EVENT_TYPES: dict[str, type] = {type_name(event): event for event in get_args(Event)}
"""Every event by its `type` in JSON, such as `cards-moved`."""


_out = cattrs.Converter(unstruct_collection_overrides={tuple: list})


_out.register_unstructure_hook(Card, str)


_out.register_unstructure_hook(
    CardsMoved, make_dict_unstructure_fn(CardsMoved, _out, source=override(rename="from"))
)


def event_json(event: Event) -> dict[str, Any]:
    """Return the event as JSON data, with its `type`.

    >>> from lineit import Game
    >>> began, dealt = map(event_json, Game.new(players=2, seed=7).events[:2])
    >>> began
    {'type': 'round-begun', 'rule': 'deal', 'round': 1}
    >>> dealt["type"], dealt["from"], dealt["to"], dealt["cards"]
    ('cards-moved', 'deck', 'market', ['91', '33', '58', '23'])
    """
    return {"type": type_name(type(event)), **_out.unstructure(event)}


def parse_event(data: Mapping[str, Any], ruleset: Ruleset) -> Event:
    """Return the event of `event_json`'s data.

    Raises `TableError` if the data has another shape, such as that of the first edition.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> parse_event(event_json(game.events[0]), game.ruleset) == game.events[0]
    True
    """
    fields = dict(data) if isinstance(data, Mapping) else {}
    name = str(fields.pop("type", None))
    kind, now = EVENT_TYPES.get(name), first_edition()["events"].get(name)
    if now is not None:
        raise TableError(Reason("event_first_edition", None, {"type": name, "now": now}))
    try:
        if kind is None:
            raise ValueError(f"must be one of {', '.join(EVENT_TYPES)}")
        event: Event = table_converter(ruleset).structure(fields, kind)
        _check_piles(event)
    except Exception as error:
        where, what = faults(error, "" if kind else "type", NAMES_IN_JSON)[0]
        raise TableError(Reason("event_shape", None, {"where": where, "what": what})) from None
    return event


def _check_piles(event: Event) -> None:
    """Raise `ValueError` if a move does not say to which seat or colour its pile belongs."""
    if isinstance(event, CardsMoved):
        zones = [ZONES[name] for name in (event.source, event.to)]
        if any(zone.whose == "player" for zone in zones) and event.seat is None:
            raise ValueError(f"{event.source} to {event.to} must say which seat")
        if any(zone.whose == "colour" for zone in zones) and event.colour is None:
            raise ValueError(f"{event.source} to {event.to} must say which colour")
