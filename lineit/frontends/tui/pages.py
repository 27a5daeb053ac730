"""Pages to read: the help, the rules, what is refused, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from lineit.engine.legality import Choice
from lineit.frontends.tui.draw import Pen
from lineit.game import Game
from lineit.model.ruleset import Ruleset
from lineit.rules.load import load_ruleset
from lineit.text import catalog
from lineit.text.choices import refusals
from lineit.text.differences import (
    DataDifference,
    RuleDifference,
    data_differences,
    rule_differences,
)
from lineit.text.narrate import rule_text, title

RESULT_ROWS = (
    "points_from_lines",
    "points_from_jackpots",
    "points_from_bets",
    "points_otherwise",
    "points",
    "lines_scored",
    "lines_forced",
    "longest_line",
    "jackpots_claimed",
    "bets_won",
    "bets_lost",
    "played_from_hand",
)
"""The figures of `PlayerStats` that the result shows, in order."""


def help_page(pen: Pen) -> str:
    """Return the help, in paragraphs."""
    base = title(load_ruleset("standard"), pen.lang)
    paragraphs = [
        catalog.sentence("play.help", code, {"signs": signs(pen), "base": base}, pen.lang)
        for code in ("goal", "signs", "choose", "keys", "watch")
    ]
    return "\n\n".join(paragraphs)


def result(pen: Pen, game: Game) -> Group:
    """Return how the game ended, and a table of where each player's points come from."""
    ending = _ending(pen, game)
    grid = Grid(box=box.SIMPLE_HEAD)
    grid.add_column("")
    for seat, name in enumerate(pen.names):
        grid.add_column(Text(name), justify="right", style="bold" if seat in game.winners else "")
    players = game.stats.players
    for row in RESULT_ROWS:
        if row == "points_otherwise" and not any(each.points_otherwise for each in players):
            continue
        label = catalog.sentence("play.stats", row, {}, pen.lang)
        total = row == "points"
        figures = [str(getattr(player, row)) for player in players]
        grid.add_row(label, *figures, style="bold" if total else "", end_section=total)
    heading = [Text(ending, "bold"), Text()] if ending else []
    return Group(*heading, grid)


def _ending(pen: Pen, game: Game) -> str:
    """Return who won or resigned; an empty text if the game began at a table after its end."""
    if game.ended_early is not None:
        seat = game.ended_early.seat
        return (
            pen.say("broken_off") if seat is None else pen.say("resigned", player=pen.names[seat])
        )
    winners = [pen.names[seat] for seat in game.winners]
    points = pen.say("points", points=max(game.scores))
    return pen.say("winner", count=len(winners), winners=winners, points=points) if winners else ""


def differences(pen: Pen, base: Ruleset) -> Group:
    """Return what differs from `base`, as sentences and as data, and then all rules."""
    pieces: list[Text] = []
    changed = data_differences(pen.ruleset, base)
    if not changed:
        pieces.append(Text(pen.say("same_rules", base=title(base, pen.lang)), "bold"))
    else:
        pieces += changed_rules(pen, base)
        pieces.append(Text("\n" + pen.say("data"), "bold underline"))
        pieces += [Text(f"{where(pen, each)}: {each.before} → {each.now}") for each in changed]
    pieces.append(Text("\n" + pen.say("all_rules"), "bold underline"))
    for rule in pen.ruleset.rules:
        sentence = rule_text(pen.ruleset, rule, pen.lang)
        pieces.append(Text.assemble((f"{rule}  ", "bold"), sentence))
    return Group(*pieces)


def where(pen: Pen, found: DataDifference) -> str:
    """Return the name of a limit in the language, or else the place in the rule file."""
    section, _, name = found.where.partition(".")
    if section != "limits":
        return found.where
    return catalog.own_sentence(pen.ruleset.text, "limits", name, {}, pen.lang) or found.where


def changed_rules(pen: Pen, base: Ruleset) -> list[Text]:
    """Return a heading and the rules that differ from `base`, or nothing if none does."""
    found = rule_differences(pen.ruleset, base, pen.lang)
    heading = Text(pen.say("differs", base=title(base, pen.lang)), "bold underline")
    pieces = [piece for each in found for piece in _changed_rule(pen, each)]
    return [heading, *pieces] if pieces else []


def _changed_rule(pen: Pen, found: RuleDifference) -> list[Text]:
    if found.now is None:
        sentence = pen.say("removed", before=found.before)
    elif found.before is None:
        sentence = pen.say("added", now=found.now)
    else:
        sentence = found.now
    pieces = [Text.assemble((f"{found.rule}  ", "bold"), sentence)]
    if found.before is not None and found.now is not None:
        pieces.append(Text("  " + pen.say("instead", before=found.before), "dim"))
    return pieces


def signs(pen: Pen) -> str:
    """Return each colour sign with the name of its colour."""
    own, lang = pen.ruleset.text, pen.lang
    return ", ".join(
        f"{each.glyph} {catalog.own_sentence(own, 'colours', each.name, {}, lang) or each.name}"
        for each in pen.ruleset.components.colours
    )


def refused(pen: Pen, choices: Sequence[Choice]) -> str:
    """Return what is not legal now, and why, in paragraphs."""
    return "\n\n".join(refusals(choices, pen.ruleset, pen.lang)) or pen.say("why_nothing")
