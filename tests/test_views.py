"""What a seat may see: literal views, and that nothing else leaks by any way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineit import Card, Game, Table, load_ruleset, table_json
from lineit.codec import cards_on
from lineit.errors import TableError, ViewError
from lineit.events import CardsMoved
from lineit.records import seen_record
from lineit.testing import games, tables
from lineit.views import (
    Pile,
    View,
    parse_view,
    sample,
    seen_event_json,
    seen_piles,
    view,
    view_json,
)
from lineit.zones import Memory, ZoneName
from tables import after, player, table

STANDARD = load_ruleset("standard")
MEMORIES: tuple[Memory, ...] = ("table", "perfect")

MIDGAME = table(
    phase="pick",
    market="1 2 3 4",
    deck="5 6",
    jackpots={"red": "9 13", "blue": "10"},
    players=[player("20", "30 B3a", "40 44", [3]), player("21 22", "", "41", [-4])],
)


def test_a_seat_sees_its_own_hand_and_of_the_others_how_many() -> None:
    seen = view(MIDGAME, 0)
    assert seen.players[0].hand == Pile(1, (STANDARD.card("20"),))
    assert seen.players[1].hand == Pile(2, None)
    assert view(MIDGAME, 1).players[0].hand == Pile(1, None)


def test_what_lies_face_down_is_a_number() -> None:
    data = view_json(view(MIDGAME, 0))
    assert data["deck"] == 2
    assert data["jackpots"] == {"red": 2, "blue": 1, "green": 0, "yellow": 0}
    assert [each["scored"] for each in data["players"]] == [2, 1]


def test_what_lies_open_is_seen_by_all() -> None:
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


def test_a_perfect_memory_lacks_only_the_deck() -> None:
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


def test_every_pile_is_seen_by_its_cards_or_by_how_many_they_are() -> None:
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


@pytest.mark.parametrize("viewer", [2, -1])
def test_a_seat_that_is_not_there(viewer: Any) -> None:
    with pytest.raises(ViewError, match=r"the seats are 0 to 1 \[players\]"):
        view(MIDGAME, viewer)


@pytest.mark.parametrize("memory", ["open", None, ["table"]])
def test_a_memory_that_is_not_there(memory: Any) -> None:
    with pytest.raises(ViewError, match="there is 'table' and 'perfect'"):
        view(MIDGAME, 0, memory)


def test_a_claim_is_seen_as_a_number_by_who_forgets() -> None:
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
def test_games_that_differ_only_in_secrets_look_alike(game: Game, data: st.DataObject) -> None:
    """A twin of the game, whose deck differs only in what is not yet dealt, gives every seat equal
    views, events and records at every step.
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
def test_events_that_differ_only_in_secrets_look_alike(data: st.DataObject) -> None:
    """Cards that go from one hidden place to another are seen as how many they are, whichever."""
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


def test_a_sample_has_a_hand_with_which_the_player_on_turn_is_asked() -> None:
    """In the final only who has a card that fits is asked; so one is in the sampled hand."""
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
def test_a_record_for_a_seat_that_is_not_there(viewer: Any) -> None:
    with pytest.raises(ViewError, match="the seats are 0 to 1"):
        seen_record(Game.new(players=2, seed=7), viewer)


def test_a_record_with_a_memory_that_is_not_there() -> None:
    memory: Any = "open"
    with pytest.raises(ViewError, match="there is 'table' and 'perfect'"):
        seen_record(Game.new(players=2, seed=7), 0, memory)


@given(tables(), st.data(), st.sampled_from(MEMORIES))
def test_a_view_survives_json(shown: Table, data: st.DataObject, memory: Memory) -> None:
    seats = [None, *range(len(shown.players))]
    seen = view(shown, data.draw(st.sampled_from(seats)), memory)
    assert parse_view(view_json(seen), shown.ruleset) == seen


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"deck": -1}, "deck: must be a list, and is -1"),
        ({"deck": "12"}, "deck: must be a list, and is '12'"),
        ({"market": 3}, "market: must be a list, and is 3"),
        ({"jackpots": {}}, "jackpots: must have the colours red, blue, green, yellow"),
        ({"jackpots": {"red": ["x"], "blue": 0, "green": 0, "yellow": 0}}, "there is no card x"),
        ({"memory": "open"}, "memory: must be one of table, perfect, and is 'open'"),
        ({"players": [1]}, "players[0]: must be a table, and is 1"),
        ({"more": 1}, "more: is not known here"),
    ],
)
def test_data_that_is_no_view(change: dict[str, Any], what: str) -> None:
    with pytest.raises(TableError) as refused:
        parse_view(view_json(view(MIDGAME, 0)) | change, STANDARD)
    assert what in str(refused.value)
