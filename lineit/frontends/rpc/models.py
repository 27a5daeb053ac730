"""The parameters and the results of each method, as models.

The JSON Schemas, the OpenRPC document, the TypeScript types and the tables of `docs/protocol.md`
are made of them: each field says its type, its bounds and what it means.
"""

from __future__ import annotations

from typing import Annotated, Any

from attrs import frozen

from lineit.model.bounds import ActionText, Doc, Many, Shape, Text
from lineit.model.zones import Memory

Json = dict[str, Any]

GameId = Annotated[
    str, Text("[0-9]+", 20), Doc("The id of an open game, as `new` or `load` returned it.")
]
Lang = Annotated[str, Shape("Language"), Doc("The language of sentences.")]
Ply = Annotated[
    int | None, Doc("The ply that the client has seen; null is not checked. See error 5.")
]

# -- parameters -----------------------------------------------------------------------------------


@frozen
class HelloParams:
    """The parameters of `hello`, which has none."""


@frozen
class RulesetsParams:
    """The parameters of `rulesets`."""

    lang: Lang = "en"


@frozen
class NewParams:
    """The parameters of `new`."""

    players: Annotated[int, Doc("The number of players.")]
    ruleset: Annotated[
        Any, Shape("RulesetChoice"), Doc("The name of a built-in ruleset, or a rule file.")
    ] = "standard"
    deck: Annotated[
        Annotated[tuple[str, ...], Many(0, 2000)] | None,
        Doc("Every card of the game, from the top; null for a shuffled deck."),
    ] = None
    seed: Annotated[int | None, Doc("What to shuffle with; null to draw a seed.")] = None
    first: Annotated[int, Doc("The seat that begins.")] = 0


@frozen(kw_only=True)
class GameParams:
    """The parameters of a method that needs only a game."""

    game: GameId


@frozen(kw_only=True)
class ApplyParams(GameParams):
    """The parameters of `apply`."""

    action: Annotated[ActionText, Doc("The action, such as `pick 42`.")]
    ply: Ply = None


@frozen(kw_only=True)
class ViewParams(GameParams):
    """The parameters of `view`."""

    seat: Annotated[int | None, Doc("The seat that looks, or null for a spectator.")] = None
    memory: Annotated[Memory, Doc("What the viewer knows: see below.")] = "table"


@frozen(kw_only=True)
class ExplainParams(GameParams):
    """The parameters of `explain`."""

    action: Annotated[ActionText, Doc("The action to ask about, such as `pick 42`.")]
    lang: Lang = "en"


@frozen(kw_only=True)
class UndoParams(GameParams):
    """The parameters of `undo`."""

    steps: Annotated[int, Doc("The number of decisions to take back, from 0.")] = 1
    ply: Ply = None


@frozen
class LoadParams:
    """The parameters of `load`."""

    record: Annotated[Any, Shape("SavedGame"), Doc("A saved game, as `record` returns it.")]


# -- results --------------------------------------------------------------------------------------


@frozen
class Hello:
    """What a server is and offers."""

    name: Annotated[str, Doc("The name of the server, `lineit`.")]
    version: Annotated[str, Doc("The version of the library.")]
    spec: Annotated[str, Doc("The version of the rules, the shapes of data and the vectors.")]
    protocol: Annotated[int, Doc("The version of the protocol, 2.")]
    methods: Annotated[list[str], Doc("The names of all methods.")]
    languages: Annotated[list[str], Doc("The languages of sentences.")]


@frozen(kw_only=True)
class State:
    """A game after a step."""

    ply: Annotated[int, Doc("The number of decisions since the game began.")]
    phase: Annotated[str, Shape("Phase"), Doc("The phase, such as `pick`; `over` at the end.")]
    seat: Annotated[int, Doc("The seat on turn, from 0; it has no meaning at the end of the game.")]
    legal: Annotated[list[str], Doc("The legal actions; none when the game is over.")]
    events: Annotated[list[Annotated[Json, Shape("GameEvent")]], Doc("What happened, in order.")]
    winners: Annotated[
        list[int] | None,
        Doc("The seats that have won, as in the event `game-ended`; null before the end."),
    ]


@frozen(kw_only=True)
class Opened(State):
    """A game that was opened."""

    game: Annotated[str, Doc("The id of the game, for the other methods.")]
    digest: Annotated[str, Doc("The digest of the rules.")]


@frozen
class Explanation:
    """Whether an action is legal, and if not, why."""

    legal: Annotated[bool, Doc("Whether the action is legal.")]
    rule: Annotated[str | None, Doc("The id of the rule that forbids it, if one does.")] = None
    message: Annotated[str | None, Doc("Why it is not legal, as a sentence.")] = None


@frozen
class RulesetTitle:
    """A ruleset, in short."""

    name: Annotated[str, Shape("RulesetName"), Doc("The name of the ruleset.")]
    title: Annotated[str, Doc("The title of the ruleset, in the language.")]
    digest: Annotated[str, Doc("The digest of its rules.")]
