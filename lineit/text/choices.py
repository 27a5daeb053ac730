"""Why choices are refused, in the words of the labels of choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from lineit.engine.legality import Choice
from lineit.model.actions import Action
from lineit.model.errors import Reason
from lineit.model.ruleset import Ruleset
from lineit.text import catalog
from lineit.text.narrate import action_label, card_label


def why_text(reason: Reason, ruleset: Ruleset, lang: str = "en") -> str:
    """Return the reason as a sentence for players: with the labels of cards and actions, without
    the id of the rule.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> why_text(game.explain("line"), game.ruleset, "de")
    'jetzt nicht: an die Linie; jetzt geht: eine Karte nehmen'
    """
    return _said(evolve(reason, rule=None, params=_labels(reason, ruleset, lang)), lang)


def _said(reason: Reason, lang: str) -> str:
    if reason.code == "other_phase" and not reason.by_rules:
        return catalog.sentence("play", "why_later", reason.params, lang)
    return reason.text(lang)


def _labels(reason: Reason, ruleset: Ruleset, lang: str) -> dict[str, Any]:
    """Return the parameters of a reason, with labels for cards and verbs."""
    codes = {card.code: card for card in ruleset.cards}

    def label(name: str, value: Any) -> Any:
        if isinstance(value, Reason):
            return why_text(value, ruleset, lang)
        if name in ("card", "last") and value in codes:
            return card_label(codes[value], ruleset, lang)
        if name == "verb":
            return action_label(Action(value), ruleset, lang, rule=reason.rule)
        if name == "verbs":
            return [label("verb", verb) for verb in value]
        return value

    return {name: label(name, value) for name, value in reason.params.items()}


def refusals(choices: Sequence[Choice], ruleset: Ruleset, lang: str = "en") -> tuple[str, ...]:
    """Return a line for each reason why some of the choices are refused, with all that it refuses.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for line in refusals(game.choices, game.ruleset):
    ...     print(line)
    Not now, but at another moment: to the line · to the hand · score the line, begin a new one · \
play a card from the hand · pass · score the line
    """
    lines: dict[str, list[str]] = {}
    for choice in choices:
        if choice.reason is None:
            continue
        later = choice.reason.code in ("other_phase", "game_over") and not choice.reason.by_rules
        why = "" if later else why_text(choice.reason, ruleset, lang)
        lines.setdefault(why, []).append(
            action_label(choice.action, ruleset, lang, rule=choice.rule)
        )
    return tuple(_refusal(why, " · ".join(labels), lang) for why, labels in lines.items())


def _refusal(why: str, labels: str, lang: str) -> str:
    if why:
        return f"{labels}: {why}"
    return catalog.sentence("play", "why_others", {"labels": labels}, lang)
