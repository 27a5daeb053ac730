"""`lineit check FILE` refuses every broken rule file and reports all its problems, each with its
place and its mend. It does not hang, fill the memory or show a traceback.

The broken files are in `data/broken/`. The first lines of each list exactly the problems that must
be reported. Large and hostile files are made by the tests."""

from __future__ import annotations

import copy
import datetime
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from lineit import Game, Ruleset, RulesetError, load_ruleset
from lineit.frontends.cli import main
from lineit.rules.read import MOST_BYTES, MOST_COLUMNS
from support.files import HEAD
from support.paths import ROOT, TESTS
from support.tables import over
from support.work import HANGS_AFTER, limited_work

pytest.importorskip("resource", reason="the limits on time and memory need it")

BROKEN = TESTS / "data/broken"
FILES = sorted(BROKEN.glob("*.toml"))
STANDARD = tomllib.loads((ROOT / "spec/rulesets/standard.toml").read_text("utf-8"))

LONGEST = 800
"""Maximum length of a line without its path, in characters."""

CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.path.append(sys.argv[2])
from lineit.frontends.cli import main
from support.work import limited_work
with limited_work():
    code = main(["check", sys.argv[1]])
sys.exit(code)
"""


@frozen
class Told:
    """The result of a check."""

    code: int
    out: str
    lines: list[str]


def expected(file: Path) -> list[str]:
    """Return the problems that the file says must be reported."""
    lines = file.read_text("utf-8").splitlines()
    return [line.removeprefix("# expect: ") for line in lines if line.startswith("# expect: ")]


def checked(path: str | Path) -> Told:
    """Return the result of `lineit check`, run in a process with little memory and work."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, os.fspath(path), os.fspath(TESTS)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=HANGS_AFTER,
        encoding="utf-8",
    )
    return Told(done.returncode, done.stdout, done.stderr.split("\n")[:-1])


def assert_clear_refusal(told: Told, folder: str = "") -> None:
    """Check that the file was refused, with few, short and printable lines."""
    shown = "\n".join(told.lines[-8:])[-1500:]
    assert "Traceback (most recent call last):" not in told.lines, shown
    assert (told.code, told.out) == (1, ""), shown
    assert told.lines
    assert sum(map(len, told.lines)) < 1_000_000
    for line in told.lines:
        assert line.startswith(folder)
        assert line.isprintable(), ascii(line)
        assert "; " in line, f"no mend: {line}"
        assert len(line) <= LONGEST + len(folder)


# -- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_broken_file_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with limited_work():
        code = main(["check", str(file)])
    shown = capsys.readouterr()
    told = Told(code, shown.out, shown.err.split("\n")[:-1])
    assert_clear_refusal(told, f"{BROKEN}{os.sep}")
    texts = expected(file)
    missing = [text for text in texts if not any(text in line for line in told.lines)]
    beyond = [line for line in told.lines if not any(text in line for text in texts)]
    assert (missing, beyond) == ([], [])
    assert len(told.lines) == len(texts)


def test_every_broken_file_says_what_is_wrong_with_it() -> None:
    assert len(FILES) >= 150
    for file in FILES:
        first = file.read_text("utf-8").splitlines()[0]
        assert re.fullmatch(r"# [A-Z].*\.", first), file
        assert expected(file), file


PLACE = re.compile(
    r"(?P<transition>phase|transition) (?P<id>[a-z0-9-]+)|(?P<kind>guards|effects|zones)\.(\w+)"
)
NAMES = {"phase": "name", "transition": "id"}


def rule_of(where: str, document: dict[str, Any]) -> str | None:
    """Return the rule of a place, from the document or else from `standard`."""
    match = PLACE.match(where)
    for source in (document, STANDARD) if match else ():
        if match and match["transition"]:
            transitions = source.get(match["transition"], [])
            found = [
                r
                for r in transitions
                if isinstance(r, dict) and r.get(NAMES[match["transition"]]) == match[2]
            ]
        else:
            words = source.get(match["kind"], {}) if match else {}
            found = [word for name, word in words.items() if match and name == match[4]]
        if found and isinstance(found[0], dict):
            rule = found[0].get("rule")
            return rule if isinstance(rule, str) and re.fullmatch("[a-z][a-z0-9-]*", rule) else None
    return None


@pytest.mark.slow
def test_every_line_names_its_rule_where_one_is_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nameless = []
    for file in FILES:
        try:
            document = tomllib.loads(file.read_text("utf-8"))
        except tomllib.TOMLDecodeError:
            continue
        with suppress(Exception):  # another test checks this
            main(["check", str(file)])
        for line in capsys.readouterr().err.splitlines():
            if not line.startswith(f"{file}: "):
                continue  # a problem of the base file
            place, _, message = line.removeprefix(f"{file}: ").partition(": ")
            rule = rule_of(place, document)
            if "may put more than" in message:
                rule = rule_of(f"zones.{message.split()[-1]}", document) or rule
            if rule and "there is no rule" not in message and f"[{rule}]" not in message:
                nameless.append(f"{file.stem}: {place}: {message} ({rule})")
    assert nameless == []


# -- files that a test makes ----------------------------------------------------------------------


def transition(**fields: Any) -> str:
    """Return a valid transition in TOML with these fields changed; None removes one."""
    whole = {"id": "mine", "rule": "play", "from": "play", "on": "mine", "to": "score", **fields}
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in whole.items() if value is not None]
    return f"\n[[transition]]\n{''.join(lines)}"


def table(section: str, words: dict[str, str]) -> str:
    return f"\n[{section}]\n" + "".join(f"{name} = {word}\n" for name, word in words.items())


def most_that_fit(item: str) -> int:
    """Return how many of these items fit in a rule file."""
    return (MOST_BYTES - 5000) // len(item.encode())


def in_lines(item: str) -> str:
    """Return a list in TOML with the item as often as it fits in a rule file."""
    in_a_line = (MOST_COLUMNS - 10) // len(item + ", ")
    times = most_that_fit(item + ", ") // in_a_line
    return "[\n" + ((item + ", ") * in_a_line + "\n") * times + "]\n"


LONG = "x" * (MOST_COLUMNS - 100)
"""A name of nearly the maximum length of a line."""

DOTTED = ".a" * (MOST_COLUMNS // 2 - 50)
"""The rest of a key with nearly as many parts as fit in a line."""


def phases(count: int, **fields: Any) -> str:
    """Return a chain of automatic phases between the end of a turn and cleanup."""
    names = [f"s{i}" for i in range(count)]
    ways = zip(names, [*names[1:], "cleanup"], strict=True)
    way_in = {"id": "cleanup", "from": "turn-end", "on": None, "do": ["clear_market"], "to": "s0"}
    return transition(**way_in) + "".join(
        f'\n[[phase]]\nname = "{name}"\nactor = "table"\nrule = "cleanup"\n'
        + transition(**{"id": name, "from": name, "on": None, "to": after, **fields})
        for name, after in ways
    )


HOSTILE: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "an empty file": (lambda: b"", "format: is missing"),
    "a file of 100 MB": (lambda: b"#" * 100_000_000, "is larger than "),
    "a file a byte too large": (lambda: b"#\n" * (MOST_BYTES // 2) + b"#", "is larger than "),
    "a line too long": (
        lambda: f"{HEAD}title = '{'x' * MOST_COLUMNS}'",
        "has a line of more than ",
    ),
    "UTF-16": (lambda: HEAD.encode("utf-16"), "is not UTF-8 text; save it as UTF-8"),
    "UTF-16 without a BOM": (lambda: HEAD.encode("utf-16-le"), "is not TOML"),
    "UTF-32": (lambda: HEAD.encode("utf-32"), "is not UTF-8 text"),
    "Latin-1": (lambda: f"{HEAD}title = 'ß'".encode("latin-1"), "is not UTF-8 text"),
    "half a character": (lambda: f"{HEAD}title = '♥".encode()[:-1], "is not UTF-8 text"),
    "surrogates": (lambda: HEAD.encode() + b"title = '\xed\xa0\x80'", "is not UTF-8 text"),
    "a surrogate as an escape": (lambda: HEAD + r'title = "\ud800"', "is not TOML: Escaped char"),
    "a BOM in the middle": (lambda: f"{HEAD}\ufefftitle = 'x'", "is not TOML"),
    "zeros": (lambda: bytes(100), "is not TOML"),
    "a NUL in a key": (lambda: f"{HEAD}a\0b = 1\n", "is not TOML"),
    "a NUL in a text": (
        lambda: f"{HEAD}title = 'a\0'\n",
        r"is not TOML: Found invalid character '\x00'",
    ),
    "an escape in a key": (lambda: f"{HEAD}\x1b[31m = 1\n", "is not TOML"),
    "a NUL as an escape": (
        lambda: HEAD + r'title = "a\u0000"',
        r"must be a line of text, but is 'a\x00'",
    ),
    "old Mac line ends": (lambda: HEAD.replace("\n", "\r"), "is not TOML"),
    "an executable": (lambda: Path(sys.executable).read_bytes()[:100_000], "is not UTF-8 text"),
    "JSON": (lambda: json.dumps(STANDARD, indent=1), "is not TOML"),
    "arrays 50,000 deep": (
        lambda: f"{HEAD}a = " + "[\n" * most_that_fit("[\n"),
        "is nested too deep",
    ),
    "tables 100 deep": (lambda: f"{HEAD}a = {'{a=' * 100}1{'}' * 100}\n", ""),
    "tables 400 deep": (
        lambda: f"{HEAD}a = " + "{a=[\n" * 400,
        "is nested too deep",
    ),
    "a list in a list 200 deep": (
        lambda: f"{HEAD}phase = {'[' * 200}{']' * 200}\n",
        "phase number 13",
    ),
    "headers of many parts": (
        lambda: HEAD + "".join(f"[a{i}{DOTTED}]\n" for i in range(most_that_fit(DOTTED))),
        "",
    ),
    "keys of many parts": (
        lambda: HEAD + "".join(f"a{i}{DOTTED} = 1\n" for i in range(most_that_fit(DOTTED))),
        "",
    ),
    "keys below a header of many parts": (
        lambda: (
            HEAD
            + f"[a{DOTTED}]\n"
            + "".join(f"b{i:x}=1\n" for i in range(most_that_fit("b0000=1\n")))
        ),
        "",
    ),
    "a table with a long name, twice": (
        lambda: HEAD + f"[{LONG}]\n" * 2,
        "is not TOML: ",
    ),
    "as many keys as can be": (
        lambda: HEAD + "".join(f"a{i:x}=1\n" for i in range(most_that_fit("a0000=1\n"))),
        "a0: is not known here",
    ),
    "as many phases as can be": (
        lambda: HEAD + "phase = " + in_lines('{name="a",actor="end",rule="x"}'),
        "phase: must have 0 to 500 entries, but has ",
    ),
    "as many phases as can be that say nothing": (
        lambda: HEAD + "[[phase]]\n" * most_that_fit("[[phase]]\n"),
        "phase",
    ),
    "as many phases as can be that are numbers": (
        lambda: f"{HEAD}phase = {in_lines('1')}",
        "phase",
    ),
    "as many transitions as can be": (
        lambda: HEAD + "transition = " + in_lines('{id="a",rule="x",from="a",to="b"}'),
        "transition: must have 0 to 500 entries, but has ",
    ),
    "as many transitions as can be that say nothing": (
        lambda: HEAD + "transition = " + in_lines('{id="a"}'),
        "transition",
    ),
    "a transition with as many guards as can be": (
        lambda: f'{HEAD}[[transition]]\nid = "mine"\nwhen = ' + in_lines('"a"'),
        "transition mine: when must have 0 to 20 entries, but has ",
    ),
    "a transition with as many guards as can be that are numbers": (
        lambda: f'{HEAD}[[transition]]\nid = "mine"\nwhen = ' + in_lines("1"),
        "transition mine: when",
    ),
    "as many guards as can be": (
        lambda: (
            HEAD + table("guards", {f"g{i:x}": "{}" for i in range(most_that_fit("g0000 = {}\n"))})
        ),
        "guards: must have 0 to 500 entries, but has ",
    ),
    "as many names to remove as can be": (
        lambda: f"{HEAD}[remove]\nrules = " + in_lines('"qqqqqq"'),
        "remove.rules",
    ),
    "as many unknown guards as can be among guards alike": (
        lambda: (
            HEAD
            + table("guards", {f"abcdefgh_{i}": '{any=["is_bet"]}' for i in range(480)})
            + "".join(
                transition(id=f"t{j}", on=f"t{j}", when=[f"abcdefgh{i}_{j}" for i in range(20)])
                for j in range(most_that_fit("x" * 700))
            )
        ),
        "transition t0: there is no guard abcdefgh0_0 [play]; did you mean abcdefgh_0?",
    ),
    "a rule with a long name": (
        lambda: HEAD + table("rules", {LONG: '{ source = "nobody" }'}),
        "must have at most 40 characters, but has ",
    ),
    "a transition of a rule with a long name": (
        lambda: HEAD + transition(rule=LONG, on=3),
        "rule must have at most 40 characters, but has ",
    ),
    "a transition with a long name": (
        lambda: HEAD + transition(id=LONG),
        "id must have at most 40 characters, but has ",
    ),
    "extends a long name": (lambda: HEAD.replace("standard", LONG), "extends"),
}


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "mine.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_time(name: str, tmp_path: Path) -> None:
    make, text = HOSTILE[name]
    told = checked(write(tmp_path, make()))
    assert_clear_refusal(told, f"{tmp_path}{os.sep}mine.toml: ")
    assert any(text in line for line in told.lines) or refused_whole(told.lines), told.lines[:3]


def refused_whole(lines: list[str]) -> bool:
    """Return whether the only line says that the whole file or data is too large."""
    whole = [
        "has more than 5000 values",
        "has a text of more than",
        "has a line of more than",
        "has a key that is not a text",
        "is larger than the",
        "is nested too deep",
    ]
    return len(lines) == 1 and any(text in lines[0] for text in whole)


def test_a_number_of_more_digits_than_python_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONINTMAXSTRDIGITS", "640")
    told = checked(write(tmp_path, f"{HEAD}[limits]\nhand = {'9' * 700}\n"))
    assert_clear_refusal(told)
    texts = "has a number with too many digits", "has a line of more than "  # which one comes first
    assert any(text in told.lines[0] for text in texts)


@pytest.mark.slow
@pytest.mark.parametrize(
    "content",
    [
        pytest.param(HEAD.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(b"\xef\xbb\xbf" + HEAD.encode(), id="BOM"),
        pytest.param(HEAD.encode() + b"#\n" * most_that_fit("#\n"), id="many comments"),
        pytest.param(HEAD.encode() + "title = 'Ligne ♥'".encode(), id="no end of line"),
    ],
)
def test_an_odd_file_that_is_right(content: bytes, tmp_path: Path) -> None:
    told = checked(write(tmp_path, content))
    assert (told.code, told.lines) == (0, [])


# -- paths without a rule file --------------------------------------------------------------------


def paths_without_a_rule_file(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield paths without a rule file, and what must be reported for each."""
    (folder / "folder.toml").mkdir()
    os.mkfifo(folder / "fifo.toml")
    (folder / "zero.toml").symlink_to("/dev/zero")
    (folder / "dangling.toml").symlink_to(folder / "nowhere")
    (folder / "round.toml").symlink_to(folder / "round.toml")
    for name in ("folder", "fifo", "zero", "dangling", "round", "missing"):
        yield str(folder / f"{name}.toml"), "is not a file; check the path"
    for name in ("/dev/zero", str(folder), str(folder / "fifo"), "x" * 5000, "", "Standard"):
        yield name, "there is no ruleset "
    yield "x" * 5000 + ".toml", "check the path"


@pytest.mark.slow
def test_a_path_that_is_not_a_file_is_refused_without_waiting(tmp_path: Path) -> None:
    for path, text in paths_without_a_rule_file(tmp_path):
        told = checked(path)
        known = path.endswith(".toml") and len(path) <= 300
        assert_clear_refusal(told, path if known else "")
        assert text in told.lines[0]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD)
    path.chmod(0)
    told = checked(path)
    assert_clear_refusal(told, str(path))
    assert "cannot be read: Permission denied; check the path" in told.lines[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["\x1b[31mred.toml", "a\nb.toml", "\x1b[31mred", "a\nb"])
def test_a_path_never_reaches_the_terminal_raw(name: str, tmp_path: Path) -> None:
    assert_clear_refusal(checked(tmp_path / name))
    (tmp_path / name).write_text(HEAD, "utf-8")
    for line in checked(tmp_path / name).out.splitlines():
        assert line.isprintable()
        assert "no problems found" in line


def test_a_path_that_is_not_utf_8(tmp_path: Path) -> None:
    told = checked(os.fsdecode(bytes(tmp_path) + b"/\xff.toml"))
    assert_clear_refusal(told)
    assert "is not a file" in told.lines[0]


# -- one file over another ------------------------------------------------------------------------


def extending(folder: Path, name: str, base: str, rest: str = "") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(f'format = 2\nname = "{name}"\nextends = "{base}"\n{rest}', "utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("base", "text"),
    [
        ("fifo", "there is no ruleset 'fifo'"),
        ("zero", "there is no ruleset 'zero'"),
        ("folder", "there is no ruleset 'folder'"),
        ("dangling", "there is no ruleset 'dangling'"),
        ("round", "there is no ruleset 'round'"),
        ("outside", "extends: outside leads out of the folder; copy the file into the folder"),
        ("mine", "extends: is in a circle or more than 8 files deep: mine → mine"),
        ("", "extends: '' is not the name of a ruleset"),
        ("..", "extends: '..' is not the name of a ruleset"),
        ("../mine", "extends: '../mine' is not the name of a ruleset"),
        ("x" * 300, "extends"),
        (LONG, "extends"),
    ],
)
def test_what_cannot_be_extended(base: str, text: str, tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    list(paths_without_a_rule_file(folder))
    (tmp_path / "secret.toml").write_text(HEAD, "utf-8")
    (folder / "outside.toml").symlink_to(tmp_path / "secret.toml")
    told = checked(extending(folder, "mine", base))
    assert_clear_refusal(told, f"{folder}{os.sep}mine.toml: ")
    assert text in told.lines[0]


def test_a_symlink_within_the_folder_may_be_extended(tmp_path: Path) -> None:
    extending(tmp_path, "base", "standard")
    (tmp_path / "other.toml").symlink_to("base.toml")
    assert checked(extending(tmp_path, "mine", "other")).code == 0


@pytest.mark.slow
def test_a_chain_of_100_files(tmp_path: Path) -> None:
    for i in range(100):
        extending(tmp_path, f"f{i}", f"f{i + 1}" if i < 99 else "standard")
    told = checked(tmp_path / "f0.toml")
    assert_clear_refusal(
        told, f"{tmp_path}{os.sep}f8.toml: extends: is in a circle or more than 8 files deep: f1 →"
    )
    assert checked(tmp_path / "f93.toml").code == 0


@pytest.mark.slow
def test_a_chain_of_large_files(tmp_path: Path) -> None:
    for i in range(7):
        count = most_that_fit('{name="0-00000"}\n, ')
        transitions = ", ".join(f'{{name="{i}-{j}"}}\n' for j in range(count))
        extending(
            tmp_path, f"f{i}", f"f{i + 1}" if i < 6 else "standard", f"phase = [{transitions}]\n"
        )
    assert_clear_refusal(checked(extending(tmp_path, "mine", "f0")), f"{tmp_path}{os.sep}f")


@pytest.mark.slow
def test_a_chain_of_files_with_much_to_remove(tmp_path: Path) -> None:
    for i in range(7):
        rest = "[remove]\nrules = " + in_lines('"qqqqqqqqqq"')
        extending(tmp_path, f"f{i}", f"f{i + 1}" if i < 6 else "standard", rest)
    assert_clear_refusal(checked(extending(tmp_path, "mine", "f0")), f"{tmp_path}{os.sep}f")


# -- rules that are heavy to play -----------------------------------------------------------------


def words(count: int, make: str, last: str) -> dict[str, str]:
    """Return words that are each made of the next one; `make` is the template."""
    return {f"b{i}": make.format(f'"b{i + 1}"') for i in range(count)} | {f"b{count}": last}


def ten(word: str) -> str:
    """Return a list of ten times the same word."""
    return json.dumps([word] * 10)


def hundred(effect: str) -> str:
    """Return the word `hundred`, which makes an effect a hundred times."""
    does = {"ten": f"{{ do = {ten(effect)} }}", "hundred": f"{{ do = {ten('ten')} }}"}
    return table("effects", does)


GREAT = f"""
[components]
numbers = 1000
bets = {list(range(1, 21))}
bet_copies = 26
players = [1, 12]
"""

HEAVY: dict[str, Callable[[], str]] = {
    "guards two wide and 30 deep": lambda: (
        table("guards", words(30, "{{ all = [{0}, {0}] }}", '{ all = ["is_bet"] }'))
        + transition(card="hand", when=["b0"])
    ),
    "guards two wide and 30 deep, not the first": lambda: (
        table("guards", words(30, "{{ any = [{0}, {0}] }}", '{ all = ["is_bet"] }'))
        + transition(card="hand", when=["not b0"])
    ),
    "guards for some card of guards for some card": lambda: (
        table(
            "guards",
            words(20, '{{ some = "market", all = [{0}] }}', '{ some = "market", any = ["none"] }')
            | {"none": '{ all = ["is_bet", "not is_bet"] }'},
        )
        + transition(when=["b0"])
    ),
    "a chain of 480 guards": lambda: (
        table("guards", words(480, "{{ all = [{0}] }}", '{ all = ["is_bet"] }'))
        + transition(card="hand", when=["b0"])
    ),
    "a chain of 460 effects": lambda: (
        table("effects", words(460, "{{ do = [{0}] }}", '{ do = ["score_line"] }'))
        + transition(do=["b0"])
    ),
    "effects two wide and 30 deep": lambda: (
        table("effects", words(30, "{{ do = [{0}, {0}] }}", '{ do = ["begin_with_first"] }'))
        + transition(do=["b0"])
    ),
    "100 transitions that ask much of every card": lambda: (
        table(
            "guards",
            {
                "true": '{ any = ["line_is_empty", "not line_is_empty"] }',
                "ten": f"{{ all = {ten('true')} }}",
                "hundred": f"{{ all = {ten('ten')} }}",
            },
        )
        + "".join(
            transition(
                id=f"r{i}",
                **{"from": "pick", "on": f"r{i}", "card": "market", "when": ["hundred"] * 20},
                do=["pick_card"],
                to="place",
            )
            for i in range(100)
        )
    ),
    "a transition that does much": lambda: (
        hundred("begin_with_first")
        + transition(
            **{"id": "deal", "from": "deal", "on": None, "to": "pick"},
            do=["deal_market", *["hundred"] * 19],
        )
    ),
    "100 phases that do much": lambda: (
        hundred("begin_with_first") + phases(100, do=["hundred"] * 20)
    ),
    "300 phases that do nothing": lambda: phases(300),
    "bets settled 2,000 times": lambda: (
        hundred("settle_bets")
        + "\n[limits]\nbets_per_line = 100\n"
        + transition(
            **{"id": "score", "rule": "score", "from": "score", "on": "score"},
            do=["hundred"] * 20,
            to="turn-end",
        )
    ),
    "a token for each card of the deck, 400 times": lambda: (
        hundred("mine").replace(
            "\n[effects]\n", '\n[effects]\nmine = { token = 1, each = "deck" }\n'
        )
        + transition(do=["hundred"] * 4)
    ),
    "a token for each card of the hand, 900 times": lambda: (
        hundred("mine").replace(
            "\n[effects]\n", '\n[effects]\nmine = { token = 1, each = "hand" }\n'
        )
        + transition(do=["hundred"] * 9)
    ),
    "all cards there and back, 400 times": lambda: (
        "\n[effects]\n"
        'there = { move = "all", from = "deck", to = "discard" }\n'
        'back = { move = "all", from = "discard", to = "deck" }\n'
        'both = { do = ["there", "back"] }\n'
        f"ten = {{ do = {ten('both')} }}\n" + transition(do=["ten"] * 20)
    ),
    "cards there and back, 400 times": lambda: (
        "\n[effects]\n"
        'there = { move = "all", from = "deck", to = "discard" }\n'
        'back = { move = "all", from = "discard", to = "market" }\n'
        'away = { move = "numbers", from = "market", to = "jackpots" }\n'
        'all = { do = ["there", "back", "away"] }\n'
        f"ten = {{ do = {ten('all')} }}\n" + transition(do=["ten"] * 20)
    ),
    "each card of the deck asked about all others": lambda: (
        table(
            "guards",
            {
                "bets": '{ rule = "play", count = "deck", of = "bets", at_least = 1 }',
                "some_bets": '{ some = "deck", all = ["bets", "is_bet"] }',
                "ten": f"{{ any = {ten('some_bets')} }}",
            },
        )
        + transition(id="play-nothing", on=None, when=["not hand_fits", "ten", "ten"])
    ),
    "two phases that go round while the deck has cards, and ask much": lambda: (
        table(
            "guards",
            {
                "left": '{ rule = "cleanup", count = "deck", at_least = 1 }',
                "ten": f"{{ all = {ten('left')} }}",
                "fifty": '{ all = ["ten", "ten", "ten", "ten", "ten"] }',
            },
        )
        + table("effects", {"drop": '{ move = "all", from = "deck", to = "discard", first = 1 }'})
        + '\n[[phase]]\nname = "round"\nactor = "table"\nrule = "cleanup"\n'
        + transition(**{"id": "on", "from": "round", "on": None, "to": "cleanup"})
        + transition(
            **{"id": "next-round", "from": "cleanup", "on": None, "to": "round"},
            when=["fifty"] * 14,
            do=["drop"],
        )
    ),
    "effects two wide and 30 deep, in format 1": lambda: (
        table("effects", words(30, "{{ do = [{0}, {0}] }}", '{ do = ["begin_with_first"] }'))
        + transition(do=["b0"])
    ),
    "a chain of 460 effects, in format 1": lambda: (
        table("effects", words(460, "{{ do = [{0}] }}", '{ do = ["score_line"] }'))
        + transition(do=["b0"])
    ),
    "effects in a circle, in format 1": lambda: (
        table("effects", {"a": '{ do = ["b", "b"] }', "b": '{ do = ["a", "a"] }'})
        + transition(do=["a"])
    ),
    "the greatest box": lambda: GREAT,
    "the greatest box and market": lambda: GREAT + "\n[limits]\nmarket_extra = 100\nhand = 100\n",
    "the greatest box and no end": lambda: (
        GREAT
        + transition(**{"id": "deal", "from": "deal", "on": None, "to": "pick"})
        + transition(**{"from": "pick", "on": "skip", "to": "turn-end"})
    ),
    "nothing but 200 transitions of the player": lambda: "".join(
        transition(
            id=f"r{i}", on=f"r{i}", card="hand", when=["card_fits"], do=["extend_line_from_hand"]
        )
        for i in range(200)
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HEAVY)
def test_rules_heavy_to_play_are_refused_or_tried_with_little_work(
    name: str, tmp_path: Path
) -> None:
    head = HEAD.replace("format = 2", "format = 1") if "format 1" in name else HEAD
    told = checked(write(tmp_path, head + HEAVY[name]()))
    if told.code == 0:
        assert told.lines == []
    else:
        assert_clear_refusal(told, f"{tmp_path}{os.sep}mine.toml: ")


def from_deep_within(depth: int, call: Callable[[], object]) -> object:
    """Return the result of a call made from this depth of the stack."""
    return from_deep_within(depth - 1, call) if depth else call()


@pytest.mark.parametrize("name", ["a chain of 480 guards", "a chain of 460 effects"])
def test_chains_are_refused_or_played_from_deep_within_a_program(name: str) -> None:
    rules = tomllib.loads(HEAD + HEAVY[name]())

    def game() -> object:
        try:
            return Game.new(2, rules=rules, seed=1).legal
        except RulesetError as error:
            return error

    assert from_deep_within(300, game)


# -- data instead of a file -----------------------------------------------------------------------


def within_itself() -> dict[str, Any]:
    data = over()
    data["limits"] = data["guards"] = data["rules"] = data
    return data


def list_within_itself() -> dict[str, Any]:
    transitions: list[Any] = []
    transitions.append(transitions)
    return over(transition=transitions, phase=transitions)


def deep(levels: int) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for _ in range(levels):
        data = {"a": data}
    return data


def shared(levels: int) -> list[Any]:
    """Return a small list that would be very large if its shared parts were written out."""
    parts: list[Any] = []
    for _ in range(levels):
        parts = [parts] * 2
    return parts


DATA: dict[str, tuple[Callable[[], Any], str]] = {
    "nothing": (dict, "(data): format: is missing"),
    "all None": (lambda: over(**dict.fromkeys(STANDARD, None)), "(data): format: must be one of"),
    "extends None": (lambda: over(extends=None), "(data): extends: None is not the name of"),
    "limits None": (lambda: over(limits=None), "(data): limits: must be a table"),
    "a limit None": (
        lambda: over(limits={"hand": None}),
        "must be a whole number or a list, but is None",
    ),
    "keys that are no texts": (
        lambda: {**over(), None: 1, 2: 3, (1, 2): 3, b"a": 1, 1.5: 2},
        "(data): None: is not known here",
    ),
    "rules that are no texts": (
        lambda: over(rules={1: "a", None: "b", False: "c", 1.5: "d", (1,): "e"}),
        "has a key that is not a text",
    ),
    "transitions with keys that are no texts": (
        lambda: over(phase=[{1: 2, None: 3}]),
        "phase number 13: 1 is not known here",
    ),
    "nan": (
        lambda: over(limits={"hand": float("nan")}),
        "must be a whole number or a list, but is nan",
    ),
    "inf": (
        lambda: over(limits={"hand": float("inf")}),
        "must be a whole number or a list, but is inf",
    ),
    "nan as a key": (lambda: over(limits={float("nan"): 1}), "limits.nan: is not known here"),
    "10**5000": (lambda: over(limits={"hand": 10**5000}), "but is an enormous number"),
    "format 10**5000": (lambda: over(format=10**5000), "but is an enormous number"),
    "format 1.0": (lambda: over(format=1.0), "format: must be one of 2, but is 1.0"),
    "a list of 10**5000": (lambda: over(components={"bets": [10**5000]}), "an enormous number"),
    "a table within itself": (within_itself, "(data)"),
    "a list within itself": (list_within_itself, "(data)"),
    "300 deep": (lambda: over(x=deep(300)), "(data)"),
    "100,000 deep": (lambda: over(x=deep(100_000)), "(data): is nested too deep"),
    "shared parts": (lambda: over(x=shared(60)), "(data)"),
    "300,000 phases": (lambda: over(phase=[1] * 300_000), "(data)"),
    "a name of 1 MB": (lambda: over(name="x" * 10**6), "name: must have at most 40 characters"),
    "a key of 1 MB": (lambda: over(**{"x" * 10**6: 1}), "is not known here"),
    "a rule of 1 MB": (lambda: over(rules={"x" * 10**6: "x"}), "must have at most 40 characters"),
    "a transition of 1 MB": (
        lambda: over(transition=[{"id": "x" * 10**6, "rule": "y" * 10**6}]),
        "must have at most 40 characters",
    ),
    "extends 1 MB": (lambda: over(extends="x" * 10**6), "(data): extends: "),
    "removes 1 MB": (lambda: over(remove={"rules": ["x" * 10**6]}), "there is no 'xxx"),
    "bytes": (lambda: over(title=b"x" * 10**6), "title: must be a text, but is b'xxx"),
    "sets": (lambda: over(phase=set(range(10**5))), "phase: must be a list"),
    "an escape as a key": (lambda: over(**{"\x1b[31m": 1}), r"'\x1b[31m': is not known here"),
    "a key like a transition's number": (lambda: over(**{"phase[99]": 1}), "is not known here"),
    "a key like a transition's number, without transitions": (
        lambda: {"phase[0]": 1},
        "is not known here",
    ),
    "a lone surrogate": (lambda: over(title="a\ud800"), r"title: must be a line of text"),
    "a number": (lambda: 3, "(data): 3 is not a ruleset; give a name, a path or a table"),
    "None": (lambda: None, "(data): None is not a ruleset"),
    "a list": (lambda: [over()], "(data): a list of 1 is not a ruleset"),
}


@pytest.mark.parametrize("name", DATA)
def test_data_is_refused_with_little_work(name: str) -> None:
    make, text = DATA[name]
    data = make()
    with limited_work(), pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    lines = str(refused.value).split("\n")
    assert_clear_refusal(Told(1, "", lines))
    assert any(text in line for line in lines) or refused_whole(lines), lines[:3]


# -- each value of standard, replaced by another one ----------------------------------------------

OTHERS: dict[str, Any] = {
    "a text": "x",
    "a text with an escape": "\x1b[31m\n",
    "a number": 7,
    "a great number": 2**63,
    "a truth": True,
    "a list": [],
    "a list of lists": [[[]]],
    "a table": {},
    "a table in a table": {"x": {"y": 1}},
    "a float": 1.5,
    "no number": float("nan"),
    "a date": datetime.date(1979, 5, 27),
    "a time": datetime.datetime(1979, 5, 27, 7, 32, tzinfo=datetime.UTC),
    "None": None,
}

Path_ = tuple[str | int, ...]


def paths(data: Any, before: Path_ = ()) -> Iterator[Path_]:
    """Yield the paths to all values in the data."""
    keys: Any = (
        data if isinstance(data, dict) else range(len(data) if isinstance(data, list) else 0)
    )
    for key in keys:
        yield (*before, key)
        yield from paths(data[key], (*before, key))


def replaced(data: Any, path: Path_, value: Any) -> Any:
    """Return the data with the value at the end of the path."""
    if not path:
        return value
    changed = copy.copy(data)
    changed[path[0]] = replaced(data[path[0]], path[1:], value)
    return changed


def assert_refused_or_right(data: dict[str, Any], path: Path_) -> None:
    try:
        ruleset = load_ruleset(data)
    except RulesetError as error:
        for problem in error.problems:
            assert str(problem).isprintable(), path
            assert problem.file == "(data)"
            assert problem.mend, path
            assert len(str(problem)) <= LONGEST
    else:
        assert isinstance(ruleset, Ruleset)


@pytest.mark.slow
@pytest.mark.parametrize("kind", OTHERS)
def test_any_value_in_standard_may_have_another_type(kind: str) -> None:
    english = {**STANDARD, "text": {"en": STANDARD["text"]["en"]}}
    for path in paths(english):
        assert_refused_or_right(replaced(english, path, OTHERS[kind]), path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", OTHERS)
def test_any_value_in_an_overlay_may_have_another_type(kind: str) -> None:
    whole = over(
        **{key: value for key, value in STANDARD.items() if key not in ("format", "name")},
        remove={"phase": ["over"], "transition": ["winner"], "guards": ["is_bet"]},
    )
    for path in paths(whole):
        if len(path) < 3:
            assert_refused_or_right(replaced(whole, path, OTHERS[kind]), path)


# -- every kind of mistake ------------------------------------------------------------------------

KINDS = (
    # what the file is
    "is not a file; check the path",
    "cannot be read: ",
    "is larger than ",
    "is not UTF-8 text; save it as UTF-8",
    "has a line of more than ",
    "is not TOML: ",
    "is nested too deep",
    "has a number with too many digits",
    # what it extends and removes
    " is not the name of a ruleset; name a built-in ruleset, or a file of the same folder",
    "extends: is in a circle or more than 8 files deep: ",
    "leads out of the folder; copy the file",
    "there is no ruleset ",
    " to remove; did you mean ",
    " to remove; use one of ",
    # shapes
    "must be a whole number, but is ",
    "must be a whole number or a list, but is ",
    "must be a whole number or a text, but is ",
    "must be a text or a list, but is ",
    "must be a text or a table, but is ",
    "must be a text, but is ",
    "must be a list, but is ",
    "must be a table, but is ",
    "must be a table",
    "must be one of ",
    "must be from 1 to 1000, but is ",
    "must have at most 40 characters, but has ",
    "must match [a-z][a-z0-9-]*, but is ",
    "must match [a-z][a-z0-9_]*, but is ",
    "must match (not )?[a-z][a-z0-9_]*, but is ",
    "must be a line of text, but is ",
    "must be a sign other than a digit, but is ",
    "must have 0 to 20 entries, but has ",
    "must have 1 to 8 entries, but has ",
    "must have 2 to 2 entries, but has ",
    " is missing",
    " is not known here",
    " is not known here; did you mean ",
    "state: is not known here; write [[phase]]",
    "remove.state: is not known here; write phase",
    "rules.deck: must be a table, but is 'the rulebook'; write { source = ",
    # the box
    "components.bets: lists 3 2 times [deck]; keep one",
    "components.colours: lists red 2 times [deck]; keep one",
    "components.players: the minimum 5 is greater than the maximum 2 [players]; swap them",
    "takes 7 cards from the deck, which has 6 [deal]; add cards, or take fewer",
    # names
    "phase rest: is defined 2 times",
    "transition mine: is defined 2 times",
    "phase rest: there is no rule ",
    "transition mine: there is no rule ",
    "guards.mine: there is no rule ",
    "effects.mine: there is no rule ",
    # guards
    "guards.mine: there is no guard ",
    "guards.mine: there is no built-in guard ",
    "guards.in_direction: is a built-in guard [play]; choose another name",
    "guards.in_direction: names no rule; add rule = …, the rule that it stands for",
    "guards.mine: has both all and any [play]; split it into two guards",
    "guards.mine: has some, but neither all nor any [play]; add one",
    "guards.one: is made of itself [play]; break the circle",
    "guards.b0: is made of more than",
    # effects
    "effects.mine: there is no effect ",
    "effects.nxt_turn: there is no built-in effect ",
    "effects.next_turn: is a built-in effect [play]; choose another name",
    "effects.two: is made of itself [play]; break the circle",
    "effects.b0: is made of more than",
    # transitions
    "start: there is no phase deel; did you mean deal?",
    "transition mine: there is no phase ",
    "transition mine: there is no guard ",
    "transition mine: there is no effect ",
    "card_fits is about a card, but the transition names none [play]; add card =",
    "extend_line is about a card, but the transition names none [play]; add card =",
    "names a card, but has no action that chooses it [play]; add on =",
    "waits for an action, but turn-end goes on by itself [play]; remove on",
    "leads out of over, which is an end [play]; remove the transition",
    # order
    "phase play: offers no action [play]; add a transition with on",
    "phase play: never waits for the player: play-nothing has no when [play]; add a when",
    "may have no open transition [cleanup]; add a last transition without when",
    "takes its card from another zone than play, with the same action [play]; give them different",
    "is never reached: play-pass comes first and has no when [play]; change the order, or ",
    # cards
    "start: a picked card must wait in place, but none is picked yet; begin in another",
    "place_in_line takes the card from the picked, but it is not there [play]; use another effect ",
    "goes to play with a picked card, but none may wait there [pick]; place it first",
    "goes to place without a picked card, but one must wait there [play]; pick one first",
    # limits and zones
    "limits.hadn: is not used by any word, zone or text; did you mean hand?",
    "limits.total: is not used by any word, zone or text; use it, or remove it",
    "limits.players: is the name of the number of players; choose another name",
    "limits.count: is the name of another parameter of sentences; choose another name",
    "limits.large: the sum names no limit: there is no hadn; did you mean hand?",
    "adds market_size, which is itself a sum; add its parts instead",
    "limits.round: adds round, which is itself a sum",
    "zones.line: at_most names no limit: there is no lime ",
    "zones.market: there is no rule pikc; did you mean pick?",
    "components.rules.deck: there is no rule dekc; did you mean deck?",
    'zones.line: is always open to all [direction]; write table = "all", perfect = "all"',
    'zones.deck: has no owner who could see it; write "all" or "nobody"',
    "zones.discard: may hold at most -1 cards; use 0 or more",
    "zones.deck: holds at most 100 cards, but all 106 lie there at the beginning [deck]; raise",
    # counts
    "compares its count with nothing [play]; add one of at_least, at_most, below, exactly, ",
    "has count together with all or any [play]; split it into two guards",
    "has of, but counts nothing [play]; add count = …",
    "has below, but counts nothing [turn-order]; add count = …",
    "has of, but counts points, which is not a zone [play]; remove of",
    "always counts 1: the card itself [play]; add of = …, the kind of the card",
    "counts nothing: no Bet card can lie under jackpot [play]; count them in another zone",
    "counts a zone twice [play]; keep one",
    "at_least = 0 always holds [play]; compare with another number",
    "exactly = 2 never holds [play]; compare with another number",
    "subtracts nothing: beyond = 0 [play]; remove beyond",
    "never holds: it requires at least 3 and at most 1 [play]; change one of the comparisons",
    "beyond names no limit: there is no hnad [play]; did you mean hand?",
    "below names no limit: there is no player [play]; did you mean players?",
    "guards.a: requires both is_bet and not is_bet [play]; keep one of them",
    "effects.mine: requires both hand_has_room and not hand_has_room; keep one of them",
    "transition mine: requires both line_is_empty and not line_is_empty [play]; keep one of them",
    "nests questions about some player [play]; keep one of them",
    "has that, but counts points, which is not a zone [play]; remove that",
    "has that, but counts nothing [play]; add count = …",
    "has that, but moves and counts nothing; remove that",
    "moves the card of the action, but has that; use when, which checks this card",
    "move names no kind of cards: cards; did you mean card?",
    "of names no kind of cards: all; use one of",
    "is never taken: its terms cannot all hold [score]; remove one of them",
    "never does mine: its terms cannot all hold [score]; remove one of them",
    "names a colour bets, which is the name of other cards [deck]; choose another name",
    "zones.hand: hides from a perfect memory what lies open [place-hand]; let perfect ",
    # moves and tokens
    "has more than one of do, move and token; split it, and join the parts with do",
    "effects.mine: there is no guard is_bett; did you mean is_bet?",
    "has first, but moves nothing; add move = …",
    "has each, but takes no token; add token = …",
    "has of, but takes no token; remove of: move says which",
    "has of, but counts nothing; add each = …",
    "moves cards, but does not say to which zone; add to = …",
    "has both first and last; keep one",
    "moves the card of the action, but has first; remove first",
    "moves nothing: first = 0; use 1 or more",
    "moves cards from hand to hand; choose another zone",
    "puts cards on the top of discard, whose cards have no order; remove put",
    "moves nothing: no Bet card can lie under jackpots; move them from another zone",
    'would put a Bet card under jackpots; move only "numbers" there',
    "may put a Bet card under jackpots [play]; add a guard that the card is a number",
    "may move several cards to picked, which holds one; add first = 1",
    "takes 107 cards from the deck, which has 106; add cards, or take fewer",
    "takes a token of 0, which is worth nothing [play]; use another value",
    "counts nothing: no Bet card can lie under jackpots; count them in another zone",
    "may put more than 2 cards into the hand [place-hand]; add a guard that counts the hand",
    "asks for a card of the deck, which no player sees [play]; name a zone that the player sees",
    "about the cards of the deck, which the player does not see [play]; count all its cards, or",
    "transition: all together use 2472 simple words, but at most 1000 are allowed; use",
    "transition: all together may look at ",
    # the picked card
    "is about the picked card, but none waits in play [play]; pick one first",
    "takes the picked card, but there is none [play]; pick one first",
    "picks a second card while one waits [play]; place the first card before",
    "may find no card in the deck to pick [play]; add a guard that counts the deck",
    "moves the picked card only under a condition [play]; split it into two transitions",
    "place_number does not always take the picked card [play]; write move = ",
    "next_turn passes the turn while a picked card waits [play]; place it first",
    "goes to over with a picked card, but none may wait there [play]; place it first",
    # texts
    "is about place-hands, which does not exist; did you mean place-hand?",
    "text.fr: must be one of en, es, de, but is 'fr'",
    "has an unknown parameter market_size; did you mean market_extra?",
    "has an unknown parameter card; remove it: this text has no parameters",
    "has a brace that belongs to no parameter; write {name}, or remove the brace",
    "uses {count}, but the guard counts nothing; remove {count}",
    "has no by; use one of",
    "has no other; add other = …, for all other values",
    "has an entry for two, a value that price never has; remove or correct it",
    "has choices more than 4 levels deep; make it simpler",
    "text.en.rules.points: is empty; write a text",
    "text.en.rules.points: has a character that cannot be printed; remove it",
    # paths
    'phase: there is no end phase; add a phase with actor = "end"',
    "phase rest: cannot be reached from deal [play]; add a transition to it, or remove it",
    "phase rest: no end can be reached from it [play]; add a transition",
    # played
    "the player on turn has no legal action, in a game of ",
    "the step did not end after 500 phases or 924 events, in a game of ",
    "the game did not end after ",
)
"""Every kind of problem, as it is reported."""

TOLD_ELSEWHERE = (
    "is not a file; check the path",
    "cannot be read: ",
    "leads out of the folder; copy the file",
    "has a number with too many digits",
)
"""Problems that need more than the content of a file; each has its own test above."""


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_broken_file_for_every_kind_of_mistake(kind: str) -> None:
    texts = [text for file in FILES for text in expected(file)]
    texts += [text for _, text in HOSTILE.values()]
    assert any(kind in text for text in (*texts, *TOLD_ELSEWHERE))
