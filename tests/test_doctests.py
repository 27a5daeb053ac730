"""Every example in a docstring of the library runs."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import lineit

MODULES = ["lineit", *(found.name for found in pkgutil.walk_packages(lineit.__path__, "lineit."))]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "lineit.__main__"])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("name", lineit.__all__)
def test_every_public_name_has_a_docstring(name: str) -> None:
    if name not in ("Event", "UndoPolicy"):  # types made of others, which help does not show
        assert getattr(lineit, name).__doc__
