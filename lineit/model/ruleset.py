"""The contents of a rule file, as frozen models. `lineit.rules.load` reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from attrs import field, frozen

from lineit.model.bounds import Entries, Id, Many, OneLine, Text, Whole, Word
from lineit.model.cards import Card, build_deck
from lineit.model.errors import UnknownCard
from lineit.model.read_only import read_only
from lineit.model.texts import Texts
from lineit.model.words import PLAYERS, EffectWord, GuardWord, Number, Terms, Words
from lineit.model.zones import ZONES, Audience, Memory, ZoneName

Actor = Literal["player", "table", "end"]

Language = Literal["en", "es", "de"]

MOST_PLAYERS = 12
"""Maximum number of players that a rule file may allow."""


SIGN = r"[^\s\d\x00-\x1f\x7f-\x9f\u115f\u1160\u2800\u3164\uffa0]"
"""A sign of a colour, which stands behind numbers: no digit, and not blank."""

Limit = Annotated[int, Whole(0, 1000)] | Annotated[tuple[Word, ...], Many(1, 10)]
"""A limit: a number, or the names of the limits to add up."""


@frozen
class Colour:
    """A colour of number cards. Its sign is a word in `symbol`, and one character in `glyph`."""

    name: Word
    symbol: Word
    glyph: Annotated[str, Text(SIGN, 1, "a sign other than a digit")]


@frozen
class BoxRules:
    """The ids of the rules about the components, for reasons to name."""

    deck: Id | None = None
    players: Id | None = None
    tokens: Id | None = None


@frozen
class Components:
    """The contents of the game's box [deck, colours, players]."""

    numbers: Annotated[int, Whole(1, 1000)]
    bets: Annotated[tuple[Annotated[int, Whole(1, 99)], ...], Many(0, 20)]
    bet_copies: Annotated[int, Whole(0, 26)]
    players: Annotated[tuple[Annotated[int, Whole(1, MOST_PLAYERS)], ...], Many(2, 2)]
    colours: Annotated[tuple[Colour, ...], Many(1, 12)]
    rules: BoxRules = BoxRules()


@frozen
class ZoneRule:
    """The rules for a zone: who sees its cards on the table and with a perfect memory, how many
    cards it may hold, and the id of the rule about it.
    """

    table: Audience
    perfect: Audience
    at_most: Number | None = None
    rule: Id | None = None


@frozen
class RuleEntry:
    """A rule of the game, with the source that it comes from."""

    source: OneLine


@frozen
class Phase:
    """A phase: a `player` decides, the `table` goes on by itself, or it is an `end` of the game."""

    name: Id
    actor: Actor
    rule: Id


@frozen
class Transition:
    """One way from the phase `source` to the phase `to`.

    A player takes it with the verb `on` and a card from the zone `card`; without `on` the table
    takes it by itself. It is open if all terms in `when` hold. The effects in `do` happen in order.
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
        """Return whether the action names a card. It does not if the zone holds only one card."""
        return self.card is not None and not ZONES[self.card].single


@frozen(eq=False)
class Ruleset:
    """The rules of one game, loaded and checked.

    `source` is the content of the rule file as JSON text, merged over the rulesets that it extends,
    and `document` is its data. `lineage` has the names of those, the nearest first. `digest` is a
    hash of all that affects play. Rulesets with equal digests are equal. Nothing in a ruleset can
    be changed, because games share it.

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
    limits: Annotated[Mapping[Word, Limit], Entries] = field(converter=read_only)
    rules: Annotated[Mapping[Id, RuleEntry], Entries] = field(converter=read_only)
    guards: Annotated[Mapping[Word, GuardWord], Entries] = field(converter=read_only)
    effects: Annotated[Mapping[Word, EffectWord], Entries] = field(converter=read_only)
    phases: Annotated[tuple[Phase, ...], Entries]
    transitions: Annotated[tuple[Transition, ...], Entries]
    zones: Mapping[ZoneName, ZoneRule] = field(factory=dict, converter=read_only)
    text: Mapping[Language, Texts] = field(factory=dict, converter=read_only)
    lineage: Annotated[tuple[Id, ...], Many(0, 9)] = ()
    digest: str = field(default="", kw_only=True)
    source: str = field(default="{}", kw_only=True)

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

    @property
    def document(self) -> dict[str, Any]:
        """Return the data of the rule file, which the caller may change."""
        data: dict[str, Any] = json.loads(self.source)
        return data

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """Return the names of the colours, in order."""
        return tuple(colour.name for colour in self.components.colours)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Return every card of the deck, in order [deck]."""
        box = self.components
        return build_deck(box.numbers, self.colours, box.bets, box.bet_copies)

    @cached_property
    def _by_code(self) -> dict[str, Card]:
        return {card.code: card for card in self.cards}

    def card(self, code: str) -> Card:
        """Return the card with this code. Raises `UnknownCard` if there is none [deck]."""
        card = self._by_code.get(code) if isinstance(code, str) else None
        if card is None:
            raise UnknownCard(code, self.name, self.components.rules.deck)
        return card

    def phase(self, name: str) -> Phase:
        """Return the phase with this name. Raises `KeyError` if there is none."""
        return self._phases[name]

    @cached_property
    def _phases(self) -> dict[str, Phase]:
        return {phase.name: phase for phase in self.phases}

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """Return every verb that an action may have, in the order of the transitions."""
        return tuple(dict.fromkeys(each.on for each in self.transitions if each.on is not None))

    def zone(self, name: ZoneName) -> ZoneRule:
        """Return the rules for a zone, or the defaults if the rule file has none."""
        zone = ZONES[name]
        return self.zones.get(name) or ZoneRule(zone.table, zone.perfect)

    def audience(self, name: ZoneName, memory: Memory) -> Audience:
        """Return who sees the cards of a zone with this memory."""
        rule = self.zone(name)
        return rule.table if memory == "table" else rule.perfect

    def number(self, number: int | str, players: int) -> int:
        """Return a number of a rule file, or the value of the limit that it names, in a game of
        this number of players.

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
        """Return whether a number of a rule file depends on the number of players."""
        limit = None if isinstance(number, int) else self.limits.get(number)
        return number == PLAYERS or (isinstance(limit, tuple) and PLAYERS in limit)

    @cached_property
    def plain_limits(self) -> dict[str, int]:
        """Return the limits that are plain numbers. Sentences may name them."""
        return {name: limit for name, limit in self.limits.items() if isinstance(limit, int)}
