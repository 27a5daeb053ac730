"""The rules as data: what a rule file says, as frozen models. `lineit.spec` reads them."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal

from attrs import field, frozen

from lineit.cards import Card, build_deck
from lineit.errors import UnknownCard
from lineit.shapes import Id, Many, OneLine, Term, Text, Whole, Word

Actor = Literal["player", "table", "end"]
Place = Literal["market", "hand", "picked"]

Rows = Many(0, 500)
Words = Annotated[tuple[Word, ...], Many(0, 20)]
Terms = Annotated[tuple[Term, ...], Many(0, 20)]
Limit = Annotated[int, Whole(0, 100)]


@frozen
class Colour:
    """A colour of number cards; `symbol` in a word, `glyph` as one character."""

    name: Word
    symbol: Word
    glyph: Annotated[str, Text(r"[^\s\x00-\x1f\x7f-\x9f]", 1, "a sign")]


@frozen
class Components:
    """What is in the box [deck, colours, players]."""

    numbers: Annotated[int, Whole(1, 1000)]
    bets: Annotated[tuple[Annotated[int, Whole(1, 99)], ...], Many(0, 20)]
    bet_copies: Annotated[int, Whole(0, 26)]
    players: Annotated[tuple[Annotated[int, Whole(1, 12)], ...], Many(2, 2)]
    colours: Annotated[tuple[Colour, ...], Many(1, 12)]


@frozen
class Limits:
    """The numbers that the rules name."""

    market_extra: Limit
    hand: Limit
    bets_per_line: Limit
    jackpot_at: Annotated[int, Whole(1, 100)]
    jackpot_again: Limit
    price: Limit


Audience = Literal["all", "owner", "nobody"]
Memory = Literal["table", "perfect"]


@frozen
class Zone:
    """Who sees the cards of a zone: as they lie on the table, and with a perfect memory."""

    table: Audience
    perfect: Audience


@frozen
class Zones:
    """The zones whose cards may be hidden."""

    deck: Zone
    discard: Zone
    jackpots: Zone
    hand: Zone
    scored: Zone


@frozen
class GuardWord:
    """A question that rows may ask: one of `lineit.guards`, or made of others.

    `all`: each must hold; `any`: at least one; with `some`, for at least one card of that place.
    """

    rule: Id | None = None
    all: Terms = ()
    any: Terms = ()
    some: Place | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The words that this one is made of; none for a guard of `lineit.guards`."""
        return self.all or self.any


@frozen
class EffectWord:
    """A change that rows may make: one of `lineit.effects`, or `do`, several in order."""

    rule: Id | None = None
    do: Words = ()


@frozen
class State:
    """A phase of the game: `player` waits for a decision, `table` goes on by itself, `end`."""

    name: Id
    actor: Actor
    rule: Id


@frozen
class Row:
    """One transition: in phase `source`, on the action `on` with a card out of `card`, if all of
    `when` hold, `do` in order and go to phase `to`. Without `on` the table does it by itself.
    """

    id: Id
    rule: Id
    source: Id
    to: Id
    on: Id | None = None
    card: Place | None = None
    when: Terms = ()
    do: Words = ()

    @property
    def names_card(self) -> bool:
        """Whether the action says which card. The picked card is only one, so it need not."""
        return self.card in ("market", "hand")


@frozen(eq=False)
class Ruleset:
    """The rules of one game, loaded and checked.

    `document` is all that the rule file says, with what it extends laid below it, whose names are
    in `lineage`, the nearest first. `digest` is made of what in it is played; two rulesets are
    equal if it is.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> standard.name, len(standard.cards), standard.limits.hand
    ('standard', 106, 2)
    >>> standard.card("42").colour
    'blue'
    """

    format: Literal[1]
    name: Id
    title: OneLine
    start: Id
    components: Components
    limits: Limits
    zones: Zones
    rules: Annotated[dict[Id, OneLine], Rows]
    guards: Annotated[dict[Word, GuardWord], Rows]
    effects: Annotated[dict[Word, EffectWord], Rows]
    states: Annotated[tuple[State, ...], Rows]
    transitions: Annotated[tuple[Row, ...], Rows]
    lineage: Annotated[tuple[Id, ...], Many(0, 9)] = ()
    digest: str = field(default="", kw_only=True)
    document: dict[str, Any] = field(factory=dict, kw_only=True)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Ruleset {self.name} {self.digest[:8]}>"

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours, in order."""
        return tuple(colour.name for colour in self.components.colours)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the deck, in order [deck]."""
        box = self.components
        return build_deck(box.numbers, self.colours, box.bets, box.bet_copies)

    @cached_property
    def _by_code(self) -> dict[str, Card]:
        return {card.code: card for card in self.cards}

    def card(self, code: str) -> Card:
        """The card with this code. Raises `UnknownCard` [deck]."""
        card = self._by_code.get(code) if isinstance(code, str) else None
        if card is None:
            raise UnknownCard(code, self.name)
        return card

    def state(self, name: str) -> State:
        """The state of a phase that there is."""
        return next(state for state in self.states if state.name == name)

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """Every verb that an action may have, in the order of the rows."""
        return tuple(dict.fromkeys(row.on for row in self.transitions if row.on is not None))
