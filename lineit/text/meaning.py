"""Short sentences that say what an action would bring, for hints beside its button."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lineit.foresight import Move, Preview
from lineit.model.events import TokenTaken
from lineit.model.ruleset import Ruleset
from lineit.text import catalog
from lineit.text.narrate import card_label, colour_sign


def meaning(
    preview: Preview, ruleset: Ruleset, names: Sequence[str], lang: str = "en"
) -> tuple[str, ...]:
    """Return what the action of a preview would bring to the seat on turn, in short sentences; none
    if there is nothing to say. `names` has the players' names by seat.

    They leave out what the label of the action says, such as that a card is picked or placed.
    Raises `LanguageError` if the language is unknown.

    >>> from lineit import Game
    >>> from lineit.foresight import previews
    >>> game = Game.new(players=2, seed=7)
    >>> for action in ("pick 91", "line"):
    ...     _ = game.apply(action)
    >>> [meaning(each, game.ruleset, ["Ana", "Ben"]) for each in previews(game.view(0))]
    [('discards 91♠',), ()]
    """
    said = _said(preview, ruleset, names, lang)
    return tuple([catalog.sentence(kind, code, params, lang) for kind, code, params in said])


def _said(
    preview: Preview, ruleset: Ruleset, names: Sequence[str], lang: str
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the kind, the code and the parameters of each sentence: points, tokens, moves."""
    for seat, points in enumerate(preview.points):
        if points:
            whose = "points" if seat == preview.seat else "points_other"
            params = {"points": abs(points), "outcome": _outcome(points), "player": names[seat]}
            yield "meaning", whose, params
    tokens = [token for token in preview.tokens if token.seat == preview.seat]
    for token in tokens:
        yield "meaning", "token", _token(token, ruleset, lang)
    settled = {token.card for token in tokens}
    moves = [move for move in preview.moves if move.seat == preview.seat]
    for move in moves:
        kind = "meaning.unseen" if move.cards is None else "meaning.moves"
        way = f"{move.source} {move.to}"
        if catalog.has(kind, way, lang) and not (move.cards and settled.issuperset(move.cards)):
            yield kind, way, _moved(move, ruleset, lang)
    if preview.fits and not any(move.to == "line" for move in moves):
        yield "meaning", "fits", {}
    if preview.forces_scoring:
        yield "meaning", "forces", {}


def _token(token: TokenTaken, ruleset: Ruleset, lang: str) -> dict[str, Any]:
    card = None if token.card is None else card_label(token.card, ruleset, lang)
    return {"card": card, "value": f"{token.value:+}", "outcome": _outcome(token.value)}


def _moved(move: Move, ruleset: Ruleset, lang: str) -> dict[str, Any]:
    return {
        "cards": [card_label(card, ruleset, lang) for card in move.cards or ()],
        "cards_count": move.count,
        "symbol": None if move.colour is None else colour_sign(move.colour, ruleset),
    }


def _outcome(value: int) -> str:
    return "won" if value > 0 else "lost"
