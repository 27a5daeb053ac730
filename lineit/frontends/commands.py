"""What each command of `lineit` does. Each returns the exit code."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress

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
from lineit.frontends.plain import know
from lineit.frontends.rpc import serve
from lineit.game import Game
from lineit.model.bounds import printable
from lineit.model.errors import RulesetError
from lineit.rules import check
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.saves.records import load_game, save_game
from lineit.text import catalog
from lineit.text.catalog import system_language
from lineit.text.narrate import NAMES, rule_text, title


def run_demo(options: argparse.Namespace) -> int:
    """Play a whole game of bots, and show it."""
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


def run_play(options: argparse.Namespace) -> int:
    """Play the terminal game."""
    try:
        from platformdirs import user_state_path

        from lineit.frontends.tui.app import Play
        from lineit.frontends.tui.start import Setup, begin, from_file
    except ModuleNotFoundError as error:
        return _needs(error, "play", options.lang)
    if not _is_terminal():
        return print_refusal(
            catalog.sentence("play", "terminal", {"command": "play"}, options.lang)
        )
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


def run_replay(options: argparse.Namespace) -> int:
    """Show a saved game, or step through it."""
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
        return print_refusal(
            catalog.sentence("play", "terminal", {"command": "replay --step"}, lang)
        )
    app = Replay(game, to, lang)
    app.run()
    return app.return_code or 0


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _needs(error: ModuleNotFoundError, command: str, lang: str) -> int:
    params = {"command": command, "missing": str(error.name).partition(".")[0]}
    return print_refusal(catalog.sentence("cli", "needs", params, lang))


def run_contest(options: argparse.Namespace) -> int:
    """Let two bots play many games, and print who won how many."""
    one, other = BOTS[options.one], BOTS[options.other]
    print(contest(one, other, range(options.decks), options.rules))
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Check a rule file. Raises `RulesetError` with its problems."""
    ruleset = load_ruleset(options.file)
    if problems := [*check.problems(ruleset, options.file), *trial(ruleset, options.file)]:
        raise RulesetError(problems)
    name = title(ruleset, options.lang)
    params = {"file": options.file, "name": ruleset.name, "title": name}
    print(printable(catalog.sentence("cli", "checked", params, options.lang)))
    return 0


def run_rules(options: argparse.Namespace) -> int:
    """Print the rules, or the sentence of one."""
    ruleset = load_ruleset(options.rules)
    know(ruleset)
    for rule in [options.id] if options.id is not None else ruleset.rules:
        print(printable(f"{rule}: {rule_text(ruleset, rule, options.lang)}"))
    return 0


def run_rpc(options: argparse.Namespace) -> int:
    """Speak the protocol on stdin and stdout."""
    if sys.stdin is None or sys.stdout is None:
        return print_refusal(catalog.sentence("cli", "closed", {}, options.lang))
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def run_conform(options: argparse.Namespace) -> int:
    """Test another implementation, and print the report."""

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
        return print_refusal(printable(str(error)))
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


def run_spec(options: argparse.Namespace) -> int:
    """Write the archive of the specification, and print its path."""
    print(printable(str(write_archive(options.output))))
    return 0


def run_schema(options: argparse.Namespace) -> int:
    """Print the OpenRPC document, the TypeScript types, or a JSON Schema."""
    from lineit.conformance.schemas import schemas
    from lineit.frontends.rpc.openrpc import openrpc, types

    if options.name == "types":
        print(types(), end="")
        return 0
    data = openrpc() if options.name == "openrpc" else schemas()[options.name]
    print(json.dumps(data, indent=2))
    return 0


def run_export(options: argparse.Namespace) -> int:
    """Print the state machine of a ruleset in a format."""
    print(printable_lines(FORMATS[options.format](load_ruleset(options.rules))))
    return 0


def print_refusal(why: str) -> int:
    """Print why on stderr, if it is open. Return the exit code 1."""
    if sys.stderr is not None:
        print(printable_lines(why), file=sys.stderr)
    return 1


def printable_lines(text: str) -> str:
    """Return the text with escapes for all that a terminal would interpret, except line ends."""
    return "\n".join(map(printable, text.split("\n")))
