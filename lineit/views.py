"""What a seat may see: views of a table, and events as they are seen.

Both are cut by one table of the ruleset, `[zones]`, so that they can not say different things.
"""

from __future__ import annotations

from random import Random
from types import NoneType
from typing import Any

from attrs import frozen

from lineit import machine
from lineit.cards import Card
from lineit.codec import codes, event_json
from lineit.errors import Reason, ViewError
from lineit.events import (
    BetsDiscarded,
    Event,
    JackpotClaimed,
    JackpotFilled,
)
from lineit.ruleset import Memory, Ruleset
from lineit.shapes import short
from lineit.table import Line, Player, Table

MAY_HIDE = (JackpotClaimed, JackpotFilled, BetsDiscarded)
"""Events of cards that may go from one hidden place to another. All others have one end in the
market, a line or the picked card, which lie open.
"""

MOST_GUESSES = 1000
"""So often a sample is dealt anew to find a hand with which the player on turn can decide."""


@frozen
class Pile:
    """Cards of which one sees at least how many there are; `cards` is None where only that."""

    count: int
    cards: tuple[Card, ...] | None


@frozen
class PlayerView:
    """What is seen of one player."""

    hand: Pile
    line: Line
    scored: Pile
    tokens: tuple[int, ...]
    stopped: bool

    @property
    def points(self) -> int:
        """1 for each card scored, plus and minus the tokens [points]."""
        return self.scored.count + sum(self.tokens)


@frozen
class View:
    """What `viewer` sees of a table; a spectator, where it is None. The rest is as in `Table`."""

    viewer: int | None
    memory: Memory
    ruleset: Ruleset
    phase: str
    round: int
    first: int
    seat: int
    picked: Card | None
    played: int
    deck: Pile
    market: tuple[Card, ...]
    discard: Pile
    jackpots: tuple[Pile, ...]
    players: tuple[PlayerView, ...]

    @property
    def player(self) -> PlayerView:
        """The player on turn."""
        return self.players[self.seat]


def view(table: Table, viewer: int | None, memory: Memory = "table") -> View:
    """What a seat sees of the table, or (None) a spectator.

    `memory`: `"table"`, what lies open there, or `"perfect"`, what one knows who saw the whole game
    and forgot nothing. Raises `ViewError` for a seat or a memory that is not there.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "hand", "pass"):
    ...     _ = game.apply(action)
    >>> [view(game.table, 0).players[seat].hand.count for seat in (0, 1)]
    [1, 0]
    >>> view(game.table, 1).players[0].hand.cards is None
    True
    """
    check_viewer(len(table.players), viewer, memory)
    rules = table.ruleset

    def pile(zone: str, cards: tuple[Card, ...], owner: int | None = None) -> Pile:
        shown = cards if sees(rules, zone, owner, viewer, memory) else None
        return Pile(len(cards), shown)

    return View(
        viewer=viewer,
        memory=memory,
        ruleset=rules,
        phase=table.phase,
        round=table.round,
        first=table.first,
        seat=table.seat,
        picked=table.picked,
        played=table.played,
        deck=pile("deck", table.deck),
        market=table.market,
        discard=pile("discard", table.discard),
        jackpots=tuple(pile("jackpots", cards) for cards in table.jackpots),
        players=tuple(
            PlayerView(
                pile("hand", player.hand, seat),
                player.line,
                pile("scored", player.scored, seat),
                player.tokens,
                player.stopped,
            )
            for seat, player in enumerate(table.players)
        ),
    )


def sees(rules: Ruleset, zone: str, owner: int | None, viewer: int | None, memory: Memory) -> bool:
    """Whether the cards of a zone, of `owner` where it is a player's, are seen by `viewer`.

    A zone that the ruleset's `[zones]` does not name always lies open.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> [sees(standard, "hand", 0, viewer, "table") for viewer in (0, 1, None)]
    [True, False, False]
    """
    named = getattr(rules.zones, zone, None)
    audience = "all" if named is None else getattr(named, memory)
    return audience == "all" or (audience == "owner" and owner is not None and owner == viewer)


def check_viewer(players: int, viewer: int | None, memory: str) -> None:
    """Raise `ViewError` for a seat or a memory that is not there."""
    if type(viewer) not in (int, NoneType):
        raise ViewError(Reason("whole_number", "players", {"what": "seat", "value": short(viewer)}))
    if viewer is not None and not 0 <= viewer < players:
        raise ViewError(Reason("seat", "players", {"seat": short(viewer), "last": players - 1}))
    if memory not in ("table", "perfect"):
        raise ViewError(Reason("memory", None, {"memory": short(memory)}))


def view_json(seen: View) -> dict[str, Any]:
    """The view as JSON data: the table's shape, but of hidden cards only how many there are.

    >>> from lineit import Game
    >>> data = view_json(view(Game.new(players=2, seed=7).table, 0))
    >>> data["viewer"], data["deck"], data["market"]
    (0, 102, ['91', '33', '58', '23'])
    """
    return {
        "viewer": seen.viewer,
        "memory": seen.memory,
        "ruleset": seen.ruleset.name,
        "phase": seen.phase,
        "round": seen.round,
        "first": seen.first,
        "seat": seen.seat,
        "picked": None if seen.picked is None else seen.picked.code,
        "played": seen.played,
        "deck": _pile_json(seen.deck),
        "market": codes(seen.market),
        "discard": _pile_json(seen.discard),
        "jackpots": {
            colour: _pile_json(pile)
            for colour, pile in zip(seen.ruleset.colours, seen.jackpots, strict=True)
        },
        "players": [
            {
                "hand": _pile_json(player.hand),
                "line": codes(player.line.cards),
                "scored": _pile_json(player.scored),
                "tokens": list(player.tokens),
                "stopped": player.stopped,
                "points": player.points,
            }
            for player in seen.players
        ],
    }


def _pile_json(pile: Pile) -> list[str] | int:
    return pile.count if pile.cards is None else codes(pile.cards)


def seen_event_json(
    event: Event, rules: Ruleset, viewer: int | None, memory: Memory = "table"
) -> dict[str, Any]:
    """The event as JSON data for a seat, or (None) a spectator: of cards that go from one place
    that is hidden to another it tells only how many.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> claim = JackpotClaimed("jackpot-claim", 0, "red", (standard.card("1"), standard.card("5")))
    >>> seen_event_json(claim, standard, 0)["cards"]
    2
    >>> seen_event_json(claim, standard, 0, "perfect")["cards"]
    ['1', '5']
    """
    check_viewer(rules.components.players[1], viewer, memory)
    data = event_json(event)
    owner: int | None = None
    match event:
        case JackpotClaimed():
            places, owner = ("jackpots", "scored"), event.seat
        case JackpotFilled():
            places = (event.source, "jackpots")
        case BetsDiscarded():
            places = (event.source, "discard")
        case _:
            return data
    if not any(sees(rules, place, owner, viewer, memory) for place in places):
        data["cards"] = len(event.cards)
    return data


def sample(seen: View, seed: int) -> Table:
    """A whole table that may be the one that is seen: hidden cards lie in some order that fits.

    The same view and seed give the same table.

    >>> from lineit import Game
    >>> seen = view(Game.new(players=2, seed=7).table, 0)
    >>> view(sample(seen, 1), 0) == seen
    True
    """
    chance = Random(seed)  # noqa: S311 # a sample is to be repeatable, not unpredictable
    table = _guess(seen, chance)
    for _ in range(MOST_GUESSES):
        if machine.waits(table) or machine.is_over(table):
            break
        table = _guess(seen, chance)  # with this hand the player would not have been asked
    return table


def _guess(seen: View, chance: Random) -> Table:
    rules = seen.ruleset
    shown: set[Card | None] = {card for pile in _piles(seen) for card in pile.cards or ()}
    shown.update(seen.market, [seen.picked])
    shown.update(card for player in seen.players for card in player.line.cards)
    hidden = [card for card in rules.cards if card not in shown]
    chance.shuffle(hidden)

    def draw(pile: Pile, colour: str | None = None, *, numbers: bool = False) -> tuple[Card, ...]:
        if pile.cards is not None:
            return pile.cards
        fitting = [
            card
            for card in hidden
            if (colour is None or card.colour == colour) and not (numbers and card.is_bet)
        ]
        drawn = fitting[: pile.count]
        hidden[:] = [card for card in hidden if card not in drawn]
        return tuple(drawn)

    # What takes only some cards is dealt first, so that the rest finds enough.
    jackpots = tuple(
        draw(pile, colour) for colour, pile in zip(rules.colours, seen.jackpots, strict=True)
    )
    scored = [draw(player.scored, numbers=True) for player in seen.players]
    players = tuple(
        Player(draw(player.hand), player.line, pile, player.tokens, player.stopped)
        for player, pile in zip(seen.players, scored, strict=True)
    )
    return Table(
        ruleset=rules,
        phase=seen.phase,
        round=seen.round,
        first=seen.first,
        seat=seen.seat,
        picked=seen.picked,
        played=seen.played,
        deck=draw(seen.deck),
        market=seen.market,
        discard=draw(seen.discard),
        jackpots=jackpots,
        players=players,
    )


def _piles(seen: View) -> list[Pile]:
    players = [pile for player in seen.players for pile in (player.hand, player.scored)]
    return [seen.deck, seen.discard, *seen.jackpots, *players]
