"""What the code of the library never does."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from support.paths import ROOT

FILES = sorted((ROOT / "lineit").rglob("*.py"))

NEVER_CALLED = {"eval", "exec", "__import__", "import_module", "system", "popen"}
NEVER_IMPORTED = {
    "pickle",
    "marshal",
    "shelve",
    "dill",
    "yaml",
    "importlib",
    "runpy",
    "ctypes",
}
NETWORK = {"socket", "http", "urllib", "ssl", "asyncio"}
MAY_START_PROCESSES = {"diagrams.py", "client.py", "processes.py"}
"""The last one only ends what the second one has started."""


def imported(tree: ast.AST) -> set[str]:
    """Return every imported module, and every name imported from a module."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def called(tree: ast.AST) -> set[str]:
    """Return the last part of the name of every called function."""
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {func.id for func in calls if isinstance(func, ast.Name)} | {
        func.attr for func in calls if isinstance(func, ast.Attribute)
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_code_is_made_from_data(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    names = {name.partition(".")[0] for name in imported(tree) - RESOURCES}
    assert not called(tree) & NEVER_CALLED
    assert not names & (NEVER_IMPORTED | NETWORK)
    if "subprocess" in names:
        assert path.name in MAY_START_PROCESSES


RESOURCES = {
    *("importlib.resources", "importlib.resources.files"),
    *("importlib.resources.abc", "importlib.resources.abc.Traversable"),
    *(
        "importlib.metadata",
        "importlib.metadata.PackageNotFoundError",
        "importlib.metadata.version",
    ),
}
"""Allowed imports, to find the files of `spec/` and the version of the installed package."""


def test_the_check_finds_imports_and_calls() -> None:
    tree = ast.parse("import pickle\nfrom os import path\neval('1')\nbuiltins.exec('')")
    assert imported(tree) == {"pickle", "os", "os.path"}
    assert called(tree) == {"eval", "exec"}


def test_the_library_uses_no_clock_and_no_unseeded_chance() -> None:
    """`pipes.py` may use time to limit another process, and the terminal game may tell the time of
    a result. A new seed comes from `secrets`.
    """
    for path in FILES:
        names = imported(ast.parse(path.read_text("utf-8")))
        assert "datetime" not in names or path.name == "results.py", path
        assert "time" not in names or path.name == "pipes.py"
        assert not {name for name in names if name.startswith("random.")} - {"random.Random"}, path
