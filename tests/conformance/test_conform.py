"""Tests of `lineit conform` with implementations that are correct, wrong or broken."""

from __future__ import annotations

import json
import re
import select
import selectors
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from lineit import load_ruleset
from lineit.conformance.client import Remote
from lineit.conformance.implementation import Broken, Library, Refused, State
from lineit.conformance.processes import descendants
from lineit.conformance.report import chosen
from lineit.conformance.runner import check
from lineit.conformance.vectors import LEVELS, Vector, load_vectors
from lineit.frontends.cli import main
from lineit.model.resources import spec_version
from support.paths import TESTS
from support.work import HANGS_AFTER

CLIENTS = TESTS / "support/clients"
RULES = load_vectors("standard", "rules")


@pytest.fixture
def only_rules(monkeypatch: pytest.MonkeyPatch) -> list[Vector]:
    """Make `conform` use only the vectors of rules, to be fast."""
    monkeypatch.setattr("lineit.conformance.report.load_vectors", lambda _: RULES)
    return RULES


def wrong(fault: str) -> list[str]:
    return ["conform", *PATIENT, "--", sys.executable, str(CLIENTS / "wrong.py"), fault]


PATIENT = ("--seconds", str(HANGS_AFTER))
"""Arguments that give an implementation time to answer on any machine."""


def broken(how: str, seconds: str = str(HANGS_AFTER)) -> list[str]:
    command = [sys.executable, str(CLIENTS / "broken.py"), how]
    return ["conform", "--seconds", seconds, "--", *command]


@pytest.mark.slow
def test_lineit_itself_passes_rule_by_rule() -> None:
    """This runs all vectors, whole games included, in other processes, as a user does."""
    command = [sys.executable, "-m", "lineit"]
    done = subprocess.run(
        [*command, "conform", *PATIENT, "--", *command, "rpc"],
        capture_output=True,
        text=True,
        cwd=CLIENTS.parent.parent,
    )
    assert (done.returncode, done.stderr) == (0, "")
    times = Counter(rule for vector in RULES for rule in vector.rules)
    games = len(load_vectors("standard", "games"))
    total = games + len(RULES)
    expected = [f"standard, spec {spec_version()}", f"(whole games): passed {games}"]
    expected += [f"{rule}: passed {times[rule]}" for rule in sorted(times)]
    assert done.stdout.splitlines() == [*expected, "", f"{total} of {total} vectors passed"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["bga", "children"])
def test_lineit_itself_passes_by_other_rules(
    ruleset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vectors = [*load_vectors(ruleset, "rules"), *load_vectors(ruleset, "games")[:2]]
    monkeypatch.setattr("lineit.conformance.report.load_vectors", {ruleset: vectors}.__getitem__)
    rpc = [sys.executable, "-m", "lineit", "rpc"]
    assert main(["conform", *PATIENT, "--ruleset", ruleset, "--", *rpc]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{ruleset}, spec {spec_version()}\n")
    assert "(whole games): passed 2\n" in shown


@pytest.mark.slow
@pytest.mark.usefixtures("only_rules")
@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ("jackpot_at=4", "jackpot-claim"),
        ("price=2", "price"),
        ("hand=3", "place-hand"),
        ("bets_per_line=2", "one-bet"),
    ],
)
def test_the_rule_that_is_broken_is_named(
    fault: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(wrong(fault)) == 1
    shown = capsys.readouterr()
    assert shown.err == ""
    assert [line for line in shown.out.splitlines() if line.startswith(f"{rule}: FAILED ")]
    names = {vector.name for vector in RULES if vector.rules[0] == rule}
    failed = {line.split(",")[0] for line in shown.out.splitlines() if line.startswith("FAILED ")}
    assert {f"FAILED {name}" for name in names} & failed


@pytest.mark.slow
@pytest.mark.usefixtures("only_rules")
def test_a_rule_that_is_not_broken_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(wrong("jackpot_again=1")) == 1
    lines = capsys.readouterr().out.splitlines()
    for rule in ("deal", "price", "one-bet", "place-hand"):
        assert [line for line in lines if line.startswith(f"{rule}: passed ")]


def test_a_failure_has_its_place_its_difference_and_its_rule(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = wrong("price=2")
    command[1:1] = ["--only", "price"]
    assert main(command) == 1
    shown = capsys.readouterr().out
    difference = "table.discard: expected 10, 20, 30, 60, 70, B3a, got 10, 20, 60, 70, B3a"
    assert f"\nFAILED price, after step 27, 'score': {difference}\n" in shown
    assert "\n  The first three numbers of a scored line are discarded" in shown
    assert "\n  price: The first 3 number cards of a scored line are discarded" in shown
    assert shown.endswith("\n2 of 4 vectors passed\n")


def test_the_vectors_with_the_fewest_steps_come_first() -> None:
    (vectors,) = chosen(["standard"], ["play"]).values()
    steps = [len(vector.steps) for vector in vectors]
    assert steps == sorted(steps)


def test_what_the_implementation_says_is_in_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    command = wrong("price=2000")
    command[1:1] = ["--only", "place-hand"]
    assert main(command) == 1
    assert "; it said: " in capsys.readouterr().out


class Silent(Library):
    """An implementation that refuses without naming rules."""

    def apply(self, action: str) -> State:
        try:
            return super().apply(action)
        except Refused:
            raise Refused(None) from None


def test_at_the_level_play_no_rules_of_refusals_are_compared() -> None:
    refusing = [each for each in RULES if any(step.refused for step in each.steps)]
    assert refusing
    for vector in refusing:
        assert check(vector, Silent(), levels=["play"]) is None
    assert any(check(vector, Silent()) for vector in refusing)


def test_an_error_where_none_is_expected_is_a_failure_at_each_level() -> None:
    class Refusing(Library):
        def apply(self, action: str) -> State:
            raise Refused(None, f"no {action}")

    vector = next(each for each in RULES if each.steps and each.steps[0].then is not None)
    for level in LEVELS:
        failure = check(vector, Refusing(), levels=[level])
        assert failure is not None
        assert (failure.step, failure.path) == (1, "refused")
        assert failure.message == f"no {vector.steps[0].action}"


def test_a_number_where_null_is_due_is_a_failure() -> None:
    class Zero(Library):
        def table(self) -> dict[str, Any]:
            table = super().table()
            return {**table, "picked": table["picked"] or 0}

    vector = next(each for each in RULES if each.then is not None)
    failure = check(vector, Zero(), levels=["play"])
    assert failure is not None
    assert (failure.step, failure.path, failure.expected, failure.got) == (
        0,
        "table.picked",
        None,
        0,
    )


def test_a_key_that_is_missing_where_null_is_due_is_a_failure() -> None:
    class Without(Library):
        def table(self) -> dict[str, Any]:
            table = super().table()
            del table["picked"]
            return table

    vector = next(each for each in RULES if each.then is not None)
    failure = check(vector, Without(), levels=["play"])
    assert str(failure).endswith("table.picked: expected null, got no value")


@pytest.mark.slow
def test_an_implementation_that_ends_fails_that_vector_alone(
    capfd: pytest.CaptureFixture[str],
) -> None:
    command = broken("ends-at-score")
    command[1:1] = ["--only", "jackpot-claim"]
    assert main(command) == 1
    shown = capfd.readouterr().out
    failed = re.findall(r"FAILED ([\w-]+), after step \d+, 'score': answer: ", shown)
    (vectors,) = chosen(["standard"], ["play"], "jackpot-claim").values()
    names = [each.name for each in vectors if scores(each)]
    assert failed == names
    assert 0 < len(names) < len(vectors)


def scores(vector: Vector) -> bool:
    return any(step.action == "score" for step in vector.steps)


@pytest.mark.slow
def test_all_rulesets_that_have_the_vector_are_tested(capsys: pytest.CaptureFixture[str]) -> None:
    rpc = [sys.executable, "-m", "lineit", "rpc"]
    assert main(["conform", *PATIENT, "--all", "--only", "one-bet", "--json", "--", *rpc]) == 0
    reports = json.loads(capsys.readouterr().out)
    assert {"bga", "standard"} <= {report["group"] for report in reports}
    for report in reports:
        assert report["spec"] == spec_version()
        assert report["failures"] == []
        assert report["passed"] >= 1


def test_a_report_can_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = wrong("price=2")
    command[1:1] = ["--only", "price", "--json"]
    assert main(command) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert report["rules"]["price"] == {"passed": 2, "failed": 1}
    failure = report["failures"][-1]
    assert (failure["vector"], failure["step"], failure["path"]) == ("price", 27, "table.discard")


def test_a_report_can_be_tap(capsys: pytest.CaptureFixture[str]) -> None:
    command = wrong("price=2")
    command[1:1] = ["--only", "price", "--tap"]
    assert main(command) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["TAP version 14", "1..4", "ok 1 - standard score"]
    assert lines[3] == "not ok 2 - standard bet-settle"
    assert lines[4].startswith("# bet-settle, after step 21, 'score': table.discard: expected ")


def test_a_rule_without_a_vector_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "--only", "castle", "--", "cat"]) == 1
    assert capsys.readouterr().err == "there is no rule and no vector castle\n"


@pytest.mark.slow
@pytest.mark.usefixtures("only_rules")
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("no-json", "its answer to new is not JSON"),
        pytest.param("not-utf-8", "its answer to new is not JSON", marks=pytest.mark.slow),
        pytest.param("too-deep", "its answer to new is not JSON", marks=pytest.mark.slow),
        pytest.param("deep", "its answer to new is nested too deep", marks=pytest.mark.slow),
        pytest.param("long", "its answer has more than 4194304 bytes", marks=pytest.mark.slow),
        ("wrong-id", "its answer to new does not have the id of the request"),
        pytest.param(
            "no-id", "its answer to new does not have the id of the request", marks=pytest.mark.slow
        ),
        pytest.param(
            "no-object",
            "its answer to new does not have the id of the request",
            marks=pytest.mark.slow,
        ),
        pytest.param("ends-at-once", "it ended before it answered new", marks=pytest.mark.slow),
        ("ends-early", "it ended before it answered new"),
        pytest.param("no-game", "the result of new has no game", marks=pytest.mark.slow),
        pytest.param("no-table", "the result of table is not an object", marks=pytest.mark.slow),
        ("odd-table", "the result of table is not a table"),
        pytest.param(
            "odd-legal", "the result of legal is not a list of texts", marks=pytest.mark.slow
        ),
        ("refuses-legal", "it refused legal"),
        pytest.param("refuses-table", "it refused table", marks=pytest.mark.slow),
    ],
)
def test_a_broken_implementation_is_reported(
    how: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(broken(how)) == 1
    shown = capfd.readouterr()
    assert message in shown.out + shown.err


@pytest.mark.usefixtures("only_rules")
@pytest.mark.parametrize("how", ["silent", "no-line"])
def test_an_implementation_that_does_not_answer(
    how: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(broken(how, "0.2")) == 1
    assert one_line(capfd).endswith("it did not answer within 0.2 seconds\n")


def one_line(capfd: pytest.CaptureFixture[str]) -> str:
    """Return the only line that is printed on stdout or stderr."""
    shown = capfd.readouterr()
    printed: str = shown.out + shown.err
    assert printed.count("\n") == 1
    return printed


@pytest.mark.usefixtures("only_rules")
def test_a_broken_implementation_is_reported_on_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(broken("no-json")) == 1
    shown = capfd.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["drips", "endless"])
def test_an_implementation_that_never_ends_its_answer(how: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lineit", *broken(how, "0.3")],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
    )
    assert done.returncode == 1
    assert (done.stdout + done.stderr).count("\n") == 1


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["no-such-command"], "no-such-command cannot be started: No such file or directory\n"),
        (["/"], "/ cannot be started: Permission denied\n"),
    ],
)
def test_a_command_that_does_not_exist(
    command: Sequence[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["conform", "--", *command]) == 1
    assert one_line(capfd) == message


def started(script: str) -> str:
    """Return the process id that a script prints, which conform stops as its answer is not JSON."""
    command = ["bash", "-c", f"{script}; read line; echo no JSON; exec sleep 600"]
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "conform", *PATIENT, "--", *command],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
    )
    number = done.stderr.split()[0]
    assert number.isdigit()
    return number


def test_the_process_is_gone_afterwards() -> None:
    """This is so even if it does not read all its input."""
    number = started("echo $$ >&2")
    assert not Path(f"/proc/{number}").exists()


def test_what_the_process_has_started_is_gone_too() -> None:
    number = started("sleep 600 & echo $! >&2")
    while not ended(number):  # the system needs a moment for it
        time.sleep(0.05)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere it needs psutil")
@pytest.mark.parametrize(
    "script",
    [
        "setsid sleep 600 & echo $! >&2",
        "bash -c 'setsid sleep 600 & echo $! >&2; wait' & true",
    ],
    ids=["its child", "a child of its child"],
)
def test_what_has_a_session_of_its_own_is_gone_too(script: str) -> None:
    number = started(script)
    while not ended(number):
        time.sleep(0.05)


def test_without_proc_psutil_names_what_a_process_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows tells the old parent of a process even if another process has its id now."""
    pairs = {10: 1, 11: 10, 12: 11, 13: 1, 14: 15, 15: 14}
    listed = [SimpleNamespace(pid=pid, info={"ppid": parent}) for pid, parent in pairs.items()]
    psutil = SimpleNamespace(process_iter=lambda names: listed if names == ["ppid"] else [])
    monkeypatch.setattr("lineit.conformance.processes.Path", lambda _: tmp_path)
    monkeypatch.setitem(sys.modules, "psutil", psutil)
    assert descendants(10) == [11, 12]
    assert descendants(14) == [15]
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert descendants(10) == []


def ended(number: str) -> bool:
    """Return whether the process has ended; it may still be a zombie."""
    try:
        return Path(f"/proc/{number}/stat").read_text().split()[2] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_an_implementation_that_does_not_read_has_the_same_time() -> None:
    """A request of a megabyte fits in no pipe, so that writing it waits for the other side."""
    deaf = [sys.executable, "-c", "import time; time.sleep(600)"]
    with Remote(deaf, 0.2) as remote, pytest.raises(Broken, match="not answer within 0"):
        remote.load({"deck": "x" * 1_000_000})


def test_no_pipe_is_selected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows can select sockets only."""

    def refuse(*_: object) -> None:
        raise OSError("select works with sockets only")

    monkeypatch.setattr(select, "select", refuse)
    monkeypatch.setattr(selectors, "DefaultSelector", refuse)
    with Remote([sys.executable, "-m", "lineit", "rpc"], HANGS_AFTER) as remote:
        deck = [card.code for card in load_ruleset().cards]
        remote.new("standard", 2, 0, deck)
        assert remote.legal()[0] == "pick 1"


def test_an_implementation_that_says_more_than_it_is_asked_has_to_wait() -> None:
    """What it says is read only as far as the next answer needs it."""
    script = "while True: print('{}', flush=True)"
    with Remote([sys.executable, "-c", script], HANGS_AFTER) as remote:
        for _ in range(3):
            with pytest.raises(Broken, match="does not have the id of the request"):
                remote.undo(1)
        assert remote._lines._read.qsize() <= 16  # noqa: SLF001 # what waits is memory


@pytest.mark.parametrize(
    "much",
    [["x" * 3_000_000], [str(number) for number in range(300_000)]],
    ids=["a long text", "a long list"],
)
def test_of_a_long_answer_only_the_beginning_is_kept(much: list[str]) -> None:
    class Talkative(Library):
        def legal(self) -> Sequence[str]:
            return much

    failure = check(RULES[0], Talkative())
    assert failure is not None
    assert isinstance(failure.got, str)
    assert (failure.path, len(failure.got)) == ("legal", 4001)
    assert failure.got.endswith("…")
    assert len(str(failure)) < 6000


def test_of_what_an_implementation_says_when_it_refuses_only_the_beginning_is_kept() -> None:
    script = """
import json
data = {"rule": "r" * 10**6, "ids": ["i" * 10**6] * 2}
print(json.dumps({"id": 1, "error": {"message": "m" * 10**6, "data": data}}))
"""
    with (
        Remote([sys.executable, "-c", script], HANGS_AFTER) as remote,
        pytest.raises(Refused) as refused,
    ):
        remote.undo(1)
    assert (len(refused.value.message), len(refused.value.rule or "")) == (300, 300)
    assert [len(each) for each in refused.value.problems] == [300, 300]


def test_a_rule_that_is_not_a_text_is_none() -> None:
    script = """
import json
print(json.dumps({"id": 1, "error": {"data": {"rule": [["deck"]], "ids": "deck"}}}))
"""
    with (
        Remote([sys.executable, "-c", script], HANGS_AFTER) as remote,
        pytest.raises(Refused) as refused,
    ):
        remote.undo(1)
    assert (refused.value.rule, refused.value.problems) == (None, ())


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e300", "x", "3601"])
def test_seconds_that_make_no_sense(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["conform", f"--seconds={seconds}", "--", "cat"])
    assert "argument --seconds: give a number above 0 and at most 3600\n" in capsys.readouterr().err


@pytest.mark.usefixtures("only_rules")
def test_what_an_implementation_says_does_not_reach_the_terminal_raw(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with patch("lineit.conformance.client.Remote.legal", return_value=["\x1b[2Jx"]):
        assert main(["conform", *PATIENT, "--", sys.executable, "-m", "lineit", "rpc"]) == 1
    shown = capsys.readouterr().out
    assert r"\x1b[2Jx" in shown
    assert "\x1b" not in shown
