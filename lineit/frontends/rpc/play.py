"""The methods of the protocol about a game: they play it, and look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from lineit.bots import BOTS, bot_action
from lineit.formats.events import event_json
from lineit.formats.tables import table_json
from lineit.formats.views import seen_event_json, view_json
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc.errors import (
    INVALID_PARAMS,
    NO_MEMORY,
    STALE,
    UNKNOWN_GAME,
    RpcError,
    refused,
    why,
)
from lineit.frontends.rpc.params import (
    ApplyParams,
    BotParams,
    EventsParams,
    ExplainParams,
    GameParams,
    Json,
    LangParams,
    LoadParams,
    NewParams,
    SeatParams,
    SeenParams,
    StepsParams,
    TableParams,
    TellParams,
    ViewParams,
)
from lineit.frontends.rpc.results import (
    BotAnswer,
    Explanation,
    MenuEntry,
    News,
    Opened,
    StaleData,
    State,
    Told,
)
from lineit.frontends.rpc.rules import chosen
from lineit.game import Game
from lineit.model.actions import Action, parse_action
from lineit.model.bounds import short
from lineit.model.errors import Reason
from lineit.model.events import Event
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table
from lineit.saves.records import parse_record, record_json
from lineit.stats import PlayerStats
from lineit.text import catalog
from lineit.text.narrate import NAMES, card_label, tell_json
from lineit.views import check_viewer, view

NO_REASON: Json = {"code": None, "message": None, "params": None}
"""The keys about a reason, of what is legal."""


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
    return _opened(games, parse_record(params.record), params)


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


def end(games: OpenGames, params: SeenParams) -> State:
    """End the game before its end."""
    game = _seen(games, params)
    game.end_early(params.seat)
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


def legal(games: OpenGames, params: SeatParams) -> list[str]:
    """Return the legal actions, or those of a seat."""
    return _legal(game_of(games, params), params.seat)


def choices(games: OpenGames, params: SeatParams) -> list[MenuEntry]:
    """Return the actions for a menu, each legal or with the reason why not."""
    game, lang = game_of(games, params), params.lang
    entries = []
    for choice in game.choices if params.seat is None else game.choices_for(params.seat):
        legal, label = choice.reason is None, _label(choice.action, choice.rule, game.ruleset, lang)
        data = {"rule": choice.rule, **NO_REASON}
        if choice.reason is not None:
            data = _fields(why(choice.reason, lang))
        entries.append(MenuEntry(action=str(choice.action), label=label, legal=legal, **data))
    return entries


def explain(games: OpenGames, params: ExplainParams) -> Explanation:
    """Return whether an action is legal, and if not, why."""
    reason = game_of(games, params).explain(params.action, params.seat)
    if reason is None:
        return Explanation(legal=True, rule=None, **NO_REASON)
    return Explanation(legal=False, **_fields(why(reason, params.lang)))


def table(games: OpenGames, params: TableParams) -> Json:
    """Return the whole table."""
    return table_json(_table_at(games, params))


def look(games: OpenGames, params: ViewParams) -> Json:
    """Return the table as a seat sees it."""
    return view_json(view(_table_at(games, params), params.seat, params.memory))


def tell(games: OpenGames, params: TellParams) -> Told:
    """Return events and actions as sentences."""
    game, lang = game_of(games, params), params.lang
    rules, names = game.ruleset, game.names or NAMES[: len(game.table.players)]
    return Told(
        events=[tell_json(event, rules, names, lang) for event in params.events],
        actions=[
            _label(parse_action(action, rules), None, rules, lang) for action in params.actions
        ],
    )


def stats(games: OpenGames, params: GameParams) -> Json:
    """Return what the players did so far, and where their points come from."""
    counted = game_of(games, params).stats
    return {"players": [*map(_counts, counted.players)], "whole": _counts(counted.whole)}


def bot(games: OpenGames, params: BotParams) -> BotAnswer:
    """Return the action that a bot would choose, from what the seat on turn sees."""
    game = game_of(games, params)
    if params.bot not in BOTS:
        known = ", ".join(BOTS)
        raise refused(INVALID_PARAMS, "no_bot", params, bot=short(params.bot), known=known)
    # with the ply in the seed, a bot that draws does not draw the same at each ply
    chooser = BOTS[params.bot](int(params.seed) + game.ply)
    return BotAnswer(action=str(bot_action(chooser, game)))


def record(games: OpenGames, params: GameParams) -> Json:
    """Return the game as a saved game."""
    return record_json(game_of(games, params))


def close(games: OpenGames, params: GameParams) -> bool:
    """Close a game: it is no longer open."""
    game_of(games, params)
    games.remove(params.game)
    return True


def game_of(games: OpenGames, params: GameParams) -> Game:
    """Return the game of a request. Raise `RpcError` if it is not open."""
    game = games.by_id.get(params.game)
    if game is None:
        raise refused(UNKNOWN_GAME, "no_game", params, game=params.game)
    return game


def _seen(games: OpenGames, params: SeenParams) -> Game:
    """Return the game of a request. Raise `RpcError` if it is not where the client saw it."""
    game = game_of(games, params)
    now = StaleData(ply=game.ply, revision=game.revision)
    if params.ply not in (None, game.ply):
        raise refused(STALE, "stale_ply", params, now, ply=game.ply, seen=short(params.ply))
    if params.revision not in (None, game.revision):
        stale = {"revision": game.revision, "seen": short(params.revision)}
        raise RpcError(STALE, Reason("stale_revision", None, stale).text(params.lang), now)
    return game


def _table_at(games: OpenGames, params: TableParams | ViewParams) -> Table:
    """Return the table of a game, now or at an earlier ply. Raise `RpcError` if there is none."""
    game = game_of(games, params)
    if params.ply is None:
        return game.table
    if not 0 <= params.ply <= game.ply:
        raise refused(INVALID_PARAMS, "no_ply", params, ply=short(params.ply), last=game.ply)
    return game.steps[params.ply].table


def _opened(games: OpenGames, game: Game, params: LangParams) -> Opened:
    _check_memory(games, params)
    return Opened(
        game=games.add(game), digest=game.ruleset.digest, **_state(game, game.events, None)
    )


def _check_memory(games: OpenGames, params: LangParams) -> None:
    if games.are_full:
        raise refused(NO_MEMORY, "no_memory", params, count=len(games.by_id))


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
        "legal": _legal(game, seat),
        "events": seen,
        "winners": list(game.winners) if game.over else None,
        "ended_early": game.ended_early,
    }


def _legal(game: Game, seat: int | None) -> list[str]:
    return [str(action) for action in (game.legal if seat is None else game.legal_for(seat))]


def _fields(model: Any) -> Json:
    return attrs.asdict(model, recurse=False)


def _counts(counted: PlayerStats) -> Json:
    return attrs.asdict(counted) | {"points": counted.points}


def _label(action: Action, rule: str | None, ruleset: Ruleset, lang: str) -> str:
    """Return an action in words; `rule` is the one that allows it, as some verbs mean several."""
    card = None if action.card is None else card_label(action.card, ruleset, lang)
    params = {"card": card, "rule": rule}
    own = catalog.own_sentence(ruleset.text, "verbs", action.verb, params, lang)
    return str(action) if own is None else own
