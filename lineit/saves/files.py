"""JSON files, which are written completely or not at all."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

from lineit.model.bounds import printable, short
from lineit.model.errors import Reason, RecordError
from lineit.saves.drafts import PRIVATE, replace_file

MOST_BYTES = 16 * 1024 * 1024
"""Maximum size of a saved game, in bytes. A long game has about 90 kB, most of it rules."""


def write_whole(path: str | Path, data: object, *, private: bool = False) -> None:
    """Write JSON data to a file, completely or not at all.

    A link is followed. With `private` only the user may read the file; otherwise a file that was
    there keeps its mode. Raises `RecordError` if there is something else than a file, or a file
    that may not be written, or if the data cannot be written; what was there is then unchanged.
    """
    content = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    try:
        target = Path(os.path.realpath(path))
        mode = _mode_of_file(target, path)
        replace_file(target, content.encode(), PRIVATE if private else mode)
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        raise _failed("record_write", path, error) from None


def _mode_of_file(target: Path, path: str | Path) -> int | None:
    """Return the mode of the file that is to be replaced; None if there is none.

    Raises `RecordError` if it must not be replaced, and `OSError`, such as for a loop of links.
    """
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    _check_is_file(found, path)
    mode = stat.S_IMODE(found.st_mode)
    if not mode & 0o222 or not os.access(target, os.W_OK):  # root may write whatever the mode says
        raise RecordError(Reason("record_read_only", None, {"path": short(str(path))}))
    return mode


def read_json(path: str | Path) -> Any:
    """Return the JSON data of a file.

    Raises `RecordError` if it cannot be read or is not JSON. What is not a file, such as a pipe, is
    refused at once.
    """

    def opened(name: str, flags: int) -> int:
        """Open the file, and nothing that has taken its place since."""
        descriptor = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
        try:
            _check_is_file(os.fstat(descriptor), path)
        except RecordError:
            os.close(descriptor)
            raise
        return descriptor

    try:
        _check_is_file(os.stat(path), path)  # noqa: PTH116 # opening a device may do something
        with open(path, "rb", opener=opened) as file:
            content = file.read(MOST_BYTES + 1)
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        raise _failed("record_file", path, error) from None
    return parse_json(content)


def _check_is_file(found: os.stat_result, path: str | Path) -> None:
    """Raise `RecordError` if this is a folder, a pipe or a device."""
    if not stat.S_ISREG(found.st_mode):
        raise RecordError(Reason("record_no_file", None, {"path": short(str(path))}))


def _failed(code: str, path: str | Path, error: OSError | ValueError) -> RecordError:
    what = getattr(error, "strerror", None) or str(error)
    return RecordError(Reason(code, None, {"path": short(str(path)), "what": what}))


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
