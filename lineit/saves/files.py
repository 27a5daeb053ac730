"""JSON files, which are written completely or not at all."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from pathlib import Path
from typing import Any

from lineit.model.bounds import printable, short
from lineit.model.errors import Reason, RecordError

MOST_BYTES = 16 * 1024 * 1024
"""Maximum size of a saved game, in bytes. A long game has about 90 kB, most of it rules."""


def write_whole(path: str | Path, data: object) -> None:
    """Write JSON data to a file, completely or not at all. Raises `RecordError`."""
    content = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    try:
        target = Path(path).resolve()  # so that a link is followed, not replaced
        if target.exists() and not target.is_file():
            raise OSError("it is not a file")
        draft = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}")
        try:
            with draft.open("xb") as file:
                file.write(content.encode())
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        _sync_folder(target.parent)
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        params = {"path": short(str(path)), "what": what}
        raise RecordError(Reason("record_write", None, params)) from None


def _sync_folder(folder: Path) -> None:
    """Write the new name to the disk, on systems where a folder can be synced."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def read_json(path: str | Path) -> Any:
    """Return the JSON data of a file. Raises `RecordError` if it cannot be read or is not JSON."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        params = {"path": short(str(path)), "what": what}
        raise RecordError(Reason("record_file", None, params)) from None
    return parse_json(content)


def parse_json(text: str | bytes) -> Any:
    """Return the data of a JSON text. Raises `RecordError` if it is not JSON, or too long."""
    if len(text) > MOST_BYTES:
        raise RecordError(Reason("record_json", None, {"what": f"more than {MOST_BYTES} bytes"}))
    try:
        return json.loads(text)
    except RecursionError:
        raise RecordError(Reason("record_json", None, {"what": "nested too deep"})) from None
    except ValueError as error:
        what = printable(str(error)[:100])
        raise RecordError(Reason("record_json", None, {"what": what})) from None
