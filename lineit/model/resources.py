"""The place and the version of the specification."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def spec_folder() -> Traversable:
    """Return the folder `spec/`: inside the installed package, or beside it in a checkout."""
    installed = files("lineit") / "spec"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "spec"


def protocol_page() -> Traversable:
    """Return the page that describes the protocol, which belongs to the specification."""
    installed = files("lineit") / "docs/protocol.md"
    return installed if installed.is_file() else Path(__file__).parents[2] / "docs/protocol.md"


def spec_version() -> str:
    """Return the version of `spec/`: of its rules, its data formats and its vectors.

    >>> spec_version().count(".")
    2
    """
    return (spec_folder() / "VERSION").read_text("utf-8").strip()
