"""Events and cards told to people: an event as a sentence, a card as it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict

from lineit import texts
from lineit.cards import Card
from lineit.codec import EVENT_TYPES, event_json
from lineit.errors import Reason, UnknownRule
from lineit.events import Event, PhaseEntered, TurnStarted
from lineit.ruleset import Memory, Ruleset
from lineit.spec import is_built_in
from lineit.views import seen_event_json

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina", "Hugo", "Ines", "Jan", "Kira", "Lou")
"""What players are called who have no names."""

NOTHING_MOVES = (PhaseEntered, TurnStarted)
"""Events with which nothing on the table moves: they need not be told."""

_TYPE_NAMES = {event: name for name, event in EVENT_TYPES.items()}


def card_label(card: Card, ruleset: Ruleset, lang: str = "en") -> str:
    """The card as it looks: its number with the sign of its colour, or the bet.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> card_label(standard.card("42"), standard), card_label(standard.card("B3a"), standard)
    ('42♦', 'Bet 3')
    """
    if card.colour is None:
        return texts.sentence("cards", "bet", {"value": card.value}, lang)
    glyph = ruleset.components.colours[ruleset.colours.index(card.colour)].glyph
    return f"{card.number}{glyph}"


def rule_text(ruleset: Ruleset, rule: str, lang: str = "en") -> str:
    """The rule as a sentence for players. Raises `UnknownRule` where the ruleset has none such.

    >>> from lineit import load_ruleset
    >>> rule_text(load_ruleset("standard"), "one-bet")
    'A line holds at most 1 Bet card.'
    """
    if rule not in ruleset.rules:
        params = {"rule": rule, "ruleset": ruleset.name, "known": list(ruleset.rules)}
        raise UnknownRule(Reason("unknown_rule", None, params))
    # Another ruleset of that name has other rules.
    own = [ruleset.name] if is_built_in(ruleset) else []
    for name in (*own, *ruleset.lineage, "standard"):
        if texts.has(f"rules.{name}", rule, lang):
            return texts.sentence(f"rules.{name}", rule, _numbers(ruleset), lang)
    return ruleset.rules[rule]


def _numbers(ruleset: Ruleset) -> dict[str, Any]:
    """All that the sentences of rules may name."""
    box = ruleset.components
    least, most = box.players
    return {
        **asdict(ruleset.limits),
        "numbers": box.numbers,
        "bets": list(box.bets),
        "bet_copies": box.bet_copies,
        "least": least,
        "most": most,
        "colours": list(ruleset.colours),
        "colours_count": len(ruleset.colours),
    }


def tell(event: Event, ruleset: Ruleset, names: Sequence[str], lang: str = "en") -> str:
    """The event as a sentence, with the players' names in the order of their seats.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> tell(game.events[0], game.ruleset, ["Ana", "Ben"])
    'Round 1. The market: 91♠, 33♥, 58♦, 23♠'
    """
    params = event_json(event) | _labels(event, ruleset, names, lang)
    return texts.sentence("events", _TYPE_NAMES[type(event)], params, lang)


def tell_seen(  # noqa: PLR0913 # as `tell`, and as `seen_event_json`
    event: Event,
    ruleset: Ruleset,
    names: Sequence[str],
    viewer: int | None,
    lang: str = "en",
    *,
    memory: Memory = "table",
) -> str:
    """The event as a sentence for a seat, or (None) a spectator: of cards that nobody there sees it
    tells only how many.

    >>> from lineit import load_ruleset
    >>> from lineit.events import JackpotClaimed
    >>> standard = load_ruleset("standard")
    >>> claim = JackpotClaimed("jackpot-claim", 0, "red", (standard.card("1"), standard.card("5")))
    >>> tell_seen(claim, standard, ["Ana", "Ben"], 1)
    'Ana claims the ♥ jackpot, 2 cards'
    >>> tell_seen(claim, standard, ["Ana", "Ben"], 1, memory="perfect")
    'Ana claims the ♥ jackpot, 2 cards: 1♥, 5♥'
    """
    seen = seen_event_json(event, ruleset, viewer, memory)
    if not isinstance(seen.get("cards"), int):
        return tell(event, ruleset, names, lang)
    params = seen | _labels(event, ruleset, names, lang)
    return texts.sentence("unseen", _TYPE_NAMES[type(event)], params, lang)


def _labels(event: Event, ruleset: Ruleset, names: Sequence[str], lang: str) -> dict[str, Any]:
    """What the sentence of an event shows instead of codes and seats."""
    data = event_json(event)
    params: dict[str, Any] = {}
    for name in ("card", "cards", "discarded", "kept"):
        cards = getattr(event, name, None)
        if isinstance(cards, Card):
            params[name] = card_label(cards, ruleset, lang)
        elif cards is not None:
            params[name] = [card_label(card, ruleset, lang) for card in cards]
            params[f"{name}_count"] = len(cards)
    if "seat" in data:
        params["player"] = names[data["seat"]]
    if "colour" in data:
        params["symbol"] = ruleset.components.colours[ruleset.colours.index(data["colour"])].glyph
    if "winners" in data:
        params["winners"] = [names[seat] for seat in data["winners"]]
        params["winners_count"] = len(data["winners"])
    return params
