"""Hints for a first game: which one applies, by the rules of what a player may choose, of what has
happened, and of the table. `hints.toml` lists them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container
from functools import cache
from importlib.resources import files
from typing import Literal

from attrs import frozen

from lineit.game import Game
from lineit.model.ruleset import Ruleset
from lineit.rules.load import load_ruleset
from lineit.table_facts import facts
from lineit.text import catalog
from lineit.text.narrate import rule_text


@frozen
class Hint:
    """A hint about a rule, and when it applies: see `hints.toml`."""

    rule: str
    on: Literal["choice", "bet", "jackpot", "event"]


@cache
def all_hints() -> tuple[Hint, ...]:
    """Return all hints, in the order in which they are tried.

    >>> len(all_hints())
    10
    """
    data = tomllib.loads((files("lineit.frontends") / "hints.toml").read_text("utf-8"))
    return tuple(Hint(**entry) for entry in data["hint"])


def next_hint(game: Game, given: Container[str]) -> str | None:
    """Return the rule of the first hint that applies to the player on turn, without those that were
    `given`; None if there is none.

    >>> game = Game.new(players=2, seed=7)
    >>> next_hint(game, ()), next_hint(game, ("pick",))
    ('pick', None)
    """
    if game.over:
        return None
    left = [each for each in all_hints() if each.rule in game.ruleset.rules]
    return next(
        (each.rule for each in left if each.rule not in given and _applies(each, game)), None
    )


def hint_text(rule: str, ruleset: Ruleset, lang: str = "en") -> str:
    """Return the hint about a rule. If the ruleset has a rule of its own, that is the hint.

    >>> hint_text("pick", load_ruleset("standard"))
    'Take any card of the market. Small steps leave room in your line for more cards.'
    """
    own = rule_text(ruleset, rule, lang)
    if own != rule_text(load_ruleset("standard"), rule, lang):
        return own
    return catalog.sentence("play.hints", rule, {}, lang)


def _applies(hint: Hint, game: Game) -> bool:
    legal = [choice for choice in game.choices if choice.reason is None]
    match hint.on:
        case "choice":
            return any(choice.rule == hint.rule for choice in legal)
        case "bet":
            return any(choice.action.card and choice.action.card.is_bet for choice in legal)
        case "jackpot":
            seat = game.table.seat
            return 1 in facts(game.view(seat)).players[seat].missing.values()
        case "event":
            return hint.rule in _rules_since_last_decision(game)


def _rules_since_last_decision(game: Game) -> set[str]:
    """Return the rules of what happened by the last decision of the player on turn, and since."""
    seen, seat = set(), game.table.seat
    steps = game.steps
    for at in range(len(steps) - 1, 0, -1):
        seen |= {event.rule for event in steps[at].events}
        if steps[at - 1].table.seat == seat:
            break
    return seen
