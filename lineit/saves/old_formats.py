"""Migrations of records from older formats to the present one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from lineit.model.bounds import short
from lineit.model.errors import Reason, RecordError
from lineit.rules.load import digest, load_ruleset
from lineit.rules.upgrade import first_edition, upgraded


def _from_1(data: dict[str, Any]) -> dict[str, Any]:
    """Return a record of format 2: add names and the first seat, if they are not there.

    The library never wrote them in format 1. If somebody has added them, they count.
    """
    return {"names": None, "first": 0, **data, "format": 2}


def _from_2(data: dict[str, Any]) -> dict[str, Any]:
    """Return a record of format 3: add the rules if they were built in, else upgrade them."""
    rules, said = data.get("rules"), data.get("digest")
    name = first_edition()["digests"].get(said) if isinstance(said, str) else None
    if rules is None and name is not None and name == data.get("ruleset"):
        now = load_ruleset(name)
        rules, said = now.document, now.digest
    elif isinstance(rules, dict) and said == _first_digest(rules):
        with suppress(RecursionError, UnicodeEncodeError):  # the loader then reports the problem
            rules = upgraded(rules)
            said = digest(rules)
    elif rules is None:
        raise RecordError(Reason("record_no_rules", None, {"ruleset": short(data.get("ruleset"))}))
    return {"start": None, **data, "format": 3, "rules": rules, "digest": said}


def _first_digest(rules: dict[str, Any]) -> str | None:
    """Return the digest of rules in the first edition; None if it cannot have written them."""
    played = {key: rules[key] for key in rules if key not in ("title", "rules", "lineage")}
    try:
        return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()
    except (TypeError, ValueError, RecursionError):
        return None


MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _from_1, 2: _from_2}
"""The migration from each older format to the next one."""
