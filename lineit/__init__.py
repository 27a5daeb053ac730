"""The card game Line-it as a library: rules as data, immutable tables, and games to embed.

>>> import lineit
>>> game = lineit.Game.new(players=2, seed=7)
>>> while game.legal:
...     _ = game.apply(game.legal[0])
>>> game.over
True
"""

from lineit.engine.chance import cards_turned_up, step_with
from lineit.engine.legality import Choice, why_not
from lineit.engine.machine import Legal, legal, legal_mask, machine_of, step
from lineit.foresight import Preview, preview, previews
from lineit.formats.events import event_json, parse_event
from lineit.formats.previews import facts_json, preview_json
from lineit.formats.tables import parse_table, table_json
from lineit.formats.views import parse_view, seen_event_json, view_json
from lineit.game import Game
from lineit.model.actions import Action, action_index, all_actions, parse_action
from lineit.model.cards import Card
from lineit.model.errors import (
    CallbackError,
    DeckError,
    ExportError,
    GameOver,
    IllegalAction,
    LanguageError,
    LineitError,
    NotAnAction,
    NotYourTurn,
    PlayersError,
    Problem,
    Reason,
    RecordError,
    RulesetError,
    StaleRevision,
    TableError,
    TagsError,
    UndoError,
    UnknownCard,
    UnknownRule,
    VectorError,
    ViewError,
)
from lineit.model.events import Event, replay
from lineit.model.history import EndedEarly, News, Step
from lineit.model.ruleset import Ruleset
from lineit.model.table import Line, Player, Table
from lineit.rules.game_limits import most_decisions, points_range
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.saves.records import load_game, parse_record, record_json, save_game
from lineit.table_facts import Facts, facts
from lineit.undo import UndoCosts, UndoPolicy
from lineit.version import __version__
from lineit.views import View, view

__all__ = [
    "Action",
    "CallbackError",
    "Card",
    "Choice",
    "DeckError",
    "EndedEarly",
    "Event",
    "ExportError",
    "Facts",
    "Game",
    "GameOver",
    "IllegalAction",
    "LanguageError",
    "Legal",
    "Line",
    "LineitError",
    "News",
    "NotAnAction",
    "NotYourTurn",
    "Player",
    "PlayersError",
    "Preview",
    "Problem",
    "Reason",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "StaleRevision",
    "Step",
    "Table",
    "TableError",
    "TagsError",
    "UndoCosts",
    "UndoError",
    "UndoPolicy",
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
    "facts",
    "facts_json",
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
    "preview",
    "preview_json",
    "previews",
    "record_json",
    "replay",
    "ruleset_names",
    "save_game",
    "seen_event_json",
    "step",
    "step_with",
    "table_json",
    "view",
    "view_json",
    "why_not",
]
