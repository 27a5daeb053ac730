"""Rule files to load, and files that cannot be opened."""

from __future__ import annotations

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
