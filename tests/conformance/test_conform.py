"""Tests of `lineit conform` with implementations that are correct, wrong or broken."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

from lineit.conformance.vectors import Vector, load_vectors
from lineit.frontends.cli import main
from lineit.model.resources import spec_version
from support.paths import TESTS
from support.work import HANGS_AFTER

CLIENTS = TESTS / "support/clients"
RULES = load_vectors("standard", "rules")


@pytest.fixture
def only_rules(monkeypatch: pytest.MonkeyPatch) -> list[Vector]:
    """Make `conform` use only the vectors of rules, to be fast."""
    monkeypatch.setattr("lineit.frontends.cli.load_vectors", lambda _: RULES)
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
    told = [f"spec {spec_version()}", f"(whole games): passed {games}"]
    told += [f"{rule}: passed {times[rule]}" for rule in sorted(times)]
    assert done.stdout.splitlines() == told


@pytest.mark.parametrize("ruleset", ["bga", "children"])
def test_lineit_itself_passes_by_other_rules(
    ruleset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vectors = [*load_vectors(ruleset, "rules"), *load_vectors(ruleset, "games")[:2]]
    monkeypatch.setattr("lineit.frontends.cli.load_vectors", {ruleset: vectors}.__getitem__)
    rpc = [sys.executable, "-m", "lineit", "rpc"]
    assert main(["conform", *PATIENT, "--ruleset", ruleset, "--", *rpc]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"spec {spec_version()}\n")
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
    lines = shown.out.splitlines()
    (at,) = [number for number, line in enumerate(lines) if line.startswith(f"{rule}: FAILED ")]
    names = {vector.name for vector in RULES if rule in vector.rules}
    assert lines[at + 1].startswith("    ")
    assert lines[at + 1].split(",")[0].strip() in names


@pytest.mark.usefixtures("only_rules")
def test_a_rule_that_is_not_broken_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(wrong("jackpot_again=1")) == 1
    lines = capsys.readouterr().out.splitlines()
    for rule in ("deal", "price", "one-bet", "place-hand"):
        assert [line for line in lines if line.startswith(f"{rule}: passed ")]


@pytest.mark.usefixtures("only_rules")
def test_a_failure_says_where_and_what_was_expected(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(wrong("market_extra=1"))
    shown = capsys.readouterr().out
    told = [line.strip() for line in shown.splitlines() if line.strip().startswith("deal, ")]
    assert told
    assert "expected " in told[0]
    assert ", got " in told[0]


@pytest.mark.usefixtures("only_rules")
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("no-json", "its answer to new is not JSON"),
        ("not-utf-8", "its answer to new is not JSON"),
        ("too-deep", "its answer to new is not JSON"),
        ("wrong-id", "its answer to new does not have the id of the request"),
        ("no-id", "its answer to new does not have the id of the request"),
        ("no-object", "its answer to new does not have the id of the request"),
        ("ends-at-once", "it ended before it answered new"),
        ("ends-early", "it ended before it answered new"),
        ("no-game", "the result of new has no game"),
        ("no-table", "the result of table is not an object"),
        ("odd-table", "the result of table is not a table"),
        ("odd-legal", "the result of legal is not a list of texts"),
        ("refuses-legal", "it refused legal"),
        ("refuses-table", "it refused table"),
    ],
)
def test_a_broken_implementation_is_one_line(
    how: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(broken(how)) == 1
    assert message in one_line(capfd)


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


def ended(number: str) -> bool:
    """Return whether the process has ended; it may still be a zombie."""
    try:
        return Path(f"/proc/{number}/stat").read_text().split()[2] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


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
