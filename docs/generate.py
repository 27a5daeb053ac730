"""Generated files: the schemas, their TypeScript types, the rule files as JSON, `docs/rules.md`,
the diagram in README, and the ids of problems in `spec/README.md`.

`python docs/generate.py` writes them. With `--check` it writes nothing, and exits with 1 if a file
is out of date.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from lineit import load_ruleset
from lineit.conformance.schemas import schemas
from lineit.formats.diagrams import mermaid
from lineit.rules.problem_ids import MUST_REFUSE, SHOULD_REFUSE
from rule_index import rule_index

ROOT = Path(__file__).parent.parent


def generated() -> dict[Path, str]:
    """Return the path and the content of every generated file."""
    readme, spec = ROOT / "README.md", ROOT / "spec/README.md"
    return {
        readme: with_phases(readme.read_text("utf-8")),
        spec: with_problems(spec.read_text("utf-8")),
        **{
            ROOT / f"spec/schemas/{name}.schema.json": json.dumps(schema, indent=2) + "\n"
            for name, schema in schemas().items()
        },
        ROOT / "spec/schemas/lineit.d.ts": typescript(schemas()),
        **{
            path.with_suffix(".json"): as_json(path.read_text("utf-8"))
            for path in sorted((ROOT / "spec/rulesets").glob("*.toml"))
        },
        ROOT / "docs/rules.md": rule_index(
            load_ruleset("standard"), ROOT / "spec/rulesets/standard.toml"
        ),
    }


def with_problems(text: str) -> str:
    """Return the specification with the ids of problems, and what each means."""
    rows = ["| id | | the problem |", "|---|---|---|"]
    for refused, idents in (("must", MUST_REFUSE), ("should", SHOULD_REFUSE)):
        rows += [f"| `{ident}` | {refused} | {meaning} |" for ident, meaning in idents.items()]
    table = "\n".join(rows)
    return re.sub(
        "(?<=<!-- problems -->\n).*?(?=<!-- end of problems -->)",
        lambda _: f"{table}\n",
        text,
        flags=re.DOTALL,
    )


def as_json(rule_file: str) -> str:
    """Return the data of a rule file as JSON, as it is: not laid over what it extends."""
    return json.dumps(tomllib.loads(rule_file), indent=2, ensure_ascii=False) + "\n"


def typescript(named: dict[str, Any]) -> str:
    """Return TypeScript declarations for JSON Schemas, which are given by name."""
    lines = [
        "// The shapes of all JSON data. Made by docs/generate.py from the JSON Schemas beside it."
    ]
    for name, schema in named.items():
        own = name.title().replace("-", "") if name != "rules" else "RuleFile"
        prefix = own if "$defs" in schema else ""
        for inner, definition in schema.get("$defs", {}).items():
            lines.append(f"\nexport type {prefix}{inner} = {_type(definition, prefix)};")
        lines.append(f"\n/** {schema['title']}. */\nexport type {own} = {_type(schema, prefix)};")
    return "\n".join(lines) + "\n"


def _type(schema: dict[str, Any], prefix: str, indent: str = "") -> str:  # noqa: PLR0911 # one for each kind
    """Return a schema as a TypeScript type, with `prefix` before the names of definitions."""
    inner = indent + "  "
    if "$ref" in schema:
        return prefix + str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    for key in ("oneOf", "anyOf"):
        if key in schema and "properties" not in schema:
            return " | ".join(_type(part, prefix, indent) for part in schema[key])
    match schema.get("type"):
        case "array":
            return f"Array<{_type(schema['items'], prefix, indent)}>"
        case "object" if "properties" in schema:
            required = schema.get("required", [])
            fields = [
                f"{inner}{json.dumps(name)}{'' if name in required else '?'}: "
                f"{_type(part, prefix, inner)};"
                for name, part in schema["properties"].items()
            ]
            return "\n".join(["{", *fields, indent + "}"])
        case "object":
            values = schema.get("additionalProperties", {})
            values = {} if isinstance(values, bool) else values
            return f"{{ [name: string]: {_type(values, prefix, indent)} }}"
        case None:
            return "unknown"
        case kind:
            return {"integer": "number"}.get(str(kind), str(kind))


def with_phases(page: str) -> str:
    """Return the page with a new Mermaid block."""
    block = f"```mermaid\n{mermaid(load_ruleset('standard'))}\n```"
    return re.sub(r"```mermaid\n.*?\n```", lambda _: block, page, flags=re.DOTALL)


def main() -> int:
    """Write or check the files, and return the exit code."""
    check = "--check" in sys.argv
    stale = [
        path
        for path, content in generated().items()
        if not path.exists() or path.read_text("utf-8") != content
    ]
    for path in stale:
        print(f"{'out of date' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            path.write_text(generated()[path], "utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
