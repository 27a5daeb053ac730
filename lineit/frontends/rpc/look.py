"""The methods of the protocol that look at a game, and change nothing."""

from __future__ import annotations

import attrs
from attrs import evolve

from lineit.bots import BOTS, bot_action
from lineit.foresight import previews as previews_of
from lineit.formats.previews import facts_json, preview_json
from lineit.formats.tables import table_json
from lineit.formats.views import view_json
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc.errors import INVALID_PARAMS, protocol_error, refusal_data
from lineit.frontends.rpc.params import (
    BotParams,
    ExplainParams,
    GameParams,
    Json,
    SeatParams,
    TableParams,
    TellParams,
    ViewParams,
)
from lineit.frontends.rpc.play import game_of, legal_of
from lineit.frontends.rpc.results import BotAnswer, Explanation, MenuEntry, Told, fields_of
from lineit.model.actions import parse_action
from lineit.model.bounds import short
from lineit.model.table import Table
from lineit.stats import PlayerStats
from lineit.table_facts import facts as facts_of
from lineit.text.choices import why_text
from lineit.text.meaning import meaning
from lineit.text.narrate import action_label, shown_names, tell_json
from lineit.views import view

NO_REASON: Json = {"code": None, "message": None, "params": None}
"""The keys about a reason, of what is legal."""


def legal(games: OpenGames, params: SeatParams) -> list[str]:
    """Return the legal actions, or those of a seat."""
    return legal_of(game_of(games, params), params.seat)


def choices(games: OpenGames, params: SeatParams) -> list[MenuEntry]:
    """Return the actions for a menu, each legal or with the reason why not."""
    game, lang = game_of(games, params), params.lang
    entries = []
    for choice in game.choices if params.seat is None else game.choices_for(params.seat):
        legal = choice.reason is None
        label = action_label(choice.action, game.ruleset, lang, rule=choice.rule)
        data = {"rule": choice.rule, **NO_REASON}
        if choice.reason is not None:
            data = fields_of(refusal_data(choice.reason, lang))
            data["message"] = why_text(choice.reason, game.ruleset, lang)
        entries.append(MenuEntry(action=str(choice.action), label=label, legal=legal, **data))
    return entries


def explain(games: OpenGames, params: ExplainParams) -> Explanation:
    """Return whether an action is legal, and if not, why."""
    reason = game_of(games, params).explain(params.action, params.seat)
    if reason is None:
        return Explanation(legal=True, rule=None, **NO_REASON)
    return Explanation(legal=False, **fields_of(refusal_data(reason, params.lang)))


def table(games: OpenGames, params: TableParams) -> Json:
    """Return the whole table."""
    return table_json(_table_at(games, params))


def look(games: OpenGames, params: ViewParams) -> Json:
    """Return the table as a seat sees it."""
    return view_json(view(_table_at(games, params), params.seat, params.memory))


def facts(games: OpenGames, params: ViewParams) -> Json:
    """Return what a seat can count on the table."""
    found = facts_of(view(_table_at(games, params), params.seat, params.memory))
    if game_of(games, params).ended_early and params.ply is None:
        found = evolve(found, market=None, scoring=None)  # nobody can act any more
    return facts_json(found)


def previews(games: OpenGames, params: SeatParams) -> list[Json]:
    """Return what each legal action would bring, as far as the seat on turn can know it."""
    game, lang = game_of(games, params), params.lang
    if not legal_of(game, params.seat):
        return []
    return [
        preview_json(each)
        | {
            "label": action_label(each.action, game.ruleset, lang, rule=each.rule),
            "meaning": list(meaning(each, game.ruleset, shown_names(game), lang)),
        }
        for each in previews_of(game.view(game.turn))
    ]


def tell(games: OpenGames, params: TellParams) -> Told:
    """Return events and actions as sentences."""
    game, lang = game_of(games, params), params.lang
    rules, names = game.ruleset, shown_names(game)
    return Told(
        events=[tell_json(event, rules, names, lang) for event in params.events],
        actions=[
            action_label(parse_action(action, rules), rules, lang) for action in params.actions
        ],
    )


def stats(games: OpenGames, params: GameParams) -> Json:
    """Return what the players did so far, and where their points come from."""
    counted = game_of(games, params).stats
    return {"players": [*map(_counts, counted.players)], "whole": _counts(counted.whole)}


def bot(games: OpenGames, params: BotParams) -> BotAnswer:
    """Return the action that a bot would choose, from what the seat on turn sees."""
    game = game_of(games, params)
    game.check_turn(params.seat)
    if params.bot not in BOTS:
        known = ", ".join(BOTS)
        raise protocol_error(INVALID_PARAMS, "no_bot", params, bot=short(params.bot), known=known)
    # with the ply in the seed, a bot that draws does not draw the same at each ply
    chooser = BOTS[params.bot](int(params.seed) + game.ply)
    return BotAnswer(action=str(bot_action(chooser, game)))


def _table_at(games: OpenGames, params: TableParams | ViewParams) -> Table:
    """Return the table of a game, now or at an earlier ply. Raise `RpcError` if there is none."""
    game = game_of(games, params)
    if params.ply is None:
        return game.table
    if not 0 <= params.ply <= game.ply:
        raise protocol_error(INVALID_PARAMS, "no_ply", params, ply=short(params.ply), last=game.ply)
    return game.steps[params.ply].table


def _counts(counted: PlayerStats) -> Json:
    return attrs.asdict(counted) | {"points": counted.points}
