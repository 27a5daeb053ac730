"""What each method of the protocol does, in one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from lineit.formats.events import event_json
from lineit.formats.tables import table_json
from lineit.formats.views import view_json
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc.errors import (
    BAD_RULESET,
    INVALID_PARAMS,
    NO_MEMORY,
    STALE_PLY,
    UNKNOWN_GAME,
    RpcError,
)
from lineit.frontends.rpc.models import (
    ApplyParams,
    ExplainParams,
    Explanation,
    GameParams,
    Hello,
    HelloParams,
    Json,
    LoadParams,
    NewParams,
    Opened,
    RulesetsParams,
    RulesetTitle,
    State,
    UndoParams,
    ViewParams,
)
from lineit.game import Game
from lineit.model.bounds import Shape, short
from lineit.model.events import Event
from lineit.model.resources import spec_version
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.saves.records import parse_record, record_json
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import title
from lineit.version import __version__
from lineit.views import view

PROTOCOL = 2
"""Version of the protocol. The first edition spoke version 1."""


class Method(NamedTuple):
    """A method: what it does in a sentence, its two models, and the function that does it."""

    summary: str
    params: type
    result: Any
    do: Callable[[OpenGames, Any], Any]


def _hello(_: OpenGames, __: HelloParams) -> Hello:
    version, spec = __version__, spec_version()
    return Hello("lineit", version, spec, PROTOCOL, [*METHODS], [*LANGUAGES])


def _new(games: OpenGames, params: NewParams) -> Opened:
    rules = params.ruleset
    if isinstance(rules, str) and rules not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise RpcError(BAD_RULESET, f"there is no ruleset {short(rules)}; take one of {known}")
    game = Game.new(
        params.players,
        rules=load_ruleset(rules),
        deck=params.deck,
        seed=params.seed,
        first=params.first,
    )
    return _opened(games, game)


def _load(games: OpenGames, params: LoadParams) -> Opened:
    return _opened(games, parse_record(params.record))


def _apply(games: OpenGames, params: ApplyParams) -> State:
    game = _game_at_ply(games, params)
    _check_memory(games)
    before, events = game.table, game.apply(params.action)
    games.grow(params.game, before, events)
    return State(**_state(game, events))


def _undo(games: OpenGames, params: UndoParams) -> State:
    game = _game_at_ply(games, params)
    game.undo(params.steps)
    game.forget_undone()  # the protocol has no redo, and they take memory
    games.measure(params.game)
    return State(**_state(game, ()))


def _legal(games: OpenGames, params: GameParams) -> list[str]:
    return [str(action) for action in _game(games, params).legal]


def _table(games: OpenGames, params: GameParams) -> Json:
    return table_json(_game(games, params).table)


def _view(games: OpenGames, params: ViewParams) -> Json:
    return view_json(view(_game(games, params).table, params.seat, params.memory))


def _explain(games: OpenGames, params: ExplainParams) -> Explanation:
    game, lang = _game(games, params), _language(params.lang)
    reason = game.explain(params.action)
    if reason is None:
        return Explanation(legal=True)
    return Explanation(legal=False, rule=reason.rule, message=reason.text(lang))


def _record(games: OpenGames, params: GameParams) -> Json:
    return record_json(_game(games, params))


def _close(games: OpenGames, params: GameParams) -> bool:
    _game(games, params)
    games.remove(params.game)
    return True


def _rulesets(_: OpenGames, params: RulesetsParams) -> list[RulesetTitle]:
    lang = _language(params.lang)
    known = [load_ruleset(name) for name in ruleset_names()]
    return [RulesetTitle(rules.name, title(rules, lang), rules.digest) for rules in known]


METHODS = {
    "hello": Method("Return what the server is and offers.", HelloParams, Hello, _hello),
    "new": Method("Deal a new game.", NewParams, Opened, _new),
    "apply": Method("Take an action for the player on turn.", ApplyParams, State, _apply),
    "legal": Method("Return the legal actions.", GameParams, list[str], _legal),
    "table": Method("Return the whole table.", GameParams, Annotated[Json, Shape("Table")], _table),
    "view": Method(
        "Return the table as a seat sees it.", ViewParams, Annotated[Json, Shape("View")], _view
    ),
    "explain": Method(
        "Return whether an action is legal, and if not, why.", ExplainParams, Explanation, _explain
    ),
    "undo": Method("Take back the last decisions.", UndoParams, State, _undo),
    "record": Method(
        "Return the game as a saved game.",
        GameParams,
        Annotated[Json, Shape("SavedGame")],
        _record,
    ),
    "load": Method("Open a saved game.", LoadParams, Opened, _load),
    "close": Method("Close a game: it is no longer open.", GameParams, bool, _close),
    "rulesets": Method(
        "Return the built-in rulesets.", RulesetsParams, list[RulesetTitle], _rulesets
    ),
}
"""Every method by its name."""


def _game(games: OpenGames, params: GameParams) -> Game:
    game = games.by_id.get(params.game)
    if game is None:
        raise RpcError(UNKNOWN_GAME, f"there is no game {params.game}")
    return game


def _game_at_ply(games: OpenGames, params: ApplyParams | UndoParams) -> Game:
    game = _game(games, params)
    if params.ply not in (None, game.ply):
        message = f"the game is at ply {game.ply}, not {short(params.ply)}"
        raise RpcError(STALE_PLY, message, {"ply": game.ply})
    return game


def _opened(games: OpenGames, game: Game) -> Opened:
    _check_memory(games)
    return Opened(game=games.add(game), digest=game.ruleset.digest, **_state(game, game.events))


def _check_memory(games: OpenGames) -> None:
    if games.are_full:
        message = f"{len(games.by_id)} games are open and take all memory; close one first"
        raise RpcError(NO_MEMORY, message)


def _state(game: Game, events: tuple[Event, ...]) -> Json:
    """Return the fields of a state."""
    return {
        "ply": game.ply,
        "phase": game.table.phase,
        "seat": game.table.seat,
        "legal": [str(action) for action in game.legal],
        "events": [event_json(event) for event in events],
        "winners": list(game.winners) if game.over else None,
    }


def _language(lang: str) -> str:
    """Return `lang`. Raise `RpcError` if there is no such language."""
    if lang not in LANGUAGES:
        message = f"there is no language {short(lang)}; take one of {', '.join(LANGUAGES)}"
        raise RpcError(INVALID_PARAMS, message)
    return lang
