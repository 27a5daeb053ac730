"""The page about reasons: each code, its sentence, its parameters, and whether it names a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import lineit
from lineit.text import catalog

HEAD = """# Reasons

Made by `docs/generate.py`. A refusal has a reason: a `code`, which programs can rely on, `params`
that say what stood in the way, and a sentence in each language, made of them. In Python it is
`error.reason`, a `lineit.Reason`; in the [protocol](protocol.md#errors) it is the `data` of an
error and the answer of `explain` and `choices`.

If a **guard** of the rule file makes an action illegal, the code is the name of the guard, such as
`line_takes_bet`, or that name after `not_` if the guard must not hold. The sentence is that of
the rule file; if it has none, that of `guard` or `not_guard`. Its params are `guard`, a text;
`card`, the code of the card that it is about, or null; `last`, the last card of the line, or null;
`direction`, `"ascending"`, `"descending"` or `"none"`; `held`, the number of cards in the hand;
`count`, what the guard counted, or null; and each limit of the ruleset that is a number, by its
name.

All other codes are those of the library. `rule` is yes where the reason can name the id of a rule.
A value from outside is quoted as a short text, such as `'castle'`. A number can also be a text if
it is enormous.
"""

TYPES = {
    "text": "action before card code colour deck file first guard kind lang memory name names only"
    " owner path phase policy rule ruleset seats seed seen tags text type value verb what where who"
    " zone",
    "number": "bits count format last least most number played players ply revision round seat"
    " steps turn undone viewer",
    "list of texts": "cards known now verbs",
    "reason": "why",
}
"""The parameters of each type, by their names."""

OWN_TYPES = {
    ("known", "record_version"): "number",
    ("seats", "undo_others"): "list of numbers",
    ("value", "table_token"): "number",
    ("value", "problem_tokens"): "number",
    ("owner", "problem_zone_of"): "number",
    ("most", "problem_tokens"): "number",
}
"""Types of parameters whose names have another type elsewhere."""

NAMES_RULE = {
    "names": True,
    "seats": True,
    "table_picked": True,
    "table_not_picked": True,
    "problem_zone": True,
    "problem_zone_of": True,
    "record_file": False,
    "record_write": False,
    "forbidden": False,
    "game_too_long": False,
    "callback": False,
    "guard": True,
    "not_guard": True,
}
"""Whether a reason can name a rule, for codes that no single place in the code writes."""


def reasons_page() -> str:
    """Return the page about reasons, in Markdown."""
    ruled = {**dict(_ruled()), **NAMES_RULE}
    rows = [HEAD, "| code | rule | params | sentence |", "|---|---|---|---|"]
    for code, entry in sorted(catalog.all_texts("en")["reasons"].items()):
        params = [f"`{name}`: {param_type(name, code)}" for name in params_of(entry)]
        said = "<br>".join(sentences(entry))
        rows.append(f"| `{code}` | {'yes' if ruled[code] else ''} | {', '.join(params)} | {said} |")
    return "\n".join(rows) + "\n"


def param_type(name: str, code: str) -> str:
    """Return the type of a parameter of a reason."""
    types = {each: kind for kind, names in TYPES.items() for each in names.split()}
    return OWN_TYPES.get((name, code)) or types[name]


def params_of(entry: Any) -> list[str]:
    """Return the parameters of a sentence, in order.

    >>> params_of({"by": "count", "one": "{card} is", "other": "{count} are"})
    ['count', 'card']
    """
    if isinstance(entry, Mapping):
        inner = [name for key, part in entry.items() if key != "by" for name in params_of(part)]
        return [*dict.fromkeys([entry["by"], *inner])]
    return [*dict.fromkeys(re.findall(r"\{(\w+)\}", str(entry)))]


def sentences(entry: Any) -> Iterator[str]:
    """Yield each form of a sentence."""
    if isinstance(entry, Mapping):
        for key, part in entry.items():
            if key != "by":
                yield from sentences(part)
    else:
        yield str(entry)


def _ruled() -> Iterator[tuple[str, bool]]:
    """Yield the codes of all reasons that the library makes, and whether each can name a rule."""
    found: dict[str, bool] = {}
    for path in sorted(Path(lineit.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Reason"), args=[ast.Constant(str(code)), *rest]):
                    given = bool(rest) and not isinstance(rest[0], ast.Constant)
                    found[code] = found.get(code, False) or given
    yield from found.items()
