"""JSON Schemas, generated from the types of the models. They are kept in `spec/schemas/`."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from lineit.conformance.vectors import Vector
from lineit.foresight import Move
from lineit.formats.converters import NAMES_IN_JSON
from lineit.formats.events import EVENT_TYPES
from lineit.model.actions import Action
from lineit.model.bounds import CODE as CODE_PATTERN
from lineit.model.bounds import Doc, Id, Many, Shape, Spoken, Text, Whole
from lineit.model.cards import Card
from lineit.model.events import CardsMoved
from lineit.model.ruleset import Components, Ruleset, ZoneRule
from lineit.model.table import Line, Player, Table
from lineit.rules.load import NAMES_IN_FILES
from lineit.rules.overlay import Removals
from lineit.saves.records import Record
from lineit.views import Pile, View

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

CODE: Schema = {"type": "string", "pattern": f"^({CODE_PATTERN})$"}
CODES: Schema = {"type": "array", "items": CODE}
COUNT: Schema = {"type": "integer", "minimum": 0}
PILE: Schema = {"anyOf": [CODES, COUNT]}
IN_JSON: dict[Any, Schema] = {
    Any: {},
    Card: CODE,
    Action: {"$ref": "#/$defs/Action"},
    Line: CODES,
    Ruleset: {"type": "string"},
    Pile: PILE,
    tuple[tuple[Card, ...], ...]: {"type": "object", "additionalProperties": CODES},
    tuple[Pile, ...]: {"type": "object", "additionalProperties": PILE},
}
"""Types that are not written field by field: a card as its code, jackpots by colour."""

WRITTEN_WHOLE = (Player, *EVENT_TYPES.values())
"""Models of which the library writes all fields, also those with defaults."""

NAMES = {**NAMES_IN_FILES, **NAMES_IN_JSON, Move: {"source": "from"}}
"""Fields that have another name in data."""

POINTS: Schema = {"type": "integer", "description": "derived: cards scored and tokens"}


def schemas() -> dict[str, Schema]:
    """Return every schema, by the name of its file.

    >>> list(schemas())
    ['action', 'event', 'record', 'rules', 'seen-event', 'seen-record', 'table', 'vector', 'view']
    """
    return {
        "action": _titled("An action as text", schema_of(Spoken, {})),
        "event": _events_file("An event"),
        "record": _whole("A saved game", Record),
        "rules": rules_schema(),
        "seen-event": _events_file("An event as a seat may see it", seen=True),
        "seen-record": _seen_record(),
        "table": _whole("A table, the referee's", Table),
        "vector": _whole("A test vector", Vector),
        "view": _whole("What a seat sees of a table", View),
    }


def _events(definitions: dict[str, Schema], *, seen: bool = False) -> Schema:
    """Return the schema of an event; where `seen`, a move may have only the number of cards."""
    kinds: list[Schema] = []
    for name, event in EVENT_TYPES.items():
        schema = object_schema(event, {})
        schema["properties"] = {"type": {"const": name}, **schema["properties"]}
        schema["required"].insert(0, "type")
        title = event.__name__
        if seen and event is CardsMoved:
            schema["properties"]["cards"] = PILE
            title = "SeenCardsMoved"
        definitions[title] = schema
        kinds.append({"$ref": f"#/$defs/{title}"})
    return {"oneOf": kinds}


def _events_file(title: str, *, seen: bool = False) -> Schema:
    """Return the schema of an event with its title and definitions."""
    definitions: dict[str, Schema] = {}
    return _titled(title, {**_events(definitions, seen=seen), "$defs": definitions})


def _seen_record() -> Schema:
    """Return the schema of a record as a seat may see it."""
    schema = _whole("A game as a seat may have it", Record)
    events = {"type": "array", "items": _events(schema["$defs"], seen=True)}
    schema["properties"] |= {"seed": {"type": "null"}, "deck": COUNT, "events": events}
    schema["required"].append("events")
    return schema


def _whole(title: str, model: type) -> Schema:
    """Return the schema of a model with its title and definitions."""
    definitions: dict[str, Schema] = {}
    schema = object_schema(model, definitions)
    for name in ("Player", "PlayerView"):
        if name in definitions:
            definitions[name]["properties"]["points"] = POINTS
            definitions[name]["required"].append("points")
    return _titled(title, {**schema, "$defs": dict(sorted(definitions.items()))})


def _titled(title: str, schema: Schema) -> Schema:
    """Return the schema with its dialect and title."""
    return {"$schema": DRAFT, "title": title, **schema}


def rules_schema() -> Schema:
    """Return the schema of a rule file. An overlay may leave out what it does not change.

    >>> rules_schema()["properties"]["components"]
    {'$ref': '#/$defs/Components'}
    """
    definitions: dict[str, Schema] = {}
    file = object_schema(Ruleset, definitions)
    box, zone = (definitions[model.__name__].pop("required") for model in (Components, ZoneRule))
    whole = {
        "required": file["required"],
        "properties": {
            "components": {"required": box},
            "zones": {"additionalProperties": {"required": zone}},
        },
    }
    extras = {"extends": schema_of(Id, definitions), "remove": object_schema(Removals, definitions)}
    return {
        "$schema": DRAFT,
        "title": "A rule file of Line-it",
        **file,
        "properties": {**file["properties"], **extras},
        "required": ["format", "name"],
        "dependentRequired": {"remove": ["extends"]},
        "anyOf": [{"required": ["extends"]}, whole],
        "$defs": dict(sorted(definitions.items())),
    }


def object_schema(model: type, definitions: dict[str, Schema]) -> Schema:
    """Return the schema of an attrs model; add its parts to the definitions."""
    names, kinds = NAMES.get(model, {}), get_type_hints(model, include_extras=True)
    fields = {
        names.get(field.name, field.name): field
        for field in attrs.fields(model)
        if names.get(field.name, field.name) is not None
    }
    return {
        "type": "object",
        "properties": {
            name: schema_of(kinds[field.name], definitions) for name, field in fields.items()
        },
        "required": [
            name
            for name, field in fields.items()
            if field.default is attrs.NOTHING or model in WRITTEN_WHOLE
        ],
        "additionalProperties": False,
    }


def schema_of(kind: Any, definitions: dict[str, Schema]) -> Schema:  # noqa: PLR0911 # one a kind
    """Return the schema of a type; add its models to the definitions."""
    arguments = get_args(kind)
    if kind in IN_JSON:
        return IN_JSON[kind]
    if kind in (int, str, bool):
        return {"type": {int: "integer", str: "string", bool: "boolean"}[kind]}
    if attrs.has(kind):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}  # a model may contain itself
            definitions[kind.__name__] = object_schema(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    match get_origin(kind):
        case origin if origin is Annotated:
            shapes = [each.name for each in arguments if isinstance(each, Shape)]
            bare = {"$ref": f"#/$defs/{shapes[0]}"} if shapes else None
            schema = bare or schema_of(arguments[0], definitions)
            return schema | {k: v for bound in arguments[1:] for k, v in _bound(bound, schema)}
        case origin if origin is Literal:
            return {"enum": list(arguments)}
        case origin if origin in (Union, types.UnionType):
            return {"anyOf": [schema_of(part, definitions) for part in arguments]}
        case origin if origin in (tuple, list):
            return {"type": "array", "items": schema_of(arguments[0], definitions)}
        case origin if origin in (dict, Mapping):
            return {
                "type": "object",
                "propertyNames": schema_of(arguments[0], definitions),
                "additionalProperties": schema_of(arguments[1], definitions),
            }
    return {"type": "null"}


def _bound(bound: Any, schema: Schema) -> list[tuple[str, Any]]:
    """Return the keywords of a bound."""
    match bound:
        case Whole():
            return [("minimum", bound.least), ("maximum", bound.most)]
        case Text():
            return [("pattern", f"^(?:{bound.pattern})$"), ("maxLength", bound.most)]
        case Doc():
            return [("description", bound.sentence)]
        case Many():
            what = "Items" if schema["type"] == "array" else "Properties"
            return [(f"min{what}", bound.least), (f"max{what}", bound.most)]
    return []
