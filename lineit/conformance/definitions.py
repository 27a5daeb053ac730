"""The schemas of all data in one place, by name, for documents that hold all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lineit.bots import BOTS
from lineit.conformance.schemas import Schema, object_schema, schema_of, schemas
from lineit.foresight import Preview
from lineit.formats.events import EVENT_TYPES
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.stats import PlayerStats, Stats
from lineit.table_facts import Facts
from lineit.text.catalog import LANGUAGES

DATA_NAMES = {"event": "GameEvent", "record": "SavedGame", "rules": "RuleFile"}
"""Names of schemas among those of all data, where the name of the file would be misunderstood."""

EVENTS = {event.__name__ for event in EVENT_TYPES.values()} | {"SeenCardsMoved"}


def definitions() -> dict[str, Schema]:
    """Return the schemas of all data by name, for documents that hold all of them.

    They are those of the files, with their parts, and the values that a built-in ruleset has.

    >>> definitions()["RulesetName"]["examples"][0]
    'bga'
    """
    rulesets = [load_ruleset(name) for name in ruleset_names()]
    counts = object_schema(PlayerStats, {})
    counts["properties"]["points"] = {"type": "integer", "description": "Points from all sources."}
    counts["required"] = [*counts["properties"]]
    found: dict[str, Schema] = {
        "Language": {"enum": list(LANGUAGES)},
        "BotName": {"type": "string", "examples": list(BOTS)},
        "RulesetName": {"type": "string", "examples": list(ruleset_names())},
        "Phase": _known(phase.name for rules in rulesets for phase in rules.phases),
        "Verb": _known(verb for rules in rulesets for verb in rules.verbs),
        "RulesetChoice": {"anyOf": [_named("RulesetName"), _named("RuleFile")]},
        "PlayerStats": counts,
        "Stats": object_schema(Stats, {"PlayerStats": {}}),
    }
    found |= _previews()
    for name, schema in schemas().items():
        own = DATA_NAMES.get(name) or name.title().replace("-", "")
        names = {part: part if part in EVENTS else own + part for part in schema.get("$defs", {})}
        for part, inner in {own: schema, **schema.get("$defs", {})}.items():
            kept = {key: value for key, value in inner.items() if key not in ("$schema", "$defs")}
            found[names.get(part, own)] = _renamed(kept, names)
    for name in ("Table", "View", "PhaseEntered"):
        found[name]["properties"]["phase"] = _named("Phase")
    return found


def _previews() -> dict[str, Schema]:
    """Return the schemas of facts, and of previews as the protocol has them, with sentences."""
    found: dict[str, Schema] = {}
    for model in (Facts, Preview):
        schema_of(model, found)
    texts = {
        "label": {"type": "string", "description": "The action in the language."},
        "meaning": {
            "type": "array",
            "items": {"type": "string"},
            "description": "What it brings, in short sentences.",
        },
    }
    found["Preview"]["properties"] |= texts
    found["Preview"]["required"] += [*texts]
    names = {"TokenTaken": "PreviewToken", "Move": "PreviewMove"}  # an event has that name
    every = {name: names.get(name, name) for name in (*found, "Action")}
    return {names.get(name, name): _renamed(schema, every) for name, schema in found.items()}


def _known(names: Iterable[str]) -> Schema:
    """Return the schema of a text that is one of these with the built-in rulesets."""
    return {"type": "string", "examples": sorted({*names})}


def _named(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a schema with other names of definitions."""
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return value | _named(names[value["$ref"].rpartition("/")[2]])
    return {key: _renamed(part, names) for key, part in value.items()}
