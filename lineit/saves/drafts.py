"""Drafts: a file is first written beside its target, and then takes the place of the target.

A killed save leaves its draft behind. The next save of the same target removes it.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

OLD = 3600
"""Age from which a draft is left behind, in seconds of the clock of the file system."""

MOST_SHOWN = 80
"""Maximum length of the part of the target's name that a draft's name repeats, in bytes."""

PRIVATE = 0o600
"""The mode of a file that only its owner may read and write."""


def replace_file(target: Path, content: bytes, mode: int | None) -> None:
    """Replace the target by a file with this content, or leave it as it is and raise `OSError`.

    Nobody else can read the content before the file has its mode. If that is None, the file gets
    the mode of any new file.
    """
    draft = target.with_name(f"{_beginning(target)}{secrets.token_hex(8)}.draft")

    def made(path: str, flags: int) -> int:
        return os.open(path, flags, 0o666 if mode is None else PRIVATE)

    file = open(draft, "xb", opener=made)  # noqa: SIM115 # Path.open takes no opener
    try:
        with file, _held(file.fileno()):
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            file.close()  # Windows renames no open file
            if mode is not None:
                draft.chmod(mode)
            draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # the file is in its place, so the save has not failed
        _sync_folder(target.parent)
    with suppress(OSError):
        _remove_old_drafts(target)


def _beginning(target: Path) -> str:
    """Return how the names of all drafts of a target begin, and those of no other target."""
    name = os.fsencode(target.name)
    shown = name[:MOST_SHOWN].decode(errors="ignore")
    return f".{shown}.{hashlib.sha256(name).hexdigest()[:16]}."


@contextmanager
def _held(opened: int) -> Iterator[None]:
    """Hold a lock on an open draft until it is in its place, which tells that its save runs.

    Windows needs no lock: a file that is open cannot be removed there.
    """
    if sys.platform == "win32":
        yield
        return
    lock = os.dup(opened)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(lock)


def _sync_folder(folder: Path) -> None:
    """Write the new name to the disk, on systems where a folder can be synced."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _remove_old_drafts(target: Path) -> None:
    """Remove what killed saves of the target have left behind."""
    now = target.stat().st_mtime
    named = re.compile(re.escape(_beginning(target)) + r"[0-9a-f]{16}\.draft")
    for name in os.listdir(target.parent):  # noqa: PTH208 # a name is all that most files need
        if named.fullmatch(name):
            with suppress(OSError):
                _remove_if_left(target.with_name(name), now)


def _remove_if_left(draft: Path, now: float) -> None:
    """Remove a draft that is old, is the user's own, and that no running save holds."""
    found = draft.lstat()
    mine = sys.platform == "win32" or found.st_uid == os.geteuid()
    if not (stat.S_ISREG(found.st_mode) and mine and now - found.st_mtime > OLD):
        return
    if sys.platform == "win32":
        draft.unlink()
        return
    opened = os.open(draft, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)  # raises OSError if a save holds it
        draft.unlink()
    finally:
        os.close(opened)
