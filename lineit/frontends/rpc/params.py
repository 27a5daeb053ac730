"""The parameters of each method, as models. `results` has the models of the results.

The JSON Schemas, the OpenRPC document, the TypeScript types and the tables of `docs/protocol.md`
are made of them: each field says its type, its bounds and what it means.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from attrs import frozen

from lineit.model.bounds import ActionText, Doc, Many, Shape, Text, Whole
from lineit.model.labels import MOST_TAGS
from lineit.model.ruleset import MOST_PLAYERS
from lineit.model.zones import Memory
from lineit.saves.records import LARGEST_NUMBER, Seed
from lineit.undo import UndoPolicy

MOST_TOLD = 10_000
"""Maximum number of events, and of actions, that one request puts into words."""

Json = dict[str, Any]

GameId = Annotated[str, Text("[0-9]+", 20), Doc("The id of an open game.")]
Ply = Annotated[int | None, Doc("The ply that the client has seen. Null: any.")]
Seat = Annotated[
    int | None, Doc("The seat that asks: the answer has only what it may see and do. Null: all.")
]
Revision = Annotated[int | None, Doc("The revision that the client has seen. Null: any.")]
AtPly = Annotated[int | None, Doc("An earlier ply of the game to look at, from 0. Null: now.")]
MemoryOf = Annotated[Memory, Doc("What the viewer knows.")]
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
    seats: Annotated[
        Annotated[tuple[str, ...], Many(0, MOST_PLAYERS)] | None,
        Doc("Who plays at each seat: `person`, or the name of a bot."),
    ] = None
    tags: Annotated[
        Annotated[dict[str, str], Many(0, MOST_TAGS)] | None,
        Doc("Texts by name for saved games, such as a `date`."),
    ] = None
    undo: Annotated[UndoPolicy, Doc("What may be taken back.")] = "free"


@frozen(kw_only=True)
class SeatParams(GameParams):
    """The parameters of a method that answers for a seat."""

    seat: Seat = None


@frozen(kw_only=True)
class ChangeParams(SeatParams):
    """The parameters of each method that changes a game: what the client has seen of it."""

    ply: Ply = None
    revision: Revision = None


@frozen(kw_only=True)
class ApplyParams(ChangeParams):
    """The parameters of `apply`."""

    action: SomeAction


@frozen(kw_only=True)
class StepsParams(ChangeParams):
    """The parameters of `undo` and `redo`."""

    seat: Annotated[
        int | None,
        Doc(
            "The seat that asks, for what may be taken back and for the answer. Null: the seat of"
            " the first of these decisions, and nothing is hidden."
        ),
    ] = None
    steps: Annotated[int, Doc("The number of decisions, from 0.")] = 1


@frozen(kw_only=True)
class UndoCostsParams(SeatParams):
    """The parameters of `undo_costs`."""

    steps: Annotated[int, Doc("The number of decisions, from 0.")] = 1


@frozen(kw_only=True)
class RecordParams(GameParams):
    """The parameters of `record`."""

    seat: Annotated[
        int | Literal["spectator"] | None,
        Doc("Who asks: a seat, or a spectator. Null: nothing is hidden."),
    ] = None
    memory: MemoryOf = "table"


@frozen(kw_only=True)
class EventsParams(RecordParams):
    """The parameters of `events`."""

    since: Annotated[int | None, Doc("The revision that was seen. Null: from the first deal.")] = (
        None
    )


@frozen(kw_only=True)
class TableParams(GameParams):
    """The parameters of `table`."""

    ply: AtPly = None


@frozen(kw_only=True)
class ViewParams(GameParams):
    """The parameters of a method that shows a table to a viewer."""

    seat: Annotated[int | None, Doc("The seat that looks. Null: a spectator.")] = None
    memory: MemoryOf = "table"
    ply: AtPly = None


@frozen(kw_only=True)
class ExplainParams(SeatParams):
    """The parameters of `explain`."""

    action: SomeAction


@frozen(kw_only=True)
class TellParams(GameParams):
    """The parameters of `tell`."""

    events: Annotated[
        Annotated[tuple[Annotated[Any, Shape("SeenEvent")], ...], Many(0, MOST_TOLD)],
        Doc("Events, also as a seat sees them, with a number in place of cards."),
    ] = ()
    actions: Annotated[Annotated[tuple[ActionText, ...], Many(0, MOST_TOLD)], Doc("Actions.")] = ()


@frozen(kw_only=True)
class BotParams(SeatParams):
    """The parameters of `bot`."""

    bot: Annotated[str, Shape("BotName"), Doc("The name of a bot.")] = "greedy"
    seed: Annotated[Seed, Doc("A whole number for what the bot draws, or its digits.")] = 0


@frozen(kw_only=True)
class LoadParams(LangParams):
    """The parameters of `load`."""

    record: Annotated[Any, Shape("SavedGame"), Doc("A saved game.")]
    revision: Annotated[
        Annotated[int, Whole(0, LARGEST_NUMBER)] | None,
        Doc("The revision to go on at, if the game had a larger one before."),
    ] = None


@frozen(kw_only=True)
class RulesetParams(LangParams):
    """The parameters of `ruleset`. Exactly one of `ruleset` and `game` is given."""

    ruleset: Annotated[
        Annotated[Any, Shape("RulesetChoice")] | None,
        Doc("The name of a built-in ruleset, or a rule file."),
    ] = None
    game: Annotated[GameId | None, Doc("Or an open game, for its ruleset.")] = None


@frozen(kw_only=True)
class DifferencesParams(LangParams):
    """The parameters of `differences`."""

    ruleset: Rules
    other: Annotated[
        Any, Shape("RulesetChoice"), Doc("The one to compare it with: a name, or a rule file.")
    ] = "standard"
