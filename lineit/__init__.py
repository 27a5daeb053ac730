"""Line-it as a library: rules that are data, tables that never change, games to play and embed.

>>> import lineit
>>> game = lineit.Game.new(players=2, seed=7)
>>> while game.legal:
...     _ = game.apply(game.legal[0])
>>> game.over
True
"""

from lineit.actions import Action, parse_action
from lineit.cards import Card
from lineit.codec import parse_table, table_json
from lineit.errors import (
    GameOver,
    IllegalAction,
    LineitError,
    NotAnAction,
    Reason,
    RulesetError,
)
from lineit.events import Event, replay
from lineit.explain import why_not
from lineit.game import Game, Step
from lineit.machine import legal, machine_of, step
from lineit.records import load_game, save_game
from lineit.ruleset import Ruleset
from lineit.spec import load_ruleset, ruleset_names
from lineit.table import Line, Player, Table

__all__ = [
    "Action",
    "Card",
    "Event",
    "Game",
    "GameOver",
    "IllegalAction",
    "Line",
    "LineitError",
    "NotAnAction",
    "Player",
    "Reason",
    "Ruleset",
    "RulesetError",
    "Step",
    "Table",
    "legal",
    "load_game",
    "load_ruleset",
    "machine_of",
    "parse_action",
    "parse_table",
    "replay",
    "ruleset_names",
    "save_game",
    "step",
    "table_json",
    "why_not",
]
