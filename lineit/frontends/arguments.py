"""The arguments of the `lineit` command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn, TypeAlias

from lineit.bots import BOTS
from lineit.conformance.vectors import LEVELS
from lineit.formats.diagrams import FORMATS
from lineit.frontends.commands import (
    run_check,
    run_conform,
    run_contest,
    run_demo,
    run_export,
    run_play,
    run_replay,
    run_rpc,
    run_rules,
    run_schema,
    run_spec,
)
from lineit.model.bounds import printable
from lineit.model.resources import spec_version
from lineit.rules.load import ruleset_names
from lineit.text.catalog import LANGUAGES
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


class _Parser(argparse.ArgumentParser):
    """A parser whose errors quote no argument raw: it may be the name of a stranger's file."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, and exit with 2."""
        super().error(printable(message))


def parser() -> argparse.ArgumentParser:
    """Return the parser of all arguments. `options.run` does what the command does."""
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
    demo.set_defaults(run=run_demo)

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
    play.set_defaults(run=run_play)

    replay = commands.add_parser("replay", help="show a saved game")
    replay.add_argument("file", metavar="FILE", help="saved game")
    replay.add_argument(
        "--to",
        type=int,
        metavar="N",
        help="show the game up to this decision; with --step: begin there",
    )
    replay.add_argument(
        "--step", action="store_true", help="step through the game, forwards and backwards"
    )
    _add_lang(replay)
    replay.set_defaults(run=run_replay)

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
    versus.set_defaults(run=run_contest)


def _add_tools(commands: Commands) -> None:
    """Add the commands about rules, the protocol and other implementations."""
    check = commands.add_parser("check", help="list everything that is wrong with a rule file")
    check.add_argument("file", metavar="FILE", help="rule file, or name of a ruleset")
    _add_lang(check)
    check.set_defaults(run=run_check)

    rules = commands.add_parser("rules", help="print the rules in words")
    rules.add_argument("--id", metavar="RULE", help="print only this rule, such as jackpot-claim")
    _add_rules(rules)
    _add_lang(rules)
    rules.set_defaults(run=run_rules)

    rpc = commands.add_parser("rpc", help="speak the protocol on stdin and stdout")
    rpc.set_defaults(run=run_rpc)

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
    conform.set_defaults(run=run_conform)

    spec = commands.add_parser("spec", help="write the specification to an archive")
    spec.add_argument(
        "--output",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="folder of the archive (default: this folder)",
    )
    spec.set_defaults(run=run_spec)

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
    schema.set_defaults(run=run_schema)

    export = commands.add_parser("export", help="print the state machine of a ruleset")
    export.add_argument(
        "--format", choices=list(FORMATS), default="mermaid", help="format (default: mermaid)"
    )
    _add_rules(export)
    export.set_defaults(run=run_export)


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
