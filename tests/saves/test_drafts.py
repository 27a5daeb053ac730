"""Drafts: what is written beside a file before it takes the place of the file."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lineit.saves import drafts
from lineit.saves.drafts import replace_file
from support.files import opened_files

fcntl = pytest.importorskip("fcntl", reason="Windows has no locks, modes and links of this kind")

SYNC = os.fsync

During = Callable[[Callable[[int], None]], None]


@pytest.fixture
def during_save(monkeypatch: pytest.MonkeyPatch) -> During:
    """Return a function that sets what happens to the open draft of the next save."""

    def set_to(happen: Callable[[int], None]) -> None:
        def once(opened: int) -> None:
            monkeypatch.setattr(os, "fsync", SYNC)
            happen(opened)
            SYNC(opened)

        monkeypatch.setattr(os, "fsync", once)

    return set_to


def left_draft(target: Path, during_save: During, modified: int = 0) -> Path:
    """Return a draft of the target, as a killed save leaves it behind."""
    found = list[Path]()

    def look(_: int) -> None:
        found.extend(path for path in target.parent.iterdir() if path.suffix == ".draft")

    during_save(look)
    replace_file(target, b"", None)
    (draft,) = found
    draft.write_bytes(b"left behind")
    os.utime(draft, (modified, modified))
    return draft


def test_all_is_in_the_draft_before_it_takes_the_place_of_the_file(
    tmp_path: Path, during_save: During
) -> None:
    target, found = tmp_path / "game.json", []
    target.write_bytes(b"old")
    during_save(lambda _: found.extend(sorted(each.read_bytes() for each in tmp_path.iterdir())))
    replace_file(target, b"new", None)
    assert found == [b"new", b"old"]
    assert [(each, each.read_bytes()) for each in tmp_path.iterdir()] == [(target, b"new")]


def test_the_folder_is_synced_after_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, synced = tmp_path / "game.json", []
    monkeypatch.setattr(os, "fsync", lambda opened: synced.append(os.fstat(opened)))
    replace_file(target, b"", None)
    assert len(synced) == 2
    assert os.path.samestat(synced[0], target.stat())
    assert os.path.samestat(synced[1], tmp_path.stat())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("game.json", "game.json"),
        ("x" * 100, "x" * 80),
        ("x" + "ö" * 100, "x" + "ö" * 39),
        ("\udcff.json", ".json"),
    ],
    ids=["short", "long", "cut within a letter", "no UTF-8"],
)
def test_the_name_of_a_draft(name: str, shown: str, tmp_path: Path, during_save: During) -> None:
    digest = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    draft = left_draft(tmp_path / name, during_save)
    begin = f".{shown}.{digest}."
    assert draft.name.startswith(begin)
    assert re.fullmatch(r"[0-9a-f]{16}\.draft", draft.name.removeprefix(begin))


def test_a_draft_is_closed_when_it_takes_the_place_of_the_file(
    tmp_path: Path, during_save: During, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows renames no open file."""
    files, replace = list[int](), Path.replace

    def renamed(draft: Path, target: Path) -> Path:
        (opened,) = files
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(opened)
        return replace(draft, target)

    during_save(files.append)
    monkeypatch.setattr(Path, "replace", renamed)
    replace_file(tmp_path / "game.json", b"new", None)
    assert (tmp_path / "game.json").read_bytes() == b"new"


def test_a_new_file_has_the_mode_that_the_user_has_set(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace_file(tmp_path / "one", b"", None)
        os.umask(0)
        replace_file(tmp_path / "other", b"", None)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "other").stat().st_mode) == 0o666


def test_a_save_that_fails_leaves_no_draft(tmp_path: Path, during_save: During) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    during_save(full)
    with pytest.raises(OSError, match="No space left on device"):
        replace_file(tmp_path / "game.json", b"new", None)
    assert [*tmp_path.iterdir()] == []


def test_a_save_that_fails_tells_why_even_if_its_draft_is_gone(
    tmp_path: Path, during_save: During
) -> None:
    def full(_: int) -> None:
        (draft,) = tmp_path.iterdir()
        draft.unlink()
        raise OSError(28, "No space left on device")

    during_save(full)
    with pytest.raises(OSError, match="No space left on device"):
        replace_file(tmp_path / "game.json", b"new", None)


def test_a_file_system_may_have_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", none)
    replace_file(tmp_path / "game.json", b"new", None)
    assert (tmp_path / "game.json").read_bytes() == b"new"


@pytest.mark.parametrize(("age", "stays"), [(3600, True), (3601, False)])
def test_a_draft_is_left_behind_if_it_is_older_than_an_hour(
    age: int, stays: bool, tmp_path: Path, during_save: During
) -> None:
    target, now = tmp_path / "game.json", 1_000_000_000
    draft = left_draft(target, during_save, modified=now - age)
    during_save(lambda opened: os.utime(opened, (now, now)))
    replace_file(target, b"", None)
    assert draft.exists() == stays


def test_a_link_that_takes_the_place_of_an_old_draft_is_not_removed(
    tmp_path: Path, during_save: During, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, user = tmp_path / "game.json", os.geteuid
    draft = left_draft(target, during_save)

    def swap() -> int:
        draft.unlink()
        draft.symlink_to(target)
        return user()

    monkeypatch.setattr(os, "geteuid", swap)
    replace_file(target, b"", None)
    assert draft.is_symlink()


def test_a_save_leaves_nothing_open(tmp_path: Path, during_save: During) -> None:
    before = opened_files()
    draft = left_draft(tmp_path / "game.json", during_save)
    replace_file(tmp_path / "game.json", b"", None)
    assert not draft.exists()
    assert opened_files() == before


def test_a_system_without_locks_users_and_open_folders(
    tmp_path: Path, during_save: During, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows is such a system."""
    target = tmp_path / "game.json"
    draft = left_draft(target, during_save)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(drafts, "fcntl")
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.delattr(os, "O_DIRECTORY")
    monkeypatch.delattr(os, "O_NOFOLLOW")
    monkeypatch.delattr(os, "O_NONBLOCK")
    replace_file(target, b"new", None)
    assert target.read_bytes() == b"new"
    assert not draft.exists()
