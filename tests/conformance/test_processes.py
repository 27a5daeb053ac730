"""Ending an implementation ends what it has started. No real process is ended here."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lineit.conformance import processes

Sent = list[tuple[str, int, int]]
"""What was asked of the system, with the id of a process and the signal, in order."""

pytest.importorskip("fcntl", reason="Windows has not all of these signals")
STOP, KILL, TERM = signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM


class Machine:
    """A system whose processes are listed in a folder, and which notes what it is asked for."""

    def __init__(self, folder: Path, **parents: int) -> None:
        self.folder, self.sent = folder, Sent()
        self.then: Callable[[int, int], None] = lambda *_: None
        """What happens when a process gets a signal."""
        for name, parent in parents.items():
            self.start(int(name[1:]), parent)

    def start(self, number: int, parent: int, name: str = "a name (of 7) S 8") -> None:
        (self.folder / str(number)).mkdir()
        stat = f"{number} ({name}) S {parent} 3 4 0".encode("utf-8", "surrogateescape")
        (self.folder / str(number) / "stat").write_bytes(stat)

    def kill(self, number: int, sent: int) -> None:
        self.sent.append(("kill", number, sent))
        self.then(number, sent)

    def killpg(self, number: int, sent: int) -> None:
        self.sent.append(("group", number, sent))
        self.then(number, sent)

    def end(self, number: int) -> Sent:
        """Return what is asked of the system to end a process and what it has started."""
        process: Any = SimpleNamespace(
            pid=number,
            kill=lambda: self.sent.append(("process", number, KILL)),
            wait=lambda: self.sent.append(("wait", number, 0)),
        )
        processes.end_all(process)
        return self.sent


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return a system in which 10 started 11, which started 12, and 13 is another one."""
    made = Machine(tmp_path, _10=1, _11=10, _12=11, _13=1)
    folders = {"/proc": tmp_path}
    monkeypatch.setattr(processes, "Path", lambda name: folders[name])
    monkeypatch.setattr(processes, "os", SimpleNamespace(kill=made.kill, killpg=made.killpg))
    other = SimpleNamespace(process_iter=lambda _: [SimpleNamespace(pid=13, info={"ppid": 10})])
    monkeypatch.setitem(sys.modules, "psutil", other)
    return made


def test_all_are_stopped_before_the_first_one_is_ended(machine: Machine) -> None:
    sent = machine.end(10)
    assert sorted(sent[:3]) == [("kill", 10, STOP), ("kill", 11, STOP), ("kill", 12, STOP)]
    assert sent[3:5] == [("group", 10, KILL), ("process", 10, KILL)]
    assert sorted(sent[5:8]) == [("kill", 10, KILL), ("kill", 11, KILL), ("kill", 12, KILL)]
    assert sent[8:] == [("wait", 10, 0)]


def test_what_is_started_meanwhile_is_ended_too(machine: Machine) -> None:
    def begin(number: int, sent: int) -> None:
        if (number, sent) == (12, STOP):
            machine.start(14, parent=12)

    machine.then = begin
    sent = machine.end(10)
    assert sent.count(("kill", 12, STOP)) == sent.count(("kill", 14, STOP)) == 1
    assert sent.index(("kill", 14, STOP)) == 3
    assert {number for what, number, how in sent if how == KILL} == {10, 11, 12, 14}


def test_what_has_ended_before_is_no_error(machine: Machine) -> None:
    def fail(*_: int) -> None:
        raise ProcessLookupError

    machine.then = fail
    sent = machine.end(10)
    assert {number for what, number, how in sent if how == STOP} == {10, 11, 12}
    assert {number for what, number, how in sent if how == KILL} == {10, 11, 12}
    assert sent[-1] == ("wait", 10, 0)


def test_a_system_without_groups_and_without_stopping(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows is such a system."""
    monkeypatch.setattr(processes, "os", SimpleNamespace(kill=machine.kill))
    monkeypatch.setattr(processes, "signal", SimpleNamespace(SIGTERM=TERM))
    sent = machine.end(10)
    assert sent[0] == ("process", 10, KILL)
    assert sorted(sent[1:4]) == [("kill", 10, TERM), ("kill", 11, TERM), ("kill", 12, TERM)]
    assert sent[4:] == [("wait", 10, 0)]


def test_the_descendants_of_a_process(machine: Machine) -> None:
    assert processes.descendants(10) == [11, 12]
    assert processes.descendants(11) == [12]
    assert processes.descendants(12) == []
    assert sorted(processes.descendants(1)) == [10, 11, 12, 13]


def test_a_process_may_have_any_name(machine: Machine) -> None:
    machine.start(14, parent=12, name="no UTF-8: \udcff")
    machine.start(15, parent=14, name=") R 1 (")
    assert processes.descendants(12) == [14, 15]


@pytest.mark.parametrize("stat", ["", "14 (a) S", "14 (a) S x 3 4"])
def test_a_process_that_tells_no_parent_is_left_out(machine: Machine, stat: str) -> None:
    machine.start(14, parent=12)
    (machine.folder / "14/stat").write_text(stat)
    assert processes.descendants(10) == [11, 12]


def test_a_process_that_ends_while_it_is_looked_at_is_left_out(machine: Machine) -> None:
    (machine.folder / "14/stat").mkdir(parents=True)
    assert processes.descendants(10) == [11, 12]
