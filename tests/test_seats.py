"""Who may act: seats, revisions, undo policies, and games that end early."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from lineit import (
    EndedEarly,
    Game,
    GameOver,
    IllegalAction,
    LineitError,
    NotYourTurn,
    PlayersError,
    Reason,
    RecordError,
    StaleRevision,
    UndoError,
    UndoPolicy,
    load_ruleset,
    machine_of,
    parse_record,
    record_json,
)
from lineit.model.events import CardsMoved


def begun(*actions: str, **choices: Any) -> Game:
    """Return a game of two, seed 7, after some actions. Seat 0 begins with pick 91."""
    game = Game.new(players=2, seed=7, **choices)
    for action in actions:
        game.apply(action)
    return game


ROUND_OF_0 = ("pick 91", "line", "pass")
"""The decisions of seat 0 in its first turn. The market is filled again after both turns."""

ROUND = (*ROUND_OF_0, "pick 33", "line", "pass")


# -- seats --------------------------------------------------------------------------------------


def test_a_seat_acts_only_on_its_turn() -> None:
    game = begun()
    with pytest.raises(NotYourTurn) as refused:
        game.apply("pick 91", seat=1)
    assert refused.value.reason == Reason("not_your_turn", "turn-order", {"seat": 1, "turn": 0})
    assert str(refused.value) == "it is the turn of seat 0, not of seat 1 [turn-order]"
    assert (game.ply, game.revision) == (0, 0)
    game.apply("pick 91", seat=0)
    assert game.ply == 1


def test_at_a_table_where_no_turn_has_begun_the_refusal_names_the_rule_of_players() -> None:
    game = Game(begun("pick 91").table)
    with pytest.raises(IllegalAction) as refused:
        game.apply("line", seat=1)
    assert (refused.value.reason.code, refused.value.reason.rule) == ("not_your_turn", "players")


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_a_seat_that_does_not_exist_is_refused(seat: Any) -> None:
    game = begun("pick 91")
    calls = (
        lambda: game.apply("line", seat=seat),
        lambda: game.undo(1, seat=seat),
        lambda: game.redo(0, seat=seat),
        lambda: game.undo_costs(1, seat=seat),
        lambda: game.legal_for(seat),
        lambda: game.choices_for(seat),
        lambda: game.explain("line", seat=seat),
        lambda: game.end_early(seat),
    )
    for call in calls:
        with pytest.raises(PlayersError):
            call()
    assert (game.ply, game.over) == (1, False)


def test_only_the_seat_on_turn_has_legal_actions_and_choices() -> None:
    game = begun("pick 91")
    assert [str(action) for action in game.legal_for(0)] == ["line", "hand"]
    assert game.choices_for(0) == game.choices
    for other in (1, None):
        assert (game.legal_for(other), game.choices_for(other)) == ((), ())


def test_explain_tells_another_seat_nothing_of_the_hand() -> None:
    """Seat 0 has 91 in the hand: seat 1 gets the same answer for 91 and for all other cards."""
    game = begun("pick 91", "hand")
    assert game.explain("play 91", seat=0) is None
    told = [game.explain(f"play {card}", seat=1) for card in ("91", "1", "100")]
    assert told == [Reason("not_your_turn", "turn-order", {"seat": 1, "turn": 0})] * 3
    reason = game.explain("juggle", seat=1)
    assert reason is not None
    assert reason.code == "not_an_action"


def test_after_the_end_a_seat_is_told_that_the_game_is_over() -> None:
    game, chance = begun(), Random(1)
    while not game.over:
        game.apply(chance.choice(game.legal), seat=game.turn)
    for seat in (0, 1, None):
        with pytest.raises(GameOver):
            game.apply("pick 1", seat=seat)
        assert game.legal_for(seat) == ()


# -- revisions ----------------------------------------------------------------------------------


def test_a_revision_only_grows() -> None:
    game = begun("pick 91")
    seen = [game.revision]
    for change in (game.undo, game.redo, game.undo, lambda: game.apply("pick 33")):
        change()
        seen.append(game.revision)
    assert seen == [1, 2, 3, 4, 5]
    game.undo(0)
    game.redo(0)
    assert game.revision == 5


def test_an_undo_that_was_played_on_to_the_same_ply_is_noticed() -> None:
    game = begun("pick 91")
    seen = game.revision
    game.undo()
    game.apply("pick 33")
    assert game.ply == 1
    for call in (
        lambda: game.apply("line", revision=seen),
        lambda: game.undo(revision=seen),
        lambda: game.redo(0, revision=seen),
    ):
        with pytest.raises(StaleRevision, match="the game is at revision 3, not 1; look at"):
            call()
    game.apply("line", revision=3)
    assert game.ply == 2


@pytest.mark.parametrize("revision", [True, "0", 0.0, -1, 10**100])
def test_a_revision_that_is_none_is_stale(revision: Any) -> None:
    game = begun()
    with pytest.raises(StaleRevision):
        game.apply("pick 91", revision=revision)


def test_news_since_a_revision() -> None:
    game = begun("pick 91", "hand")
    first, second = game.steps[1].events, game.steps[2].events
    assert game.events_since(0).events == first + second
    assert game.events_since(1).events == second
    assert (game.events_since(2).after, game.events_since(2).events) == (2, ())
    game.undo()
    news = game.events_since(2)
    assert (news.revision, news.ply, news.after, news.events) == (3, 1, 1, ())
    game.apply("line")
    news = game.events_since(2)
    assert (news.revision, news.ply, news.after) == (4, 2, 1)
    assert news.events == game.steps[2].events != second


@pytest.mark.parametrize("revision", [None, -1, 9, 10**100])
def test_an_unknown_revision_gets_everything(revision: int | None) -> None:
    news = begun("pick 91").events_since(revision)
    assert (news.after, news.events) == (None, begun("pick 91").events)


def test_a_game_that_goes_on_at_a_larger_revision_knows_nothing_from_before() -> None:
    game = begun("pick 91", "line")
    game.undo()
    again = parse_record(record_json(game))
    again.go_on_at(game.revision)
    assert (again.ply, again.revision) == (1, 3)
    assert again.events_since(2).after is None
    again.apply("hand")
    assert (again.revision, again.events_since(3).after) == (4, 1)
    again.go_on_at(2)
    assert again.revision == 4


@pytest.mark.parametrize("revision", ["x", 1.5, True])
def test_what_cannot_be_a_revision_is_refused(revision: Any) -> None:
    game = begun("pick 91")
    for call in (game.events_since, game.go_on_at):
        with pytest.raises(StaleRevision, match="is not a plain whole number"):
            call(revision)
    assert game.revision == 1


def test_old_revisions_are_forgotten() -> None:
    game = begun("pick 91")
    for _ in range(125):
        game.undo()
        game.redo()
    assert game.revision == 251
    assert game.events_since(1).after == 0
    assert game.events_since(0).after is None


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_a_copy_has_its_own_revisions_and_tags(copied: Any) -> None:
    game = begun("pick 91", tags={"date": "2026-12-01"})
    other = copied(game)
    game.undo()
    game.tags["event"] = "club evening"
    assert (other.revision, other.events_since(0).ply, other.tags) == (1, 1, {"date": "2026-12-01"})


# -- undo policies ------------------------------------------------------------------------------


def test_without_a_policy_everything_can_be_taken_back() -> None:
    game = begun(*ROUND)
    assert game.undo(6, seat=1) == begun().table


def test_own_decisions_can_be_taken_back() -> None:
    game = begun(*ROUND_OF_0, "pick 33", undo="own")
    game.undo(1, seat=1)
    with pytest.raises(UndoError, match="this would take back decisions of another seat: 0"):
        game.undo(1, seat=1)
    game.undo(3, seat=0)
    assert game.ply == 0


def test_without_a_seat_the_decisions_of_one_seat_can_be_taken_back() -> None:
    game = begun(*ROUND_OF_0, "pick 33", undo="own")
    with pytest.raises(UndoError, match="decisions of another seat: 1"):
        game.undo(2)
    game.undo(1)
    game.undo(3)
    assert game.ply == 0


def test_decisions_of_bots_are_taken_back_with_those_of_a_person() -> None:
    game = begun(*ROUND, undo="own", seats=["person", "greedy"])
    game.undo(6, seat=0)
    assert game.ply == 0


def test_what_a_bot_decided_before_is_not_taken_back() -> None:
    """Otherwise a seat could let a bot decide again until it likes the decision."""
    game = Game.new(players=3, seed=7, undo="own", seats=["person", "greedy", "person"])
    for action in (*ROUND_OF_0, "pick 33"):
        game.apply(action)
    with pytest.raises(UndoError, match="decisions of another seat: 1"):
        game.undo(1, seat=2)
    game.undo(4, seat=0)
    assert game.ply == 0


def test_an_undo_names_no_card_that_the_seat_may_not_see() -> None:
    """Seat 0 draws a card from the deck into the hand, which is then known to seat 0 alone."""
    rules = load_ruleset("blind-pick")
    game = Game.new(players=2, seed=7, rules=rules, undo="nothing-revealed")
    while not game.undo_costs(1 if game.ply else 0).revealed:
        game.apply(next((a for a in game.legal if a.verb == "draw"), game.legal[0]))
    drawn = game.steps[-1].events[0]
    with pytest.raises(UndoError) as refused:
        game.undo(1)
    assert refused.value.reason.params == {"count": 1}
    assert isinstance(drawn, CardsMoved)


def test_what_showed_a_new_card_stays() -> None:
    """The last decision of the round deals the next market."""
    game = begun(*ROUND, undo="nothing-revealed")
    with pytest.raises(UndoError) as refused:
        game.undo(1, seat=1)
    assert refused.value.reason == Reason("undo_revealed", None, {"count": 4})
    game = begun(*ROUND[:-1], undo="nothing-revealed")
    game.undo(2, seat=1)
    assert game.ply == 3


def test_a_card_that_a_player_shows_from_the_own_hand_is_not_new() -> None:
    game = begun("pick 91", "hand", "play 91", undo="nothing-revealed")
    game.undo(1, seat=0)
    assert [card.code for card in game.table.players[0].hand] == ["91"]


def test_nothing_can_be_taken_back() -> None:
    game = begun("pick 91", undo="none")
    with pytest.raises(UndoError, match="nothing can be taken back in this game"):
        game.undo(seat=0)
    assert game.undo(0) == game.table


def test_an_unknown_policy_is_refused() -> None:
    policy: Any = "sometimes"
    with pytest.raises(UndoError, match="there is no undo policy 'sometimes'; use one of"):
        begun(undo=policy)


def test_what_an_undo_would_cost() -> None:
    game = begun(*ROUND)
    costs = game.undo_costs(6, seat=1)
    assert (costs.others, costs.revealed) == ((0,), 4)
    assert game.undo_costs(0, seat=1).others == ()
    with pytest.raises(UndoError, match="6 were taken"):
        game.undo_costs(7)


def test_a_seat_takes_only_its_own_decisions_again() -> None:
    game = begun(*ROUND)
    game.undo(5)
    game.redo(2, seat=0)
    with pytest.raises(NotYourTurn):
        game.redo(1, seat=0)
    with pytest.raises(NotYourTurn):
        game.redo(3, seat=0)
    game.redo(3, seat=1)
    assert game.ply == 6


# -- games that end early -----------------------------------------------------------------------


def test_a_resigned_game_is_over_without_winners() -> None:
    game = begun("pick 91")
    assert game.end_early(1) == EndedEarly(seat=1, points=(0, 0))
    assert (game.over, game.turn, game.legal, game.choices, game.winners) == (
        True,
        None,
        (),
        (),
        (),
    )
    with pytest.raises(GameOver, match="the game was ended early; an undo of 0 steps takes"):
        game.apply("line")
    reason = game.explain("line")
    assert reason is not None
    assert reason.code == "ended_early"
    with pytest.raises(GameOver):
        game.end_early()


def test_nothing_is_done_again_after_an_early_end() -> None:
    """A game once went on by redo after its end, and could not be loaded."""
    game = begun("pick 91")
    game.undo()
    game.end_early(1)
    with pytest.raises(UndoError, match="none was taken back"):
        game.redo()
    assert parse_record(record_json(game)).ended_early == game.ended_early


def test_a_callback_cannot_end_the_game_in_the_middle_of_a_step() -> None:
    rules = load_ruleset({"format": 2, "name": "own", "extends": "standard"})
    game = Game.new(players=2, seed=7, rules=rules)
    phase = machine_of(rules).get_state("place")
    phase.add_callback("enter", lambda _: bool(game.end_early(0)))
    with pytest.raises(IllegalAction, match="the game has moved on"):
        game.apply("pick 91")
    assert game.ply == 0


def test_an_early_end_can_be_taken_back() -> None:
    game = begun("pick 91")
    game.end_early()
    game.undo(0)
    assert (game.over, game.ended_early, game.ply) == (False, None, 1)
    game.apply("line")


def test_only_who_resigned_takes_that_back() -> None:
    game = begun("pick 91", undo="own")
    game.end_early(1)
    with pytest.raises(UndoError, match="only the seat that ended the game early can take that"):
        game.undo(1, seat=0)
    assert game.ended_early
    game.undo(0, seat=1)
    assert not game.over


def test_an_early_end_stays_where_nothing_can_be_taken_back() -> None:
    game = begun("pick 91", undo="none")
    game.end_early(1)
    with pytest.raises(UndoError, match="nothing can be taken back"):
        game.undo(0, seat=1)


def test_a_game_that_ended_early_is_saved_with_its_standing() -> None:
    game = begun("pick 91")
    game.end_early(0)
    saved = record_json(game)
    assert (saved["result"], saved["ended_early"]) == (None, {"seat": 0, "points": [0, 0]})
    again = parse_record(saved)
    assert (again.ended_early, again.over) == (game.ended_early, True)
    assert record_json(again) == saved


@pytest.mark.parametrize(
    ("early", "message"),
    [
        ({"seat": 2, "points": [0, 0]}, "cannot have ended early: there is no seat 2"),
        ({"seat": 0, "points": [5, 0]}, "the result in the saved game does not follow"),
    ],
)
def test_an_early_end_that_cannot_be_is_refused(early: Any, message: str) -> None:
    saved = record_json(begun("pick 91"))
    with pytest.raises(RecordError, match=message):
        parse_record({**saved, "ended_early": early})


# -- names, seats and tags ----------------------------------------------------------------------

FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"


def test_a_joined_emoji_is_a_name() -> None:
    game = begun(names=["Ana", FAMILY])
    assert parse_record(record_json(game)).names == ("Ana", FAMILY)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Ana", "Ana"], "two players have the name 'Ana'"),
        (["Ana", " ana "], "two players have the name 'Ana'"),
        (["Ana", "  "], "'  ' cannot be a name; give a text on one line, not blank"),
        (["Ana", ""], "'' cannot be a name"),
        (["Ana", "\u202eneB"], "cannot be a name"),
        (["Ana", "B" * 201], "of at most 200 characters"),
        (["Ana"], "a list of 1 cannot be the names of 2 players"),
        ("AB", "'AB' cannot be the names of 2 players"),
    ],
)
def test_names_that_nobody_can_tell_apart_are_refused(names: Any, message: str) -> None:
    with pytest.raises(PlayersError) as refused:
        begun(names=names)
    assert message in str(refused.value)


def test_a_saved_game_may_have_equal_names() -> None:
    """The first edition let players have them."""
    saved = {**record_json(begun(names=["Ana", "Ben"])), "names": ["Ana", "Ana"]}
    assert parse_record(saved).names == ("Ana", "Ana")


def test_seats_and_tags_are_saved() -> None:
    tags = {"date": "2026-12-01", "event": "club evening"}
    game = begun(seats=["person", "greedy"], tags=tags, undo="own")
    saved = record_json(game)
    assert (saved["seats"], saved["tags"], saved["undo"]) == (["person", "greedy"], tags, "own")
    again = parse_record(saved)
    assert (again.seats, again.tags, again.undo_policy) == (("person", "greedy"), tags, "own")


def test_a_record_of_a_plain_game_has_no_further_keys() -> None:
    assert not {"seats", "tags", "undo", "ended_early"} & set(record_json(begun()))


@pytest.mark.parametrize(
    "choices",
    [
        {"seats": ["person"]},
        {"seats": ["person", "Greedy!"]},
        {"tags": ["date"]},
        {"tags": {"Date": "today"}},
        {"tags": {"date": ""}},
        {"tags": {"date": 2026}},
        {"tags": {"date": "a\nb"}},
        {"tags": {f"tag-{number}": "x" for number in range(51)}},
    ],
)
def test_seats_and_tags_of_another_shape_are_refused(choices: Any) -> None:
    with pytest.raises(LineitError) as refused:
        begun(**choices)
    assert refused.value.reason.code in {"seats", "seated", "tags", "tag_name", "tag"}


# -- seeds --------------------------------------------------------------------------------------


def test_a_drawn_seed_has_128_bits_and_survives_javascript() -> None:
    game = Game.new(players=2)
    assert game.seed is not None
    assert game.seed > 2**64
    saved = record_json(game)
    assert saved["seed"] == str(game.seed)
    assert parse_record(saved).seed == game.seed


@pytest.mark.parametrize("seed", [2**53 - 1, -(2**53) + 1])
def test_a_seed_that_javascript_can_hold_is_a_number(seed: int) -> None:
    assert record_json(Game.new(players=2, seed=seed))["seed"] == seed


def policies() -> tuple[UndoPolicy, ...]:
    """All undo policies."""
    return ("free", "own", "nothing-revealed", "none")


@pytest.mark.parametrize("policy", policies())
def test_a_refused_undo_changes_nothing(policy: UndoPolicy) -> None:
    game = begun(*ROUND, undo=policy)
    before = (game.table, game.revision, record_json(game))
    try:
        game.undo(6, seat=0)
    except UndoError:
        assert policy != "free"
        assert (game.table, game.revision, record_json(game)) == before
    else:
        assert policy == "free"
