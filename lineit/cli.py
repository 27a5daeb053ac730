"""The `lineit` command."""

from __future__ import annotations

import argparse
import io
import os
import shlex
import sys
from collections.abc import Sequence

from attrs import evolve

from lineit import texts
from lineit.bots import BOTS, GreedyBot, play_out
from lineit.conformance import Broken, report
from lineit.contest import contest
from lineit.errors import LineitError, RulesetError
from lineit.export import FORMATS
from lineit.game import Game
from lineit.records import load_game, save_game
from lineit.remote import Remote
from lineit.rpc import serve
from lineit.shapes import printable
from lineit.spec import load_ruleset, ruleset_names
from lineit.tell import NAMES, rule_text, title
from lineit.texts import LANGUAGES, spec_version, system_language
from lineit.trial import trial
from lineit.vectors import load_vectors
from lineit.version import __version__

MOST_SECONDS = 3600
"""So long an answer may be waited for."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (else the process's own); return the exit code.

    0: done; 1: refused, with a line on stderr that says why; 2: the arguments make no sense; 130:
    interrupted.
    """
    options = _parser().parse_args(arguments)
    lang: str = getattr(options, "lang", None) or system_language()
    options.lang = lang
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a console may lack the signs of the colours
            stream.reconfigure(errors="replace")
    try:
        result: int = options.run(options)
        if sys.stdout is not None:  # as it is where it was closed before
            sys.stdout.flush()
    except RulesetError as error:
        return _refused(str(error))
    except LineitError as error:
        return _refused(error.reason.text(lang))
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # such as a full disk
        return _refused(texts.sentence("cli", "failed", {"what": error.strerror}, lang))
    except KeyboardInterrupt:
        return 130
    return result


def _refused(why: str) -> int:
    """Say why on stderr, if it is open; return the exit code."""
    if sys.stderr is not None:
        print(why, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lineit", description="The card game Line-it.")
    parser.add_argument(
        "--version", action="version", version=f"lineit {__version__}, spec {spec_version()}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    demo = commands.add_parser("demo", help="bots play a whole game, and you see it happen")
    demo.add_argument("--players", type=int, default=3, metavar="N", help="how many (3)")
    demo.add_argument("--seed", type=int, metavar="N", help="shuffle so, and play so, again")
    demo.add_argument("--save", metavar="FILE", help="keep the game in a file")
    _add_rules(demo)
    _add_lang(demo)
    demo.set_defaults(run=_demo)

    play = commands.add_parser("play", help="play, against bots or with others at one keyboard")
    play.add_argument("file", metavar="FILE", nargs="?", help="go on with this saved game")
    play.add_argument("--people", type=int, default=1, metavar="N", help="how many people (1)")
    play.add_argument("--bots", type=int, default=1, metavar="N", help="and how many bots (1)")
    play.add_argument("--bot", default="greedy", choices=list(BOTS), help="how they play")
    play.add_argument("--seed", type=int, metavar="N", help="shuffle so again")
    _add_rules(play)
    _add_lang(play)
    play.set_defaults(run=_play)

    replay = commands.add_parser("replay", help="show a saved game")
    replay.add_argument("file", metavar="FILE", help="the saved game")
    replay.add_argument("--to", type=int, metavar="N", help="only to the Nth decision")
    _add_lang(replay)
    replay.set_defaults(run=_replay)

    versus = commands.add_parser("contest", help="play one kind of bot against another")
    versus.add_argument("one", choices=list(BOTS), metavar="ONE", help=" or ".join(BOTS))
    versus.add_argument("other", choices=list(BOTS), metavar="OTHER", help="likewise")
    versus.add_argument("--decks", type=int, default=500, metavar="N", help="how many (500)")
    _add_rules(versus)
    versus.set_defaults(run=_contest)

    check = commands.add_parser("check", help="say everything that is wrong with a rule file")
    check.add_argument("file", metavar="FILE", help="the rule file, or the name of a ruleset")
    _add_lang(check)
    check.set_defaults(run=_check)

    rules = commands.add_parser("rules", help="tell the rules")
    rules.add_argument("--id", metavar="RULE", help="only this one, such as jackpot-claim")
    _add_rules(rules)
    _add_lang(rules)
    rules.set_defaults(run=_rules)

    rpc = commands.add_parser("rpc", help="speak the protocol on stdin and stdout")
    rpc.set_defaults(run=_rpc)

    conform = commands.add_parser("conform", help="hold another implementation to the vectors")
    conform.add_argument("--ruleset", default="standard", choices=ruleset_names())
    conform.add_argument("--seconds", type=_seconds, default=10, help="how long an answer may take")
    conform.add_argument("command", nargs="+", metavar="COMMAND", help="after --: what to start")
    conform.set_defaults(run=_conform)

    export = commands.add_parser("export", help="print the machine of a ruleset in another form")
    export.add_argument("--format", choices=list(FORMATS), default="mermaid")
    _add_rules(export)
    export.set_defaults(run=_export)
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"give a number over 0, at most {MOST_SECONDS}")
    return seconds


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", default="standard", metavar="RULES", help="a ruleset's name or a .toml file"
    )


def _add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="the language (that of the system, as LANG says)"
    )


def _demo(options: argparse.Namespace) -> int:
    try:
        from lineit.show import Terminal, demo
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

        from lineit.play.app import Play
        from lineit.play.start import Setup, begin, from_file
    except ModuleNotFoundError as error:
        return _needs(error, "play", options.lang)
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return _refused(texts.sentence("play", "terminal", {}, options.lang))
    setup = Setup(
        seats=(*["person"] * options.people, *[options.bot] * options.bots),
        rules=options.rules,
        seed=options.seed,
        lang=options.lang,
        folder=user_state_path("lineit") / "unfinished",
    )
    session = None
    if options.file is not None:
        session = from_file(setup, options.file)
    else:
        begin(evolve(setup, folder=None))  # what is wrong is said before the screen is taken
    Play(setup, session).run()
    return 0


def _replay(options: argparse.Namespace) -> int:
    try:
        from lineit.show import Terminal, replay
    except ModuleNotFoundError as error:
        return _needs(error, "replay", options.lang)
    game = load_game(options.file)
    to = game.ply if options.to is None else max(0, min(options.to, game.ply))
    replay(game, to, Terminal(), options.lang)
    return 0


def _needs(error: ModuleNotFoundError, command: str, lang: str) -> int:
    params = {"command": command, "missing": str(error.name).partition(".")[0]}
    return _refused(texts.sentence("cli", "needs", params, lang))


def _contest(options: argparse.Namespace) -> int:
    one, other = BOTS[options.one], BOTS[options.other]
    print(contest(one, other, range(options.decks), options.rules))
    return 0


def _check(options: argparse.Namespace) -> int:
    ruleset = load_ruleset(options.file)
    if problems := trial(ruleset, options.file):
        raise RulesetError(problems)
    called = title(ruleset, options.lang)
    params = {"file": options.file, "name": ruleset.name, "title": called}
    print(printable(texts.sentence("cli", "checked", params, options.lang)))
    return 0


def _rules(options: argparse.Namespace) -> int:
    ruleset = load_ruleset(options.rules)
    for rule in [options.id] if options.id is not None else ruleset.rules:
        print(f"{rule}: {rule_text(ruleset, rule, options.lang)}")
    return 0


def _rpc(options: argparse.Namespace) -> int:
    if sys.stdin is None or sys.stdout is None:
        return _refused(texts.sentence("cli", "closed", {}, options.lang))
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _conform(options: argparse.Namespace) -> int:
    try:
        with Remote(options.command, options.seconds) as implementation:
            told, passed = report(load_vectors(options.ruleset), implementation)
    except Broken as error:
        return _refused(printable(str(error)))
    print(told)
    return 0 if passed else 1


def _export(options: argparse.Namespace) -> int:
    print(FORMATS[options.format](load_ruleset(options.rules)))
    return 0
