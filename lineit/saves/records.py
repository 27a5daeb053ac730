"""Records: a game as JSON data, written to a file and read back.

A record holds what cannot be derived: rules, deck and actions. Loading plays the game again and
checks each step.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from attrs import frozen

from lineit.formats.converters import codes
from lineit.formats.tables import parse_table, table_json
from lineit.formats.views import seen_event_json, view_json
from lineit.game import Game
from lineit.model.actions import Action
from lineit.model.bounds import Code, Id, Many, OneLine, Spoken, Text, Whole, short, short_number
from lineit.model.decks import check_seed, shuffled
from lineit.model.errors import LineitError, Reason, RecordError
from lineit.model.events import CardsMoved
from lineit.model.history import EndedEarly, Step
from lineit.model.labels import MOST_TAGS, check_count
from lineit.model.ruleset import MOST_PLAYERS, Ruleset
from lineit.model.structure import converter, faults
from lineit.model.table import Owner, is_set_up
from lineit.model.zones import Memory, ZoneName
from lineit.rules.load import load_ruleset
from lineit.saves.files import parse_json, read_json, write_whole
from lineit.saves.old_formats import MIGRATIONS
from lineit.undo import UndoPolicy
from lineit.views import check_viewer, sees, view

FORMAT = 3
"""The format that is written. `MIGRATIONS` upgrades older ones."""


@frozen
class Result:
    """The result of a game: the points by seat, and the seats of the winners."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


Seats = Many(0, MOST_PLAYERS)

LARGEST_NUMBER = 2**53 - 1
"""Maximum of a whole number that every reader of JSON keeps exactly."""

Digits = Annotated[str, Text("-?[0-9]+", 310, "a whole number as text")]

Seed = int | Digits
"""A seed in a record: a number, or a text of digits if it is too large for JavaScript."""


@frozen
class Record:
    """A saved game with all that is needed to load it; `rules` is the merged rule file.

    `start` is the table at which the game began, None if it began before the first deal; `deck` is
    the deck at that time. A `seed` that JavaScript cannot hold as a number is a text of digits.

    The last ones can be left out. `seats`, `tags` and `undo` are as in `Game.new`.
    """

    game: Literal["line-it"]
    format: Literal[3]
    ruleset: Id
    digest: Annotated[str, Text("[0-9a-f]{64}", 64)]
    rules: dict[str, Any]
    names: Annotated[tuple[OneLine, ...], Seats] | None
    players: Annotated[int, Whole(1, MOST_PLAYERS)]
    first: Annotated[int, Whole(0, MOST_PLAYERS - 1)]
    seed: Seed | None
    deck: Annotated[tuple[Code, ...], Many(0, 2000)]
    start: dict[str, Any] | None
    actions: Annotated[tuple[Spoken, ...], Many(0, 100_000)]
    result: Result | None
    seats: Annotated[tuple[Id, ...], Seats] | None = None
    tags: Annotated[dict[Id, OneLine], Many(0, MOST_TAGS)] | None = None
    undo: UndoPolicy = "free"
    ended_early: EndedEarly | None = None


_converter = converter()


def record_json(game: Game) -> dict[str, Any]:
    """Return the game as JSON data, with its rules; `parse_record` reads it back.

    >>> game = Game.new(players=2, seed=7)
    >>> _ = game.apply("pick 91")
    >>> record_json(game)["actions"]
    ['pick 91']
    """
    rules, undealt, early = game.ruleset, game.undealt, game.ended_early
    result = {"points": list(game.scores), "winners": list(game.winners)} if game.over else None
    optional = {
        "seats": None if game.seats is None else list(game.seats),
        "tags": {**game.tags} or None,
        "undo": None if game.undo_policy == "free" else game.undo_policy,
        "ended_early": early and {"seat": early.seat, "points": list(early.points)},
    }
    return {
        "game": "line-it",
        "format": FORMAT,
        "ruleset": rules.name,
        "digest": rules.digest,
        "rules": rules.document,
        "names": None if game.names is None else list(game.names),
        "players": len(undealt.players),
        "first": undealt.first,
        "seed": seed_json(game.seed),
        "deck": codes(undealt.deck),
        "start": None if is_set_up(undealt) else table_json(undealt),
        "actions": [str(step.action) for step in game if step.action is not None],
        "result": None if early else result,
        **{key: value for key, value in optional.items() if value is not None},
    }


def seed_json(seed: int | None) -> int | str | None:
    """Return the seed as JSON data: a text of digits if it is too large for JavaScript.

    >>> seed_json(7), seed_json(2**53)
    (7, '9007199254740992')
    """
    return seed if seed is None or abs(seed) <= LARGEST_NUMBER else str(seed)


def seen_record(game: Game, viewer: int | None, memory: Memory = "table") -> dict[str, Any]:
    """Return the record of a game without what a seat, or (None) a spectator, has not seen.

    It has no seed, and only the size of the deck. Events, and the table at which the game began,
    are as the viewer saw them. An action has no card if the viewer did not see that card.

    >>> game = Game.new(players=2, seed=7)
    >>> cut = seen_record(game, 0)
    >>> cut["seed"], cut["deck"], cut["events"][1]["type"]
    (None, 106, 'cards-moved')
    """
    check_viewer(game.ruleset, len(game.undealt.players), viewer, memory)
    whole, rules = record_json(game), game.ruleset
    start = whole["start"] and view_json(view(game.undealt, viewer, memory))
    seen = {
        "deck": len(whole["deck"]),
        "start": start,
        "actions": [
            _seen_action(step.action, step, viewer, memory) for step in game if step.action
        ],
        "events": [seen_event_json(event, rules, viewer, memory) for event in game.events],
    }
    return {**whole, "seed": None, **seen}


def _seen_action(action: Action, step: Step, viewer: int | None, memory: Memory) -> str:
    """Return the action for a viewer: without its card if the viewer did not see that."""
    card, rules = action.card, step.table.ruleset
    if card is None:
        return str(action)
    zones: list[tuple[ZoneName, Owner]] = []
    for event in step.events:
        if isinstance(event, CardsMoved) and card in event.cards and not zones:
            zones = [(event.source, event.seat), (event.to, event.seat)]
    zones = zones or [(zone, owner) for zone, owner, cards in step.table.piles() if card in cards]
    seen = any(sees(rules, zone, owner, viewer, memory) for zone, owner in zones)
    return str(action) if seen else action.verb


def parse_record(data: object) -> Game:
    """Return the game of a record's data, or of its JSON text, played up to where it was saved.

    Raises `RecordError`: for data that is not a record, another kind of game, a record of
    `seen_record`, a newer format, rules with another digest, a seed that does not give the deck, an
    action that is not legal, or a wrong result.

    >>> game = Game.new(players=2, seed=7)
    >>> _ = game.apply("pick 91")
    >>> parse_record(record_json(game)).table == game.table
    True
    """
    saved = _structured(parse_json(data) if isinstance(data, (str, bytes)) else data)
    game = _begun(saved, _rules(saved))
    for number, action in enumerate(saved.actions, start=1):
        try:
            game.apply(action)
        except LineitError as error:
            params: dict[str, Any] = {
                "number": number,
                "action": short(action),
                "why": error.reason,
            }
            raise RecordError(Reason("record_action", error.reason.rule, params)) from None
    if saved.result not in (None, *_results(game)):
        raise RecordError(Reason("record_result"))
    if saved.ended_early is not None:
        _end_early(game, saved.ended_early)
    return game


def _end_early(game: Game, told: EndedEarly) -> None:
    """End the game as a record says. Raises `RecordError` if it cannot have ended so."""
    try:
        ended = game.end_early(told.seat)
    except LineitError as error:
        raise RecordError(
            Reason("record_early", error.reason.rule, {"why": error.reason})
        ) from None
    if ended != told:
        raise RecordError(Reason("record_result"))


def _results(game: Game) -> list[Result]:
    """Return the results that a record of the game may have.

    If the rules name no winners, the first edition recorded the leaders as winners.
    """
    named = [game.winners] if game.winners else [(), game.table.leaders]
    return [Result(game.scores, winners) for winners in named if game.over]


def _begun(saved: Record, rules: Ruleset) -> Game:
    """Return the game before its first action."""
    seed = None if saved.seed is None else int(saved.seed)
    about: dict[str, Any] = {"seats": saved.seats, "tags": saved.tags, "undo": saved.undo}
    try:
        if seed is not None:
            check_seed(seed, rules)
        if saved.start is None:
            players = saved.players
            game = Game.new(players, rules=rules, deck=saved.deck, first=saved.first, **about)
        else:
            game = Game(parse_table(saved.start, rules), **about)
        if saved.names is not None:
            check_count(saved.names, "names", len(game.undealt.players), rules)
    except LineitError as error:
        raise RecordError(Reason("record_deal", error.reason.rule, {"why": error.reason})) from None
    if saved.start is not None:
        start = game.undealt
        told = (saved.players, saved.first, saved.deck)
        lying = (len(start.players), start.first, tuple(codes(start.deck)))
        if told != lying or seed is not None:
            raise RecordError(Reason("record_start"))
    elif seed is not None and shuffled(rules, seed) != game.undealt.deck:
        raise RecordError(Reason("record_seed", rules.components.rules.deck))
    game.seed, game.names = seed, saved.names  # the first edition let players have equal names
    return game


def _structured(data: object) -> Record:
    """Return the record of JSON data, upgraded to the present format."""
    if not isinstance(data, dict):
        params = {"where": "", "what": f"must be a table, but is {short(data)}"}
        raise RecordError(Reason("record_shape", None, params))
    kind, version = data.get("game"), data.get("format")
    if kind != "line-it":
        raise RecordError(Reason("record_game", None, {"kind": short(kind)}))
    if "events" in data and type(data.get("deck")) is int:
        raise RecordError(Reason("record_seen"))
    if type(version) is int and version > FORMAT:
        known = {"format": short_number(version), "known": FORMAT}
        raise RecordError(Reason("record_version", None, known))
    while type(version) is int and version in MIGRATIONS:
        data = MIGRATIONS[version](data)
        version = data["format"]
    try:
        return _converter.structure(data, Record)
    except Exception as error:
        where, what = faults(error)[0]
        raise RecordError(Reason("record_shape", None, {"where": where, "what": what})) from None


def _rules(saved: Record) -> Ruleset:
    """Return the ruleset of a record."""
    try:
        rules = load_ruleset(saved.rules)
    except LineitError as error:
        raise RecordError(Reason("record_deal", None, {"why": error.reason})) from None
    if (rules.name, rules.digest) != (saved.ruleset, saved.digest):
        raise RecordError(Reason("record_rules", None, {"ruleset": saved.ruleset}))
    return rules


def save_game(game: Game, path: str | Path) -> None:
    """Write the game to a file, completely or not at all.

    Raises `RecordError` if it cannot be written; an existing file is then unchanged.
    """
    write_whole(path, record_json(game))


def load_game(path: str | Path) -> Game:
    """Return the game of a file that `save_game` wrote.

    Raises `RecordError`, like `parse_record`, and if the file cannot be read.
    """
    return parse_record(read_json(path))
