"""The table: everything that lies on it, frozen. A step makes another table.

The zones are fields of `Table` and `Player`; `lineit.model.zones` lists them. `cards_in`,
`Table.piles` and `with_piles` access each zone by its name, so that other code does not depend on
which field has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from operator import attrgetter
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Literal

from attrs import fields, frozen

from lineit.model import boards
from lineit.model.cards import Card
from lineit.model.ruleset import Ruleset
from lineit.model.zones import ZONES, ZoneName

if TYPE_CHECKING:
    from lineit.model.errors import Reason

Direction = Literal["ascending", "descending"]
Owner = int | str | None
"""The owner of a pile: a seat, a colour, or None for the table."""


@frozen(cache_hash=True)
class Line:
    """The line of a player: its cards in the order in which they were placed [direction].

    >>> from lineit import load_ruleset
    >>> card = load_ruleset("standard").card
    >>> line = Line((card("30"), card("B3a"), card("12")))
    >>> line.direction, line.last.code, line.count("yellow"), line.joined_after(card("B3a"))
    ('descending', '12', 1, 1)
    """

    cards: tuple[Card, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def numbers(self) -> tuple[Card, ...]:
        """Return the number cards."""
        return tuple([card for card in self.cards if card.number is not None])

    @property
    def bets(self) -> tuple[Card, ...]:
        """Return the Bet cards."""
        return tuple([card for card in self.cards if card.number is None])

    @cached_property
    def last(self) -> Card | None:
        """Return the last number card, or None if there is none."""
        return next((card for card in reversed(self.cards) if card.number is not None), None)

    @cached_property
    def direction(self) -> Direction | None:
        """Return the direction of the line; None before its second number card."""
        numbers = (card.number for card in self.cards if card.number is not None)
        first, second = next(numbers, None), next(numbers, None)
        if first is None or second is None:
            return None
        return "ascending" if first < second else "descending"

    def count(self, colour: str | None) -> int:
        """Return the number of number cards of the colour [jackpot-claim]."""
        return sum([card.colour == colour for card in self.cards if card.number is not None])

    def joined_after(self, card: Card) -> int:
        """Return the number of cards that joined the line after this one [bet-settle]."""
        return len(self.cards) - 1 - self.cards.index(card)

    def still_needs(self, bet: Card) -> int:
        """Return how many more cards must join the line to win the bet of a Bet card in it; 0 if
        the bet is won when the line is scored [bet-settle].

        >>> line = Line((Card("B3a", value=3), Card("7", number=7, colour="green")))
        >>> line.still_needs(line.bets[0])
        2
        """
        return max(0, (bet.value or 0) - self.joined_after(bet))


@frozen(cache_hash=True)
class Player:
    """What lies before one player. `tokens` are the values of the tokens."""

    hand: tuple[Card, ...] = ()
    line: Line = Line()
    scored: tuple[Card, ...] = ()
    tokens: tuple[int, ...] = ()
    stopped: bool = False

    @cached_property
    def points(self) -> int:
        """Return the points: 1 for each scored card, plus and minus the tokens [points]."""
        return len(self.scored) + sum(self.tokens)

    def with_pile(self, zone: ZoneName, cards: tuple[Card, ...]) -> Player:
        """Return a copy of this player with other cards in one zone."""
        return Player(
            cards if zone == "hand" else self.hand,
            Line(cards) if zone == "line" else self.line,
            cards if zone == "scored" else self.scored,
            self.tokens,
            self.stopped,
        )


@frozen(cache_hash=True)
class Table:
    """The whole table, with all hidden cards.

    `phase` is the name of a phase of the ruleset. `round` counts from 1; it is 0 before the first
    deal. `first` and `seat` are the seats of the first player and of the player on turn. `picked`
    is the card that was taken from the market and not placed yet. `played` counts the cards played
    from the hand in this turn. `deck` begins with the top card. `jackpots` are in the order of the
    ruleset's colours.

    `str(table)` is the table as text. Notebooks show it as a picture.

    >>> from lineit import Game
    >>> table = Game.new(players=3, seed=7).table
    >>> table.phase, table.round, table.seat, len(table.market), len(table.deck)
    ('pick', 1, 0, 5, 101)
    """

    ruleset: Ruleset
    phase: str
    round: int
    first: int
    seat: int
    picked: Card | None
    played: int
    deck: tuple[Card, ...]
    market: tuple[Card, ...]
    discard: tuple[Card, ...]
    jackpots: tuple[tuple[Card, ...], ...]
    players: tuple[Player, ...]

    @property
    def player(self) -> Player:
        """Return the player on turn."""
        return self.players[self.seat]

    @property
    def next_seat(self) -> int:
        """Return the seat to the left of the seat on turn."""
        return (self.seat + 1) % len(self.players)

    @property
    def leaders(self) -> tuple[int, ...]:
        """Return the seats with the most points."""
        points = [player.points for player in self.players]
        return tuple([seat for seat, own in enumerate(points) if own == max(points)])

    @property
    def key(self) -> tuple[Any, ...]:
        """Return a hashable value that is equal for two tables if they differ only in the order of
        cards or tokens where that order has no meaning.

        >>> from lineit import Game
        >>> table = Game.new(players=2, seed=7).table
        >>> turned = table.changed(market=table.market[::-1])
        >>> turned == table, turned.key == table.key
        (False, True)
        """
        lying = tuple(
            [
                cards if ZONES[zone].ordered else tuple(sorted(cards))
                for zone, _, cards in self.piles()
            ]
        )
        players = tuple([(tuple(sorted(each.tokens)), each.stopped) for each in self.players])
        numbers = (self.phase, self.round, self.first, self.seat, self.played)
        return (self.ruleset.digest, numbers, players, lying)

    def changed(  # noqa: PLR0913 # it has a parameter for each field
        self,
        *,
        phase: str | None = None,
        round: int | None = None,  # noqa: A002 # the field's name
        first: int | None = None,
        seat: int | None = None,
        picked: Card | EllipsisType | None = ...,
        played: int | None = None,
        deck: tuple[Card, ...] | None = None,
        market: tuple[Card, ...] | None = None,
        discard: tuple[Card, ...] | None = None,
        jackpots: tuple[tuple[Card, ...], ...] | None = None,
        players: tuple[Player, ...] | None = None,
    ) -> Table:
        """Return a copy of this table with other fields. Twice as fast as `attrs.evolve`."""
        return Table(
            self.ruleset,
            self.phase if phase is None else phase,
            self.round if round is None else round,
            self.first if first is None else first,
            self.seat if seat is None else seat,
            self.picked if picked is ... else picked,
            self.played if played is None else played,
            self.deck if deck is None else deck,
            self.market if market is None else market,
            self.discard if discard is None else discard,
            self.jackpots if jackpots is None else jackpots,
            self.players if players is None else players,
        )

    def with_player(self, seat: int, player: Player) -> Table:
        """Return a copy of this table with another player at the seat."""
        return self.changed(players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def with_jackpot(self, colour: str, cards: tuple[Card, ...]) -> Table:
        """Return a copy of this table with other cards under the jackpot of the colour."""
        at = self.ruleset.colours.index(colour)
        return self.changed(jackpots=(*self.jackpots[:at], cards, *self.jackpots[at + 1 :]))

    def jackpot(self, colour: str) -> tuple[Card, ...]:
        """Return the cards under the jackpot of the colour."""
        return self.jackpots[self.ruleset.colours.index(colour)]

    def piles(self) -> Iterator[tuple[ZoneName, Owner, tuple[Card, ...]]]:
        """Yield every pile on the table: its zone, its owner and its cards.

        >>> from lineit import Game
        >>> table = Game.new(seed=7).table
        >>> [(zone, owner, len(cards)) for zone, owner, cards in table.piles() if cards]
        [('deck', None, 102), ('market', None, 4)]
        """
        for name, zone in ZONES.items():
            owners: Iterable[Owner] = (None,)
            if zone.whose == "colour":
                owners = self.ruleset.colours
            elif zone.whose == "player":
                owners = range(len(self.players))
            for owner in owners:
                yield name, owner, READERS[name](self, owner)

    def problems(self) -> tuple[Reason, ...]:
        """Return everything that is wrong with a table made by hand, such as too many cards in a
        hand, or a line that breaks the rules. A table of a game has no problems.

        >>> from lineit import Game
        >>> Game.new(players=2, seed=7).table.problems()
        ()
        """
        from lineit.rules.check_table import table_problems  # noqa: PLC0415 # it imports this module

        return table_problems(self)

    def __str__(self) -> str:
        return boards.text_board(self)

    def _repr_svg_(self) -> str:
        return boards.svg_board(self)

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> Table:
        return self


Reader = Callable[[Table, Any], tuple[Card, ...]]
"""A function of a table and an owner (a seat, a colour or None) that returns a pile's cards."""

Writer = Callable[[list[Any], Any, tuple[Card, ...]], None]
"""A function that puts cards into a pile of an owner, in the list of a table's field values."""

NAMES = tuple(field.name for field in fields(Table))
RULESET, PLAYERS = NAMES.index("ruleset"), NAMES.index("players")
values_of: Callable[[Table], tuple[Any, ...]] = attrgetter(*NAMES)
"""Returns the values of all fields of a table; `Table(*values)` is an equal table."""


def reader(zone: ZoneName) -> Reader:
    """Return the function that reads a pile of the zone, for `cards_in` and `Table.piles`."""
    get: Callable[[Any], Any] = attrgetter(zone)
    match ZONES[zone].whose:
        case "table":
            return lambda table, _: get(table)
        case "turn":
            return lambda table, _: () if get(table) is None else (get(table),)
        case "colour":
            return lambda table, colour: get(table)[table.ruleset.colours.index(colour)]
    if zone == "line":
        return lambda table, seat: table.players[seat].line.cards
    return lambda table, seat: get(table.players[seat])


def writer(zone: ZoneName) -> Writer:
    """Return the function that puts cards into a pile of the zone, for `with_piles`."""
    at = NAMES.index(zone) if zone in NAMES else PLAYERS

    def of_table(values: list[Any], _: Any, cards: tuple[Card, ...]) -> None:
        values[at] = cards

    def of_turn(values: list[Any], _: Any, cards: tuple[Card, ...]) -> None:
        values[at] = cards[0] if cards else None

    def of_colour(values: list[Any], colour: Any, cards: tuple[Card, ...]) -> None:
        before, place = values[at], values[RULESET].colours.index(colour)
        values[at] = (*before[:place], cards, *before[place + 1 :])

    def of_player(values: list[Any], seat: Any, cards: tuple[Card, ...]) -> None:
        before = values[at]
        values[at] = (*before[:seat], before[seat].with_pile(zone, cards), *before[seat + 1 :])

    writers: dict[str, Writer] = {
        "table": of_table,
        "turn": of_turn,
        "colour": of_colour,
        "player": of_player,
    }
    return writers[ZONES[zone].whose]


READERS = {name: reader(name) for name in ZONES}
WRITERS = {name: writer(name) for name in ZONES}


def cards_in(table: Table, zone: ZoneName, seat: int) -> tuple[Card, ...]:
    """Return the cards of a zone: of the player at `seat` if each player has one, of all colours
    together if each colour has a pile.

    >>> from lineit import Game
    >>> table = Game.new(players=2, seed=7).table
    >>> [str(card) for card in cards_in(table, "market", seat=0)], cards_in(table, "hand", seat=0)
    (['91', '33', '58', '23'], ())
    """
    if ZONES[zone].whose == "colour":
        return tuple([card for cards in getattr(table, zone) for card in cards])
    return READERS[zone](table, seat)


def with_piles(table: Table, changed: Iterable[tuple[ZoneName, Owner, tuple[Card, ...]]]) -> Table:
    """Return a table with other cards in some piles, each given as zone, owner and cards."""
    values = [*values_of(table)]
    for zone, owner, cards in changed:
        WRITERS[zone](values, owner, cards)
    return Table(*values)


def set_up(ruleset: Ruleset, players: int, deck: tuple[Card, ...], first: int = 0) -> Table:
    """Return the table before the first deal, with only the deck on it, top card first."""
    return Table(
        ruleset=ruleset,
        phase=ruleset.start,
        round=0,
        first=first,
        seat=first,
        picked=None,
        played=0,
        deck=deck,
        market=(),
        discard=(),
        jackpots=tuple(() for _ in ruleset.colours),
        players=tuple(Player() for _ in range(players)),
    )


def is_set_up(table: Table) -> bool:
    """Return whether the table is one before the first deal, as made by `set_up`.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> is_set_up(game.undealt), is_set_up(game.table)
    (True, False)
    """
    return table == set_up(table.ruleset, len(table.players), table.deck, table.first)
