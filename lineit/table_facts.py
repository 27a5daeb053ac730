"""Facts about a view that a frontend can show, so that nobody has to count cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated

from attrs import field, frozen

from lineit.engine.effects import BUILT_IN, settle_bets
from lineit.engine.guards import question
from lineit.foresight import Preview, previews
from lineit.model.actions import Action
from lineit.model.bounds import Doc
from lineit.model.cards import Card
from lineit.model.read_only import read_only
from lineit.model.ruleset import Ruleset
from lineit.model.table import Direction, Line, Player, Table, set_up
from lineit.model.words import GuardWord, term
from lineit.rules.analysis import changes_of, moves_of
from lineit.views import PlayerView, View


@frozen
class BetFacts:
    """A Bet card in a line."""

    card: Annotated[Card, Doc("The Bet card.")]
    value: Annotated[int, Doc("Its value.")]
    joined: Annotated[int, Doc("How many cards joined the line after it.")]
    needs: Annotated[
        int | None, Doc("How many more it needs to be won; null if the rules settle no bets.")
    ]


@frozen
class PlayerFacts:
    """Facts about the line of a player. `missing` is None, too, if the rule file does not say with
    a count of the colour what claims a jackpot.
    """

    direction: Annotated[
        Direction | None, Doc("The direction of the line; null before its second number card.")
    ]
    bets: Annotated[tuple[BetFacts, ...], Doc("Its Bet cards.")]
    missing: Annotated[
        Mapping[str, int | None],
        Doc(
            "For each colour, how many more cards of it the line needs to claim its jackpot; null"
            " if none will claim it."
        ),
    ] = field(converter=read_only)


@frozen
class ScoringFacts:
    """What scoring the line now would bring."""

    action: Annotated[Action, Doc("The action that scores.")]
    points: Annotated[int, Doc("The change of points that is certain.")]
    price: Annotated[tuple[Card, ...], Doc("The number cards of the line that are not kept.")]


@frozen
class Facts:
    """Facts about a view."""

    players: Annotated[tuple[PlayerFacts, ...], Doc("Facts about each line, by seat.")]
    market: Annotated[
        tuple[Card, ...] | None,
        Doc("The cards of the market that fit in the viewer's line; null if it can take none now."),
    ]
    scoring: Annotated[
        ScoringFacts | None,
        Doc("What scoring would bring; null if the viewer cannot score now."),
    ]


def facts(seen: View) -> Facts:
    """Return facts about a view: about each line, and about what the viewer can do now.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "line", "pass", "pick 58", "line", "pass"):
    ...     _ = game.apply(action)
    >>> found = facts(game.view(game.turn))
    >>> found.players[0].missing["green"], found.market == game.table.market
    (2, True)
    """
    shown = previews(seen) if seen.viewer == seen.seat else ()
    players = tuple([_player(seen, player) for player in seen.players])
    return Facts(players, _market(seen, shown), _scoring(seen, shown))


def _player(seen: View, player: PlayerView) -> PlayerFacts:
    rules, line = seen.ruleset, player.line
    settles = _settles_bets(rules)
    bets = [
        BetFacts(
            card,
            card.value or 0,
            line.joined_after(card),
            line.still_needs(card) if settles else None,
        )
        for card in line.bets
    ]
    claims = _claims(rules, len(seen.players))
    missing = {colour: _missing(line.count(colour), claims[colour]) for colour in rules.colours}
    return PlayerFacts(line.direction, tuple(bets), missing)


def _market(seen: View, shown: Iterable[Preview]) -> tuple[Card, ...] | None:
    """Return the cards of the market that fit; None if no legal action names one of them."""
    taking = [each for each in shown if each.action.card in seen.market]
    fitting = {each.action.card for each in taking if each.fits}
    return tuple([card for card in seen.market if card in fitting]) if taking else None


def _scoring(seen: View, shown: Iterable[Preview]) -> ScoringFacts | None:
    """Return what the first action brings that may move cards from the line to the score pile."""
    scoring = _scoring_verbs(seen.ruleset, seen.phase)
    for each in shown:
        if each.action.verb in scoring:
            price = [
                card
                for move in each.moves
                if move.source == "line" and move.seat == each.seat and move.to != "scored"
                for card in move.cards or ()
                if not card.is_bet
            ]
            return ScoringFacts(each.action, each.points[each.seat], tuple(price))
    return None


# -- what the rules say ----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _settles_bets(rules: Ruleset) -> bool:
    """Return whether a transition settles bets."""
    changes = [change for each in rules.transitions for change in changes_of(rules, each.do)]
    return any(BUILT_IN.get(change.name) is settle_bets for change in changes)


@lru_cache(maxsize=256)
def _scoring_verbs(rules: Ruleset, phase: str) -> frozenset[str | None]:
    """Return the verbs of a phase with which cards go from the line to the score pile."""
    return frozenset(
        each.on
        for each in rules.transitions
        if each.source == phase and ("line", "scored") in moves_of(rules, each)
    )


def _missing(lying: int, claims: tuple[bool, ...]) -> int | None:
    """Return how many cards are missing until a card claims; `claims` says it for each count."""
    return next((count - lying for count in range(lying + 1, len(claims)) if claims[count]), None)


@lru_cache(maxsize=64)
def _claims(rules: Ruleset, players: int) -> Mapping[str, tuple[bool, ...]]:
    """Return for each colour whether the card claims the jackpot with which a line has 0, 1, 2, …
    cards of it; nothing for a colour if the rules do not say it with a count of the colour.
    """
    found = {*_claiming(rules)}
    terms = found.pop() if len(found) == 1 else ()
    if not terms or not all(_asks_colour(word) for word in _leaves(rules, terms)):
        return dict.fromkeys(rules.colours, ())
    asked = question(rules, terms, "")
    undealt = set_up(rules, players, ())

    def claims(cards: tuple[Card, ...]) -> bool:
        table: Table = undealt.with_player(0, Player(line=Line(cards)))
        return bool(cards) and asked(table, 0, cards[-1]) is None

    return {
        colour: tuple([claims(same[:count]) for count in range(len(same) + 1)])
        for colour in rules.colours
        for same in [tuple([card for card in rules.cards if card.colour == colour])]
    }


def _claiming(rules: Ruleset) -> Iterator[tuple[str, ...]]:
    """Yield the terms under which a card that joins the line claims the jackpot. They are none if
    they are asked before the card joins, or if the transition asks for a count of the colour, too.
    """
    for transition in rules.transitions:
        changes = [*changes_of(rules, transition.do)]
        joined = [(change.word.move, change.word.to) == ("card", "line") for change in changes]
        early = any(word.of == "colour" for word in _leaves(rules, transition.when))
        for at, change in enumerate(changes):
            if any(joined) and (change.word.source, change.word.to) == ("jackpot", "scored"):
                yield change.when if any(joined[:at]) and not early else ()


def _leaves(rules: Ruleset, terms: Iterable[str]) -> Iterator[GuardWord]:
    """Yield the simple guards of which the terms are made, and those that ask of `some`."""
    for word in (rules.guards[term(each)[0]] for each in terms):
        if word.parts and word.some is None:
            yield from _leaves(rules, word.parts)
        else:
            yield word


def _asks_colour(word: GuardWord) -> bool:
    """Return whether a guard counts the cards of the line in the colour of the card, or asks about
    the card itself, and nothing else.
    """
    counts = word.counted == ("line",) and word.of == "colour"
    return (counts or word.counted == ("card",)) and not word.that
