"""What a save and a load tell about the place: which files are replaced, which are refused, who may
read them, and what killed saves leave behind.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lineit import load_game, save_game
from lineit.model.errors import Reason, RecordError
from lineit.saves.files import parse_json, read_json, write_whole
from lineit.text.catalog import LANGUAGES
from support.files import opened_files
from support.games import some_game
from support.work import HANGS_AFTER

TWO_HOURS_AGO = 7200


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- what is refused ----------------------------------------------------------------------------


def test_a_file_in_a_folder_that_cannot_be_read_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder can then not be synced, and not be searched for old drafts."""
    game, opened = some_game(5), os.open

    def only_files(path: Any, *args: Any) -> int:
        if Path(path) == tmp_path:
            raise PermissionError(13, "Permission denied")
        return opened(path, *args)

    def no_list(_: Any) -> list[str]:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", only_files)
        patched.setattr(os, "listdir", no_list)
        save_game(game, tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").ply == 5


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(RecordError, match="cannot be written: Too many levels of symbolic links"):
        save_game(some_game(), one)
    with pytest.raises(RecordError, match="cannot be written: Too many levels of symbolic links"):
        save_game(some_game(), one / "game.json")
    with pytest.raises(RecordError, match="cannot be read: Too many levels of symbolic links"):
        load_game(one)
    assert sorted(tmp_path.iterdir()) == [one, other]


@pytest.mark.parametrize(
    "name",
    ["ö" * 125 + ".json", "🂡" * 62 + ".json", "x" * 250 + ".json"],
    ids=["two bytes a sign", "four bytes a sign", "one byte a sign"],
)
def test_a_name_as_long_as_the_system_allows_is_saved(name: str, tmp_path: Path) -> None:
    assert 245 <= len(name.encode()) <= 255
    save_game(some_game(5), tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert load_game(tmp_path / name).ply == 5


@pytest.mark.parametrize("read_only", [0o444, 0o555])
def test_a_file_that_may_not_be_written_is_not_replaced(read_only: int, tmp_path: Path) -> None:
    path, link = tmp_path / "game.json", tmp_path / "link.json"
    save_game(some_game(5), path)
    link.symlink_to(path)
    path.chmod(read_only)
    for way in (path, link):
        with pytest.raises(RecordError) as refused:
            save_game(some_game(), way)
        assert refused.value.reason.code == "record_read_only"
        texts = {refused.value.reason.text(lang) for lang in LANGUAGES}
        assert len(texts) == len(LANGUAGES)
    assert load_game(path).ply == 5
    assert mode(path) == read_only


def test_a_file_that_only_others_may_write_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    write_whole(path, {})
    asked = []

    def denied(*args: Any) -> bool:
        asked.append(args)
        return False

    monkeypatch.setattr(os, "access", denied)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordError) as refused:
        write_whole("game.json", {"deck": ["91"]})
    assert refused.value.reason == Reason("record_read_only", None, {"path": "'game.json'"})
    assert asked == [(path, os.W_OK)]
    assert read_json(path) == {}


@pytest.mark.parametrize("device", ["pipe", "/dev/zero", "/dev/tty", "folder"])
def test_what_is_not_a_file_is_refused_and_not_opened(device: str, tmp_path: Path) -> None:
    """A pipe without a writer, and some devices, make who opens or reads them wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    script = "import sys; from lineit import load_game; load_game(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / device)],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
    )
    assert "RecordError" in done.stderr
    assert "is not a file, but a folder, a pipe or a device" in done.stderr


def test_a_pipe_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", lambda *_: pytest.fail("it is opened"))
        with pytest.raises(RecordError) as refused:
            read_json("pipe")
        assert refused.value.reason == Reason("record_no_file", None, {"path": "'pipe'"})
        with pytest.raises(RecordError) as refused:
            write_whole("pipe", {})
        assert refused.value.reason == Reason("record_no_file", None, {"path": "'pipe'"})


@pytest.mark.parametrize("known", [True, False], ids=["where it is known", "elsewhere"])
def test_a_file_is_opened_without_waiting_for_another_process(
    known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, flags, opened = tmp_path / "game.json", [], os.open
    write_whole(path, {"deck": ["91"]})
    waits_not = os.O_NONBLOCK

    def noted(name: Any, how: int, *args: Any) -> int:
        flags.append(how)
        return opened(name, how, *args)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", noted)
        if not known:  # as on Windows
            patched.delattr(os, "O_NONBLOCK")
        assert read_json(path) == {"deck": ["91"]}
    assert [how & waits_not for how in flags] == [waits_not if known else 0]


def test_a_text_of_16_mb_is_read_and_a_longer_one_is_not() -> None:
    text = b"91" + b" " * (16 * 1024 * 1024 - 2)
    assert parse_json(text) == 91
    with pytest.raises(RecordError) as refused:
        parse_json(text + b" ")
    assert refused.value.reason == Reason("record_json", None, {"what": "more than 16777216 bytes"})


def test_a_long_reason_why_a_text_is_not_json_is_cut() -> None:
    with pytest.raises(RecordError) as refused:
        parse_json("9" * 10_000)
    assert refused.value.reason.params["what"].startswith("Exceeds the limit")
    assert len(refused.value.reason.params["what"]) == 100


def test_a_pipe_that_takes_the_place_of_the_file_is_refused_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("{}")
    looked, files = os.stat, opened_files()

    def swapped(name: Any, *args: Any, **kwargs: Any) -> os.stat_result:
        found = looked(name, *args, **kwargs)
        path.unlink()
        os.mkfifo(path)
        return found

    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", swapped)
        with pytest.raises(RecordError, match="is not a file") as refused:
            read_json("game.json")
    assert refused.value.reason.params == {"path": "'game.json'"}
    assert opened_files() == files


# -- who may read a file ------------------------------------------------------------------------


def test_a_private_file_can_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_whole(path, {"deck": ["91"]}, private=True)
    assert mode(path) == 0o600
    path.chmod(0o644)
    write_whole(path, {"deck": ["33"]}, private=True)
    assert (mode(path), read_json(path)) == (0o600, {"deck": ["33"]})


def test_the_draft_of_a_file_that_others_may_not_read_cannot_be_read_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, modes, sync = tmp_path / "game.json", [], os.fsync
    write_whole(path, {})
    path.chmod(0o640)

    def look(opened: int) -> None:
        modes.append([mode(each) for each in tmp_path.iterdir() if each != path])
        sync(opened)

    monkeypatch.setattr(os, "fsync", look)
    write_whole(path, {"deck": ["91"]})
    assert modes == [[0o600], []]
    assert mode(path) == 0o640


# -- what killed saves leave behind -------------------------------------------------------------


KILLED = """
import os, signal, sys
from lineit.saves.files import write_whole
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_whole(sys.argv[1], {"killed": True})
"""


def killed_save(path: Path) -> Path:
    """Kill a save in the middle. Return its draft, which is made two hours old."""
    before = {*path.parent.iterdir()}
    subprocess.run([sys.executable, "-c", KILLED, str(path)], timeout=HANGS_AFTER)
    (draft,) = {*path.parent.iterdir()} - before
    made_older(draft)
    return draft


def made_older(path: Path, seconds: int = TWO_HOURS_AGO) -> None:
    then = path.stat().st_mtime - seconds
    os.utime(path, (then, then), follow_symlinks=False)


def test_the_next_save_removes_what_a_killed_save_has_left(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert killed_save(path).name.startswith(".game.json.")
    write_whole(path, {})
    assert [*tmp_path.iterdir()] == [path]


def test_a_new_draft_is_not_removed(tmp_path: Path) -> None:
    """Its save may still run."""
    draft = killed_save(tmp_path / "game.json")
    made_older(draft, -TWO_HOURS_AGO)
    write_whole(tmp_path / "game.json", {})
    assert draft.exists()


def test_the_draft_of_another_file_is_not_removed(tmp_path: Path) -> None:
    """This is so even if both names begin in the same way."""
    drafts = {killed_save(tmp_path / name) for name in ("game.json.json", "x" * 200, "game")}
    for name in ("game.json", "x" * 201):
        write_whole(tmp_path / name, {})
    assert all(draft.exists() for draft in drafts)


def test_the_draft_of_a_save_that_still_runs_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even a save that was stopped for hours comes to its end."""
    path, sync = tmp_path / "game.json", os.fsync

    def slow(opened: int) -> None:
        monkeypatch.setattr(os, "fsync", sync)
        (draft,) = tmp_path.iterdir()
        made_older(draft)
        write_whole(path, {"by": "another save"})
        assert draft.exists()
        sync(opened)

    monkeypatch.setattr(os, "fsync", slow)
    write_whole(path, {"by": "the slow save"})
    assert read_json(path) == {"by": "the slow save"}
    assert [*tmp_path.iterdir()] == [path]


def test_what_only_looks_like_a_draft_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    draft = killed_save(path)
    names = [draft.name.replace(".draft", ""), f"{draft.name}.txt", ".game.json.0123456789abcdef"]
    for name in names:
        (tmp_path / name).write_text("mine")
        made_older(tmp_path / name)
    link = tmp_path / f"{draft.name[:-22]}0123456789abcdef.draft"
    link.symlink_to(tmp_path / names[0])
    made_older(link)
    write_whole(path, {})
    assert {each.name for each in tmp_path.iterdir()} == {"game.json", link.name, *names}


def test_the_draft_of_another_user_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = killed_save(tmp_path / "game.json")
    monkeypatch.setattr(os, "geteuid", lambda: draft.stat().st_uid + 1)
    write_whole(tmp_path / "game.json", {})
    assert draft.exists()
