"""The project's tasks: `nox --list` names them, `nox -s NAME` runs one, `nox` runs what CI runs.

They run in the environment that nox itself is in, after `pip install '.[dev]'`; only `lowest` makes
an environment of its own.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import nox

nox.needs_version = ">=2024.4"
nox.options.default_venv_backend = "none"
nox.options.sessions = ["node", "slow", "lowest", "lint", "prose"]


@nox.session
def tests(session: nox.Session) -> None:
    """Run the default tests: one to two minutes on two cores."""
    session.run("pytest", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the longer tests: 15 to 30 minutes on two cores."""
    session.run("pytest", "-m", "slow", *session.posargs)


@nox.session(venv_backend="venv")
def lowest(session: nox.Session) -> None:
    """Run the default tests with the lowest versions of all dependencies, and measure coverage."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["cli"], *extras["test"]]
    wanted += [each for each in extras["dev"] if each.startswith("pytest-cov")]
    floors = re.findall(r"^([\w-]+)>=([\w.]+)$", "\n".join(wanted), re.MULTILINE)
    constraints = Path(session.create_tmp()) / "lowest.txt"
    constraints.write_text("\n".join(f"{name}=={floor}" for name, floor in floors), "utf-8")
    session.install("-c", str(constraints), ".[test]", "pytest-cov")
    session.run("pytest", "--cov", "--cov-branch", *session.posargs)


@nox.session
def node(session: nox.Session) -> None:
    """Install TypeScript, compile the client for Node and play with it, if there is npm."""
    if shutil.which("npm") is None:
        session.skip("npm is missing")
    session.run("npm", "ci", "--prefix", "docs/frontends/node", external=True)
    session.run("pytest", "tests/frontends/test_node.py", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, types, the direction of imports and security."""
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    session.run("lint-imports")
    session.run("bandit", "-q", "-c", "pyproject.toml", "-r", "lineit")


@nox.session
def prose(session: nox.Session) -> None:
    """Check the spelling of code and documentation, and the prose of the documentation."""
    found = [*Path().glob("*.md"), *Path("docs").rglob("*.md"), *Path("spec").rglob("*.md")]
    pages = sorted(str(page) for page in found if "node_modules" not in page.parts)
    session.run("codespell", *pages, "docs", "lineit", "noxfile.py")
    session.run("proselint", "check", *pages)


@nox.session
def generate(session: nox.Session) -> None:
    """Write again what is made of the rules and the models: schemas, types, docs/rules.md."""
    session.run("python", "docs/generate.py")


@nox.session
def tool(session: nox.Session) -> None:
    """Run a long check: `nox -s tool -- NAME`, such as mutate, fuzz, exhaustive, vector_quality."""
    session.run("python", "tests/tools", *session.posargs)
