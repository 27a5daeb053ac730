"""The table: everything that lies on it, frozen. A step never changes one, it makes another."""

from __future__ import annotations

from types import EllipsisType
from typing import Literal

from attrs import frozen

from lineit.cards import Card
from lineit.ruleset import Ruleset

Direction = Literal["ascending", "descending"]


@frozen
class Line:
    """A player's line, in the order placed [direction].

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
        """The number cards."""
        return tuple([card for card in self.cards if card.number is not None])

    @property
    def bets(self) -> tuple[Card, ...]:
        """The Bet cards."""
        return tuple([card for card in self.cards if card.number is None])

    @property
    def last(self) -> Card | None:
        """The last number card; None where there is none."""
        numbers = self.numbers
        return numbers[-1] if numbers else None

    @property
    def direction(self) -> Direction | None:
        """Which way the line goes; None until it has its second number card."""
        numbers = [card.number for card in self.cards if card.number is not None]
        if len(numbers) < 2:
            return None
        return "ascending" if numbers[0] < numbers[1] else "descending"

    def count(self, colour: str | None) -> int:
        """How many number cards of the colour there are [jackpot-claim]."""
        return sum([card.colour == colour for card in self.cards if card.number is not None])

    def joined_after(self, card: Card) -> int:
        """How many cards joined the line after this one [bet-settle]."""
        return len(self.cards) - 1 - self.cards.index(card)

    def still_needs(self, bet: Card) -> int:
        """How many more cards must join the line for this Bet card of it to be won; 0 where it
        is won when the line is scored [bet-settle].

        >>> line = Line((Card("B3a", value=3), Card("7", number=7, colour="green")))
        >>> line.still_needs(line.bets[0])
        2
        """
        return max(0, (bet.value or 0) - self.joined_after(bet))


@frozen
class Player:
    """What lies before one player. `tokens` are the values of the bet tokens, won and lost."""

    hand: tuple[Card, ...] = ()
    line: Line = Line()
    scored: tuple[Card, ...] = ()
    tokens: tuple[int, ...] = ()
    stopped: bool = False

    @property
    def points(self) -> int:
        """1 for each card scored, plus and minus the tokens [points]."""
        return len(self.scored) + sum(self.tokens)


@frozen
class Table:
    """The whole table as the referee sees it.

    `phase` is a state of the ruleset; `round` counts from 1 (0 before the first deal); `first`
    and `seat` are the first player and the one on turn, from 0; `picked` is the card taken from
    the market and not yet placed; `played` counts the cards played from the hand in this turn;
    `deck` runs from the top; `jackpots` are in the order of the ruleset's colours.

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
        """The player on turn."""
        return self.players[self.seat]

    @property
    def next_seat(self) -> int:
        """The seat to the left of the one on turn."""
        return (self.seat + 1) % len(self.players)

    @property
    def market_size(self) -> int:
        """How many cards a full market has [deal]."""
        return len(self.players) + self.ruleset.limits.market_extra

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points: at the end, the winners [winner]."""
        points = [player.points for player in self.players]
        return tuple([seat for seat, own in enumerate(points) if own == max(points)])

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
        """Another table that differs in what is named. Twice as fast as `attrs.evolve`."""
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

    def with_player(self, seat: int, player: Player) -> tuple[Player, ...]:
        """The players with one of them changed."""
        return (*self.players[:seat], player, *self.players[seat + 1 :])

    def with_jackpot(self, colour: str, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        """The jackpots with these cards under the one of the colour."""
        at = self.ruleset.colours.index(colour)
        return (*self.jackpots[:at], cards, *self.jackpots[at + 1 :])

    def jackpot(self, colour: str) -> tuple[Card, ...]:
        """The cards under the jackpot of the colour."""
        return self.jackpots[self.ruleset.colours.index(colour)]


def set_up(ruleset: Ruleset, players: int, deck: tuple[Card, ...], first: int = 0) -> Table:
    """The table before the first deal: the deck, from the top, and nothing else on it."""
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
