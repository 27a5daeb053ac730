"""The parts of `docs/protocol.md` that are made from the models of the protocol."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from lineit.frontends.rpc import METHODS, Server
from lineit.frontends.rpc.errors import ERRORS
from lineit.frontends.rpc.openrpc import openrpc

LINKS = {
    "Action": "text",
    "GameEvent": "[event](#events)",
    "SeenEvent": "[event](#events)",
    "RuleFile": "object",
    "SavedGame": "[saved game](#saved-games)",
    "Table": "[table](#tables-and-views)",
    "View": "[view](#tables-and-views)",
}
"""Shapes that other sections describe."""

WORDS = {"integer": "number", "string": "text", "boolean": "true or false", "null": "null"}


def method_reference() -> str:
    """Return all methods with their parameters, and then the shapes of their results."""
    document = openrpc()
    schemas = document["components"]["schemas"]
    parts: list[str] = []
    shown: list[str] = []
    for method in document["methods"]:
        parts.append(f"### `{method['name']}`\n\n{method['summary']}")
        rows = [_param(param, schemas) for param in method["params"] if param["name"] != "lang"]
        if rows:
            head = ["| parameter | type | default | |", "|---|---|---|---|"]
            parts.append("\n".join([*head, *rows]))
        codes = ", ".join(str(code) for code in METHODS[method["name"]].errors)
        result = words(method["result"]["schema"], schemas)
        parts.append(f"Result: {result}. [Errors](#errors): {codes}.")
        shown += _models(method["result"]["schema"], schemas)
    shown += [kind.data.__name__ for kind in ERRORS.values() if kind.data is not None]
    parts.append("## Shapes of results")
    for name in dict.fromkeys(shown):
        about = schemas[name].get("description", "")
        rows = [
            f"| `{key}` | {words(part, schemas)} | {part.get('description', '')} |"
            for key, part in schemas[name]["properties"].items()
        ]
        table = "\n".join(["| key | type | |", "|---|---|---|", *rows])
        parts.append("\n\n".join(part for part in (f"### Shape {name}", about, table) if part))
    return "\n\n".join(parts) + "\n"


def _param(param: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the row of a parameter."""
    default = "" if param["required"] else f"`{json.dumps(param['schema']['default'])}`"
    kind = words(param["schema"], schemas)
    return f"| `{param['name']}` | {kind} | {default} | {param['description']} |"


def _models(schema: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    """Yield the objects that a result consists of, without those of other sections."""
    for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(schema)):
        if name not in LINKS and "properties" in schemas[name]:
            yield name
            yield from _models(schemas[name], schemas)


def words(  # noqa: PLR0911 # one for each kind
    schema: dict[str, Any], schemas: dict[str, Any], *, many: bool = False
) -> str:
    """Return the type of a schema in words; `many`: of several."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        inner = schemas[name]
        if name in LINKS:
            kind = LINKS[name]
            return re.sub(r"([a-z])(\]|$)", r"\1s\2", kind, count=1) if many else kind
        linked = f"[`{name}`](#shape-{name.lower()})"
        return linked if "properties" in inner else words(inner, schemas, many=many)
    if "enum" in schema or "const" in schema:
        return " or ".join(
            f"`{json.dumps(each)}`" for each in schema.get("enum", [schema.get("const")])
        )
    if "anyOf" in schema:
        return " or ".join(words(part, schemas, many=many) for part in schema["anyOf"])
    match schema.get("type"):
        case "array":
            return f"list{'s' * many} of {words(schema['items'], schemas, many=True)}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            values = schema["additionalProperties"]
            return f"object of {words(values, schemas, many=True)}" if values else "object"
        case "object":
            return "object"
        case None:
            return "any JSON"
        case kind:
            word = WORDS[kind]
            return f"{word}s" if many and kind in ("integer", "string") else word


def error_table() -> str:
    """Return the table of errors."""
    rows = []
    for code, kind in ERRORS.items():
        name = (
            ""
            if kind.data is None
            else f"[`{kind.data.__name__}`](#shape-{kind.data.__name__.lower()})"
        )
        data = ", ".join(part for part in (name, kind.when) if part)
        rows.append(f"| {code} | {kind.summary} | {data} |")
    return "\n".join(["| code | | `data` |", "|---|---|---|", *rows]) + "\n"


def conversation(block: str) -> str:
    """Return a conversation with the answers of today."""
    server, lines = Server(), []
    for line in block.splitlines():
        arrow, _, said = line.partition(" ")
        if arrow == "-->":
            lines.append(line)
            answer = server.answer(said)
            lines += [] if answer is None else [f"<-- {answer}"]
    return "\n".join(lines) + "\n"
