"""The table of all methods of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from lineit.bots import BOTS
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc import look, play, rules
from lineit.frontends.rpc.errors import (
    BAD_RECORD,
    BAD_RULESET,
    ILLEGAL_ACTION,
    INVALID_PARAMS,
    NO_MEMORY,
    NOT_YOUR_TURN,
    STALE,
    UNKNOWN_GAME,
    protocol_error,
)
from lineit.frontends.rpc.params import (
    ApplyParams,
    BotParams,
    ChangeParams,
    DifferencesParams,
    EventsParams,
    ExplainParams,
    GameParams,
    Json,
    LangParams,
    LoadParams,
    NewParams,
    NoParams,
    RecordParams,
    RulesetParams,
    SeatParams,
    StepsParams,
    TableParams,
    TellParams,
    UndoCostsParams,
    ViewParams,
)
from lineit.frontends.rpc.results import (
    BotAnswer,
    Differences,
    Explanation,
    Hello,
    MenuEntry,
    News,
    Opened,
    RulesetAbout,
    RulesetTitle,
    State,
    Told,
    UndoCosts,
)
from lineit.model.bounds import Shape
from lineit.model.resources import spec_version
from lineit.text.catalog import LANGUAGES
from lineit.version import __version__

PROTOCOL = 2
"""Version of the protocol. The first edition spoke version 1."""


class Method(NamedTuple):
    """A method: what it does in a sentence, its two models, the function that does it, and the
    codes of its own errors.
    """

    summary: str
    params: type
    result: Any
    do: Callable[[OpenGames, Any], Any]
    refuses: tuple[int, ...] = ()

    @property
    def errors(self) -> list[int]:
        """Return the codes of the errors with which the method may refuse."""
        about_game = [UNKNOWN_GAME] if issubclass(self.params, GameParams) else []
        return [INVALID_PARAMS, *sorted([*about_game, *self.refuses])]


def _hello(_: OpenGames, __: NoParams) -> Hello:
    return Hello(
        name="lineit",
        version=__version__,
        spec=spec_version(),
        protocol=PROTOCOL,
        methods=[*METHODS],
        languages=[*LANGUAGES],
        bots=[*BOTS],
    )


def _ruleset(games: OpenGames, params: RulesetParams) -> RulesetAbout:
    if (params.ruleset is None) == (params.game is None):
        raise protocol_error(INVALID_PARAMS, "ruleset_or_game", params)
    if params.game is not None:
        of_game = GameParams(game=params.game, lang=params.lang)
        return rules.about(play.game_of(games, of_game).ruleset, params.lang)
    return rules.about(rules.chosen(params.ruleset, params), params.lang)


METHODS = {
    "hello": Method("Says what the server is and offers.", NoParams, Hello, _hello),
    "new": Method(
        "Deals a new game.",
        NewParams,
        Opened,
        play.new,
        (
            BAD_RULESET,
            NO_MEMORY,
        ),
    ),
    "apply": Method(
        "Takes an action for the player on turn.",
        ApplyParams,
        State,
        play.apply,
        (
            ILLEGAL_ACTION,
            BAD_RULESET,
            STALE,
            NO_MEMORY,
            NOT_YOUR_TURN,
        ),
    ),
    "legal": Method(
        "Lists the legal actions.", SeatParams, list[Annotated[str, Shape("Action")]], look.legal
    ),
    "table": Method(
        "Shows the whole table.", TableParams, Annotated[Json, Shape("Table")], look.table
    ),
    "view": Method(
        "Shows the table as a seat sees it.", ViewParams, Annotated[Json, Shape("View")], look.look
    ),
    "explain": Method(
        "Says whether an action is legal, and if not, why.",
        ExplainParams,
        Explanation,
        look.explain,
    ),
    "undo": Method("Takes back the last decisions.", StepsParams, State, play.undo, (STALE,)),
    "record": Method(
        "Returns the saved game, or what a seat has seen of it, which cannot be loaded.",
        RecordParams,
        Annotated[Json, Shape("SavedGame")] | Annotated[Json, Shape("SeenRecord")],
        play.record,
    ),
    "load": Method(
        "Opens a saved game, with all its events.",
        LoadParams,
        Opened,
        play.load,
        (
            BAD_RECORD,
            NO_MEMORY,
        ),
    ),
    "close": Method("Closes a game, which is then no longer open.", GameParams, bool, play.close),
    "rulesets": Method(
        "Lists the built-in rulesets.",
        LangParams,
        list[RulesetTitle],
        lambda _, params: rules.rulesets(params.lang),
    ),
    "ruleset": Method(
        "Describes a ruleset. Give `ruleset` or `game`.",
        RulesetParams,
        RulesetAbout,
        _ruleset,
        (
            UNKNOWN_GAME,
            BAD_RULESET,
        ),
    ),
    "differences": Method(
        "Compares two rulesets.",
        DifferencesParams,
        Differences,
        lambda _, params: rules.differences(params),
        (BAD_RULESET,),
    ),
    "choices": Method(
        "Lists the actions for a menu, with the reasons why some are not legal.",
        SeatParams,
        list[MenuEntry],
        look.choices,
    ),
    "previews": Method(
        "Says what each legal action would bring, as far as the seat on turn can know it.",
        SeatParams,
        list[Annotated[Json, Shape("Preview")]],
        look.previews,
    ),
    "facts": Method(
        "Counts what a player could count: what each line needs, and what scoring now would bring.",
        ViewParams,
        Annotated[Json, Shape("Facts")],
        look.facts,
    ),
    "tell": Method("Puts events and actions into words.", TellParams, Told, look.tell),
    "stats": Method(
        "Counts what each player did, and where the points come from.",
        GameParams,
        Annotated[Json, Shape("Stats")],
        look.stats,
    ),
    "redo": Method(
        "Takes decisions again that were taken back; not after another one was taken.",
        StepsParams,
        State,
        play.redo,
        (STALE, NOT_YOUR_TURN),
    ),
    "end": Method(
        "Ends the game before its end: `seat` resigns, without a seat, it is broken off.",
        ChangeParams,
        State,
        play.end,
        (ILLEGAL_ACTION, STALE),
    ),
    "undo_costs": Method(
        "Says what an undo would take back beside the decisions of one seat, so that you can ask"
        " before.",
        UndoCostsParams,
        UndoCosts,
        play.undo_costs,
    ),
    "events": Method("Says what happened since a revision.", EventsParams, News, play.events),
    "bot": Method(
        "Says what a bot would do now, from what the seat on turn sees. Nothing is applied.",
        BotParams,
        BotAnswer,
        look.bot,
        (ILLEGAL_ACTION, NOT_YOUR_TURN),
    ),
}
"""Every method by its name."""
