"""Line-it as a library: rules that are data, tables that never change, games to play and embed.

>>> import lineit
>>> game = lineit.Game.new(players=2, seed=7)
>>> while game.legal:
...     _ = game.apply(game.legal[0])
>>> game.over
True
"""

from lineit.actions import Action, action_index, all_actions, parse_action
from lineit.cards import Card
from lineit.chance import cards_turned_up, step_with
from lineit.codec import event_json, parse_event, parse_table, table_json
from lineit.errors import (
    CallbackError,
    DeckError,
    ExportError,
    GameOver,
    IllegalAction,
    LanguageError,
    LineitError,
    NotAnAction,
    PlayersError,
    Problem,
    Reason,
    RecordError,
    RulesetError,
    TableError,
    UndoError,
    UnknownCard,
    UnknownRule,
    VectorError,
    ViewError,
)
from lineit.events import Event, replay
from lineit.explain import Choice, why_not
from lineit.game import Game, Step
from lineit.limits import most_decisions, points_range
from lineit.machine import Legal, legal, legal_mask, machine_of, step
from lineit.records import load_game, parse_record, record_json, save_game
from lineit.ruleset import Ruleset
from lineit.spec import load_ruleset, ruleset_names
from lineit.table import Line, Player, Table
from lineit.version import __version__
from lineit.views import View, parse_view, view, view_json

__all__ = [
    "Action",
    "CallbackError",
    "Card",
    "Choice",
    "DeckError",
    "Event",
    "ExportError",
    "Game",
    "GameOver",
    "IllegalAction",
    "LanguageError",
    "Legal",
    "Line",
    "LineitError",
    "NotAnAction",
    "Player",
    "PlayersError",
    "Problem",
    "Reason",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "Step",
    "Table",
    "TableError",
    "UndoError",
    "UnknownCard",
    "UnknownRule",
    "VectorError",
    "View",
    "ViewError",
    "__version__",
    "action_index",
    "all_actions",
    "cards_turned_up",
    "event_json",
    "legal",
    "legal_mask",
    "load_game",
    "load_ruleset",
    "machine_of",
    "most_decisions",
    "parse_action",
    "parse_event",
    "parse_record",
    "parse_table",
    "parse_view",
    "points_range",
    "record_json",
    "replay",
    "ruleset_names",
    "save_game",
    "step",
    "step_with",
    "table_json",
    "view",
    "view_json",
    "why_not",
]
