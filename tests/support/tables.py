"""Literal tables of `standard` for tests, and helpers for them.
Zones are card codes with spaces between them: `table(phase="place", picked="42", players=[
player(hand="1 2", line="30 20"), player()])`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pytest

from lineit import (
    Card,
    IllegalAction,
    Ruleset,
    Table,
    legal,
    load_ruleset,
    parse_action,
    parse_table,
    step,
)
from lineit.formats.events import event_json

STANDARD = load_ruleset("standard")


def player(
    hand: str = "", line: str = "", scored: str = "", tokens: Sequence[int] = ()
) -> dict[str, Any]:
    """Return the zones and tokens of one player."""
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
    """Return a table, by default of `standard` for two players.

    Cards that are not named lie at the bottom of the discard, or of the deck, as `rest` says. So
    two tables that name the same cards differ only in what is written.
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
    """Return the table after these actions."""
    for action in actions:
        before, _ = step(before, parse_action(action, before.ruleset))
    return before


def told(before: Table, action: str) -> list[dict[str, Any]]:
    """Return the events of the action as JSON data."""
    _, events = step(before, parse_action(action, before.ruleset))
    return [event_json(event) for event in events]


def choices(now: Table) -> list[str]:
    """Return the legal actions as texts."""
    return [str(action) for action in legal(now)]


def refusal(before: Table, action: str) -> tuple[str | None, str]:
    """Return the rule that refuses the action, and the sentence for the player."""
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
    """Return the event of a move as JSON data."""
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
    """Return the event of an entered phase as JSON data."""
    return {"type": "phase-entered", "rule": rule, "phase": phase}


def over(**changes: Any) -> dict[str, Any]:
    return {"format": 2, "name": "mine", "extends": "standard", **changes}


LYING = table(
    phase="play",
    market="1 2 B3a",
    deck="3 4 7 B4a",
    discard="8",
    round=3,
    played=1,
    jackpots={"red": "9 13", "blue": "10"},
    players=[player("22 B5a 21", "30 B3b 40", "6 11", [3, -4]), player("50")],
)
"""A table with cards in all zones. Seat 0 is on turn; all other cards lie in the discard."""


def card(code: str | None) -> Card | None:
    return None if code is None else STANDARD.card(code)
