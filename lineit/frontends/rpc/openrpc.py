"""The protocol as an OpenRPC document and as TypeScript types, made from the models.

`spec/schemas/` has both as files, which `docs/generate.py` writes.
"""

from __future__ import annotations

import json
from typing import Any

import attrs

from lineit.conformance.definitions import definitions
from lineit.conformance.schemas import Schema, object_schema, schema_of
from lineit.conformance.typescript import declarations, type_of
from lineit.frontends.rpc import params, results
from lineit.frontends.rpc.errors import ERRORS, ErrorKind
from lineit.frontends.rpc.methods import METHODS, PROTOCOL, Method

OPENRPC = "1.3.2"
"""Version of OpenRPC."""

TYPES_HEAD = (
    "// The types of all JSON data, and of the protocol. Made by docs/generate.py from the models."
)


def protocol_definitions() -> dict[str, Schema]:
    """Return the schemas of all data and of the models of the protocol, by name.

    >>> protocol_definitions()["BotAnswer"]["required"]
    ['action']
    """
    own: dict[str, Schema] = {}
    for method in METHODS.values():
        schema_of(method.params, own)
        schema_of(method.result, own)
    for kind in ERRORS.values():
        if kind.data is not None:
            schema_of(kind.data, own)
    for name, model in {**vars(params), **vars(results)}.items():
        if name in own and model.__doc__:
            own[name]["description"] = " ".join(model.__doc__.split())
    return {**definitions(), **own}


def result_schema(name: str) -> Schema:
    """Return the schema of the result of a method.

    >>> result_schema("stats")
    {'$ref': '#/$defs/Stats'}
    """
    return schema_of(METHODS[name].result, {})


def openrpc() -> dict[str, Any]:
    """Return the OpenRPC document of the protocol.

    >>> document = openrpc()
    >>> document["methods"][2]["name"], document["methods"][2]["result"]
    ('apply', {'name': 'State', 'schema': {'$ref': '#/components/schemas/State'}})
    """
    document = {
        "openrpc": OPENRPC,
        "info": {
            "title": "Line-it",
            "version": str(PROTOCOL),
            "description": "The protocol of `lineit rpc`: JSON-RPC 2.0, one message a line.",
            "license": {"name": "MIT"},
        },
        "methods": [_method(name, method) for name, method in METHODS.items()],
        "components": {
            "schemas": protocol_definitions(),
            "errors": {f"E{code}".replace("-", "_"): _error(code) for code in ERRORS},
        },
    }
    text = json.dumps(document).replace('"#/$defs/', '"#/components/schemas/')
    moved: dict[str, Any] = json.loads(text)
    return moved


def _method(name: str, method: Method) -> dict[str, Any]:
    """Return the Method Object of a method."""
    schema = object_schema(method.params, {})
    defaults = {field.name: field.default for field in attrs.fields(method.params)}
    params = []
    for each, part in schema["properties"].items():
        required = each in schema["required"]
        default = {} if required else {"default": defaults[each]}
        about = part.get("description", "")
        shape = {key: value for key, value in part.items() if key != "description"} | default
        params.append({"name": each, "description": about, "required": required, "schema": shape})
    result = result_schema(name)
    return {
        "name": name,
        "summary": method.summary,
        "paramStructure": "by-name",
        "params": sorted(params, key=lambda param: not param["required"]),
        "result": {"name": type_of(result), "schema": result},
        "errors": [
            {"$ref": f"#/components/errors/E{code}".replace("-", "_")} for code in method.errors
        ],
    }


def _error(code: int) -> dict[str, Any]:
    """Return the Error Object of a kind of error, with the schema of its data."""
    kind = ERRORS[code]
    data = {} if kind.data is None else {"data": schema_of(kind.data, {})}
    return {"code": code, "message": kind.summary, **data}


def types() -> str:
    """Return the TypeScript types of all data and of the protocol.

    >>> "  bot: { params: BotParams; result: BotAnswer };" in types().splitlines()
    True
    """
    lines = ["/** Each method of the protocol, with its parameters and its result. */"]
    lines.append("export interface Methods {")
    for name, method in METHODS.items():
        params, result = type_of(schema_of(method.params, {})), type_of(result_schema(name))
        lines.append(f"  /** {method.summary} */")
        lines.append(f"  {name}: {{ params: {params}; result: {result} }};")
    errors = [f"  | {_error_type(code, kind)}" for code, kind in ERRORS.items()]
    parts = [
        TYPES_HEAD,
        declarations(protocol_definitions()),
        "\n".join([*lines, "}"]),
        "\n".join(["/** An error of the protocol. */", "export type ProtocolError =", *errors])
        + ";",
    ]
    return "\n\n".join(parts) + "\n"


def _error_type(code: int, kind: ErrorKind) -> str:
    """Return the type of a kind of error."""
    data = ""
    if kind.data is not None:
        data = f"; data{'?' if kind.when else ''}: {type_of(schema_of(kind.data, {}))}"
    return f"{{ code: {code}; message: string{data} }}"
