"""The `lineit` command: its output, and that bad input leads to one line and an exit code."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lineit import Game, RulesetError, __version__, load_ruleset
from lineit.conformance.schemas import schemas
from lineit.frontends.cli import main
from lineit.model.resources import spec_version
from lineit.saves.records import load_game, record_json
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import rule_text
from support.paths import ROOT
from support.tables import STANDARD


def test_demo_shows_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert "Round 1\nThe market: 91♠, 33♥, 58♦, 23♠, 1♥\n" in shown
    assert "Round 21\nThe market: " in shown
    for happened in ("picks", "places", "claims", "wins Bet", "loses Bet", "share", "is over"):
        assert (happened in shown) is (happened != "share")
    assert "│ Cleo   │" in shown
    assert shown.endswith("The same game again: lineit demo --players 3 --seed 7\n")


def test_demo_shows_the_same_game_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo", "--seed", "8", "--players", "4"])
    first = capsys.readouterr().out
    main(["demo", "--seed", "8", "--players", "4"])
    assert capsys.readouterr().out == first


def test_demo_prints_the_seed_that_it_drew(capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo"])
    drawn = capsys.readouterr().out
    main(["demo", "--seed", drawn.split()[-1]])
    assert capsys.readouterr().out == drawn


def test_the_command_that_repeats_a_demo_repeats_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "my rules.toml"
    path.write_text('format = 2\nname = "mine"\nextends = "brave"\n', "utf-8")
    main(["demo", "--players", "2", "--rules", str(path)])
    shown = capsys.readouterr().out
    again = shlex.split(shown.replace("\n", " ").partition("The same game again: lineit ")[2])
    main(again)
    assert capsys.readouterr().out == shown


def test_a_terminal_without_the_signs_of_the_colours_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "demo", "--seed", "7"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Ana picks 1r" in done.stdout


def test_a_full_disk_is_one_line_and_exit_1() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lineit", "export"], stdout=full, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (1, b"cannot be done: No space left on device\n")


def test_rules_that_never_end_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 2\nname = "mine"\nextends = "standard"\n[[transition]]\nid = "pick"\n'
        'rule = "pick"\nfrom = "pick"\non = "pick"\ncard = "market"\nwhen = ["not line_is_empty"]\n'
        'to = "over"\n'
        '[[transition]]\nid = "go"\nrule = "pick"\nfrom = "pick"\non = "pass"\nto = "pick"\n'
        "[remove]\n"
        'phase = ["place", "play", "score", "turn-end", "cleanup", "endgame", "final",'
        ' "final-score", "final-turn-end"]\n'
        'transition = ["place-line", "place-hand", "restart", "play", "play-pass",'
        ' "play-nothing", "score", "score-pass", "score-nothing", "next-turn", "cleanup",'
        ' "next-round", "end-trigger", "end-bank", "final-play", "final-nothing", "final-score",'
        ' "final-next-turn", "winner"]\n',
        "utf-8",
    )
    assert main(["demo", "--rules", str(path)]) == 1
    assert "the game did not end after 1060 decisions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["demo", "--players", "9"], "the game takes from 2 to 5 players, not 9 [players]\n"),
        (["demo", "--rules", "chess"], "there is no ruleset 'chess'; use one of "),
        (["demo", "--rules", "no.toml"], "no.toml: is not a file; check the path\n"),
        (["export", "--rules", "chess"], "there is no ruleset 'chess'; use one of "),
    ],
)
def test_bad_input_is_one_line_and_exit_1(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(message)
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["dmo"], ["demo", "--players", "x"], ["demo", "x"]])
def test_wrong_arguments_exit_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)


def test_without_the_extra_demo_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.delitem(sys.modules, "lineit.frontends.console", raising=False)
    assert main(["demo"]) == 1
    assert capsys.readouterr().err == (
        "lineit demo needs rich; install the extra cli, in a checkout with pip install '.[cli]'\n"
    )


def test_a_reader_that_stops_reading_is_no_error() -> None:
    command = f"{sys.executable} -m lineit demo --seed 7 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("Line-it: bots play a game\n", "")


def test_the_game_is_saved_even_if_the_reader_stops_reading(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    command = (
        f"{sys.executable} -m lineit demo --seed 7 --save {path} | head -1; exit ${{PIPESTATUS[0]}}"
    )
    assert subprocess.run(["bash", "-c", command], capture_output=True).returncode == 0
    assert load_game(path).over


@pytest.mark.parametrize(
    ("path", "why"),
    [("", "is not a file"), ("/no/such/folder/game.json", "cannot be written")],
)
def test_a_game_that_cannot_be_saved_is_refused_before_it_is_shown(
    path: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--seed", "7", "--save", path]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert why in shown.err


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("rpc <&-", "cannot be done: stdin or stdout is closed\n"),
        ("rpc >&- </dev/null", "cannot be done: stdin or stdout is closed\n"),
        ("play <&-", "lineit play needs a terminal"),
        ("export --rules chess 2>&-", ""),
    ],
)
def test_closed_streams_are_refused(command: str, expected: str) -> None:
    line = ["bash", "-c", f"{sys.executable} -m lineit {command}"]
    done = subprocess.run(line, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(expected)
    assert done.stderr.count("\n") == bool(expected)


def test_rules_as_json_are_the_same_with_any_encoding() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lineit", "export", "--format", "json"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert load_ruleset(json.loads(done.stdout)) == load_ruleset("standard")


def set_language(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    """Set the language of the system by these variables."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "DE"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LC_MESSAGES": "es_ES.UTF-8", "LANG": "de_DE.UTF-8"}, "es"),
        ({"LC_ALL": "de_DE", "LC_MESSAGES": "es_ES.UTF-8", "LANG": "fr"}, "de"),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE.UTF-8"}, "de"),
    ],
)
def test_the_language_is_that_of_the_system_unless_another_is_asked_for(
    variables: dict[str, str],
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_language(monkeypatch, **variables)
    rule = {each: f"one-bet: {rule_text(STANDARD, 'one-bet', each)}\n" for each in LANGUAGES}
    assert len(set(rule.values())) == len(LANGUAGES)
    assert main(["rules", "--id", "one-bet"]) == 0
    assert capsys.readouterr().out == rule[lang]
    for asked in LANGUAGES:
        assert main(["rules", "--id", "one-bet", "--lang", asked]) == 0
        assert capsys.readouterr().out == rule[asked]


REFUSED = [
    ["demo", "--players", "9"],
    ["replay", "no.json"],
    ["rules", "--id", "chess"],
    ["contest", "greedy", "random", "--decks", "0"],
    ["play"],
    ["export", "--format", "svg"],
]


@pytest.mark.parametrize("arguments", REFUSED, ids=lambda arguments: arguments[0])
def test_every_command_refuses_in_the_language_of_the_system(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")  # hides Graphviz
    messages = []
    for lang in LANGUAGES:
        set_language(monkeypatch, LANG=f"{lang}_XX.UTF-8")
        assert main(arguments) == 1
        messages.append(capsys.readouterr().err)
    assert len(set(messages)) == len(LANGUAGES)
    assert all(each.count("\n") == 1 for each in messages)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "children: no problems found in Line-it for children\n"),
        ("es", "children: no hay problemas en Line-it para niños\n"),
        ("de", "children: keine Fehler in Line-it für Kinder\n"),
    ],
)
def test_check_prints_the_title_in_the_language(
    lang: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "children", "--lang", lang]) == 0
    assert capsys.readouterr().out == expected
    set_language(monkeypatch, LANG=lang)
    assert main(["check", "children"]) == 0
    assert capsys.readouterr().out == expected


def test_the_title_of_a_file_is_printed_if_the_language_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 2\nname = "mine"\ntitle = "As we play"\nextends = "children"\n'
        '[text.es]\ntitle = "Como jugamos"\n',
        "utf-8",
    )
    for lang, title in (("en", "As we play"), ("es", "Como jugamos"), ("de", "As we play")):
        assert main(["check", str(path), "--lang", lang]) == 0
        digest = load_ruleset(path).digest[:8]
        assert capsys.readouterr().out.endswith(f" {title} (mine {digest})\n")


def test_demo_and_replay_print_the_title_in_the_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = str(tmp_path / "game.json")
    arguments = ["demo", "--rules", "children", "--seed", "7", "--lang", "de", "--save", game]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Line-it für Kinder: Bots spielen eine Partie\n")
    assert shown.endswith("lineit demo --players 3 --seed 7 --lang de --rules children\n")
    assert main(["replay", game, "--lang", "es"]) == 0
    assert capsys.readouterr().out.startswith("Line-it para niños: ")


def test_the_command_that_repeats_a_demo_names_a_language_that_is_not_the_systems(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    set_language(monkeypatch, LANG="de_DE.UTF-8")
    main(["demo", "--seed", "7"])
    assert capsys.readouterr().out.endswith(": lineit demo --players 3 --seed 7\n")
    main(["demo", "--seed", "7", "--lang", "en"])
    assert capsys.readouterr().out.endswith(": lineit demo --players 3 --seed 7 --lang en\n")


def test_version_prints_the_versions_of_the_library_and_the_spec(
    capsys: pytest.CaptureFixture[str],
) -> None:
    version = (ROOT / "spec/VERSION").read_text("utf-8").strip()
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"lineit {__version__}, spec {version}\n"
    assert spec_version() == version


def test_export_draws_the_phases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export"]) == 0
    assert "    turn_end --> pick : [turns_left]\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("openrpc", "openrpc.json"),
        ("types", "lineit.d.ts"),
        *((name, f"{name}.schema.json") for name in schemas()),
    ],
)
def test_schema_prints_what_is_in_the_folder_of_schemas(
    name: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["schema", name]) == 0
    assert capsys.readouterr().out == (ROOT / "spec/schemas" / file).read_text("utf-8")
    assert main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["openrpc"] == "1.3.2"


def test_the_library_needs_no_extra() -> None:
    """Importing the library imports no package of an extra."""
    extras = "('rich', 'textual', 'jsonschema')"
    code = f"import lineit, sys; print([name for name in {extras} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parent
    )
    assert done.stdout == "[]\n"


def test_contest_prints_the_rate_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["contest", "greedy", "random", "--decks", "3", "--rules", "children"]) == 0
    assert " of 6 games won (" in capsys.readouterr().out


@pytest.mark.parametrize("decks", ["0", "-1"])
def test_a_contest_takes_at_least_one_deck(decks: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["contest", "greedy", "random", "--decks", decks]) == 1
    assert capsys.readouterr().err == "a contest needs at least one deck\n"


def test_the_command_alone_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("usage: lineit ")
    assert "watch bots play a whole game" in shown


@pytest.mark.parametrize(
    ("line", "completions"),
    [
        ("lineit con", ["conform", "contest"]),
        ("lineit demo --rules h", ["hand-of-three"]),
        ("lineit demo --lang ", ["de", "en", "es"]),
    ],
)
def test_a_shell_can_complete_the_command(
    line: str, completions: list[str], tmp_path: Path
) -> None:
    """The shell code of argcomplete asks by environment variables."""
    asked = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9"}
    answer = tmp_path / "answer"
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from lineit.frontends.cli import main; main()"],
        env={**os.environ, **asked, "_ARGCOMPLETE_STDOUT_FILENAME": str(answer)},
        capture_output=True,
    )
    assert done.returncode == 0
    assert sorted(map(str.strip, answer.read_text("utf-8").split("\v"))) == completions


@pytest.mark.parametrize(
    "arguments",
    [["conform", "--only", "\x1b[31mX\n", "--", "cat"], ["rules", "--id", "\x1b[31mX\n"]],
)
def test_an_argument_does_not_reach_the_terminal_raw(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.rstrip("\n").isprintable()
    assert shown.err.count("\n") == 1


ESCAPES = "\x1b[31m\u202e"
"""What makes a terminal change its colour, and the direction of writing."""


@pytest.fixture
def odd_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a rule file with escapes in its name, as a stranger may have sent it."""
    name = f"a{ESCAPES}b.toml"
    (tmp_path / name).write_text('format = 2\nname = "mine"\nextends = "standard"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    return name


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("demo --players 2 --rules FILE", 0),
        ("demo --players 9 --rules FILE", 1),
        ("demo --save FILE/game.json", 1),
        ("check FILE", 0),
        ("check no-FILE", 1),
        ("rules --rules FILE", 0),
        ("export --rules FILE", 0),
        ("replay FILE", 1),
        ("play FILE", 1),
        ("spec --output FILE", 1),
        ("contest random random --decks 1 --rules no-FILE", 1),
    ],
)
def test_the_name_of_a_file_does_not_reach_the_terminal_raw(
    command: str, code: int, odd_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.replace("FILE", odd_file) for word in command.split()]) == code
    shown = capsys.readouterr()
    assert (shown.out + shown.err).replace("\n", "").isprintable()


def test_a_wrong_argument_does_not_reach_the_terminal_raw(
    odd_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["replay", "game.json", odd_file])
    assert r"unrecognized arguments: a\x1b[31m\u202eb.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("title", {"title": f"a{ESCAPES}"}),
        ("source", {"rules": {"deck": {"source": f"a{ESCAPES}"}}}),
        ("sentence", {"text": {"en": {"rules": {"deck": f"a{ESCAPES}"}}}}),
        (
            "sentence by number",
            {"text": {"en": {"rules": {"deck": {"by": "least", "other": ESCAPES}}}}},
        ),
        ("verb", {"text": {"de": {"verbs": {"pick": f"a{ESCAPES}"}}}}),
        ("prompt", {"text": {"en": {"prompts": {"pick": f"a{ESCAPES}"}}}}),
        ("colour", {"text": {"en": {"colours": {"red": f"a{ESCAPES}"}}}}),
        ("glyph", {"components": {"colours": [{"name": "red", "symbol": "\x1b"}]}}),
    ],
)
def test_no_text_of_a_rule_file_can_hold_escapes(place: str, text: dict[str, Any]) -> None:
    """So what is printed of it cannot either."""
    with pytest.raises(RulesetError) as refused:
        load_ruleset({"format": 2, "name": "mine", "extends": "standard", **text})
    assert str(refused.value).replace("\n", "").isprintable()


def test_no_name_in_a_saved_game_can_hold_escapes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = record_json(Game.new(2, seed=7)) | {"names": ["Ana", f"Ben{ESCAPES}"]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), "utf-8")
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err.rstrip("\n").isprintable()
