"""Conveniences of the API: texts, order, copies, keys, indices and chance."""

from __future__ import annotations

import copy
import pickle
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

import lineit
from lineit import (
    Action,
    Card,
    DeckError,
    Game,
    NotAnAction,
    RulesetError,
    Table,
    UndoError,
    action_index,
    all_actions,
    cards_turned_up,
    legal,
    legal_mask,
    load_ruleset,
    most_decisions,
    points_range,
    ruleset_names,
    step,
    step_with,
)
from lineit.model.boards import svg_board, text_board
from lineit.rules.load import pickled
from lineit.testing import tables, whole_games
from lineit.version import __version__
from support.tables import STANDARD, player, table

MIDGAME = table(
    phase="place",
    round=2,
    first=1,
    seat=1,
    picked="42",
    market="7 B3a",
    deck="60 61",
    jackpots={"red": "9 13"},
    players=[player(hand="20", line="30 B4a", tokens=[3]), player(line="10 25")],
)


# -- text and pictures -----------------------------------------------------------------


def test_a_table_prints_as_a_board() -> None:
    assert str(MIDGAME).splitlines() == [
        "Line-it: place, round 2, seat 1 on turn",
        "deck: 60★ 61♥",
        "market: 7♠ B3a",
        "picked: 42♦",
        "discard: 94 cards",
        "jackpots red: 9♥ 13♥",
        "seat 0: 3 points, tokens +3",
        "  hand: 20★",
        "  line: 30♦ B4a",
        "seat 1, first: 0 points",
        "  line: 10♦ 25♥",
    ]


def test_the_board_of_a_game_that_is_over_has_nobody_on_turn() -> None:
    over = MIDGAME.changed(phase="over", picked=None)
    assert text_board(over).splitlines()[0] == "Line-it: over, round 2"


def test_a_table_is_a_picture_in_notebooks() -> None:
    picture = MIDGAME._repr_svg_()  # the name that notebooks ask for
    assert picture == svg_board(MIDGAME)
    texts = [each.text for each in ET.fromstring(picture).iter() if each.tag.endswith("text")]
    assert {"42♦", "B3a", "10♦", "seat 0: 3 points, tokens +3", "94 cards"} <= set(texts)


@given(tables())
def test_every_table_has_a_board_and_a_picture(drawn: Table) -> None:
    assert str(drawn)
    ET.fromstring(svg_board(drawn))


def test_cards_sort_by_number_and_then_by_bet() -> None:
    cards = [STANDARD.card(code) for code in ["B5a", "100", "B3b", "9", "B3a", "10"]]
    assert [str(card) for card in sorted(cards)] == ["9", "10", "100", "B3a", "B3b", "B5a"]
    assert STANDARD.card("9") < STANDARD.card("10") <= STANDARD.card("10")
    with pytest.raises(TypeError):
        _ = STANDARD.card("9") < 10  # type: ignore[operator] # the error is what is tested


# -- asking a game ------------------------------------------------------------------------


def test_legal_contains_texts_of_actions() -> None:
    game = Game.new(players=2, seed=7)
    assert "pick 91" in game.legal
    assert game.legal[0] in game.legal
    assert "pick 90" not in game.legal
    assert "nonsense" not in game.legal
    assert 91 not in game.legal


def test_turn_is_the_seat_on_turn_until_the_end() -> None:
    game, chance = Game.new(players=2, seed=7, first=1), Random(7)
    assert game.turn == 1
    while not game.over:
        assert game.turn == game.table.seat
        game.apply(chance.choice(game.legal))
    assert game.turn is None


def test_redo_restores_undone_steps() -> None:
    game = Game.new(players=2, seed=7)
    heard: list[int] = []
    for text in ("pick 91", "line", "pass"):
        game.apply(text)
    after = game.table
    game.subscribe(lambda events, _: heard.append(len(events)))
    game.undo(3)
    assert game.redo(2) == list(game)[2].table
    assert game.redo() == after
    assert [str(each.action) for each in list(game)[1:]] == ["pick 91", "line", "pass"]
    assert heard == [0, 2, 3, 3]


def test_a_new_action_clears_the_undone_steps() -> None:
    game = Game.new(players=2, seed=7)
    game.apply("pick 91")
    game.undo()
    game.apply("pick 33")
    with pytest.raises(UndoError, match="cannot"):
        game.redo()
    assert [str(each.action) for each in list(game)[1:]] == ["pick 33"]


@pytest.mark.parametrize("steps", [-1, 2, 10**40])
def test_a_redo_of_more_steps_than_were_undone_is_refused(steps: int) -> None:
    game = Game.new(players=2, seed=7)
    game.apply("pick 91")
    game.undo()
    with pytest.raises(UndoError):
        game.redo(steps)
    assert game.redo(0) == game.table
    assert game.ply == 0


def test_the_version_is_that_of_the_package() -> None:
    assert lineit.__version__ == __version__


def test_every_error_can_be_imported_from_the_package() -> None:
    errors = [
        name
        for name, value in vars(lineit.model.errors).items()
        if isinstance(value, type) and issubclass(value, lineit.LineitError)
    ]
    assert [name for name in errors if getattr(lineit, name, None) is None] == []
    assert set(errors) <= set(lineit.__all__)


# -- copies, pickles, keys -----------------------------------------------------------------


def test_a_copy_of_an_immutable_object_is_the_object() -> None:
    for model in (MIDGAME, MIDGAME.market[0], STANDARD):
        assert copy.copy(model) is model
        assert copy.deepcopy(model) is model


def test_a_pickled_table_does_not_contain_a_built_in_ruleset() -> None:
    data = pickle.dumps(MIDGAME)
    assert b"transition" not in data
    again = pickle.loads(data)
    assert again == MIDGAME
    assert again.ruleset is load_ruleset("standard")


def test_a_pickled_table_contains_a_ruleset_that_is_not_built_in() -> None:
    mine = load_ruleset({"format": 2, "name": "mine", "extends": "standard", "limits": {"hand": 3}})
    game = Game.new(players=2, rules=mine, seed=7)
    assert pickle.loads(pickle.dumps(game.table)) == game.table


def test_a_pickle_of_a_different_ruleset_with_the_same_name_is_refused() -> None:
    restore, (name, _) = pickled(STANDARD)
    with pytest.raises(RulesetError) as refused:
        restore(name, "0" * 64)
    assert str(refused.value) == (
        "(pickle): the rules of standard have changed since this was pickled;"
        " save games with save_game, which keeps the rules"
    )
    assert (refused.value.problems[0].where, refused.value.problems[0].id) == ("", "changed-rules")


def test_the_key_ignores_orders_without_meaning() -> None:
    turned = MIDGAME.changed(market=MIDGAME.market[::-1], discard=MIDGAME.discard[::-1])
    turned = turned.with_jackpot("red", turned.jackpot("red")[::-1])
    assert turned != MIDGAME
    assert turned.key == MIDGAME.key
    assert hash(turned.key) == hash(MIDGAME.key)


def test_the_key_differs_with_each_field_that_matters() -> None:
    seat = MIDGAME.players[0]
    others = [
        MIDGAME.changed(deck=MIDGAME.deck[::-1]),
        MIDGAME.changed(phase="play"),
        MIDGAME.changed(round=3),
        MIDGAME.changed(first=0),
        MIDGAME.changed(played=1),
        MIDGAME.changed(market=MIDGAME.market[:1]),
        MIDGAME.with_player(0, seat.with_pile("line", seat.line.cards[::-1])),
        MIDGAME.with_player(0, seat.with_pile("hand", ())),
    ]
    assert len({each.key for each in (MIDGAME, *others)}) == 1 + len(others)


def test_with_player_and_with_jackpot_return_changed_tables() -> None:
    seat = MIDGAME.players[1]
    changed = MIDGAME.with_player(1, seat.with_pile("hand", (STANDARD.card("1"),)))
    assert changed.players[0] is MIDGAME.players[0]
    assert changed.players[1].hand == (STANDARD.card("1"),)
    assert MIDGAME.with_jackpot("blue", (STANDARD.card("2"),)).jackpot("blue") == (
        STANDARD.card("2"),
    )


# -- problems of tables made by hand ---------------------------------------------------------


def problems(
    *hands: str, lines: tuple[str, ...] = ("", ""), tokens: tuple[int, ...] = ()
) -> list[str]:
    """Return the problems of a table of two players with these hands, lines and tokens."""
    players = [
        player(hand, line, tokens=tokens if seat == 0 else ())
        for seat, (hand, line) in enumerate(zip(hands, lines, strict=True))
    ]
    return [why.text() for why in table(phase="pick", market="77 78", players=players).problems()]


def test_a_hand_of_five_is_a_problem() -> None:
    assert problems("1 2", "3 4 5 6 7") == [
        "5 cards lie in the hand of seat 1, which holds at most 2 [place-hand]"
    ]


def test_a_line_that_changes_direction_is_a_problem() -> None:
    assert problems("", "", lines=("10 50 20", "31 21 11")) == [
        "in the line of seat 0, 20 cannot have been placed after 10, 50 [direction]"
    ]


def test_a_line_of_two_bets_is_a_problem() -> None:
    assert problems("", "", lines=("B3a 10 B4a", "")) == [
        "in the line of seat 0, B4a cannot have been placed after B3a, 10 [one-bet]"
    ]


def test_seven_tokens_are_a_problem() -> None:
    assert problems("", "", tokens=(3, -3, 3, 4, 4, 5, -5)) == [
        "there are 3 tokens of 3, but only 2 Bet cards of that value [tokens]"
    ]


def test_problems_follow_house_rules() -> None:
    only_up = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {
                "goes_up": {"rule": "direction", "count": "step", "at_least": 1},
                "card_continues": {"any": ["is_bet", "goes_up"]},
            },
        }
    )
    down = table(rules=only_up, phase="pick", market="1", players=[player(line="30 20"), player()])
    assert [why.rule for why in down.problems()] == ["direction"]


def test_a_card_that_one_of_several_transitions_can_place_is_no_problem() -> None:
    push = {"id": "push", "rule": "place-line", "from": "place", "on": "push", "card": "picked"}
    both_ways = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "transition": [{**push, "when": ["bet_has_room"], "do": ["extend_line"], "to": "play"}],
        }
    )
    lines = [player(line="10 50 20"), player(line="B3a 11 B4a")]
    made = table(rules=both_ways, phase="pick", market="1", players=lines)
    assert [why.text() for why in made.problems()] == [
        "in the line of seat 1, B4a cannot have been placed after B3a, 11 [one-bet]"
    ]


def test_many_tokens_are_no_problem_if_bet_cards_can_return() -> None:
    again = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "effects": {"take_back": {"move": "bets", "from": "discard", "to": "hand", "first": 1}},
            "zones": {"hand": {"at_most": 9}},
            "transition": [
                {
                    "id": "back",
                    "rule": "pick",
                    "from": "pick",
                    "on": "back",
                    "when": ["hand_has_room"],
                    "do": ["take_back"],
                    "to": "pick",
                }
            ],
        }
    )
    players = [player(tokens=(3, 3, 3)), player()]
    assert table(rules=again, phase="pick", market="1", players=players).problems() == ()
    assert points_range(again, 2)[1] > 1000


@given(whole_games())
def test_tables_of_games_have_no_problems(game: Game) -> None:
    for taken in list(game)[::7]:
        assert taken.table.problems() == ()


# -- actions as indices, bounds -------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), [("standard", 217), ("bga", 320)])
def test_every_action_has_an_index_of_its_own(name: str, count: int) -> None:
    ruleset = load_ruleset(name)
    actions = all_actions(ruleset)
    assert len(actions) == len(set(actions)) == count
    assert [action_index(action, ruleset) for action in actions] == list(range(count))


def test_an_action_that_the_ruleset_does_not_have_has_no_index() -> None:
    with pytest.raises(NotAnAction):
        action_index(Action("line", STANDARD.card("1")), STANDARD)


@given(tables())
def test_the_mask_marks_the_legal_actions(drawn: Table) -> None:
    actions, mask = all_actions(drawn.ruleset), legal_mask(drawn)
    chosen = [action for action, allowed in zip(actions, mask, strict=True) if allowed]
    assert sorted(map(str, chosen)) == sorted(map(str, legal(drawn)))


@pytest.mark.parametrize("name", ruleset_names())
def test_games_keep_within_most_decisions_and_points_range(name: str) -> None:
    ruleset = load_ruleset(name)
    for seed in range(4):
        game, chance = Game.new(2 + seed, rules=ruleset, seed=seed), Random(seed)
        least, most = points_range(ruleset, 2 + seed)
        while not game.over:
            game.apply(chance.choice(game.legal))
        assert game.ply <= most_decisions(ruleset)
        assert all(least <= points <= most for points in game.scores)


def test_points_range_of_standard_and_of_a_house_rule() -> None:
    assert points_range(STANDARD, 3) == (-24, 124)
    assert points_range(load_ruleset("brave"), 3) == (-30, 130)


def test_a_game_that_is_too_long_is_refused_another_action() -> None:
    mine = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "transition": [
                {"id": "wait", "rule": "pick", "from": "pick", "on": "wait", "to": "pick"}
            ],
        }
    )
    game = Game.new(2, rules=mine, seed=1)
    for _ in range(most_decisions(mine)):
        game.apply("wait")
    before = game.table
    with pytest.raises(RulesetError, match="the game did not end after 1060 decisions"):
        game.apply("wait")
    assert game.table is before


# -- chance ------------------------------------------------------------------------------------


def end_of_round() -> Table:
    return table(
        phase="score",
        seat=1,
        market="9 B3a",
        deck="60 61 62 63 64 65",
        players=[player(), player(line="80")],
    )


def test_cards_turned_up_counts_the_cards_from_the_deck() -> None:
    assert cards_turned_up(end_of_round(), "pass") == 4
    assert cards_turned_up(table(phase="pick", market="1 2"), "pick 1") == 0


def test_step_with_deals_the_given_cards() -> None:
    drawn = [STANDARD.card(code) for code in ("65", "60")]
    after, events = step_with(end_of_round(), "pass", drawn)
    assert [str(card) for card in after.market] == ["65", "60", "61", "62"]
    assert [str(card) for card in after.deck] == ["63", "64"]
    assert any(str(card) == "65" for event in events for card in getattr(event, "cards", ()))
    assert step_with(end_of_round(), "pass", []) == step(end_of_round(), "pass")


@pytest.mark.parametrize("codes", [["9"], ["60", "60"]])
def test_step_with_refuses_cards_that_are_not_in_the_deck(codes: list[str]) -> None:
    cards: list[Card] = [STANDARD.card(code) for code in codes]
    with pytest.raises(DeckError, match=r"must be in the deck exactly once: "):
        step_with(end_of_round(), "pass", cards)


def test_rule_files_are_cached_by_content() -> None:
    mine = {"format": 2, "name": "mine", "extends": "standard", "limits": {"hand": 3}}
    assert load_ruleset(dict(mine)) is load_ruleset(dict(mine))
    assert load_ruleset({**mine, "title": "Other"}) is not load_ruleset(dict(mine))
