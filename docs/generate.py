"""Write what is made of the rules and the models: schemas, the picture of the phases.

`python docs/generate.py` writes it; with `--check` nothing is written, and the exit code is 1
where a file is not as it would be written.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from lineit import load_ruleset
from lineit.diagram import mermaid
from lineit.schemas import rules_schema

ROOT = Path(__file__).parent.parent


def generated() -> dict[Path, str]:
    """Every generated file, with what it should hold."""
    readme = ROOT / "README.md"
    return {
        readme: with_phases(readme.read_text("utf-8")),
        ROOT / "spec/schemas/rules.schema.json": json.dumps(rules_schema(), indent=2) + "\n",
    }


def with_phases(page: str) -> str:
    """The page with its Mermaid block made anew."""
    block = f"```mermaid\n{mermaid(load_ruleset('standard'))}\n```"
    return re.sub(r"```mermaid\n.*?\n```", lambda _: block, page, flags=re.DOTALL)


def main() -> int:
    """Write or check; the exit code."""
    check = "--check" in sys.argv
    stale = [
        path
        for path, content in generated().items()
        if not path.exists() or path.read_text("utf-8") != content
    ]
    for path in stale:
        print(f"{'not current' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            path.write_text(generated()[path], "utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
