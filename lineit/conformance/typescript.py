"""TypeScript types, made from JSON Schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]


def declarations(named: Mapping[str, Schema]) -> str:
    """Return the declarations of types for JSON Schemas, which refer to each other by name.

    >>> print(declarations({"Place": {"type": "object", "required": ["x"], "properties": {
    ...     "x": {"type": "integer", "description": "How far right."}}}}))
    export interface Place {
      /** How far right. */
      x: number;
    }
    """
    return "\n\n".join(_declared(name, schema) for name, schema in named.items())


def _declared(name: str, schema: Schema) -> str:
    """Return the declaration of one type."""
    about = schema.get("title") or schema.get("description")
    comment = f"/** {about.rstrip('.')}. */\n" if about else ""
    if "properties" in schema:
        return f"{comment}export interface {name} {type_of(schema)}"
    return f"{comment}export type {name} = {type_of(schema)};"


def type_of(schema: Schema, indent: str = "") -> str:  # noqa: PLR0911 # one for each kind
    """Return a schema as a type.

    >>> type_of({"anyOf": [{"$ref": "#/$defs/Table"}, {"type": "null"}]})
    'Table | null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if "examples" in schema:  # own rulesets have others
        return " | ".join([*map(json.dumps, schema["examples"]), "(string & {})"])
    for key in ("oneOf", "anyOf"):
        if key in schema and "properties" not in schema:
            return " | ".join(type_of(part, indent) for part in schema[key])
    match schema.get("type"):
        case "array":
            return f"Array<{type_of(schema['items'], indent)}>"
        case "object" if "properties" in schema:
            return _object(schema, indent)
        case "object":
            values = schema.get("additionalProperties", {})
            values = {} if isinstance(values, bool) else values
            return f"{{ [name: string]: {type_of(values, indent)} }}"
        case None:
            return "unknown"
        case kind:
            return {"integer": "number"}.get(str(kind), str(kind))


def _object(schema: Schema, indent: str) -> str:
    """Return an object with its fields as a type."""
    inner, required, lines = indent + "  ", schema.get("required", []), ["{"]
    for name, part in schema["properties"].items():
        if about := part.get("description"):
            lines.append(f"{inner}/** {about} */")
        key = name if re.fullmatch("[A-Za-z_]+", name) else json.dumps(name)
        optional = "" if name in required else "?"
        lines.append(f"{inner}{key}{optional}: {type_of(part, inner)};")
    return "\n".join([*lines, indent + "}"])
