"""`lineit conform` passes what plays right, names what plays wrong, and outlives what is broken."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

from lineit.cli import main
from lineit.texts import spec_version
from lineit.vectors import Vector, load_vectors

CLIENTS = Path(__file__).parent / "clients"
RULES = load_vectors("standard", "rules")


@pytest.fixture
def only_rules(monkeypatch: pytest.MonkeyPatch) -> list[Vector]:
    """Let `conform` play the vectors by hand, and no whole games, to be quick."""
    monkeypatch.setattr("lineit.cli.load_vectors", lambda _: RULES)
    return RULES


def wrong(fault: str) -> list[str]:
    return ["conform", "--", sys.executable, str(CLIENTS / "wrong.py"), fault]


def broken(how: str, seconds: str = "5") -> list[str]:
    command = [sys.executable, str(CLIENTS / "broken.py"), how]
    return ["conform", "--seconds", seconds, "--", *command]


@pytest.mark.slow
def test_lineit_itself_passes_rule_by_rule() -> None:
    """All vectors, whole games too, in processes of their own, as a user would do it."""
    command = [sys.executable, "-m", "lineit"]
    done = subprocess.run(
        [*command, "conform", "--", *command, "rpc"],
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
    monkeypatch.setattr("lineit.cli.load_vectors", {ruleset: vectors}.__getitem__)
    rpc = [sys.executable, "-m", "lineit", "rpc"]
    assert main(["conform", "--ruleset", ruleset, "--", *rpc]) == 0
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
def test_a_failure_tells_where_what_was_expected_and_what_came(
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
        ("wrong-id", "its answer to new has not the id of the request"),
        ("no-id", "its answer to new has not the id of the request"),
        ("no-object", "its answer to new has not the id of the request"),
        ("ends-at-once", "it ended before it answered new"),
        ("ends-early", "it ended before it answered new"),
        ("no-game", "the result of new has no game"),
        ("no-table", "the result of table is no object"),
        ("odd-table", "the result of table is no table"),
        ("odd-legal", "the result of legal is no list of texts"),
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
    """What is printed, on stdout or stderr: one line."""
    shown = capfd.readouterr()
    printed: str = shown.out + shown.err
    assert printed.count("\n") == 1
    return printed


@pytest.mark.usefixtures("only_rules")
def test_a_broken_implementation_is_told_on_stderr(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(broken("no-json")) == 1
    shown = capfd.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("how", ["drips", "endless"])
def test_an_implementation_that_never_ends_its_answer(how: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lineit", *broken(how, "0.3")],
        capture_output=True,
        text=True,
        timeout=20,
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
def test_a_command_that_is_none(
    command: Sequence[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["conform", "--", *command]) == 1
    assert one_line(capfd) == message


def test_the_process_is_gone_afterwards() -> None:
    """Also one that does not read its input to the end."""
    command = ["bash", "-c", "echo $$ >&2; exec sleep 600"]
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "conform", "--seconds", "0.2", "--", *command],
        capture_output=True,
        text=True,
    )
    number = done.stderr.split()[0]
    assert number.isdigit()
    assert not Path(f"/proc/{number}").exists()


def test_what_the_process_has_started_is_gone_too() -> None:
    command = ["bash", "-c", "sleep 600 & echo $! >&2; wait"]
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "conform", "--seconds", "0.2", "--", *command],
        capture_output=True,
        text=True,
        timeout=10,
    )
    number = done.stderr.split()[0]
    assert number.isdigit()
    for _ in range(100):
        if ended(number):
            break
        time.sleep(0.05)
    assert ended(number)


def ended(number: str) -> bool:
    """Whether the process has ended, though it may be that nobody has asked for its result."""
    try:
        return Path(f"/proc/{number}/stat").read_text().split()[2] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e300", "x", "3601"])
def test_seconds_that_make_no_sense(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["conform", f"--seconds={seconds}", "--", "cat"])
    assert "argument --seconds: give a number over 0, at most 3600\n" in capsys.readouterr().err


@pytest.mark.usefixtures("only_rules")
def test_what_an_implementation_says_does_not_reach_the_terminal_raw(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with patch("lineit.remote.Remote.legal", return_value=["\x1b[2Jx"]):
        assert main(["conform", "--", sys.executable, "-m", "lineit", "rpc"]) == 1
    shown = capsys.readouterr().out
    assert r"\x1b[2Jx" in shown
    assert "\x1b" not in shown
