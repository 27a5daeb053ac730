"""Tools that take longer than a test. `python tests/tools NAME [ARGUMENTS …]` runs one."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """Run the tool that the first argument names, with the other arguments."""
    names = sorted(path.stem for path in HERE.glob("*.py") if "__main__" in path.read_text("utf-8"))
    names.remove("__main__")
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        sys.exit(f"usage: python tests/tools {{{','.join(names)}}} [ARGUMENTS …]")
    name = sys.argv[1]
    text = (HERE / f"{name}.py").read_text("utf-8")
    if {"-h", "--help"} & {*sys.argv} and "ArgumentParser" not in text:
        sys.exit(ast.get_docstring(ast.parse(text)))
    sys.path[0] = str(HERE.parent)  # makes `tools` and `support` importable
    sys.argv[:2] = [f"python tests/tools {name}"]
    runpy.run_module(f"tools.{name}", run_name="__main__")


if __name__ == "__main__":
    main()
