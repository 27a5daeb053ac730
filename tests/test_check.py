"""`lineit check FILE` refuses every broken rule file, says all that is wrong with it in lines that
tell where and how to mend it, and neither hangs, nor fills the memory, nor shows a traceback.

The broken files are in `data/broken/`; each says in its first lines what must be told of it, and
all that is told must be said there. What is large or hostile is made by the tests.
"""

from __future__ import annotations

import copy
import datetime
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from lineit import Game, Ruleset, RulesetError, load_ruleset
from lineit.cli import main
from lineit.spec import MOST_BYTES, MOST_COLUMNS

pytest.importorskip("resource", reason="the limits on time and memory need it")
import resource

BROKEN = Path(__file__).parent / "data/broken"
FILES = sorted(BROKEN.glob("*.toml"))
STANDARD = tomllib.loads(
    (Path(__file__).parent.parent / "spec/rulesets/standard.toml").read_text("utf-8")
)
HEAD = 'format = 2\nname = "mine"\nextends = "standard"\n'

SECONDS = 2.0
"""So long, of its own time, a check may take."""

LONGEST = 800
"""So many characters a line may have, besides the path."""

CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
resource.setrlimit(resource.RLIMIT_CPU, (6, 8))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
from lineit.cli import main
sys.exit(main(["check", sys.argv[1]]))
"""


@frozen
class Told:
    """What a check said."""

    code: int
    out: str
    lines: list[str]
    seconds: float


def expected(file: Path) -> list[str]:
    """What the file says must be told of it."""
    lines = file.read_text("utf-8").splitlines()
    return [line.removeprefix("# expect: ") for line in lines if line.startswith("# expect: ")]


def checked(path: str | Path) -> Told:
    """What `lineit check` says of a file, in a process of its own, with little memory and time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, os.fspath(path)],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        encoding="utf-8",
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Told(done.returncode, done.stdout, done.stderr.split("\n")[:-1], seconds)


def assert_well_told(told: Told, folder: str = "") -> None:
    """It was refused, in lines that a person and a terminal can bear."""
    shown = "\n".join(told.lines[-8:])[-1500:]
    assert "Traceback (most recent call last):" not in told.lines, shown
    assert (told.code, told.out) == (1, ""), shown
    assert told.seconds < SECONDS
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
    began = time.process_time()
    code = main(["check", str(file)])
    seconds = time.process_time() - began
    shown = capsys.readouterr()
    told = Told(code, shown.out, shown.err.split("\n")[:-1], seconds)
    assert_well_told(told, f"{BROKEN}{os.sep}")
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
    r"(?P<row>phase|transition) (?P<id>[a-z0-9-]+)|(?P<kind>guards|effects|zones)\.(\w+)"
)
NAMES = {"phase": "name", "transition": "id"}


def rule_of(where: str, document: dict[str, Any]) -> str | None:
    """The rule that the document, or else `standard`, gives the place."""
    match = PLACE.match(where)
    for source in (document, STANDARD) if match else ():
        if match and match["row"]:
            rows = source.get(match["row"], [])
            found = [
                r for r in rows if isinstance(r, dict) and r.get(NAMES[match["row"]]) == match[2]
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
        with suppress(Exception):  # it is another test's
            main(["check", str(file)])
        for line in capsys.readouterr().err.splitlines():
            if not line.startswith(f"{file}: "):
                continue  # it is told of a file below
            place, _, message = line.removeprefix(f"{file}: ").partition(": ")
            rule = rule_of(place, document)
            if "may put more than" in message:
                rule = rule_of(f"zones.{message.split()[-1]}", document) or rule
            if rule and "there is no rule" not in message and f"[{rule}]" not in message:
                nameless.append(f"{file.stem}: {place}: {message} ({rule})")
    assert nameless == []


# -- files that a test makes ----------------------------------------------------------------------


def row(**fields: Any) -> str:
    """A row in TOML that is right, but for these fields; None takes one out."""
    whole = {"id": "mine", "rule": "play", "from": "play", "on": "mine", "to": "score", **fields}
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in whole.items() if value is not None]
    return f"\n[[transition]]\n{''.join(lines)}"


def table(section: str, words: dict[str, str]) -> str:
    return f"\n[{section}]\n" + "".join(f"{name} = {word}\n" for name, word in words.items())


def as_many(item: str) -> int:
    """How many of these are as many as a file may hold."""
    return (MOST_BYTES - 5000) // len(item.encode())


def in_lines(item: str) -> str:
    """A list in TOML, of the same item as often as a file may hold it."""
    in_a_line = (MOST_COLUMNS - 10) // len(item + ", ")
    times = as_many(item + ", ") // in_a_line
    return "[\n" + ((item + ", ") * in_a_line + "\n") * times + "]\n"


LONG = "x" * (MOST_COLUMNS - 100)
"""A name that is nearly as long as a line may be."""

DOTTED = ".a" * (MOST_COLUMNS // 2 - 50)
"""The rest of a key of nearly as many parts as a line may hold."""


def phases(count: int, **fields: Any) -> str:
    """So many phases of the table, one after the other, between the end of a turn and cleanup."""
    names = [f"s{i}" for i in range(count)]
    ways = zip(names, [*names[1:], "cleanup"], strict=True)
    way_in = {"id": "cleanup", "from": "turn-end", "on": None, "do": ["clear_market"], "to": "s0"}
    return row(**way_in) + "".join(
        f'\n[[phase]]\nname = "{name}"\nactor = "table"\nrule = "cleanup"\n'
        + row(**{"id": name, "from": name, "on": None, "to": after, **fields})
        for name, after in ways
    )


HOSTILE: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "an empty file": (lambda: b"", "format: is missing"),
    "a file of 100 MB": (lambda: b"#" * 100_000_000, "is larger than the "),
    "a file a byte too large": (lambda: b"#\n" * (MOST_BYTES // 2) + b"#", "is larger than the "),
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
        r"must be a line of text, and is 'a\x00'",
    ),
    "old Mac line ends": (lambda: HEAD.replace("\n", "\r"), "is not TOML"),
    "an executable": (lambda: Path(sys.executable).read_bytes()[:100_000], "is not UTF-8 text"),
    "JSON": (lambda: json.dumps(STANDARD, indent=1), "is not TOML"),
    "arrays 50,000 deep": (
        lambda: f"{HEAD}a = " + "[\n" * as_many("[\n"),
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
        lambda: HEAD + "".join(f"[a{i}{DOTTED}]\n" for i in range(as_many(DOTTED))),
        "",
    ),
    "keys of many parts": (
        lambda: HEAD + "".join(f"a{i}{DOTTED} = 1\n" for i in range(as_many(DOTTED))),
        "",
    ),
    "keys below a header of many parts": (
        lambda: (
            HEAD + f"[a{DOTTED}]\n" + "".join(f"b{i:x}=1\n" for i in range(as_many("b0000=1\n")))
        ),
        "",
    ),
    "a table with a long name, twice": (
        lambda: HEAD + f"[{LONG}]\n" * 2,
        "is not TOML: ",
    ),
    "as many keys as can be": (
        lambda: HEAD + "".join(f"a{i:x}=1\n" for i in range(as_many("a0000=1\n"))),
        "a0: is not known here",
    ),
    "as many phases as can be": (
        lambda: HEAD + "phase = " + in_lines('{name="a",actor="end",rule="x"}'),
        "phase: must have 0 to 500 entries, and has ",
    ),
    "as many phases as can be that say nothing": (
        lambda: HEAD + "[[phase]]\n" * as_many("[[phase]]\n"),
        "phase",
    ),
    "as many phases as can be that are numbers": (
        lambda: f"{HEAD}phase = {in_lines('1')}",
        "phase",
    ),
    "as many rows as can be": (
        lambda: HEAD + "transition = " + in_lines('{id="a",rule="x",from="a",to="b"}'),
        "transition: must have 0 to 500 entries, and has ",
    ),
    "as many rows as can be that say nothing": (
        lambda: HEAD + "transition = " + in_lines('{id="a"}'),
        "transition",
    ),
    "a row with as many guards as can be": (
        lambda: f'{HEAD}[[transition]]\nid = "mine"\nwhen = ' + in_lines('"a"'),
        "transition mine: when must have 0 to 20 entries, and has ",
    ),
    "a row with as many guards as can be that are numbers": (
        lambda: f'{HEAD}[[transition]]\nid = "mine"\nwhen = ' + in_lines("1"),
        "transition mine: when",
    ),
    "as many guards as can be": (
        lambda: HEAD + table("guards", {f"g{i:x}": "{}" for i in range(as_many("g0000 = {}\n"))}),
        "guards: must have 0 to 500 entries, and has ",
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
                row(id=f"t{j}", on=f"t{j}", when=[f"abcdefgh{i}_{j}" for i in range(20)])
                for j in range(as_many("x" * 700))
            )
        ),
        "transition t0: there is no guard abcdefgh0_0 [play]; did you mean abcdefgh_0?",
    ),
    "a rule with a long name": (
        lambda: HEAD + table("rules", {LONG: '{ source = "nobody" }'}),
        "must have at most 40 characters, and has ",
    ),
    "a row of a rule with a long name": (
        lambda: HEAD + row(rule=LONG, on=3),
        "rule must have at most 40 characters, and has ",
    ),
    "a row with a long name": (
        lambda: HEAD + row(id=LONG),
        "id must have at most 40 characters, and has ",
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
    assert_well_told(told, f"{tmp_path}{os.sep}mine.toml: ")
    assert any(text in line for line in told.lines) or refused_whole(told.lines), told.lines[:3]


def refused_whole(lines: list[str]) -> bool:
    """Whether one line says that there is too much of it to look at each value."""
    whole = [
        "has more than 5000 values",
        "has a text of more than",
        "has a line of more than",
        "has a key that is no text",
        "is larger than the",
        "is nested too deep",
    ]
    return len(lines) == 1 and any(text in lines[0] for text in whole)


def test_a_number_of_more_digits_than_python_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONINTMAXSTRDIGITS", "640")
    told = checked(write(tmp_path, f"{HEAD}[limits]\nhand = {'9' * 700}\n"))
    assert_well_told(told)
    texts = "has a number with too many digits", "has a line of more than "  # which one comes first
    assert any(text in told.lines[0] for text in texts)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(HEAD.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(b"\xef\xbb\xbf" + HEAD.encode(), id="BOM"),
        pytest.param(HEAD.encode() + b"#\n" * as_many("#\n"), id="many comments"),
        pytest.param(HEAD.encode() + "title = 'Ligne ♥'".encode(), id="no end of line"),
    ],
)
def test_an_odd_file_that_is_right(content: bytes, tmp_path: Path) -> None:
    told = checked(write(tmp_path, content))
    assert (told.code, told.lines) == (0, [])
    assert told.seconds < SECONDS


# -- files that are none --------------------------------------------------------------------------


def no_files(folder: Path) -> Iterator[tuple[str, str]]:
    """Paths that lead to no rule file, and what must be told of them."""
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
def test_what_is_no_file_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    for path, text in no_files(tmp_path):
        told = checked(path)
        known = path.endswith(".toml") and len(path) <= 300
        assert_well_told(told, path if known else "")
        assert text in told.lines[0]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD)
    path.chmod(0)
    told = checked(path)
    assert_well_told(told, str(path))
    assert "cannot be read: Permission denied; check the path" in told.lines[0]


@pytest.mark.parametrize("name", ["\x1b[31mred.toml", "a\nb.toml", "\x1b[31mred", "a\nb"])
def test_a_path_never_reaches_the_terminal_raw(name: str, tmp_path: Path) -> None:
    assert_well_told(checked(tmp_path / name))
    (tmp_path / name).write_text(HEAD, "utf-8")
    for line in checked(tmp_path / name).out.splitlines():
        assert line.isprintable()
        assert "nothing is wrong" in line


def test_a_path_that_is_no_utf_8(tmp_path: Path) -> None:
    told = checked(os.fsdecode(bytes(tmp_path) + b"/\xff.toml"))
    assert_well_told(told)
    assert "is not a file" in told.lines[0]


# -- one file over another ------------------------------------------------------------------------


def extending(folder: Path, name: str, base: str, rest: str = "") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(f'format = 2\nname = "{name}"\nextends = "{base}"\n{rest}', "utf-8")
    return path


@pytest.mark.parametrize(
    ("base", "text"),
    [
        ("fifo", "there is no ruleset 'fifo'"),
        ("zero", "there is no ruleset 'zero'"),
        ("folder", "there is no ruleset 'folder'"),
        ("dangling", "there is no ruleset 'dangling'"),
        ("round", "there is no ruleset 'round'"),
        ("outside", "extends: outside leads out of the folder; copy the file into the folder"),
        ("mine", "extends: goes in a circle or too deep: mine → mine"),
        ("", "extends: '' is not the name of a ruleset"),
        ("..", "extends: '..' is not the name of a ruleset"),
        ("../mine", "extends: '../mine' is not the name of a ruleset"),
        ("x" * 300, "extends"),
        (LONG, "extends"),
    ],
)
def test_what_can_not_be_extended(base: str, text: str, tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    list(no_files(folder))
    (tmp_path / "secret.toml").write_text(HEAD, "utf-8")
    (folder / "outside.toml").symlink_to(tmp_path / "secret.toml")
    told = checked(extending(folder, "mine", base))
    assert_well_told(told, f"{folder}{os.sep}mine.toml: ")
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
    assert_well_told(
        told, f"{tmp_path}{os.sep}f8.toml: extends: goes in a circle or too deep: f1 →"
    )
    assert checked(tmp_path / "f93.toml").code == 0


@pytest.mark.slow
def test_a_chain_of_large_files(tmp_path: Path) -> None:
    for i in range(7):
        count = as_many('{name="0-00000"}\n, ')
        rows = ", ".join(f'{{name="{i}-{j}"}}\n' for j in range(count))
        extending(tmp_path, f"f{i}", f"f{i + 1}" if i < 6 else "standard", f"phase = [{rows}]\n")
    assert_well_told(checked(extending(tmp_path, "mine", "f0")), f"{tmp_path}{os.sep}f")


@pytest.mark.slow
def test_a_chain_of_files_with_much_to_remove(tmp_path: Path) -> None:
    for i in range(7):
        rest = "[remove]\nrules = " + in_lines('"qqqqqqqqqq"')
        extending(tmp_path, f"f{i}", f"f{i + 1}" if i < 6 else "standard", rest)
    assert_well_told(checked(extending(tmp_path, "mine", "f0")), f"{tmp_path}{os.sep}f")


# -- rules that are heavy to play -----------------------------------------------------------------


def words(count: int, make: str, last: str) -> dict[str, str]:
    """Words each made of the next one, in the way that `make` says."""
    return {f"b{i}": make.format(f'"b{i + 1}"') for i in range(count)} | {f"b{count}": last}


def ten(word: str) -> str:
    """Ten times the same word, in a list."""
    return json.dumps([word] * 10)


def hundred(effect: str) -> str:
    """The word `hundred`, which does an effect a hundred times."""
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
        + row(card="hand", when=["b0"])
    ),
    "guards two wide and 30 deep, not the first": lambda: (
        table("guards", words(30, "{{ any = [{0}, {0}] }}", '{ all = ["is_bet"] }'))
        + row(card="hand", when=["not b0"])
    ),
    "guards for some card of guards for some card": lambda: (
        table(
            "guards",
            words(20, '{{ some = "market", all = [{0}] }}', '{ some = "market", any = ["none"] }')
            | {"none": '{ all = ["is_bet", "not is_bet"] }'},
        )
        + row(when=["b0"])
    ),
    "a chain of 480 guards": lambda: (
        table("guards", words(480, "{{ all = [{0}] }}", '{ all = ["is_bet"] }'))
        + row(card="hand", when=["b0"])
    ),
    "a chain of 460 effects": lambda: (
        table("effects", words(460, "{{ do = [{0}] }}", '{ do = ["score_line"] }')) + row(do=["b0"])
    ),
    "effects two wide and 30 deep": lambda: (
        table("effects", words(30, "{{ do = [{0}, {0}] }}", '{ do = ["begin_with_first"] }'))
        + row(do=["b0"])
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
            row(
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
        + row(
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
        + row(
            **{"id": "score", "rule": "score", "from": "score", "on": "score"},
            do=["hundred"] * 20,
            to="turn-end",
        )
    ),
    "a token for each card of the deck, 400 times": lambda: (
        hundred("mine").replace(
            "\n[effects]\n", '\n[effects]\nmine = { token = 1, each = "deck" }\n'
        )
        + row(do=["hundred"] * 4)
    ),
    "a token for each card of the hand, 900 times": lambda: (
        hundred("mine").replace(
            "\n[effects]\n", '\n[effects]\nmine = { token = 1, each = "hand" }\n'
        )
        + row(do=["hundred"] * 9)
    ),
    "all cards there and back, 400 times": lambda: (
        "\n[effects]\n"
        'there = { move = "all", from = "deck", to = "discard" }\n'
        'back = { move = "all", from = "discard", to = "deck" }\n'
        'both = { do = ["there", "back"] }\n'
        f"ten = {{ do = {ten('both')} }}\n" + row(do=["ten"] * 20)
    ),
    "cards there and back, 400 times": lambda: (
        "\n[effects]\n"
        'there = { move = "all", from = "deck", to = "discard" }\n'
        'back = { move = "all", from = "discard", to = "market" }\n'
        'away = { move = "numbers", from = "market", to = "jackpots" }\n'
        'all = { do = ["there", "back", "away"] }\n'
        f"ten = {{ do = {ten('all')} }}\n" + row(do=["ten"] * 20)
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
        + row(id="play-nothing", on=None, when=["not hand_fits", "ten", "ten"])
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
        + row(**{"id": "on", "from": "round", "on": None, "to": "cleanup"})
        + row(
            **{"id": "next-round", "from": "cleanup", "on": None, "to": "round"},
            when=["fifty"] * 14,
            do=["drop"],
        )
    ),
    "effects two wide and 30 deep, in format 1": lambda: (
        table("effects", words(30, "{{ do = [{0}, {0}] }}", '{ do = ["begin_with_first"] }'))
        + row(do=["b0"])
    ),
    "a chain of 460 effects, in format 1": lambda: (
        table("effects", words(460, "{{ do = [{0}] }}", '{ do = ["score_line"] }')) + row(do=["b0"])
    ),
    "effects in a circle, in format 1": lambda: (
        table("effects", {"a": '{ do = ["b", "b"] }', "b": '{ do = ["a", "a"] }'}) + row(do=["a"])
    ),
    "the greatest box": lambda: GREAT,
    "the greatest box and market": lambda: GREAT + "\n[limits]\nmarket_extra = 100\nhand = 100\n",
    "the greatest box and no end": lambda: (
        GREAT
        + row(**{"id": "deal", "from": "deal", "on": None, "to": "pick"})
        + row(**{"from": "pick", "on": "skip", "to": "turn-end"})
    ),
    "nothing but 200 transitions of the player": lambda: "".join(
        row(id=f"r{i}", on=f"r{i}", card="hand", when=["card_fits"], do=["extend_line_from_hand"])
        for i in range(200)
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HEAVY)
def test_rules_heavy_to_play_are_refused_or_tried_in_time(name: str, tmp_path: Path) -> None:
    head = HEAD.replace("format = 2", "format = 1") if "format 1" in name else HEAD
    told = checked(write(tmp_path, head + HEAVY[name]()))
    if told.code == 0:
        assert told.lines == []
        assert told.seconds < SECONDS
    else:
        assert_well_told(told, f"{tmp_path}{os.sep}mine.toml: ")


def far_down(depth: int, call: Callable[[], object]) -> object:
    """The answer of a call from so deep, as a program that uses the library may be."""
    return far_down(depth - 1, call) if depth else call()


@pytest.mark.parametrize("name", ["a chain of 480 guards", "a chain of 460 effects"])
def test_chains_are_refused_or_played_from_deep_within_a_program(name: str) -> None:
    rules = tomllib.loads(HEAD + HEAVY[name]())

    def game() -> object:
        try:
            return Game.new(2, rules=rules, seed=1).legal
        except RulesetError as error:
            return error

    assert far_down(300, game)


# -- data instead of a file -----------------------------------------------------------------------


def over(**changes: Any) -> dict[str, Any]:
    return {"format": 2, "name": "mine", "extends": "standard", **changes}


def within_itself() -> dict[str, Any]:
    data = over()
    data["limits"] = data["guards"] = data["rules"] = data
    return data


def list_within_itself() -> dict[str, Any]:
    rows: list[Any] = []
    rows.append(rows)
    return over(transition=rows, phase=rows)


def deep(levels: int) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for _ in range(levels):
        data = {"a": data}
    return data


def shared(levels: int) -> list[Any]:
    """A list that is small, but would be large with its parts written out."""
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
        "must be a whole number or a list, and is None",
    ),
    "keys that are no texts": (
        lambda: {**over(), None: 1, 2: 3, (1, 2): 3, b"a": 1, 1.5: 2},
        "(data): None: is not known here",
    ),
    "rules that are no texts": (
        lambda: over(rules={1: "a", None: "b", False: "c", 1.5: "d", (1,): "e"}),
        "has a key that is no text",
    ),
    "rows with keys that are no texts": (
        lambda: over(phase=[{1: 2, None: 3}]),
        "phase number 13: 1 is not known here",
    ),
    "nan": (
        lambda: over(limits={"hand": float("nan")}),
        "must be a whole number or a list, and is nan",
    ),
    "inf": (
        lambda: over(limits={"hand": float("inf")}),
        "must be a whole number or a list, and is inf",
    ),
    "nan as a key": (lambda: over(limits={float("nan"): 1}), "limits.nan: is not known here"),
    "10**5000": (lambda: over(limits={"hand": 10**5000}), "and is an enormous number"),
    "format 10**5000": (lambda: over(format=10**5000), "and is an enormous number"),
    "format 1.0": (lambda: over(format=1.0), "format: must be one of 2, and is 1.0"),
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
    "a row of 1 MB": (
        lambda: over(transition=[{"id": "x" * 10**6, "rule": "y" * 10**6}]),
        "must have at most 40 characters",
    ),
    "extends 1 MB": (lambda: over(extends="x" * 10**6), "(data): extends: "),
    "removes 1 MB": (lambda: over(remove={"rules": ["x" * 10**6]}), "there is no 'xxx"),
    "bytes": (lambda: over(title=b"x" * 10**6), "title: must be a text, and is b'xxx"),
    "sets": (lambda: over(phase=set(range(10**5))), "phase: must be a list"),
    "an escape as a key": (lambda: over(**{"\x1b[31m": 1}), r"'\x1b[31m': is not known here"),
    "a key like a row's number": (lambda: over(**{"phase[99]": 1}), "is not known here"),
    "a key like a row's number, without rows": (lambda: {"phase[0]": 1}, "is not known here"),
    "a lone surrogate": (lambda: over(title="a\ud800"), r"title: must be a line of text"),
    "a number": (lambda: 3, "(data): 3 is no ruleset; give a name, a path or a table"),
    "None": (lambda: None, "(data): None is no ruleset"),
    "a list": (lambda: [over()], "(data): a list of 1 is no ruleset"),
}


class Overtime(BaseException):
    """It took too long. No code takes it for an error of its own."""


@pytest.fixture
def bounded() -> Iterator[None]:
    """Stop what takes more than 5 seconds of the processor."""

    def stop(*_: object) -> None:
        raise Overtime

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, 5)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize("name", DATA)
def test_data_is_refused_in_time(name: str) -> None:
    make, text = DATA[name]
    data = make()
    began = time.process_time()
    with pytest.raises(RulesetError) as refused:
        load_ruleset(data)
    lines = str(refused.value).split("\n")
    assert_well_told(Told(1, "", lines, time.process_time() - began))
    assert any(text in line for line in lines) or refused_whole(lines), lines[:3]


# -- everything of standard, one by one, by something else ----------------------------------------

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
    """The ways to everything in the data."""
    keys: Any = (
        data if isinstance(data, dict) else range(len(data) if isinstance(data, list) else 0)
    )
    for key in keys:
        yield (*before, key)
        yield from paths(data[key], (*before, key))


def replaced(data: Any, path: Path_, value: Any) -> Any:
    """The data with the value at the end of the way."""
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
def test_everything_in_standard_may_be_something_else(kind: str) -> None:
    english = {**STANDARD, "text": {"en": STANDARD["text"]["en"]}}
    for path in paths(english):
        assert_refused_or_right(replaced(english, path, OTHERS[kind]), path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", OTHERS)
def test_everything_over_standard_may_be_something_else(kind: str) -> None:
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
    "is larger than the ",
    "is not UTF-8 text; save it as UTF-8",
    "has a line of more than ",
    "is not TOML: ",
    "is nested too deep",
    "has a number with too many digits",
    # what it extends, and takes away
    " is not the name of a ruleset; name a built-in ruleset, or a file of the same folder",
    "extends: goes in a circle or too deep: ",
    "leads out of the folder; copy the file",
    "there is no ruleset ",
    " to remove; did you mean ",
    " to remove; known are ",
    # shapes
    "must be a whole number, and is ",
    "must be a whole number or a list, and is ",
    "must be a whole number or a text, and is ",
    "must be a text or a list, and is ",
    "must be a text or a table, and is ",
    "must be a text, and is ",
    "must be a list, and is ",
    "must be a table, and is ",
    "must be a table",
    "must be one of ",
    "must be from 1 to 1000, and is ",
    "must have at most 40 characters, and has ",
    "must match [a-z][a-z0-9-]*, and is ",
    "must match [a-z][a-z0-9_]*, and is ",
    "must match (not )?[a-z][a-z0-9_]*, and is ",
    "must be a line of text, and is ",
    "must be a sign, and is ",
    "must have 0 to 20 entries, and has ",
    "must have 1 to 8 entries, and has ",
    "must have 2 to 2 entries, and has ",
    " is missing",
    " is not known here",
    " is not known here; did you mean ",
    "state: is not known here; write [[phase]]",
    "remove.state: is not known here; write phase",
    "rules.deck: must be a table, and is 'the rulebook'; write { source = ",
    # the box
    "components.bets: has 3 2 times [deck]; keep one",
    "components.colours: has red 2 times [deck]; keep one",
    "components.players: at least 5 is more than at most 2 [players]; put the smaller first",
    "takes 7 cards from the deck, which has 6 [deal]; more cards, or take fewer",
    # names
    "phase rest: is there 2 times",
    "transition mine: is there 2 times",
    "phase rest: there is no rule ",
    "transition mine: there is no rule ",
    "guards.mine: there is no rule ",
    "effects.mine: there is no rule ",
    # guards
    "guards.mine: there is no guard ",
    "guards.mine: there is no built-in guard ",
    "guards.in_direction: is a built-in guard [play]; choose another name",
    "guards.in_direction: names no rule; say which rule it stands for",
    "guards.mine: has both all and any [play]; make two guards of it",
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
    "card_fits is about a card, and the transition names none [play]; say card =",
    "extend_line is about a card, and the transition names none [play]; say card =",
    "names a card, but no action that could [play]; add on =",
    "waits for an action, but turn-end goes on by itself [play]; take out the on",
    "leads out of over, which is an end [play]; take out the transition",
    # order
    "phase play: offers no action [play]; add a transition with on",
    "phase play: never waits for the player: play-nothing has no when [play]; add a when",
    "may find no transition to go on with [cleanup]; add a last transition without when",
    "takes its card from elsewhere than play on the same action [play]; give them different",
    "is never reached: play-pass before it has no when [play]; change the order, or add a when",
    # cards
    "start: begins in place, where a picked card waits, before one is picked; begin in another",
    "place_in_line takes a card from the picked, where it is not [play]; another effect, or ",
    "goes to play with a picked card, which is not placed there [pick]; place it first",
    "goes to place, where a picked card waits, without one [play]; pick one first",
    # limits and zones
    "limits.hadn: is named by no word, zone or text; did you mean hand?",
    "limits.total: is named by no word, zone or text; take it out, or name it where it counts",
    "limits.players: is the name of the number of players; choose another name",
    "limits.count: is what sentences call something else; choose another name",
    "limits.large: the sum names no limit: there is no hadn; did you mean hand?",
    "adds up market_size, which is a sum itself; add up its parts",
    "limits.round: adds up round, which is a sum itself",
    "zones.line: at_most names no limit: there is no lime ",
    "zones.market: there is no rule pikc; did you mean pick?",
    "components.rules.deck: there is no rule dekc; did you mean deck?",
    'zones.line: always lies open to all [direction]; say table = "all", perfect = "all"',
    'zones.deck: has no owner who could see it; say "all" or "nobody"',
    "zones.discard: may hold at most -1 cards; give it a number from 0 on",
    "zones.deck: holds at most 100 cards, and all 106 lie there at the beginning [deck]; let",
    # counts
    "compares its count with nothing [play]; add one of at_least, at_most, below, exactly, ",
    "is a count, and made of others too [play]; make two guards",
    "has of, but counts nothing [play]; say count = …",
    "has below, but counts nothing [turn-order]; say count = …",
    "counts points, which is no card, with of [play]; take out the of",
    "counts nothing: the card itself is always one [play]; say of which kind it is",
    "counts nothing: under jackpot lies no Bet card [play]; count them elsewhere",
    "counts a zone twice [play]; keep one",
    "at_least = 0 always holds [play]; compare with another number",
    "exactly = 2 never holds [play]; compare with another number",
    "takes off nothing: beyond = 0 [play]; take it out",
    "never holds: at least 3, and at most 1 [play]; compare otherwise",
    "beyond names no limit: there is no hnad [play]; did you mean hand?",
    "below names no limit: there is no player [play]; did you mean players?",
    "guards.a: asks both is_bet and not is_bet [play]; keep one of them",
    "effects.mine: asks both hand_has_room and not hand_has_room; keep one of them",
    "transition mine: asks both line_is_empty and not line_is_empty [play]; keep one of them",
    "asks for some player about some player [play]; ask about one of them",
    "counts points, which is no card, with that [play]; take out the that",
    "has that, but counts nothing [play]; say count = …",
    "has that, but moves and counts nothing; take it out",
    "moves one card, and says that; say when, which asks of this card",
    "move names no kind of cards: cards; did you mean card?",
    "of names no kind of cards: all; known are",
    "is never taken: its terms cannot all hold [score]; ask less",
    "never does mine: its terms cannot all hold [score]; ask less",
    "has the colour bets, which is the name of other cards [deck]; choose another name",
    "zones.hand: shows less to a perfect memory than what lies open [place-hand]; let perfect ",
    # moves and tokens
    "is more than one of do, move and token; make several effects, and one with do",
    "effects.mine: there is no guard is_bett; did you mean is_bet?",
    "has first, but moves nothing; say move = …",
    "has each, but takes no token; say token = …",
    "has of, but takes no token; take it out: move says which",
    "has of, but counts nothing; say each = …",
    "moves cards, but does not say to where; say to = …",
    "has both first and last; keep one",
    "moves one card, and says first; take out the first",
    "moves nothing: first = 0; give it a number over 0",
    "moves cards from hand to where they are; choose another zone",
    "puts cards on the top of discard, whose cards have no order; take out the put",
    "moves nothing: under jackpots lies no Bet card; move them from elsewhere",
    'would put a Bet card under jackpots; move only "numbers" there',
    "may put a Bet card under jackpots [play]; add a guard that the card is a number",
    "may move several cards to picked, which holds one; say first = 1",
    "takes 107 cards from the deck, which has 106; more cards, or take fewer",
    "takes a token of 0, which is worth nothing [play]; give it a value",
    "counts nothing: under jackpots lies no Bet card; count them elsewhere",
    "may put more than 2 cards into the hand [place-hand]; add a guard that counts the hand",
    "asks for a card of the deck, which no player sees [play]; name a zone that the player sees",
    "about the cards of the deck, which the player does not see [play]; count all its cards, or",
    "transition: all transitions together ask and do 2472 simple words, of at most 1000; ask and",
    "transition: all transitions together may look at ",
    # the picked card
    "is about the picked card, and none waits in play [play]; pick one first",
    "takes a card from the picked, where none is [play]; pick one first",
    "picks a second card, while one is waiting [play]; place the first one first",
    "may find no card in the deck to pick [play]; add a guard that counts the deck",
    "moves the picked card only sometimes [play]; make two transitions of it",
    "place_number may leave the picked card lying [play]; say move = ",
    "next_turn leaves a picked card lying for another player [play]; place it first",
    "goes to over with a picked card, which is not placed there [play]; place it first",
    # texts
    "is about place-hands, and there is none; did you mean place-hand?",
    "text.fr: must be one of en, es, de, and is 'fr'",
    "has a parameter market_size that nobody fills in; did you mean market_extra?",
    "has a parameter card that nobody fills in; take it out: nothing is filled in here",
    "has a brace that belongs to no parameter; write {name}, or take it out",
    "tells the count, and the guard counts nothing; take the count out",
    "chooses by nothing, which nobody fills in; known are",
    "has no other; add other = …, for all that is not named",
    "has a way for two, which price never is; take it out, or write it otherwise",
    "chooses too deep; make it simpler",
    "text.en.rules.points: is empty; mend it",
    "text.en.rules.points: has a sign that cannot be printed; mend it",
    # paths
    'phase: there is no end; add a phase with actor = "end"',
    "phase rest: cannot be reached from deal [play]; add a transition to it, or take it out",
    "phase rest: no end can be reached from it [play]; add a transition",
    # played
    "leaves a player with nothing to do, in a game of ",
    "goes on for ever, and waits for no player, in a game of ",
    "no end comes: ",
)
"""Everything that can be wrong with rules, as it is told."""

TOLD_ELSEWHERE = (
    "is not a file; check the path",
    "cannot be read: ",
    "leads out of the folder; copy the file",
    "has a number with too many digits",
)
"""What needs more than a file's content; there is a test for each above."""


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_broken_file_for_every_kind_of_mistake(kind: str) -> None:
    texts = [text for file in FILES for text in expected(file)]
    texts += [text for _, text in HOSTILE.values()]
    assert any(kind in text for text in (*texts, *TOLD_ELSEWHERE))
