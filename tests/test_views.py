"""What a seat may see: literal views, and tests that hidden cards never leak."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineit import Card, Game, Table, load_ruleset, table_json
from lineit.formats.tables import cards_on
from lineit.formats.views import parse_view, seen_event_json, view_json
from lineit.model.errors import Reason, TableError, ViewError
from lineit.model.events import CardsMoved, TurnStarted
from lineit.model.ruleset import ZoneRule
from lineit.model.zones import Memory, ZoneName
from lineit.sampling import sample, seen_piles
from lineit.saves.records import seen_record
from lineit.testing import games, tables
from lineit.views import Pile, View, sees, view
from support.tables import STANDARD, after, over, player, table

MEMORIES: tuple[Memory, ...] = ("table", "perfect")

MIDGAME = table(
    phase="pick",
    market="1 2 3 4",
    deck="5 6",
    jackpots={"red": "9 13", "blue": "10"},
    players=[player("20", "30 B3a", "40 44", [3]), player("21 22", "", "41", [-4])],
)


def test_a_seat_sees_its_own_hand_and_the_size_of_other_hands() -> None:
    seen = view(MIDGAME, 0)
    assert seen.players[0].hand == Pile(1, (STANDARD.card("20"),))
    assert seen.players[1].hand == Pile(2, None)
    assert view(MIDGAME, 1).players[0].hand == Pile(1, None)


def test_hidden_piles_are_numbers() -> None:
    data = view_json(view(MIDGAME, 0))
    assert data["deck"] == 2
    assert data["jackpots"] == {"red": 2, "blue": 1, "green": 0, "yellow": 0}
    assert [each["scored"] for each in data["players"]] == [2, 1]


def test_open_cards_are_seen_by_all() -> None:
    for viewer in (0, 1, None):
        data = view_json(view(MIDGAME, viewer))
        assert data["market"] == ["1", "2", "3", "4"]
        assert data["discard"] == [card.code for card in MIDGAME.discard]
        assert [each["line"] for each in data["players"]] == [["30", "B3a"], []]
        assert [each["tokens"] for each in data["players"]] == [[3], [-4]]
        assert [each["points"] for each in data["players"]] == [5, -3]


def test_a_spectator_sees_no_hand() -> None:
    hands = [each.hand for each in view(MIDGAME, None).players]
    assert hands == [Pile(1, None), Pile(2, None)]


def test_a_perfect_memory_knows_all_but_the_deck() -> None:
    data = view_json(view(MIDGAME, 0, "perfect"))
    whole = table_json(MIDGAME)
    assert data.pop("deck") == 2
    assert (data.pop("viewer"), data.pop("memory")) == (0, "perfect")
    del whole["deck"]
    assert data == whole


def test_a_view_is_frozen_and_not_a_table() -> None:
    seen = view(MIDGAME, 0)
    assert isinstance(seen, View)
    assert not isinstance(seen, Table)
    assert hash(seen) == hash(view(MIDGAME, 0))


@pytest.mark.parametrize("viewer", [2, -1])
def test_a_view_of_an_unknown_seat_is_refused(viewer: Any) -> None:
    with pytest.raises(ViewError, match=r"the seats are 0 to 1 \[players\]"):
        view(MIDGAME, viewer)


@pytest.mark.parametrize("memory", ["open", None, ["table"]])
def test_a_memory_that_is_not_there(memory: Any) -> None:
    with pytest.raises(ViewError, match="use 'table' or 'perfect'"):
        view(MIDGAME, 0, memory)


def test_a_claim_is_a_number_with_the_memory_table() -> None:
    before = table(
        phase="place",
        picked="41",
        market="2",
        jackpots={"red": "97 93"},
        players=[player("", "1 5"), player()],
    )
    game = Game(before)
    claim = next(e for e in game.apply("line") if isinstance(e, CardsMoved) and e.to == "scored")
    for viewer in (0, 1, None):
        assert seen_event_json(claim, STANDARD, viewer)["cards"] == 2
        assert seen_event_json(claim, STANDARD, viewer, "perfect")["cards"] == ["97", "93"]


def test_house_rules_may_open_the_hands() -> None:
    open_hands = load_ruleset(
        {
            "format": 2,
            "name": "open",
            "extends": "standard",
            "zones": {"hand": {"table": "all", "perfect": "all"}},
        }
    )
    game = Game.new(players=2, rules=open_hands, seed=7)
    for action in ("pick 91", "hand", "pass"):
        game.apply(action)
    assert game.view(1).players[0].hand.cards == (open_hands.card("91"),)


@given(tables(), st.data(), st.sampled_from(MEMORIES))
def test_a_sample_agrees_with_the_view(shown: Table, data: st.DataObject, memory: Memory) -> None:
    seats = [None, *range(len(shown.players))]
    seen = view(shown, data.draw(st.sampled_from(seats)), memory)
    guess = sample(seen, data.draw(st.integers(0, 9)))
    assert view(guess, seen.viewer, memory) == seen
    assert sorted(map(str, cards_on(guess))) == sorted(map(str, shown.ruleset.cards))


@given(games(), st.data())
def test_games_that_differ_only_in_hidden_cards_look_equal(game: Game, data: st.DataObject) -> None:
    """The twin has another order of the cards that are not dealt yet. Every seat must get equal
    views, events and records of both games at every step.
    """
    dealt = len(game.undealt.deck) - len(game.table.deck)
    deck = game.undealt.deck
    rest = data.draw(st.permutations(deck[dealt:])) if game.table.deck else []
    twin = Game.new(
        len(game.table.players),
        rules=game.ruleset,
        deck=[*deck[:dealt], *rest],
        first=game.undealt.first,
    )
    for taken in list(game)[1:]:
        assert taken.action is not None
        twin.apply(taken.action)
    for viewer in (None, *range(len(game.table.players))):
        for memory in MEMORIES:
            views = [[view(s.table, viewer, memory) for s in each] for each in (game, twin)]
            assert views[0] == views[1]
            assert seen_record(game, viewer, memory) == seen_record(twin, viewer, memory)


def moved(
    cards: tuple[Card, ...], source: ZoneName, to: ZoneName, seat: int | None = None
) -> CardsMoved:
    return CardsMoved("any", "any", seat, cards, source, to, "red")


@given(st.data())
def test_events_that_differ_only_in_hidden_cards_look_equal(data: st.DataObject) -> None:
    """A move from one hidden zone to another shows only the number of cards."""
    reds = [card for card in STANDARD.cards if card.colour == "red"]
    count = data.draw(st.integers(1, 5))
    some = [tuple(data.draw(st.permutations(reds))[:count]) for _ in range(2)]
    claims = [moved(cards, "jackpots", "scored", seat=0) for cards in some]
    banks = [moved(cards, "deck", "jackpots") for cards in some]
    fills = [moved(cards, "market", "jackpots") for cards in some]
    for viewer in (None, 0, 1):
        for events in (claims, banks):
            one, other = (seen_event_json(event, STANDARD, viewer) for event in events)
            assert one == other
        one, other = (seen_event_json(event, STANDARD, viewer) for event in fills)
        assert (one == other) is (some[0] == some[1])


def test_undone_actions_leave_no_trace_in_a_record() -> None:
    game = Game.new(players=2, seed=7)
    before = seen_record(game, 0)
    game.apply("pick 91")
    game.undo()
    assert seen_record(game, 0) == before


def test_a_seen_record_has_no_seed_and_no_deck() -> None:
    cut = seen_record(Game.new(players=2, seed=7), 1)
    assert (cut["seed"], cut["deck"]) == (None, 106)


def test_perfect_memory_of_a_table_after_the_same_moves() -> None:
    seen = [view(after(MIDGAME, "pick 1"), viewer, "perfect") for viewer in (0, 1)]
    assert seen[0].players == seen[1].players


def test_a_sample_has_a_hand_with_which_the_player_on_turn_must_decide() -> None:
    """In the phase final only a player with a card that fits decides, so the hand has one."""
    before = table(
        phase="final",
        discard="99",
        deck="",
        players=[player("20", "10 15"), player("", "30")],
    )
    for seed in range(50):
        guess = sample(view(before, 1), seed)
        hand = guess.players[0].hand[0]
        assert hand.number is None or hand.number > 15


@pytest.mark.parametrize("viewer", [2, -1])
def test_a_record_for_an_unknown_seat_is_refused(viewer: Any) -> None:
    with pytest.raises(ViewError, match="the seats are 0 to 1"):
        seen_record(Game.new(players=2, seed=7), viewer)


def test_a_record_with_an_unknown_memory_is_refused() -> None:
    memory: Any = "open"
    with pytest.raises(ViewError, match="use 'table' or 'perfect'"):
        seen_record(Game.new(players=2, seed=7), 0, memory)


@given(tables(), st.data(), st.sampled_from(MEMORIES))
def test_a_view_survives_json(shown: Table, data: st.DataObject, memory: Memory) -> None:
    seats = [None, *range(len(shown.players))]
    seen = view(shown, data.draw(st.sampled_from(seats)), memory)
    assert parse_view(view_json(seen), shown.ruleset) == seen


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"deck": -1}, "deck: must be a list, but is -1"),
        ({"deck": "12"}, "deck: must be a list, but is '12'"),
        ({"market": 3}, "market: must be a list, but is 3"),
        ({"jackpots": {}}, "jackpots: must have the colours red, blue, green, yellow"),
        ({"jackpots": {"red": ["x"], "blue": 0, "green": 0, "yellow": 0}}, "there is no card x"),
        ({"memory": "open"}, "memory: must be one of table, perfect, but is 'open'"),
        ({"players": [1]}, "players[0]: must be a table, but is 1"),
        ({"more": 1}, "more: is not known here"),
    ],
)
def test_data_that_is_not_a_view_is_refused(change: dict[str, Any], what: str) -> None:
    with pytest.raises(TableError) as refused:
        parse_view(view_json(view(MIDGAME, 0)) | change, STANDARD)
    assert what in str(refused.value)


def test_a_view_has_all_fields_of_the_table() -> None:
    before = table(
        phase="place",
        picked="42",
        market="1 2",
        deck="5 6 7",
        discard="8",
        round=3,
        first=1,
        seat=0,
        played=1,
        jackpots={"red": "9 13", "yellow": "12"},
        players=[
            player("20", "30 B3a", "40 44", [3]),
            {**player("21 22", "", "41", [-4]), "stopped": True},
        ],
    )
    seen = view(before, 1)
    assert (seen.viewer, seen.memory, seen.ruleset) == (1, "table", STANDARD)
    assert seen.player == seen.players[0]
    assert view_json(seen) == {
        "viewer": 1,
        "memory": "table",
        "ruleset": "standard",
        "phase": "place",
        "round": 3,
        "first": 1,
        "seat": 0,
        "picked": "42",
        "played": 1,
        "deck": 3,
        "market": ["1", "2"],
        "discard": [card.code for card in before.discard],
        "jackpots": {"red": 2, "blue": 0, "green": 0, "yellow": 1},
        "players": [
            {
                "hand": 1,
                "line": ["30", "B3a"],
                "scored": 2,
                "tokens": [3],
                "stopped": False,
                "points": 5,
            },
            {
                "hand": ["21", "22"],
                "line": [],
                "scored": 1,
                "tokens": [-4],
                "stopped": True,
                "points": -3,
            },
        ],
    }


def test_a_zone_can_be_open_to_its_owner_only() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "owner"}}))
    before = table(phase="pick", market="1", rules=mine, players=[player(scored="5"), player()])
    assert [view(before, seat).players[0].scored.cards for seat in (0, 1, None)] == [
        (mine.card("5"),),
        None,
        None,
    ]


def test_a_zone_of_the_table_has_no_owner() -> None:
    closed = {**STANDARD.zones, "deck": ZoneRule("owner", "owner")}  # a rule file may not say this
    mine = attrs.evolve(STANDARD, zones=closed)
    assert not sees(mine, "deck", None, None, "table")
    assert not sees(mine, "deck", None, 0, "perfect")
    assert sees(mine, "market", None, None, "table")


def test_the_reasons_of_refused_views() -> None:
    before = table(phase="pick", market="1")
    with pytest.raises(ViewError) as refused:
        view(before, 7)
    assert refused.value.reason == Reason("seat", "players", {"seat": 7, "last": 1})
    seat: Any = True
    with pytest.raises(ViewError) as refused:
        view(before, seat)
    assert refused.value.reason == Reason(
        "whole_number", "players", {"what": "seat", "value": "True"}
    )
    memory: Any = "open"
    with pytest.raises(ViewError) as refused:
        view(before, 0, memory)
    assert refused.value.reason == Reason("memory", None, {"memory": "'open'"})


def test_a_card_moved_from_the_deck_to_the_discard_is_seen_by_all() -> None:
    """The deck is hidden, but the discard lies open."""
    card = (STANDARD.card("B3a"),)
    event = CardsMoved("end-bank", "discard_deck_bets", None, card, "deck", "discard")
    assert seen_event_json(event, STANDARD, None)["cards"] == ["B3a"]
    closed = load_ruleset(over(zones={"discard": {"table": "nobody", "perfect": "all"}}))
    assert seen_event_json(event, closed, None)["cards"] == 1
    assert seen_event_json(event, closed, 0, "perfect")["cards"] == ["B3a"]


def test_cards_moved_to_a_jackpot_are_seen_if_they_lay_open() -> None:
    red = (STANDARD.card("1"), STANDARD.card("5"))
    left = CardsMoved("cleanup", "market_to_jackpots", None, red, "market", "jackpots", "red")
    assert seen_event_json(left, STANDARD, 0)["cards"] == ["1", "5"]
    unseen = CardsMoved("end-bank", "deck_to_jackpots", None, red, "deck", "jackpots", "red")
    assert seen_event_json(unseen, STANDARD, 0)["cards"] == 2


def test_the_owner_of_an_open_score_pile_sees_claimed_cards() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "all"}}))
    card = (STANDARD.card("1"),)
    claim = CardsMoved("jackpot-claim", "claim_jackpot", 1, card, "jackpots", "scored", "red")
    told = [seen_event_json(claim, mine, seat)["cards"] for seat in (0, 1, None)]
    assert told == [1, ["1"], 1]


def test_events_for_a_seat_beyond_the_most_players_are_refused() -> None:
    dealt = TurnStarted("turn-order", 0)
    assert seen_event_json(dealt, STANDARD, 4)["seat"] == 0
    with pytest.raises(ViewError):
        seen_event_json(dealt, STANDARD, 5)


def test_a_discard_may_lie_face_down() -> None:
    closed = load_ruleset(over(zones={"discard": {"table": "nobody", "perfect": "all"}}))
    before = table(phase="pick", market="1", rules=closed)
    assert view(before, 0).discard == Pile(105, None)
    assert view(before, 0, "perfect").discard == Pile(105, before.discard)


def test_seen_piles_have_their_cards_or_their_number() -> None:
    def cards(codes: str) -> tuple[Card, ...]:
        return tuple([STANDARD.card(code) for code in codes.split()])

    assert [pile for pile in seen_piles(view(MIDGAME, 0)) if pile[0] != "discard"] == [
        ("deck", None, 2),
        ("market", None, cards("1 2 3 4")),
        ("picked", None, ()),
        ("jackpots", "red", 2),
        ("jackpots", "blue", 1),
        ("jackpots", "green", 0),
        ("jackpots", "yellow", 0),
        ("hand", 0, cards("20")),
        ("hand", 1, 2),
        ("line", 0, cards("30 B3a")),
        ("line", 1, ()),
        ("scored", 0, 2),
        ("scored", 1, 1),
    ]
    placing = view(table(phase="place", picked="42"), 1)
    assert [pile[2] for pile in seen_piles(placing) if pile[0] == "picked"] == [cards("42")]
