"""Hypothesis strategies for games, tables and actions, to test programs that embed this library.

It needs the extra `test`: `pip install '.[test]'` in a checkout.

All functions but `played` return a strategy for `@given`. Examples shrink towards few decisions,
two players and the rules of `standard`. A failing example shows a game as a call of `played`, which
you can paste into a test. It shows a table as `attrgetter('table')` of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

from lineit.bots import GreedyBot, bot_action
from lineit.engine.legality import choices
from lineit.engine.machine import legal
from lineit.game import Game
from lineit.model.actions import Action, parse_turn, turn_text
from lineit.model.ruleset import Ruleset
from lineit.model.table import Table
from lineit.rules.load import is_built_in, load_ruleset, ruleset_names

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    message = (
        f"lineit.testing needs {error.name}; install the extra test,"
        " in a checkout with pip install '.[test]'"
    )
    raise ModuleNotFoundError(message, name=error.name, path=error.path) from error

__all__ = [
    "actions",
    "decks",
    "games",
    "illegal_actions",
    "legal_actions",
    "played",
    "rulesets",
    "tables",
    "whole_games",
]

Rules = str | Path | Mapping[str, Any] | Ruleset
"""A value that `load_ruleset` accepts."""

DECISIONS_A_CARD = 3
"""Maximum number of decisions in a drawn game without a limit, for each card of the deck. Most
games need fewer, so about one drawn game in three is over.
"""

CARE = (0, 0.5, 0.9)
"""The shares of decisions in a drawn game that `GreedyBot` takes; the others are by chance."""

SEEDS = st.integers(0, 2**32 - 1)


def rulesets() -> st.SearchStrategy[str]:
    """Return a strategy for the names of the built-in rulesets, `standard` first.

    >>> from hypothesis import given
    >>> @given(rulesets())
    ... def test(name):
    ...     assert load_ruleset(name).name == name
    >>> test()
    """
    return st.sampled_from(sorted(ruleset_names(), key=lambda name: (name != "standard", name)))


def decks(rules: Rules = "standard") -> st.SearchStrategy[list[str]]:
    """Return a strategy for decks for `Game.new`: the codes of all cards in any order, top first.

    It shrinks towards the cards in order, with card 1 on top.

    >>> from hypothesis import given
    >>> @given(decks())
    ... def test(deck):
    ...     assert [card.code for card in Game.new(deck=deck).table.market] == deck[:4]
    >>> test()
    """
    return st.permutations([card.code for card in load_ruleset(rules).cards])


def games(
    rules: Rules | None = None, players: int | None = None, *, most_decisions: int | None = None
) -> st.SearchStrategy[Game]:
    """Return a strategy for games at any point: just dealt, in the middle, or over.

    `rules`: a value that `load_ruleset` accepts; by default any of `rulesets`. `players`: the
    number of players; by default any that the rules allow. `most_decisions`: the maximum number of
    decisions; with 0 the game is just dealt. Each example is a new game, which the test may play
    on. Raises as `Game.new` does if the rules cannot be loaded or do not allow the `players`.

    >>> from hypothesis import given
    >>> @given(games("standard", players=3, most_decisions=20))
    ... def test(game):
    ...     assert len(game.scores) == 3
    ...     assert game.ply <= 20
    >>> test()
    """
    named = st.just(rules) if rules is not None else rulesets()
    return _games(named, _checked_players(rules, players), most_decisions, whole=False)


def whole_games(rules: Rules | None = None, players: int | None = None) -> st.SearchStrategy[Game]:
    """Return a strategy for games that are over. Iterate over a game to get its steps.

    `rules` and `players` are as for `games`. Raises `RulesetError` if a game does not end.

    >>> from hypothesis import given
    >>> @given(whole_games("standard", players=2))
    ... def test(game):
    ...     assert game.over
    ...     for step in game:
    ...         assert len(step.table.player.hand) <= 2
    >>> test()
    """
    named = st.just(rules) if rules is not None else rulesets()
    return _games(named, _checked_players(rules, players), None, whole=True)


def tables(
    rules: Rules | None = None, players: int | None = None, *, most_decisions: int | None = None
) -> st.SearchStrategy[Table]:
    """Return a strategy for tables after any number of decisions. The arguments are as for `games`.

    >>> from hypothesis import given
    >>> from lineit.formats.tables import cards_on
    >>> @given(tables("standard"))
    ... def test(table):
    ...     assert len(set(cards_on(table))) == 106
    >>> test()
    """
    return games(rules, players, most_decisions=most_decisions).map(attrgetter("table"))


def actions(rules: Rules = "standard") -> st.SearchStrategy[Action]:
    """Return a strategy for any verb with any card or none. Few of these actions are legal at once.

    >>> from hypothesis import given
    >>> from lineit import parse_action
    >>> @given(actions("standard"))
    ... def test(action):
    ...     assert parse_action(str(action), load_ruleset("standard")) == action
    >>> test()
    """
    ruleset = load_ruleset(rules)
    cards = st.sampled_from((None, *ruleset.cards))
    return st.builds(Action, st.sampled_from(ruleset.verbs), cards)


def legal_actions(table: Table) -> st.SearchStrategy[Action]:
    """Return a strategy for the legal actions at a table. After the end of the game there are none,
    and hypothesis draws another example.

    >>> from hypothesis import given, strategies as st
    >>> @given(games(), st.data())
    ... def test(game, data):
    ...     action = data.draw(legal_actions(game.table))
    ...     assert game.explain(action) is None
    >>> test()
    """
    found = legal(table)
    return st.sampled_from(found) if found else st.nothing()


def illegal_actions(table: Table) -> st.SearchStrategy[Action]:
    """Return a strategy for actions that are not legal: those of `choices`, or any others.

    >>> from hypothesis import given, strategies as st
    >>> @given(tables(), st.data())
    ... def test(table, data):
    ...     assert data.draw(illegal_actions(table)) not in legal(table)
    >>> test()
    """
    near = [choice.action for choice in choices(table) if choice.reason is not None]
    allowed = legal(table)
    return st.sampled_from(near) | actions(table.ruleset).filter(
        lambda action: action not in allowed
    )


def played(
    players: int = 2, *, rules: Rules = "standard", seed: int = 0, first: int = 0, actions: str = ""
) -> Game:
    """Return the game after these actions, which are written as by `turn_text`.

    >>> game = played(2, seed=7, actions="pick 91, line, score")
    >>> game.ply, game.table.phase, game.table.seat
    (3, 'pick', 1)
    """
    game = Game.new(players, rules=rules, seed=seed, first=first)
    for action in parse_turn(actions, game.ruleset) if actions else ():
        game.apply(action)
    return game


def _checked_players(rules: Rules | None, players: int | None) -> int | None:
    """Return `players` after a check that the rules can be loaded and allow that number."""
    for name in ruleset_names() if rules is None else [rules]:
        if players is not None:
            Game.new(players, rules=name, seed=0)
        else:
            load_ruleset(name)
    return players


@st.composite
def _games(
    draw: st.DrawFn,
    named: st.SearchStrategy[Rules],
    players: int | None,
    most: int | None,
    *,
    whole: bool,
) -> Game:
    rules = draw(named)
    ruleset = load_ruleset(rules)
    if most is None:
        most = DECISIONS_A_CARD * len(ruleset.cards)
    decisions = None if whole else draw(st.integers(0, most))
    if players is None:
        players = draw(st.integers(*ruleset.components.players))
    care = draw(st.sampled_from(CARE))
    first = draw(st.integers(0, players - 1))
    seed = draw(SEEDS)
    # Another number of decisions gives other choices, so that shrinking it tries other games.
    chance = Random(f"{decisions} {draw(SEEDS)}")  # noqa: S311 # it must be repeatable
    game = Game.new(players, rules=ruleset, seed=seed, first=first)
    taken = turn_text(_play(game, decisions, care, chance))
    if isinstance(rules, Ruleset):  # its repr cannot be pasted
        rules = rules.name if is_built_in(rules) else rules.document
    arguments = {"rules": rules, "seed": seed, "first": first, "actions": taken}
    return draw(
        st.builds(played, st.just(players), **{k: st.just(v) for k, v in arguments.items()})
    )


def _play(game: Game, decisions: int | None, care: float, chance: Random) -> Iterator[Action]:
    """Play `decisions` decisions, or to the end of the game; yield the actions."""
    while game.ply != decisions and (found := game.legal):
        careful = chance.random() < care
        action = bot_action(GreedyBot(), game) if careful else chance.choice(found)
        game.apply(action)
        yield action
