"""Generated files: the schemas, the OpenRPC document, the TypeScript types, the rule files as JSON,
`docs/rules.md`, `docs/reasons.md`, the diagram in README, the ids of problems in `spec/README.md`,
and in `docs/protocol.md` the methods, the errors and the answers.

`python docs/generate.py` writes them. With `--check` it writes nothing, and exits with 1 if a file
is out of date.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

from lineit import load_ruleset
from lineit.conformance.schemas import schemas
from lineit.formats.diagrams import mermaid
from lineit.frontends.rpc.openrpc import openrpc, types
from lineit.rules.problem_ids import MUST_REFUSE, SHOULD_REFUSE
from protocol_reference import conversation, error_table, method_reference
from reasons import reasons_page
from rule_index import rule_index

ROOT = Path(__file__).parent.parent


def generated() -> dict[Path, str]:
    """Return the path and the content of every generated file."""
    readme, spec = ROOT / "README.md", ROOT / "spec/README.md"
    protocol = ROOT / "docs/protocol.md"
    return {
        readme: with_phases(readme.read_text("utf-8")),
        spec: with_problems(spec.read_text("utf-8")),
        **{
            ROOT / f"spec/schemas/{name}.schema.json": json.dumps(schema, indent=2) + "\n"
            for name, schema in schemas().items()
        },
        ROOT / "spec/schemas/openrpc.json": json.dumps(openrpc(), indent=2) + "\n",
        ROOT / "spec/schemas/lineit.d.ts": types(),
        protocol: with_protocol(protocol.read_text("utf-8")),
        ROOT / "docs/reasons.md": reasons_page(),
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
    return between(text, "problems", f"{table}\n")


def with_protocol(page: str) -> str:
    """Return the page about the protocol with its methods and errors, and the answers of today."""
    page = between(page, "methods", f"\n{method_reference()}\n")
    page = between(page, "errors", error_table())
    talk = re.compile(r"(?<=```json\n).*?(?=```)", re.DOTALL)
    return talk.sub(lambda found: conversation(found[0]), page, count=1)


def between(page: str, mark: str, content: str) -> str:
    """Return the page with new content between two comments."""
    marked = re.compile(f"(?<=<!-- {mark} -->\n).*?(?=<!-- end of {mark} -->)", re.DOTALL)
    return marked.sub(lambda _: content, page)


def as_json(rule_file: str) -> str:
    """Return the data of a rule file as JSON, as it is: not laid over what it extends."""
    return json.dumps(tomllib.loads(rule_file), indent=2, ensure_ascii=False) + "\n"


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
