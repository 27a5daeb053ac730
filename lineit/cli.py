"""The `lineit` command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from lineit.diagram import mermaid
from lineit.errors import LineitError, RulesetError
from lineit.game import Game
from lineit.spec import load_ruleset
from lineit.trial import trial


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (else the process's own); the exit code.

    0: done; 1: refused, with a line on stderr that says why; 2: the arguments make no sense.
    """
    options = _parser().parse_args(arguments)
    try:
        result: int = options.run(options)
        sys.stdout.flush()
    except LineitError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return result


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lineit", description="The card game Line-it.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser("demo", help="bots play a whole game, and you see it happen")
    demo.add_argument("--players", type=int, default=3, metavar="N", help="how many (3)")
    demo.add_argument("--seed", type=int, metavar="N", help="shuffle so, and play so, again")
    _add_rules(demo)
    demo.set_defaults(run=_demo)

    check = commands.add_parser("check", help="say everything that is wrong with a rule file")
    check.add_argument("file", metavar="FILE", help="the rule file, or the name of a ruleset")
    check.set_defaults(run=_check)

    export = commands.add_parser("export", help="print the phases of a ruleset as a diagram")
    export.add_argument("--format", choices=["mermaid"], default="mermaid")
    _add_rules(export)
    export.set_defaults(run=_export)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", default="standard", metavar="RULES", help="a ruleset's name or a .toml file"
    )


def _demo(options: argparse.Namespace) -> int:
    try:
        from rich.console import Console

        from lineit.demo import demo
    except ModuleNotFoundError as error:
        print(
            f"lineit demo needs {str(error.name).partition('.')[0]}: pip install 'lineit[cli]'",
            file=sys.stderr,
        )
        return 1
    demo(Game.new(options.players, rules=options.rules, seed=options.seed), Console())
    return 0


def _check(options: argparse.Namespace) -> int:
    ruleset = load_ruleset(options.file)
    if problems := trial(ruleset, options.file):
        raise RulesetError(problems)
    print(f"{options.file}: nothing is wrong with {ruleset.name}: {ruleset.title}")
    return 0


def _export(options: argparse.Namespace) -> int:
    print(mermaid(load_ruleset(options.rules)))
    return 0
