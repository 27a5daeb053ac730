"""How long a game can be, and how many points it can bring."""

from __future__ import annotations

from functools import lru_cache

from lineit.flow import bets_come_back, changes_of, kinds_in_zones
from lineit.ruleset import Ruleset
from lineit.work import work_of

DECISIONS_A_CARD = 10
"""Maximum number of decisions in a game for each card of the deck."""

MOST_WORK_A_GAME = 3_000_000
"""Maximum number of simple words that a game may ask and do, whatever the deck."""


@lru_cache(maxsize=64)
def most_decisions(ruleset: Ruleset) -> int:
    """Return the maximum number of decisions in a game: `Game.apply` refuses any more, as no end is
    then to be expected. Games that people play have far fewer.

    >>> from lineit import load_ruleset
    >>> most_decisions(load_ruleset("standard"))
    1060
    """
    work = MOST_WORK_A_GAME // (work_of(ruleset) + 1)
    return min(DECISIONS_A_CARD * len(ruleset.cards), work)


def points_range(ruleset: Ruleset, players: int) -> tuple[int, int]:
    """Return the least and the most points that a player can have in a game of so many players.

    Each number card can be scored once, each bet won or lost once. Where Bet cards come back into
    play, each may be won or lost with each decision; where effects give tokens of
    their own, each is counted as often as a game has decisions: a bound that no game comes near.

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
    for row in ruleset.transitions:
        for made in changes_of(ruleset, row.do):
            if made.word.token is not None:
                value = ruleset.number(made.word.token, players)
                times = 1 if made.word.each is None else len(ruleset.cards)
                all_told = value * times * most_decisions(ruleset)
                least, most = least + min(0, all_told), most + max(0, all_told)
    return least, most
