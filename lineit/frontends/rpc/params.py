"""The parameters of each method, as models. `results` has the models of the results.

The JSON Schemas, the OpenRPC document, the TypeScript types and the tables of `docs/protocol.md`
are made of them: each field says its type, its bounds and what it means.
"""

from __future__ import annotations

from typing import Annotated, Any

from attrs import frozen

from lineit.game import MOST_SEED_BITS
from lineit.model.bounds import ActionText, Doc, Many, Shape, Text
from lineit.model.ruleset import MOST_PLAYERS
from lineit.model.zones import Memory

Json = dict[str, Any]

SEED_DIGITS = len(str(2**MOST_SEED_BITS))
"""Maximum length of a seed that is a text, in digits."""

Seed = int | Annotated[str, Text(f"-?[0-9]{{1,{SEED_DIGITS}}}", SEED_DIGITS + 1)]
"""A number, or its digits as text: JavaScript reads no number above 2^53 - 1 exactly."""

GameId = Annotated[str, Text("[0-9]+", 20), Doc("The id of an open game.")]
Ply = Annotated[int | None, Doc("The ply that the client has seen. Null is not checked.")]
AtPly = Annotated[int | None, Doc("An earlier ply of the game to look at, from 0. Null: now.")]
SomeAction = Annotated[ActionText, Doc("An action, such as `pick 42`.")]
Rules = Annotated[
    Any, Shape("RulesetChoice"), Doc("The name of a built-in ruleset, or a rule file.")
]


@frozen(kw_only=True)
class NoParams:
    """The parameters of a method that has none."""


@frozen(kw_only=True)
class LangParams:
    """The parameters of a method that needs nothing. Each that says sentences has these."""

    lang: Annotated[str, Shape("Language"), Doc("The language of sentences and refusals.")] = "en"


@frozen(kw_only=True)
class GameParams(LangParams):
    """The parameters of a method that needs only a game. Each method about a game has these."""

    game: GameId


@frozen(kw_only=True)
class NewParams(LangParams):
    """The parameters of `new`."""

    players: Annotated[int, Doc("The number of players.")]
    ruleset: Rules = "standard"
    deck: Annotated[
        Annotated[tuple[str, ...], Many(0, 2000)] | None,
        Doc("All cards, from the top. Null: they are shuffled."),
    ] = None
    seed: Annotated[
        Seed | None, Doc("A whole number for the shuffle, or its digits. Null: it is drawn.")
    ] = None
    first: Annotated[int, Doc("The seat that begins.")] = 0
    names: Annotated[
        Annotated[tuple[str, ...], Many(0, MOST_PLAYERS)] | None,
        Doc("The names of the players, for sentences and saved games."),
    ] = None


@frozen(kw_only=True)
class ApplyParams(GameParams):
    """The parameters of `apply`."""

    action: SomeAction
    ply: Ply = None


@frozen(kw_only=True)
class UndoParams(GameParams):
    """The parameters of `undo`."""

    steps: Annotated[int, Doc("The number of decisions, from 0.")] = 1
    ply: Ply = None


@frozen(kw_only=True)
class TableParams(GameParams):
    """The parameters of `table`."""

    ply: AtPly = None


@frozen(kw_only=True)
class ViewParams(GameParams):
    """The parameters of `view`."""

    seat: Annotated[int | None, Doc("The seat that looks. Null: a spectator.")] = None
    memory: Annotated[Memory, Doc("What the viewer knows.")] = "table"
    ply: AtPly = None


@frozen(kw_only=True)
class ExplainParams(GameParams):
    """The parameters of `explain`."""

    action: SomeAction


@frozen(kw_only=True)
class TellParams(GameParams):
    """The parameters of `tell`."""

    events: Annotated[
        tuple[Annotated[Any, Shape("SeenEvent")], ...],
        Doc("Events, also as a seat sees them, with a number in place of cards."),
    ] = ()
    actions: Annotated[tuple[ActionText, ...], Doc("Actions.")] = ()


@frozen(kw_only=True)
class BotParams(GameParams):
    """The parameters of `bot`."""

    bot: Annotated[str, Shape("BotName"), Doc("The name of a bot.")] = "greedy"
    seed: Annotated[Seed, Doc("A whole number for what the bot draws, or its digits.")] = 0


@frozen(kw_only=True)
class LoadParams(LangParams):
    """The parameters of `load`."""

    record: Annotated[Any, Shape("SavedGame"), Doc("A saved game.")]


@frozen(kw_only=True)
class RulesetParams(LangParams):
    """The parameters of `ruleset`. Exactly one of `ruleset` and `game` is given."""

    ruleset: Annotated[
        Any, Shape("RulesetChoice"), Doc("The name of a built-in ruleset, or a rule file.")
    ] = None
    game: Annotated[GameId | None, Doc("Or an open game, for its ruleset.")] = None


@frozen(kw_only=True)
class DifferencesParams(LangParams):
    """The parameters of `differences`."""

    ruleset: Rules
    other: Annotated[
        Any, Shape("RulesetChoice"), Doc("The one to compare it with: a name, or a rule file.")
    ] = "standard"
