"""Rule files to load, files that cannot be opened, and files that are open."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

HEAD = 'format = 2\nname = "mine"\nextends = "standard"\n'


def file(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refuse_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every attempt to open a file in the folder fail."""
    opened: Any = Path.open

    def refuse(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.parent == folder:
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refuse)


def opened_files() -> set[int]:
    """Return the numbers of the open files, of the first 1000 that there can be."""
    found = set()
    for number in range(1000):
        with suppress(OSError):
            os.fstat(number)
            found.add(number)
    return found
