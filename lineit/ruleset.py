"""The rules as data: what a rule file says, as frozen models. `lineit.spec` reads them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from attrs import field, frozen

from lineit.cards import Card, build_deck
from lineit.errors import UnknownCard
from lineit.shapes import Id, Many, OneLine, Term, Text, Whole, Word
from lineit.zones import ZONES, Audience, Memory, ZoneName

Actor = Literal["player", "table", "end"]
Language = Literal["en", "es", "de"]

MOST_PLAYERS = 12
"""Maximum number of players that a rule file may allow."""

PLAYERS = "players"
"""The name that stands for the number of players wherever a rule file may name a limit."""

Rows = Many(0, 500)
Words = Annotated[tuple[Word, ...], Many(0, 20)]
Terms = Annotated[tuple[Term, ...], Many(0, 20)]
Limit = Annotated[int, Whole(0, 1000)] | Annotated[tuple[Word, ...], Many(1, 10)]
"""A limit: a number, or the names of those that are added up."""
Number = Annotated[int, Whole(-1000, 1000)] | Word
"""A number in a word of a rule file: itself, or the name of a limit."""


@frozen
class Colour:
    """A colour of number cards; `symbol` in a word, `glyph` as one character."""

    name: Word
    symbol: Word
    glyph: Annotated[str, Text(r"[^\s\x00-\x1f\x7f-\x9f]", 1, "a sign")]


@frozen
class BoxRules:
    """The ids of the rules that say what is in the box, for refusals to name."""

    deck: Id | None = None
    players: Id | None = None
    tokens: Id | None = None


@frozen
class Components:
    """What is in the box [deck, colours, players]."""

    numbers: Annotated[int, Whole(1, 1000)]
    bets: Annotated[tuple[Annotated[int, Whole(1, 99)], ...], Many(0, 20)]
    bet_copies: Annotated[int, Whole(0, 26)]
    players: Annotated[tuple[Annotated[int, Whole(1, MOST_PLAYERS)], ...], Many(2, 2)]
    colours: Annotated[tuple[Colour, ...], Many(1, 12)]
    rules: BoxRules = BoxRules()


@frozen
class ZoneRule:
    """What a rule file says of a zone: who sees its cards, as they lie on the table and with a
    perfect memory; how many it may hold; and the rule that says what may lie there.
    """

    table: Audience
    perfect: Audience
    at_most: Number | None = None
    rule: Id | None = None


@frozen
class RuleEntry:
    """A rule that the file follows, and where it comes from."""

    source: OneLine


KINDS = ("numbers", "bets", "colour")
"""Which cards are counted or moved, beside the name of a colour; `colour`: number cards of the
card's own colour."""

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
"""What a question can count: a zone; the pile under the jackpot of the card's colour; the card
itself; the player's points or tokens; cards played from the hand in this turn; the round; how far
the player sits from the first one; the number of the card; the step from the last number of the
line to it."""

COMPARISONS = ("at_least", "at_most", "below", "exactly", "multiple_of")


@frozen
class GuardWord:
    """A question that transitions may ask: one of `lineit.guards.BUILT_IN`, a count that is
    compared, or a question made of others.

    `count`: what is counted, or several zones, whose cards are added up; `of`: only cards of this
    kind; `that`: only cards for which these terms hold; `beyond` is taken off before the
    comparisons, which must all hold. `all`: each term must
    hold; `any`: at least one; with `some`, for at least one card of that zone, or for at least one
    player.
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
        """The terms that this question is made of; none for a count or a built-in question."""
        return self.all or self.any

    @property
    def counted(self) -> tuple[Countable, ...]:
        """What is counted; nothing where the question is no count."""
        if self.count is None:
            return ()
        return self.count if isinstance(self.count, tuple) else (self.count,)

    @property
    def comparisons(self) -> dict[str, int | str]:
        """The comparisons by name, each with the number or the name of a limit."""
        found = {name: getattr(self, name) for name in COMPARISONS}
        return {name: number for name, number in found.items() if number is not None}


WHICH = ("card", "all", *KINDS)
"""Which cards a move takes: the card of the transition, all, or those of a kind."""


@frozen
class EffectWord:
    """A change that transitions may make: one of `lineit.effects.BUILT_IN`, a move of cards, a
    token, or several changes in order. It is made only where all of `when` hold.

    A move takes `move` from the zone `source` to the zone `to`: only cards for which all of `that`
    hold, only the `first` or `last` so many, or only `up_to` so many in the zone that they go to;
    `put` says on which side of an ordered one.
    A `token` is taken once, or once for `each` card of that zone, of a kind where `of` says so.
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


@frozen
class Phase:
    """A phase of the game: `player` waits for a decision, `table` goes on by itself, `end`."""

    name: Id
    actor: Actor
    rule: Id


@frozen
class Transition:
    """One way on: in phase `source`, on the action `on` with a card out of `card`, if all of `when`
    hold, `do` in order and go to phase `to`. Without `on` the table does it by itself.
    """

    id: Id
    rule: Id
    source: Id
    to: Id
    on: Id | None = None
    card: ZoneName | None = None
    when: Terms = ()
    do: Words = ()

    @property
    def names_card(self) -> bool:
        """Whether the action says which card. A zone that holds only one needs no name."""
        return self.card is not None and not ZONES[self.card].single


Template = Annotated[str, Text(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]+", 1000, "a line of text")]
Failing = Annotated[str, Text("[a-z][a-z0-9_]*", 44)]
"""A guard, or one with `not_` before it: why it stood in the way."""

Sentence = Template | dict[str, Any]
"""A sentence with parameters in braces, or a table that chooses one by the value of a parameter."""


@frozen
class Texts:
    """What a rule file says to people in one language: names and sentences, by what they are of."""

    title: OneLine | None = None
    rules: Annotated[dict[Id, Sentence], Rows] = field(factory=dict)
    verbs: Annotated[dict[Id, Sentence], Rows] = field(factory=dict)
    phases: Annotated[dict[Id, OneLine], Rows] = field(factory=dict)
    prompts: Annotated[dict[Id, OneLine], Rows] = field(factory=dict)
    reasons: Annotated[dict[Failing, Sentence], Rows] = field(factory=dict)
    events: Annotated[dict[Word, Sentence], Rows] = field(factory=dict)
    limits: Annotated[dict[Word, OneLine], Rows] = field(factory=dict)
    colours: Annotated[dict[Word, OneLine], Rows] = field(factory=dict)


@frozen(eq=False)
class Ruleset:
    """The rules of one game, loaded and checked.

    `document` is all that the rule file says, with what it extends laid below it, whose names are
    in `lineage`, the nearest first. `digest` is made of what in it is played; two rulesets are
    equal if it is.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> standard.name, len(standard.cards), standard.limits["hand"]
    ('standard', 106, 2)
    >>> standard.card("42").colour
    'blue'
    """

    format: Literal[2]
    name: Id
    title: OneLine
    start: Id
    components: Components
    limits: Annotated[dict[Word, Limit], Rows]
    rules: Annotated[dict[Id, RuleEntry], Rows]
    guards: Annotated[dict[Word, GuardWord], Rows]
    effects: Annotated[dict[Word, EffectWord], Rows]
    phases: Annotated[tuple[Phase, ...], Rows]
    transitions: Annotated[tuple[Transition, ...], Rows]
    zones: dict[ZoneName, ZoneRule] = field(factory=dict)
    text: dict[Language, Texts] = field(factory=dict)
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

    def __copy__(self) -> Ruleset:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> Ruleset:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from lineit.spec import pickled  # noqa: PLC0415 # it reads what is modelled here

        return pickled(self)

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
        """Return the card with this code. Raises `UnknownCard` [deck]."""
        card = self._by_code.get(code) if isinstance(code, str) else None
        if card is None:
            raise UnknownCard(code, self.name, self.components.rules.deck)
        return card

    def phase(self, name: str) -> Phase:
        """Return the phase of this name, which must be there."""
        return self._phases[name]

    @cached_property
    def _phases(self) -> dict[str, Phase]:
        return {phase.name: phase for phase in self.phases}

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """Every verb that an action may have, in the order of the transitions."""
        return tuple(dict.fromkeys(row.on for row in self.transitions if row.on is not None))

    def zone(self, name: ZoneName) -> ZoneRule:
        """Return what the rules say of a zone, or what holds where they say nothing."""
        zone = ZONES[name]
        return self.zones.get(name) or ZoneRule(zone.table, zone.perfect)

    def audience(self, name: ZoneName, memory: Memory) -> Audience:
        """Return who sees the cards of a zone: with this memory."""
        rule = self.zone(name)
        return rule.table if memory == "table" else rule.perfect

    def number(self, number: int | str, players: int) -> int:
        """Return a number of a rule file: itself, or the limit that it names, in a game of so many
        players.

        >>> from lineit import load_ruleset
        >>> load_ruleset("standard").number("market_size", players=3)
        5
        """
        if isinstance(number, int):
            return number
        if number == PLAYERS:
            return players
        limit = self.limits[number]
        if isinstance(limit, tuple):
            return sum([self.number(name, players) for name in limit])
        return limit

    def by_players(self, number: int | str) -> bool:
        """Whether a number of a rule file depends on the number of players."""
        limit = number if isinstance(number, int) else self.limits.get(number, ())
        return number == PLAYERS or (isinstance(limit, tuple) and PLAYERS in limit)

    @cached_property
    def plain_limits(self) -> Mapping[str, int]:
        """The limits that are plain numbers, which sentences may name."""
        return {name: limit for name, limit in self.limits.items() if isinstance(limit, int)}
