"""The methods of the protocol about a game: they play it, and look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from lineit.bots import BOTS, bot_action
from lineit.formats.events import event_json
from lineit.formats.tables import table_json
from lineit.formats.views import view_json
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc.errors import (
    INVALID_PARAMS,
    NO_MEMORY,
    STALE_PLY,
    UNKNOWN_GAME,
    refused,
    why,
)
from lineit.frontends.rpc.params import (
    ApplyParams,
    BotParams,
    ExplainParams,
    GameParams,
    Json,
    LangParams,
    LoadParams,
    NewParams,
    TableParams,
    TellParams,
    UndoParams,
    ViewParams,
)
from lineit.frontends.rpc.results import (
    BotAnswer,
    Explanation,
    MenuEntry,
    Opened,
    StaleData,
    State,
    Told,
)
from lineit.frontends.rpc.rules import chosen
from lineit.game import Game
from lineit.model.actions import Action, parse_action
from lineit.model.bounds import short
from lineit.model.events import Event
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table
from lineit.saves.records import parse_record, record_json
from lineit.stats import PlayerStats
from lineit.text import catalog
from lineit.text.narrate import NAMES, card_label, tell_json
from lineit.views import view

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
    )
    return _opened(games, game, params)


def load(games: OpenGames, params: LoadParams) -> Opened:
    """Open a saved game."""
    return _opened(games, parse_record(params.record), params)


def apply(games: OpenGames, params: ApplyParams) -> State:
    """Take an action for the player on turn."""
    game = _game_at_ply(games, params)
    _check_memory(games, params)
    before, events = game.table, game.apply(params.action)
    games.grow(params.game, before, events)
    return State(**_state(game, events))


def undo(games: OpenGames, params: UndoParams) -> State:
    """Take back the last decisions."""
    game = _game_at_ply(games, params)
    game.undo(params.steps)
    game.forget_undone()  # the protocol has no redo, and they take memory
    games.measure(params.game)
    return State(**_state(game, ()))


def legal(games: OpenGames, params: GameParams) -> list[str]:
    """Return the legal actions."""
    return [str(action) for action in game_of(games, params).legal]


def choices(games: OpenGames, params: GameParams) -> list[MenuEntry]:
    """Return the actions for a menu, each legal or with the reason why not."""
    game, lang = game_of(games, params), params.lang
    entries = []
    for choice in game.choices:
        legal, label = choice.reason is None, _label(choice.action, choice.rule, game.ruleset, lang)
        data = {"rule": choice.rule, **NO_REASON}
        if choice.reason is not None:
            data = _fields(why(choice.reason, lang))
        entries.append(MenuEntry(action=str(choice.action), label=label, legal=legal, **data))
    return entries


def explain(games: OpenGames, params: ExplainParams) -> Explanation:
    """Return whether an action is legal, and if not, why."""
    reason = game_of(games, params).explain(params.action)
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


def _game_at_ply(games: OpenGames, params: ApplyParams | UndoParams) -> Game:
    game = game_of(games, params)
    if params.ply not in (None, game.ply):
        data = StaleData(ply=game.ply)
        raise refused(STALE_PLY, "stale_ply", params, data, ply=game.ply, seen=short(params.ply))
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
    return Opened(game=games.add(game), digest=game.ruleset.digest, **_state(game, game.events))


def _check_memory(games: OpenGames, params: LangParams) -> None:
    if games.are_full:
        raise refused(NO_MEMORY, "no_memory", params, count=len(games.by_id))


def _state(game: Game, events: Sequence[Event]) -> Json:
    """Return the fields of a state."""
    return {
        "ply": game.ply,
        "phase": game.table.phase,
        "seat": game.table.seat,
        "legal": [str(action) for action in game.legal],
        "events": [event_json(event) for event in events],
        "winners": list(game.winners) if game.over else None,
    }


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
