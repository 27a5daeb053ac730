"""The words of a rule file: guards, which transitions ask, and effects, which they make."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from attrs import frozen

from lineit.model.bounds import Id, Many, Term, Whole, Word
from lineit.model.zones import ZoneName

PLAYERS = "players"
"""The name that stands for the number of players wherever a rule file may name a limit."""


Words = Annotated[tuple[Word, ...], Many(0, 20)]

Terms = Annotated[tuple[Term, ...], Many(0, 20)]

Number = Annotated[int, Whole(-1000, 1000)] | Word
"""A number in a rule file, or the name of a limit."""

KINDS = ("numbers", "bets", "colour")
"""The kinds of cards to count or move, besides the names of the colours. `colour` means the number
cards with the same colour as the card of the transition."""


Countable = Literal[
    ZoneName,
    "jackpot",
    "card",
    "points",
    "tokens",
    "played",
    "round",
    "turn",
    "number",
    "step",
]
"""What a guard can count: the cards of a zone; `jackpot`, the pile of the card's colour; `card`,
the card itself; `points` or `tokens` of the player; `played`, the cards played from the hand in
this turn; `round`, the number of the round; `turn`, the number of seats from the first player to
this one; `number`, the number of the card; `step`, that number minus the last one of the line."""

COMPARISONS = ("at_least", "at_most", "below", "exactly", "multiple_of")

NUMBER_KEYS = (*COMPARISONS, "beyond", "first", "last", "up_to", "token")
"""The keys of guards, effects and zones whose values are numbers, or names of limits."""


@frozen
class GuardWord:
    """A guard: one of `lineit.engine.guards.BUILT_IN`, a count with comparisons, or other terms.

    `count`: what to count, or several zones, whose cards are added up. `of`: count only cards of
    this kind. `that`: count only cards for which these terms hold. `beyond`: a number to subtract
    before the comparisons, which must all hold. `all`: each of these terms must hold. `any`: at
    least one must hold. `some`: they must hold for at least one card of this zone, or for at least
    one of the `players`.
    """

    rule: Id | None = None
    count: Countable | Annotated[tuple[ZoneName, ...], Many(1, 8)] | None = None
    of: Word | None = None
    that: Terms = ()
    beyond: Number | None = None
    at_least: Number | None = None
    at_most: Number | None = None
    below: Number | None = None
    exactly: Number | None = None
    multiple_of: Number | None = None
    all: Terms = ()
    any: Terms = ()
    some: Literal[ZoneName, "players"] | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the terms of this guard; none for a count or a built-in guard."""
        return self.all or self.any

    @property
    def counted(self) -> tuple[Countable, ...]:
        """Return what the guard counts; nothing if it is not a count."""
        if self.count is None:
            return ()
        return self.count if isinstance(self.count, tuple) else (self.count,)

    @property
    def comparisons(self) -> dict[str, int | str]:
        """Return the comparisons by name, each with a number or the name of a limit."""
        found = {name: getattr(self, name) for name in COMPARISONS}
        return {name: number for name, number in found.items() if number is not None}


WHICH = ("card", "all", *KINDS)
"""The cards that a move can take: the card of the transition, all, or those of a kind."""


@frozen
class EffectWord:
    """An effect: one of `lineit.engine.effects.BUILT_IN`, a move of cards, a token, or several
    effects in the order of `do`. It happens only if all terms in `when` hold.

    A move takes the cards `move` from the zone `source` to the zone `to`. `that`: only cards for
    which these terms hold. `first`, `last`: at most this number of cards from that end. `up_to`:
    only until `to` holds this number of cards. `put`: the end of an ordered zone to add them to.

    `token` is the value of a token. The player takes one, or one for `each` card of a zone: with
    `of` only for cards of that kind, with `that` only for cards for which these terms hold.
    """

    rule: Id | None = None
    when: Terms = ()
    do: Words = ()
    move: Word | None = None
    source: Literal[ZoneName, "jackpot"] | None = None
    to: ZoneName | None = None
    first: Number | None = None
    last: Number | None = None
    up_to: Number | None = None
    put: Literal["top", "bottom"] | None = None
    token: Number | None = None
    each: ZoneName | None = None
    of: Word | None = None
    that: Terms = ()


def term(word: str) -> tuple[str, bool]:
    """Return the name of a term's guard, and whether the guard must hold.

    >>> term("not hand_has_room")
    ('hand_has_room', False)
    """
    name = word.removeprefix("not ")
    return name, name == word


def source_of(word: EffectWord) -> ZoneName:
    """Return the zone from which a move takes cards."""
    return "jackpots" if word.source == "jackpot" else cast(ZoneName, word.source)
