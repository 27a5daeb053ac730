"""Games, tables and actions drawn by hypothesis, for the tests of whatever embeds this library.

    pip install 'lineit[test]'

All but `played` are strategies, for `@given`. What they draw shrinks: towards few decisions, two
players and the rules of `standard`. A game in a failing example is told as a call of `played`,
which can be pasted into a test of its own; a table as `attrgetter('table')` of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

from lineit.actions import Action, parse_turn, turn_text
from lineit.bots import GreedyBot, bot_action
from lineit.explain import choices
from lineit.game import Game
from lineit.machine import legal
from lineit.ruleset import Ruleset
from lineit.spec import is_built_in, load_ruleset, ruleset_names
from lineit.table import Table

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    told = f"lineit.testing needs {error.name}: pip install 'lineit[test]'"
    raise ModuleNotFoundError(told, name=error.name, path=error.path) from error

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
"""What `load_ruleset` takes."""

DECISIONS_A_CARD = 3
"""A game drawn without a limit is stopped after up to so many decisions for each card of the deck.
That is more than most games have, so that about one in three is over.
"""

CARE = (0, 0.5, 0.9)
"""How often a drawn game was played with care, as `GreedyBot` does, and not by chance."""

SEEDS = st.integers(0, 2**32 - 1)


def rulesets() -> st.SearchStrategy[str]:
    """The names of the rulesets that come with the library, `standard` first.

    >>> from hypothesis import given
    >>> @given(rulesets())
    ... def test(name):
    ...     assert load_ruleset(name).name == name
    >>> test()
    """
    return st.sampled_from(sorted(ruleset_names(), key=lambda name: (name != "standard", name)))


def decks(rules: Rules = "standard") -> st.SearchStrategy[list[str]]:
    """The codes of all cards of the ruleset in any order, from the top: a `deck` for `Game.new`.

    It shrinks towards the cards in order, 1 on top.

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
    """Games that were played to somewhere: just dealt, in the middle, or over.

    `rules`: as `load_ruleset` takes them, else any of `rulesets`; `players`: how many, else as many
    as the rules allow; `most_decisions`: how many were taken at most; with 0 the game was just
    dealt. Each example has a game of its own, which the test may play on.

    >>> from hypothesis import given
    >>> @given(games("standard", players=3, most_decisions=20))
    ... def test(game):
    ...     assert len(game.scores) == 3
    ...     assert game.ply <= 20
    >>> test()
    """
    named = st.just(rules) if rules is not None else rulesets()
    return _games(named, _checked(rules, players), most_decisions, whole=False)


def whole_games(rules: Rules | None = None, players: int | None = None) -> st.SearchStrategy[Game]:
    """Games that were played to their end; what is in between is in their steps.

    `rules` and `players` as for `games`. Raises `RulesetError` where no end comes.

    >>> from hypothesis import given
    >>> @given(whole_games("standard", players=2))
    ... def test(game):
    ...     assert game.over
    ...     for step in game:
    ...         assert len(step.table.player.hand) <= 2
    >>> test()
    """
    named = st.just(rules) if rules is not None else rulesets()
    return _games(named, _checked(rules, players), None, whole=True)


def tables(
    rules: Rules | None = None, players: int | None = None, *, most_decisions: int | None = None
) -> st.SearchStrategy[Table]:
    """Tables as they lie after any number of decisions. All may be said as for `games`.

    >>> from hypothesis import given
    >>> from lineit.codec import cards_on
    >>> @given(tables("standard"))
    ... def test(table):
    ...     assert len(set(cards_on(table))) == 106
    >>> test()
    """
    return games(rules, players, most_decisions=most_decisions).map(attrgetter("table"))


def actions(rules: Rules = "standard") -> st.SearchStrategy[Action]:
    """Any action that can be said at all, with a card or without; few are legal at a time.

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
    """Any action that is legal now. Where the game is over there is none: hypothesis then takes
    another example.

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
    """Any action that is not legal now: one that a player may think of, or one that is far off.

    >>> from hypothesis import given, strategies as st
    >>> @given(tables(), st.data())
    ... def test(table, data):
    ...     assert data.draw(illegal_actions(table)) not in legal(table)
    >>> test()
    """
    near = [choice.action for choice in choices(table) if choice.reason is not None]
    allowed = legal(table)
    return st.sampled_from(near) | actions(table.ruleset).filter(lambda said: said not in allowed)


def played(
    players: int = 2, *, rules: Rules = "standard", seed: int = 0, first: int = 0, actions: str = ""
) -> Game:
    """The game after these actions, written as `turn_text` does: as failing examples are told.

    >>> game = played(2, seed=7, actions="pick 91, line, score")
    >>> game.ply, game.table.phase, game.table.seat
    (3, 'pick', 1)
    """
    game = Game.new(players, rules=rules, seed=seed, first=first)
    for action in parse_turn(actions, game.ruleset) if actions else ():
        game.apply(action)
    return game


def _checked(rules: Rules | None, players: int | None) -> int | None:
    """The number of players, if the rules can be loaded and take it, whichever they may be."""
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
    # With fewer decisions other ones, so that each number has its own chance to be enough.
    chance = Random(f"{decisions} {draw(SEEDS)}")  # noqa: S311 # it is to be repeatable
    game = Game.new(players, rules=ruleset, seed=seed, first=first)
    taken = turn_text(_play(game, decisions, care, chance))
    if isinstance(rules, Ruleset):  # which could not be pasted
        rules = rules.name if is_built_in(rules) else rules.document
    told = {"rules": rules, "seed": seed, "first": first, "actions": taken}
    return draw(st.builds(played, st.just(players), **{k: st.just(v) for k, v in told.items()}))


def _play(game: Game, decisions: int | None, care: float, chance: Random) -> Iterator[Action]:
    """Play so many decisions, or until the game is over; what they are."""
    while game.ply != decisions and (found := game.legal):
        careful = chance.random() < care
        action = bot_action(GreedyBot(), game) if careful else chance.choice(found)
        game.apply(action)
        yield action
