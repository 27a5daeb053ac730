"""The methods of the protocol that open, change, save and close games."""

from __future__ import annotations

from collections.abc import Sequence

from lineit.formats.events import event_json
from lineit.formats.views import seen_event_json
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc.errors import (
    NO_MEMORY,
    STALE,
    UNKNOWN_GAME,
    RpcError,
    protocol_error,
)
from lineit.frontends.rpc.params import (
    ApplyParams,
    ChangeParams,
    EventsParams,
    GameParams,
    Json,
    LangParams,
    LoadParams,
    NewParams,
    RecordParams,
    StepsParams,
    UndoCostsParams,
)
from lineit.frontends.rpc.results import (
    News,
    Opened,
    StaleData,
    State,
    UndoCosts,
)
from lineit.frontends.rpc.rules import chosen
from lineit.game import Game
from lineit.model.bounds import short
from lineit.model.errors import StaleRevision
from lineit.model.events import Event
from lineit.saves.records import parse_record, record_json, seen_record
from lineit.views import check_viewer


def new(games: OpenGames, params: NewParams) -> Opened:
    """Deal a new game."""
    game = Game.new(
        params.players,
        rules=chosen(params.ruleset, params),
        deck=params.deck,
        seed=None if params.seed is None else int(params.seed),
        first=params.first,
        names=params.names,
        seats=params.seats,
        tags=params.tags,
        undo=params.undo,
    )
    return _opened(games, game, params)


def load(games: OpenGames, params: LoadParams) -> Opened:
    """Open a saved game."""
    game = parse_record(params.record)
    game.go_on_at(params.revision or 0)
    return _opened(games, game, params)


def apply(games: OpenGames, params: ApplyParams) -> State:
    """Take an action for the player on turn."""
    game = _seen(games, params)
    _check_memory(games, params)
    before, events = game.table, game.apply(params.action, params.seat)
    games.grow(params.game, before, events)
    return State(**_state(game, events, params.seat))


def undo(games: OpenGames, params: StepsParams) -> State:
    """Take back the last decisions. They are kept for `redo` as long as there is memory."""
    game = _seen(games, params)
    game.undo(params.steps, params.seat)
    games.take_back(params.game)
    return State(**_state(game, (), params.seat))


def redo(games: OpenGames, params: StepsParams) -> State:
    """Take again the last decisions that were taken back."""
    game = _seen(games, params)
    ply = game.ply
    game.redo(params.steps, params.seat)
    events = [event for step in game.steps[ply + 1 :] for event in step.events]
    return State(**_state(game, events, params.seat))


def end(games: OpenGames, params: ChangeParams) -> State:
    """End the game before its end."""
    game = _seen(games, params)
    game.end_early(params.seat)
    games.measure(params.game)
    return State(**_state(game, (), params.seat))


def events(games: OpenGames, params: EventsParams) -> News:
    """Return what happened since a revision."""
    game = game_of(games, params)
    news, rules = game.events_since(params.since), game.ruleset
    if params.seat is None:
        seen = [event_json(event) for event in news.events]
    else:
        viewer = None if params.seat == "spectator" else params.seat
        check_viewer(rules, len(game.table.players), viewer, params.memory)
        seen = [seen_event_json(event, rules, viewer, params.memory) for event in news.events]
    return News(revision=news.revision, ply=news.ply, after=news.after, events=seen)


def undo_costs(games: OpenGames, params: UndoCostsParams) -> UndoCosts:
    """Return what an undo would take back beside the decisions of one seat."""
    costs = game_of(games, params).undo_costs(params.steps, params.seat)
    return UndoCosts(others=list(costs.others), revealed=costs.revealed)


def record(games: OpenGames, params: RecordParams) -> Json:
    """Return the game as a saved game, or what a viewer has seen of it."""
    game = game_of(games, params)
    if params.seat is None:
        return record_json(game)
    viewer = None if params.seat == "spectator" else params.seat
    return seen_record(game, viewer, params.memory)


def close(games: OpenGames, params: GameParams) -> bool:
    """Close a game: it is no longer open."""
    game_of(games, params)
    games.remove(params.game)
    return True


def game_of(games: OpenGames, params: GameParams) -> Game:
    """Return the game of a request. Raise `RpcError` if it is not open."""
    game = games.by_id.get(params.game)
    if game is None:
        raise protocol_error(UNKNOWN_GAME, "no_game", params, game=params.game)
    return game


def _seen(games: OpenGames, params: ChangeParams) -> Game:
    """Return the game of a request. Raise `RpcError` if it is not where the client saw it."""
    game = game_of(games, params)
    now = StaleData(ply=game.ply, revision=game.revision)
    if params.ply not in (None, game.ply):
        raise protocol_error(STALE, "stale_ply", params, now, ply=game.ply, seen=short(params.ply))
    try:
        game.check_revision(params.revision)
    except StaleRevision as error:
        raise RpcError(STALE, error.reason.text(params.lang), now) from None
    return game


def _opened(games: OpenGames, game: Game, params: LangParams) -> Opened:
    _check_memory(games, params)
    return Opened(
        game=games.add(game), digest=game.ruleset.digest, **_state(game, game.events, None)
    )


def _check_memory(games: OpenGames, params: LangParams) -> None:
    if games.are_full:
        raise protocol_error(NO_MEMORY, "no_memory", params, count=len(games.by_id))


def _state(game: Game, events: Sequence[Event], seat: int | None) -> Json:
    """Return the fields of a state, of which a seat has only what it may see and do."""
    seen = [
        event_json(event) if seat is None else seen_event_json(event, game.ruleset, seat)
        for event in events
    ]
    return {
        "ply": game.ply,
        "revision": game.revision,
        "phase": game.table.phase,
        "seat": game.table.seat,
        "legal": legal_of(game, seat),
        "events": seen,
        "winners": list(game.winners) if game.over else None,
        "ended_early": game.ended_early,
    }


def legal_of(game: Game, seat: int | None) -> list[str]:
    """Return the legal actions, or those of a seat."""
    return [str(action) for action in (game.legal if seat is None else game.legal_for(seat))]
