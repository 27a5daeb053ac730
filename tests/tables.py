"""Literal tables of `standard` for tests, and what to do with them.

Zones are card codes with spaces between them: `table(phase="place", picked="42", players=[
player(hand="1 2", line="30 20"), player()])`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pytest

from lineit import (
    IllegalAction,
    Ruleset,
    Table,
    legal,
    load_ruleset,
    parse_action,
    parse_table,
    step,
)
from lineit.codec import event_json

STANDARD = load_ruleset("standard")


def player(
    hand: str = "", line: str = "", scored: str = "", tokens: Sequence[int] = ()
) -> dict[str, Any]:
    """What lies before one player."""
    return {
        "hand": hand.split(),
        "line": line.split(),
        "scored": scored.split(),
        "tokens": list(tokens),
        "stopped": False,
    }


def table(  # noqa: PLR0913 # it has a parameter for each zone
    *,
    phase: str,
    players: Sequence[Mapping[str, Any]] = (player(), player()),
    picked: str | None = None,
    market: str = "",
    deck: str = "",
    discard: str = "",
    jackpots: Mapping[str, str] | None = None,
    round: int = 1,  # noqa: A002 # the zone's name
    first: int = 0,
    seat: int = 0,
    played: int = 0,
    rest: Literal["discard", "deck"] = "discard",
    rules: Ruleset = STANDARD,
) -> Table:
    """A table of `standard` for two players, unless told otherwise.

    Cards not mentioned lie at the bottom of the discard, or of the deck where `rest` says so. So
    two tables that mention the same cards differ only in what is written.
    """
    piles = {colour: (jackpots or {}).get(colour, "").split() for colour in rules.colours}
    piled = [code for pile in piles.values() for code in pile]
    held = [code for each in players for code in each["hand"] + each["line"] + each["scored"]]
    told = f"{picked or ''} {market} {deck} {discard}".split() + piled + held
    unsaid = [card.code for card in rules.cards if card.code not in told]
    data = {
        "ruleset": rules.name,
        "phase": phase,
        "round": round,
        "first": first,
        "seat": seat,
        "picked": picked,
        "played": played,
        "deck": deck.split() + (unsaid if rest == "deck" else []),
        "market": market.split(),
        "discard": (unsaid if rest == "discard" else []) + discard.split(),
        "jackpots": piles,
        "players": list(players),
    }
    return parse_table(data, rules)


def after(before: Table, *actions: str) -> Table:
    """The table after these actions."""
    for action in actions:
        before, _ = step(before, parse_action(action, before.ruleset))
    return before


def told(before: Table, action: str) -> list[dict[str, Any]]:
    """The events of the action, as JSON data."""
    _, events = step(before, parse_action(action, before.ruleset))
    return [event_json(event) for event in events]


def choices(now: Table) -> list[str]:
    """What the player on turn may do."""
    return [str(action) for action in legal(now)]


def refusal(before: Table, action: str) -> tuple[str | None, str]:
    """The rule that refuses the action, and the sentence that the player reads."""
    assert action not in choices(before)
    with pytest.raises(IllegalAction) as error:
        step(before, parse_action(action, before.ruleset))
    return error.value.reason.rule, str(error.value)


def moved(  # noqa: PLR0913 # it has a parameter for each key
    rule: str,
    word: str,
    cards: str,
    source: str,
    to: str,
    *,
    seat: int | None = None,
    colour: str | None = None,
) -> dict[str, Any]:
    """The event of cards that moved, as JSON data."""
    return {
        "type": "cards-moved",
        "rule": rule,
        "word": word,
        "seat": seat,
        "cards": cards.split(),
        "from": source,
        "to": to,
        "colour": colour,
        "top": False,
    }


def entered(rule: str, phase: str) -> dict[str, Any]:
    """The event of a phase that was entered, as JSON data."""
    return {"type": "phase-entered", "rule": rule, "phase": phase}
