"""The `lineit` command."""
# PYTHON_ARGCOMPLETE_OK tells the shell completion that this command offers it.

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO, TypeAlias

from attrs import evolve

from lineit.bots import BOTS, GreedyBot, play_out
from lineit.bots.contest import contest
from lineit.conformance.archive import write_archive
from lineit.conformance.client import Remote
from lineit.conformance.implementation import Broken
from lineit.conformance.report import (
    Outcome,
    chosen,
    report_json,
    run,
    tap_report,
    text_report,
)
from lineit.conformance.trial import trial
from lineit.conformance.vectors import LEVELS
from lineit.formats.diagrams import FORMATS
from lineit.frontends.plain import know, make_plain
from lineit.frontends.rpc import serve
from lineit.game import Game
from lineit.model.bounds import printable
from lineit.model.errors import LineitError, RulesetError
from lineit.model.resources import spec_version
from lineit.rules import check
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.saves.records import load_game, save_game
from lineit.text import catalog
from lineit.text.catalog import LANGUAGES, system_language
from lineit.text.narrate import NAMES, rule_text, title
from lineit.version import __version__

Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"  # noqa: SLF001 # no other name

MOST_SECONDS = 3600
"""Maximum time to wait for an answer, in seconds."""

MOST_PACE = 60
"""Maximum time to show a decision of a bot, in seconds."""

SCHEMAS = (
    "openrpc", "types", "action", "event", "record", "rules", "seen-event", "seen-record", "table",
    "vector", "view",
)  # fmt: skip
"""What `lineit schema` prints: the protocol as OpenRPC, TypeScript types, or a JSON Schema."""

KINDS = f"kind of bot: {' or '.join(BOTS)}"
"""Help for an argument that names a bot."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code. `arguments` defaults to those of the process.

    0: done. 1: refused; a line on stderr says why. 2: the arguments are wrong. 130: interrupted.
    """
    try:
        return _run(arguments)
    except BrokenPipeError:  # the reader, such as `head`, has stopped reading
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):  # it is closed
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _run(arguments: Sequence[str] | None) -> int:
    parser = _parser()
    _offer_completion(parser)
    try:
        options = parser.parse_args(arguments)
    except SystemExit:
        _flush()  # the help, which nobody may read
        raise
    lang: str = getattr(options, "lang", None) or system_language()
    options.lang = lang
    for stream in (sys.stdout, sys.stderr):
        make_plain(stream, for_people=options.run not in (_export, _schema))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _make_wait(stream)
    try:
        result: int = options.run(options)
        _flush()
    except RulesetError as error:
        return _refused(str(error))
    except LineitError as error:
        return _refused(printable(error.reason.text(lang)))
    except BrokenPipeError:
        raise
    except OSError as error:  # such as a full disk
        return _refused(catalog.sentence("cli", "failed", {"what": error.strerror}, lang))
    return result


def _flush() -> None:
    """Write out what is still in stdout. It is None if it was closed from the start."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _make_wait(stream: TextIO | None) -> None:
    """Make reading wait for input, and writing for the reader, if the stream is a pipe or so.

    Whoever starts the process may have made the pipe non-blocking. Python then takes half a line
    for a line, no input yet for its end, and drops what does not fit into the pipe.
    """
    if stream is not None and hasattr(os, "set_blocking"):
        with suppress(OSError, ValueError):  # it is closed, or no file of the system
            os.set_blocking(stream.fileno(), True)


def _offer_completion(parser: argparse.ArgumentParser) -> None:
    """Answer a shell that asks how the command line can go on, if argcomplete is installed."""
    try:
        import argcomplete
    except ModuleNotFoundError:
        return
    argcomplete.autocomplete(parser)


def _refused(why: str) -> int:
    """Print why on stderr, if it is open. Return the exit code 1."""
    if sys.stderr is not None:
        print(_printable_lines(why), file=sys.stderr)
    return 1


def _printable_lines(text: str) -> str:
    """Return the text with escapes for all that a terminal would interpret, except line ends."""
    return "\n".join(map(printable, text.split("\n")))


class _Parser(argparse.ArgumentParser):
    """A parser whose errors quote no argument raw: it may be the name of a stranger's file."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, and exit with 2."""
        super().error(printable(message))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="lineit", description="The card game Line-it.")
    parser.add_argument(
        "--version", action="version", version=f"lineit {__version__}, spec {spec_version()}"
    )
    parser.set_defaults(run=lambda _: _help(parser))
    commands = parser.add_subparsers(metavar="COMMAND")
    _add_games(commands)
    _add_tools(commands)
    return parser


def _add_games(commands: Commands) -> None:
    """Add the commands that show and play games."""
    demo = commands.add_parser("demo", help="watch bots play a whole game")
    demo.add_argument(
        "--players", type=int, default=3, metavar="N", help="number of players (default: 3)"
    )
    demo.add_argument("--seed", type=int, metavar="N", help="seed, for a game that can be repeated")
    demo.add_argument("--save", metavar="FILE", help="save the game in this file")
    _add_rules(demo)
    _add_lang(demo)
    demo.set_defaults(run=_demo)

    play = commands.add_parser("play", help="play against bots, or with others at one keyboard")
    play.add_argument("file", metavar="FILE", nargs="?", help="saved game to continue")
    play.add_argument(
        "--people", type=int, default=1, metavar="N", help="number of people (default: 1)"
    )
    play.add_argument(
        "--bots", type=int, default=1, metavar="N", help="number of bots (default: 1)"
    )
    play.add_argument(
        "--bot", default="greedy", choices=list(BOTS), help="kind of bot (default: greedy)"
    )
    play.add_argument("--seed", type=int, metavar="N", help="seed, to deal the same cards again")
    play.add_argument(
        "--pace",
        type=_pace,
        default=0.6,
        metavar="SECONDS",
        help="time to show each decision of a bot; 0: bots decide at once (default: 0.6)",
    )
    _add_rules(play)
    _add_lang(play)
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="show a saved game")
    replay.add_argument("file", metavar="FILE", help="saved game")
    replay.add_argument("--to", type=int, metavar="N", help="stop after this many decisions")
    replay.add_argument(
        "--step", action="store_true", help="step through the game, forwards and backwards"
    )
    _add_lang(replay)
    replay.set_defaults(run=_replay)

    versus = commands.add_parser("contest", help="play one kind of bot against another")
    versus.add_argument("one", choices=list(BOTS), metavar="ONE", help=KINDS)
    versus.add_argument("other", choices=list(BOTS), metavar="OTHER", help=KINDS)
    versus.add_argument(
        "--decks",
        type=int,
        default=500,
        metavar="N",
        help="number of decks, each played twice (default: 500)",
    )
    _add_rules(versus)
    versus.set_defaults(run=_contest)


def _add_tools(commands: Commands) -> None:
    """Add the commands about rules, the protocol and other implementations."""
    check = commands.add_parser("check", help="list everything that is wrong with a rule file")
    check.add_argument("file", metavar="FILE", help="rule file, or name of a ruleset")
    _add_lang(check)
    check.set_defaults(run=_check)

    rules = commands.add_parser("rules", help="print the rules in words")
    rules.add_argument("--id", metavar="RULE", help="print only this rule, such as jackpot-claim")
    _add_rules(rules)
    _add_lang(rules)
    rules.set_defaults(run=_rules)

    rpc = commands.add_parser("rpc", help="speak the protocol on stdin and stdout")
    rpc.set_defaults(run=_rpc)

    conform = commands.add_parser("conform", help="test another implementation with the vectors")
    conform.add_argument(
        "--ruleset",
        default="standard",
        choices=ruleset_names(),
        help="ruleset to test (default: standard)",
    )
    conform.add_argument("--all", action="store_true", help="test all rulesets")
    conform.add_argument(
        "--level",
        action="append",
        choices=[*LEVELS, "all"],
        help="level to test, beside play; can be given several times (default: reasons)",
    )
    conform.add_argument(
        "--only", metavar="NAME", help="use only the vectors of this rule, or this vector"
    )
    forms = conform.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="print the report as JSON")
    forms.add_argument("--tap", action="store_true", help="print the report in the TAP format")
    conform.add_argument(
        "--seconds",
        type=_seconds,
        default=10,
        metavar="N",
        help="time to wait for each answer (default: 10)",
    )
    conform.add_argument(
        "command",
        nargs="+",
        metavar="COMMAND",
        help="after --: the command that starts the implementation",
    )
    conform.set_defaults(run=_conform)

    spec = commands.add_parser("spec", help="write the specification to an archive")
    spec.add_argument(
        "--output",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="folder of the archive (default: this folder)",
    )
    spec.set_defaults(run=_spec)

    schema = commands.add_parser(
        "schema", help="print a JSON Schema, or what describes the protocol"
    )
    schema.add_argument(
        "name",
        nargs="?",
        choices=[*SCHEMAS],
        metavar="NAME",
        help=f"{', '.join(SCHEMAS)} (default: openrpc)",
        default="openrpc",
    )
    schema.set_defaults(run=_schema)

    export = commands.add_parser("export", help="print the state machine of a ruleset")
    export.add_argument(
        "--format", choices=list(FORMATS), default="mermaid", help="format (default: mermaid)"
    )
    _add_rules(export)
    export.set_defaults(run=_export)


def _help(parser: argparse.ArgumentParser) -> int:
    """Show the commands, to a user who gave none."""
    parser.print_help()
    return 0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"give a number above 0 and at most {MOST_SECONDS}")
    return seconds


def _pace(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= MOST_PACE:
        raise argparse.ArgumentTypeError(f"give a number from 0 to {MOST_PACE}")
    return seconds


def _add_rules(parser: argparse.ArgumentParser) -> None:
    argument = parser.add_argument(
        "--rules",
        default="standard",
        metavar="RULES",
        help="name of a ruleset, or a .toml file (default: standard)",
    )
    argument.completer = _rulesets  # type: ignore[attr-defined] # argcomplete looks for it


def _rulesets(prefix: str, **_: object) -> list[str]:
    """Return the names that complete a ruleset, or the paths that complete a rule file."""
    paths = [str(path) for path in Path(prefix or ".").parent.glob("*.toml")]
    return [name for name in (*ruleset_names(), *paths) if name.startswith(prefix)]


def _add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="language (default: that of the system, from LANG)"
    )


def _demo(options: argparse.Namespace) -> int:
    try:
        from lineit.frontends.console import Terminal, demo
    except ModuleNotFoundError as error:
        return _needs(error, "demo", options.lang)
    names = NAMES[: options.players]
    game = Game.new(options.players, rules=options.rules, seed=options.seed, names=names)
    play_out(game, [GreedyBot()] * options.players)
    if options.save is not None:
        save_game(game, options.save)
    again = ["lineit", "demo", "--players", str(options.players), "--seed", str(game.seed)]
    again += [] if options.lang == system_language() else ["--lang", options.lang]
    again += [] if options.rules == "standard" else ["--rules", options.rules]
    demo(game, Terminal(), shlex.join(again), options.lang)
    return 0


def _play(options: argparse.Namespace) -> int:
    try:
        from platformdirs import user_state_path

        from lineit.frontends.tui.app import Play
        from lineit.frontends.tui.start import Setup, begin, from_file
    except ModuleNotFoundError as error:
        return _needs(error, "play", options.lang)
    if not _is_terminal():
        return _refused(catalog.sentence("play", "terminal", {"command": "play"}, options.lang))
    setup = Setup(
        seats=(*["person"] * options.people, *[options.bot] * options.bots),
        rules=options.rules,
        seed=options.seed,
        lang=options.lang,
        folder=user_state_path("lineit") / "unfinished",
        pace=options.pace,
    )
    session = None
    if options.file is not None:
        session = from_file(setup, options.file)
    else:
        begin(evolve(setup, folder=None))  # report errors before the app takes the screen
    app = Play(setup, session)
    app.run()
    return app.return_code or 0


def _replay(options: argparse.Namespace) -> int:
    try:
        from lineit.frontends.console import Terminal, show_game
    except ModuleNotFoundError as error:
        return _needs(error, "replay", options.lang)
    game = load_game(options.file)
    to = game.ply if options.to is None else max(0, min(options.to, game.ply))
    if options.step:
        return _step_through(game, 0 if options.to is None else to, options.lang)
    show_game(game, to, Terminal(), options.lang)
    return 0


def _step_through(game: Game, to: int, lang: str) -> int:
    try:
        from lineit.frontends.tui.replay import Replay
    except ModuleNotFoundError as error:
        return _needs(error, "replay --step", lang)
    if not _is_terminal():
        return _refused(catalog.sentence("play", "terminal", {"command": "replay --step"}, lang))
    app = Replay(game, to, lang)
    app.run()
    return app.return_code or 0


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _needs(error: ModuleNotFoundError, command: str, lang: str) -> int:
    params = {"command": command, "missing": str(error.name).partition(".")[0]}
    return _refused(catalog.sentence("cli", "needs", params, lang))


def _contest(options: argparse.Namespace) -> int:
    one, other = BOTS[options.one], BOTS[options.other]
    print(contest(one, other, range(options.decks), options.rules))
    return 0


def _check(options: argparse.Namespace) -> int:
    ruleset = load_ruleset(options.file)
    if problems := [*check.problems(ruleset, options.file), *trial(ruleset, options.file)]:
        raise RulesetError(problems)
    name = title(ruleset, options.lang)
    params = {"file": options.file, "name": ruleset.name, "title": name}
    print(printable(catalog.sentence("cli", "checked", params, options.lang)))
    return 0


def _rules(options: argparse.Namespace) -> int:
    ruleset = load_ruleset(options.rules)
    know(ruleset)
    for rule in [options.id] if options.id is not None else ruleset.rules:
        print(printable(f"{rule}: {rule_text(ruleset, rule, options.lang)}"))
    return 0


def _rpc(options: argparse.Namespace) -> int:
    if sys.stdin is None or sys.stdout is None:
        return _refused(catalog.sentence("cli", "closed", {}, options.lang))
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _conform(options: argparse.Namespace) -> int:
    def start() -> Remote:
        return Remote(options.command, options.seconds)

    asked = ["play", *(options.level or ["reasons"])]
    levels = [level for level in LEVELS if level in asked or "all" in asked]
    rulesets = [name for name in ruleset_names() if options.all or name == options.ruleset]
    found: dict[str, list[Outcome]] = {}
    try:
        for group, vectors in chosen(rulesets, levels, options.only).items():
            outcomes = run(vectors, start, levels)
            found[group] = list(_with_progress(outcomes, group, len(vectors)))
    except Broken as error:
        return _refused(printable(str(error)))
    if options.json:
        print(json.dumps([report_json(group, each) for group, each in found.items()], indent=1))
    elif options.tap:
        print(tap_report([(group, each) for group, outcomes in found.items() for each in outcomes]))
    else:
        print("\n\n".join(text_report(group, each) for group, each in found.items()))
    return int(any(each.failure for outcomes in found.values() for each in outcomes))


def _with_progress(outcomes: Iterator[Outcome], name: str, total: int) -> Iterator[Outcome]:
    """Yield outcomes, with a progress bar on stderr if that is a terminal and rich is installed."""
    if sys.stderr is not None and sys.stderr.isatty():
        with suppress(ModuleNotFoundError):
            from rich.console import Console
            from rich.progress import track

            console = Console(stderr=True)
            return track(outcomes, name, total=total, console=console, transient=True)  # type: ignore[return-value] # it yields
    return outcomes


def _spec(options: argparse.Namespace) -> int:
    print(printable(str(write_archive(options.output))))
    return 0


def _schema(options: argparse.Namespace) -> int:
    from lineit.conformance.schemas import schemas
    from lineit.frontends.rpc.openrpc import openrpc, types

    if options.name == "types":
        print(types(), end="")
        return 0
    data = openrpc() if options.name == "openrpc" else schemas()[options.name]
    print(json.dumps(data, indent=2))
    return 0


def _export(options: argparse.Namespace) -> int:
    print(_printable_lines(FORMATS[options.format](load_ruleset(options.rules))))
    return 0
