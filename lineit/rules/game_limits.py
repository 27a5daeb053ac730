"""Bounds of a game: its length and its points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from lineit.model.ruleset import Ruleset
from lineit.rules.analysis import bets_come_back, changes_of, kinds_in_zones
from lineit.rules.load import is_built_in
from lineit.rules.work import Looks, looks_by_phase

DECISIONS_A_CARD = 10
"""Maximum number of decisions in a game, for each card of the deck."""

MOST_WORK_A_GAME = 20_000_000
"""Maximum work of all decisions of a game, in cards looked at; see `lineit.rules.work`. Games that
people play take a hundredth, even with the largest box half.
"""


def most_decisions(ruleset: Ruleset) -> int:
    """Return the maximum number of decisions in a game.

    `Game.apply` refuses more, because such a game would probably never end. Games that people play
    have far fewer.

    >>> from lineit import load_ruleset
    >>> most_decisions(load_ruleset("standard"))
    1060
    """
    return DECISIONS_A_CARD * len(ruleset.cards)


@lru_cache(maxsize=64)
def looks_to_count(ruleset: Ruleset) -> Mapping[str, Looks] | None:
    """Return the work of each phase; None for a built-in ruleset, whose games take little."""
    return None if is_built_in(ruleset) else looks_by_phase(ruleset)


def points_range(ruleset: Ruleset, players: int) -> tuple[int, int]:
    """Return the minimum and the maximum points of a player in a game of that many players.

    Each number card can be scored once, and each bet won or lost once. If Bet cards can come back
    into play, each is counted once for each decision. So is each token that an effect gives. No
    game comes near these bounds.

    >>> from lineit import load_ruleset
    >>> points_range(load_ruleset("standard"), players=2)
    (-24, 124)
    """
    bets = sum(card.value or 0 for card in ruleset.cards)
    scored = kinds_in_zones(ruleset)["scored"]
    cards = [card for card in ruleset.cards if ("bets" if card.is_bet else "numbers") in scored]
    if bets_come_back(ruleset):
        bets *= most_decisions(ruleset)
    least, most = -bets, bets + len(cards)
    for transition in ruleset.transitions:
        for change in changes_of(ruleset, transition.do):
            if change.word.token is not None:
                value = ruleset.number(change.word.token, players)
                times = 1 if change.word.each is None else len(ruleset.cards)
                total = value * times * most_decisions(ruleset)
                least, most = least + min(0, total), most + max(0, total)
    return least, most
