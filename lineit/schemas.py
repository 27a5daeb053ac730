"""JSON Schemas, made of the types of the models. They are kept in `spec/schemas/`."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from lineit.ruleset import Components, Limits, Ruleset, Zones
from lineit.shapes import Id, Many, Text, Whole
from lineit.spec import NAMES_IN_FILES, Removals

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def rules_schema() -> Schema:
    """The schema of a rule file. One that extends another may leave out what it does not change.

    >>> rules_schema()["properties"]["limits"]
    {'$ref': '#/$defs/Limits'}
    """
    definitions: dict[str, Schema] = {}
    file = _object(Ruleset, definitions)
    whole = {
        "required": file["required"],
        "properties": {
            name: {"required": definitions[kind.__name__].pop("required")}
            for name, kind in (("components", Components), ("limits", Limits), ("zones", Zones))
        },
    }
    extras = {"extends": _schema(Id, definitions), "remove": _object(Removals, definitions)}
    return {
        "$schema": DRAFT,
        "title": "A rule file of Line-it",
        **file,
        "properties": {**file["properties"], **extras},
        "required": ["format", "name"],
        "anyOf": [{"required": ["extends"]}, whole],
        "$defs": dict(sorted(definitions.items())),
    }


def _object(model: type, definitions: dict[str, Schema]) -> Schema:
    """The schema of an attrs model, with its parts among the definitions."""
    names, kinds = NAMES_IN_FILES.get(model, {}), get_type_hints(model, include_extras=True)
    fields = {
        names.get(field.name, field.name): field
        for field in attrs.fields(model)
        if names.get(field.name, field.name) is not None
    }
    return {
        "type": "object",
        "properties": {
            name: _schema(kinds[field.name], definitions) for name, field in fields.items()
        },
        "required": [name for name, field in fields.items() if field.default is attrs.NOTHING],
        "additionalProperties": False,
    }


def _schema(kind: Any, definitions: dict[str, Schema]) -> Schema:  # noqa: PLR0911 # one a kind
    """The schema of a type."""
    arguments = get_args(kind)
    if kind in (int, str, bool):
        return {"type": {int: "integer", str: "string", bool: "boolean"}[kind]}
    if attrs.has(kind):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}  # a model may hold itself
            definitions[kind.__name__] = _object(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    match get_origin(kind):
        case origin if origin is Annotated:
            schema = _schema(arguments[0], definitions)
            return schema | {k: v for bound in arguments[1:] for k, v in _bound(bound, schema)}
        case origin if origin is Literal:
            return {"enum": list(arguments)}
        case origin if origin in (Union, types.UnionType):
            return {"anyOf": [_schema(part, definitions) for part in arguments]}
        case origin if origin is tuple:
            return {"type": "array", "items": _schema(arguments[0], definitions)}
        case origin if origin is dict:
            return {
                "type": "object",
                "propertyNames": _schema(arguments[0], definitions),
                "additionalProperties": _schema(arguments[1], definitions),
            }
    return {"type": "null"}


def _bound(bound: Any, schema: Schema) -> list[tuple[str, Any]]:
    match bound:
        case Whole():
            return [("minimum", bound.least), ("maximum", bound.most)]
        case Text():
            return [("pattern", f"^(?:{bound.pattern})$"), ("maxLength", bound.most)]
        case Many():
            what = "Items" if schema["type"] == "array" else "Properties"
            return [(f"min{what}", bound.least), (f"max{what}", bound.most)]
    return []
