"""Small things that no other test looks at, each found by a mutant that lived: tests/mutate.py."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest
from transitions import EventData, MachineError

from lineit import (
    Action,
    Game,
    IllegalAction,
    Ruleset,
    RulesetError,
    legal,
    load_ruleset,
    machine,
    machine_of,
    step,
    trial,
    views,
)
from lineit.codec import cards_on
from lineit.driver import BY_ITSELF, Cursor, Transition
from lineit.errors import Reason, RecordError, UnknownCard, ViewError
from lineit.events import BetsDiscarded, JackpotClaimed, JackpotFilled, PhaseEntered, TurnStarted
from lineit.guards import cards_in, guard_of
from lineit.records import (
    load_game,
    parse_record,
    read_json,
    record,
    save_game,
    seen_record,
    write_whole,
)
from lineit.ruleset import Memory
from lineit.shapes import short
from lineit.spec import ruleset_names, short_path
from lineit.views import Pile, View, sample, seen_event_json, sees, view, view_json
from tables import player, table

STANDARD = load_ruleset("standard")


def over(**changes: Any) -> dict[str, Any]:
    return {"format": 1, "name": "mine", "extends": "standard", **changes}


# -- guards ----------------------------------------------------------------------


def test_a_guard_made_of_any_answers_no_where_none_holds() -> None:
    """So that a row may ask `not card_continues`."""
    before = table(phase="place", picked="15", players=[player(line="10 20"), player()])
    assert guard_of(STANDARD, "card_continues")(before, STANDARD.card("15")) is False


def test_a_bet_card_has_no_direction() -> None:
    """It goes in any line by a guard of its own."""
    before = table(phase="place", picked="B3a", players=[player(line="10 20"), player()])
    assert guard_of(STANDARD, "in_direction")(before, STANDARD.card("B3a")) is False


def test_no_card_is_picked_before_the_pick() -> None:
    assert cards_in(table(phase="pick", market="1"), "picked") == ()
    assert cards_in(table(phase="place", picked="1"), "picked") == (STANDARD.card("1"),)


# -- machine ---------------------------------------------------------------------


STUCK = over(remove={"transition": ["play-pass", "play-nothing"]})
"""Who has no card that fits can do nothing."""

FOR_EVER = over(
    transition=[
        {
            "id": "next-round",
            "rule": "first-player",
            "from": "cleanup",
            "when": ["deck_fills_market"],
            "to": "cleanup",
        }
    ]
)
"""The round is never begun."""


def test_rules_that_leave_a_player_with_nothing_to_do() -> None:
    before = table(
        phase="play", players=[player("15", "10 20"), player()], rules=load_ruleset(STUCK)
    )
    with pytest.raises(RulesetError) as refused:
        legal(before)
    assert str(refused.value) == (
        "mine: state play: leaves a player with nothing to do [play]; add a row for it"
    )
    assert not machine.waits(before)


def test_a_step_that_would_leave_a_player_with_nothing_to_do_is_refused() -> None:
    """Seat 1 has a line that its only card does not fit, and no row for that."""
    stuck = over(
        limits={"hand": 0}, remove={"transition": ["restart", "play-pass", "play-nothing"]}
    )
    rules = load_ruleset(stuck)
    before = table(phase="pick", market="15", rules=rules, players=[player(line="10 20"), player()])
    with pytest.raises(RulesetError, match="state place: leaves a player with nothing to do"):
        step(before, "pick 15")
    game = Game(before)
    with pytest.raises(RulesetError, match="leaves a player with nothing to do"):
        game.apply("pick 15")
    assert (game.ply, game.table) == (0, before)


def test_rules_that_go_on_for_ever() -> None:
    before = table(
        phase="score",
        seat=1,
        deck="1 2 3 4",
        market="5",
        rules=load_ruleset(FOR_EVER),
        players=[player(), player(line="10")],
    )
    with pytest.raises(RulesetError) as refused:
        step(before, "pass")
    assert str(refused.value) == (
        "mine: state cleanup: goes on for ever, and waits for no player [cleanup]; add a row for it"
    )


def test_a_table_waits_for_a_player_who_can_decide() -> None:
    assert machine.waits(table(phase="pick", market="1"))
    assert not machine.waits(table(phase="pick"))
    assert not machine.waits(table(phase="score"))
    assert not machine.waits(table(phase="turn-end"))
    assert not machine.waits(table(phase="over"))


def test_only_the_last_phase_is_the_end() -> None:
    assert machine.is_over(table(phase="over"))
    assert not machine.is_over(table(phase="pick", market="1"))
    assert not machine.is_over(table(phase="turn-end"))


def test_a_table_at_the_end_offers_nothing() -> None:
    assert legal(table(phase="over")) == ()


def test_a_table_that_goes_on_by_itself_offers_nothing() -> None:
    assert legal(table(phase="turn-end")) == ()


def test_a_refusal_without_a_reason_is_a_mistake_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "why_not", lambda *_: None)
    with pytest.raises(AssertionError) as refused:
        step(table(phase="pick", market="1"), "pick 2")
    assert str(refused.value) == "pick 2 was refused in pick without a reason"


def test_a_picked_card_need_not_be_named_and_must_not() -> None:
    before = table(phase="place", picked="42", market="1")
    with pytest.raises(IllegalAction, match="line names no card"):
        step(before, Action("line", STANDARD.card("42")))
    assert [str(action) for action in legal(before)] == ["line", "hand"]


def test_the_machine_of_an_equal_ruleset_is_the_same() -> None:
    assert machine_of(load_ruleset("standard")) is machine_of(STANDARD)


# -- driver ----------------------------------------------------------------------


@pytest.fixture
def rules() -> Ruleset:
    """The rules of `standard` under another digest, so that they have a machine of their own."""
    return attrs.evolve(STANDARD, digest=os.urandom(8).hex())


Heard = list[tuple[str, str, str, int]]


def hearing(driven: Any) -> Heard:
    """All callbacks that a pick can have, each telling its name, and how things are then."""
    heard: Heard = []

    def tell(name: str) -> Any:
        def callback(event: EventData) -> None:
            cursor: Any = event.model
            state: Any = event.state
            heard.append((name, state.name, cursor.at_phase, len(cursor.events)))

        return callback

    row = driven.get_transitions("pick", "pick")[0]
    for name in ("prepare", "before", "after"):
        setattr(row, name, [tell(name)])
    driven.get_state("pick").add_callback("exit", tell("exit"))
    driven.get_state("place").add_callback("enter", tell("enter"))
    driven.before_state_change = [tell("before all")]
    driven.after_state_change = [tell("after all")]
    return heard


CALLED = [
    ("prepare", "pick", "pick", 0),
    ("before all", "pick", "pick", 0),
    ("before", "pick", "pick", 0),
    ("exit", "pick", "pick", 1),
    ("enter", "place", "place", 2),
    ("after", "place", "place", 2),
    ("after all", "place", "place", 2),
]


def test_callbacks_are_called_in_the_order_of_transitions(rules: Ruleset) -> None:
    game = Game.new(players=2, rules=rules, seed=7)
    heard = hearing(machine_of(rules))
    game.apply("pick 91")
    assert heard == CALLED


def test_callbacks_are_called_in_that_order_on_the_long_way_too(rules: Ruleset) -> None:
    game = Game.new(players=2, rules=rules, seed=7)
    driven = machine_of(rules)
    heard = hearing(driven)
    ended: list[str] = []
    driven.finalize_event = [lambda event: ended.append(event.event.name)]
    game.apply("pick 91")
    assert heard == CALLED
    assert ended == ["pick"]


def test_a_row_that_does_not_hold_is_prepared_and_no_more(rules: Ruleset) -> None:
    before = table(
        phase="place", picked="15", players=[player(line="10 20"), player()], rules=rules
    )
    driven: Any = machine_of(rules)
    heard: list[str] = []
    row = driven.get_transitions("line", "place")[0]
    row.prepare = [lambda _: heard.append("prepare")]
    row.before = [lambda _: heard.append("before")]
    with pytest.raises(IllegalAction):
        step(before, "line")
    assert heard == ["prepare"]


def test_an_exception_is_told_to_who_asked_for_it(rules: Ruleset) -> None:
    driven: Any = machine_of(rules)
    game = Game.new(players=2, rules=rules, seed=7)
    caught: list[str] = []

    def broken(_: EventData) -> None:
        raise RuntimeError("no")

    driven.get_state("place").add_callback("enter", broken)
    driven.on_exception = [lambda event: caught.append(str(event.error))]
    with suppress(AssertionError):  # the step was not taken, and no rule forbids it
        game.apply("pick 91")
    assert caught == ["no"]


def test_a_transition_knows_its_conditions_for_diagrams() -> None:
    row: Any = machine_of(STANDARD).get_transitions("restart", "place")[0]
    assert [(each.func, each.target) for each in row.conditions] == [
        (guard, wanted) for guard, wanted in row.guards
    ]
    assert [(guard.__name__, wanted) for guard, wanted in row.guards] == [
        ("card_fits", False),
        ("hand_has_room", False),
    ]


def test_a_verb_that_a_phase_does_not_know_is_left_to_transitions(rules: Ruleset) -> None:
    """`transitions` itself then says what is wrong, as for any machine."""
    cursor = Cursor(table(phase="pick", market="1", rules=rules), None, {})
    driven: Any = machine_of(rules)
    with pytest.raises(MachineError, match="Can't trigger event line from state pick!"):
        driven.events["line"].trigger(cursor)


def test_the_machine_has_the_phases_and_verbs_of_the_rules_and_no_others() -> None:
    driven = machine_of(STANDARD)
    assert list(driven.states) == [state.name for state in STANDARD.states]
    assert driven.initial == "deal"
    assert {*driven.events} == {BY_ITSELF, *STANDARD.verbs}
    assert (driven.send_event, driven.model_attribute, driven.models) == (True, "at_phase", [])


# -- effects ---------------------------------------------------------------------


def test_every_card_after_the_third_may_claim_again() -> None:
    """With `jackpot_again = 1`; the second of the colour claims nothing."""
    mine = load_ruleset(over(limits={"jackpot_again": 1}))
    for line, claimed in (("1", ()), ("1 5", ("97",)), ("1 5 9", ("97",)), ("1 5 9 13", ("97",))):
        before = table(
            phase="place",
            picked="41",
            jackpots={"red": "97"},
            rules=mine,
            players=[player(line=line), player()],
        )
        after, _ = step(before, "line")
        assert tuple(card.code for card in after.players[0].scored) == claimed


# -- views -----------------------------------------------------------------------


def test_a_view_tells_all_that_the_table_does() -> None:
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


def test_an_owner_sees_what_only_the_owner_may() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "owner"}}))
    before = table(phase="pick", market="1", rules=mine, players=[player(scored="5"), player()])
    assert [view(before, seat).players[0].scored.cards for seat in (0, 1, None)] == [
        (mine.card("5"),),
        None,
        None,
    ]


def test_a_zone_that_is_nobodys_has_no_owner_to_see_it() -> None:
    mine = load_ruleset(over(zones={"deck": {"table": "owner", "perfect": "owner"}}))
    assert not sees(mine, "deck", None, None, "table")
    assert not sees(mine, "deck", None, 0, "perfect")
    assert sees(mine, "market", None, None, "table")


def test_what_a_view_refuses() -> None:
    before = table(phase="pick", market="1")
    with pytest.raises(ViewError) as refused:
        view(before, 7)
    assert refused.value.reason == Reason("seat", "players", {"seat": "7", "last": 1})
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


def hidden() -> View:
    """What seat 1 sees: hidden are a hand, cards scored and under jackpots, and the deck."""
    before = table(
        phase="play",
        market="1 2",
        deck="B4a B4b B5a",
        discard="8",
        seat=0,
        played=0,
        round=2,
        jackpots={"red": "9 13", "blue": "10"},
        first=1,
        players=[
            player("20 B3b", "30 B3a", "40 44", [3]),
            {**player("21", "", "41", [-4]), "stopped": True},
        ],
    )
    return view(before, 1)


def test_a_sample_deals_numbers_where_no_bet_card_can_lie() -> None:
    """Of its colour under each jackpot; a Bet card is never scored."""
    seen = hidden()
    assert seen.players[1].stopped
    for seed in range(20):
        guess = sample(seen, seed)
        assert view(guess, 1) == seen
        assert sorted(card.code for card in cards_on(guess)) == sorted(
            card.code for card in STANDARD.cards
        )
        for colour, pile in zip(STANDARD.colours, guess.jackpots, strict=True):
            assert all(card.colour == colour for card in pile)
        assert all(not card.is_bet for each in guess.players for card in each.scored)


def test_a_sample_is_the_same_for_a_seed_and_another_for_others() -> None:
    seen = hidden()
    assert sample(seen, 1) == sample(seen, 1)
    assert len({sample(seen, seed) for seed in range(20)}) > 10


def test_a_sample_of_an_end_is_one_too() -> None:
    over = table(phase="over", deck="", players=[player(scored="1 2"), player(scored="3")])
    assert view(sample(view(over, None), 3), None) == view(over, None)


def test_a_bet_card_under_the_discard_is_told_to_all() -> None:
    """The discard lies open, so what is discarded from a deck that is hidden is seen."""
    event = BetsDiscarded("end-bank", (STANDARD.card("B3a"),), "deck")
    assert seen_event_json(event, STANDARD, None)["cards"] == ["B3a"]
    closed = load_ruleset(over(zones={"discard": {"table": "nobody", "perfect": "all"}}))
    assert seen_event_json(event, closed, None)["cards"] == 1
    assert seen_event_json(event, closed, 0, "perfect")["cards"] == ["B3a"]


def test_cards_for_a_jackpot_are_seen_where_they_lay_open() -> None:
    fives = (STANDARD.card("1"), STANDARD.card("5"))
    assert seen_event_json(JackpotFilled("cleanup", "red", fives, "market"), STANDARD, 0)[
        "cards"
    ] == ["1", "5"]
    assert (
        seen_event_json(JackpotFilled("end-bank", "red", fives, "deck"), STANDARD, 0)["cards"] == 2
    )


def test_an_owner_of_the_score_pile_sees_what_is_claimed() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "all"}}))
    claim = JackpotClaimed("jackpot-claim", 1, "red", (STANDARD.card("1"),))
    told = [seen_event_json(claim, mine, seat)["cards"] for seat in (0, 1, None)]
    assert told == [1, ["1"], 1]


def test_events_are_told_to_no_seat_beyond_the_most_players() -> None:
    dealt = TurnStarted("turn-order", 0)
    assert seen_event_json(dealt, STANDARD, 4)["seat"] == 0
    with pytest.raises(ViewError):
        seen_event_json(dealt, STANDARD, 5)


# -- records ---------------------------------------------------------------------


def played() -> Game:
    game = Game.new(players=2, seed=7, first=1, names=["Ana", "Ben"])
    for action in ("pick 91", "hand", "pass"):
        game.apply(action)
    return game


def refused(data: Any) -> Reason:
    with pytest.raises(RecordError) as error:
        parse_record(data)
    return error.value.reason


def test_what_is_wrong_with_a_record_is_told_as_data() -> None:
    saved = record(played())
    assert refused([]) == Reason(
        "record_shape", None, {"where": "", "what": "must be a table, and is a list of 0"}
    )
    assert refused({}) == Reason("record_game", None, {"kind": "None"})
    assert refused({**saved, "format": 3}) == Reason(
        "record_version", None, {"format": "3", "known": 2}
    )
    assert refused({**saved, "seed": "7"}) == Reason(
        "record_shape", None, {"where": "seed", "what": refused_seed()}
    )
    assert refused({**saved, "digest": "0" * 64}) == Reason(
        "record_rules", None, {"ruleset": "standard"}
    )
    why = refused({**saved, "players": 9})
    assert (why.code, why.rule, why.params["why"].code) == ("record_deal", None, "players")
    why = refused({**saved, "rules": {}})
    assert (why.code, why.rule, why.params["why"].code) == ("record_deal", None, "ruleset")
    why = refused({**saved, "actions": ["pick 91", "line 1"]})
    assert (why.code, why.rule) == ("record_action", "place-line")
    assert (why.params["number"], why.params["action"]) == (2, "'line 1'")
    assert why.params["why"].code == "takes_no_card"
    assert refused({**saved, "result": {"points": [0, 0], "winners": [0]}}) == Reason(
        "record_result"
    )


def refused_seed() -> str:
    with pytest.raises(RecordError) as error:
        parse_record({**record(played()), "seed": "7"})
    return str(error.value.reason.params["what"])


def test_a_file_that_is_no_json_is_told_as_data() -> None:
    assert refused("[" * 100_000) == Reason("record_json", None, {"what": "nested too deep"})
    assert refused("nul") == Reason(
        "record_json", None, {"what": "'Expecting value: line 1 column 1 (ch…"}
    )
    assert refused(b" " * (16 * 1024 * 1024 + 1)) == Reason(
        "record_json", None, {"what": "more than 16777216 bytes"}
    )
    assert refused(b" " * 16 * 1024 * 1024).params["what"] != "more than 16777216 bytes"


def test_what_can_not_be_read_or_written_is_told_as_data(tmp_path: Path) -> None:
    path = tmp_path / "no" / "game.json"
    with pytest.raises(RecordError) as error:
        load_game(path)
    params = {"path": short(str(path)), "what": "No such file or directory"}
    assert error.value.reason == Reason("record_file", None, params)
    with pytest.raises(RecordError) as error:
        save_game(played(), path)
    assert error.value.reason == Reason("record_write", None, params)
    with pytest.raises(RecordError) as error:
        load_game("a\0b")
    assert error.value.reason == Reason(
        "record_file", None, {"path": "'a\\x00b'", "what": "embedded null byte"}
    )


def test_a_saved_file_is_one_value_a_line_in_utf_8(tmp_path: Path) -> None:
    write_whole(tmp_path / "game.json", {"names": ["Zoë"], "seed": None})
    assert (tmp_path / "game.json").read_bytes() == (
        '{\n "names": [\n  "Zoë"\n ],\n "seed": null\n}\n'.encode()
    )
    assert read_json(tmp_path / "game.json") == {"names": ["Zoë"], "seed": None}


def test_a_file_with_a_long_name_is_saved_too(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 245}.json"
    save_game(played(), path)
    assert load_game(path).ply == 3


def test_the_draft_is_beside_the_file_and_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And all of it is handed over before the disk is waited for."""
    synced: list[list[tuple[str, int]]] = []
    sync = os.fsync

    def look(opened: int) -> None:
        synced.append([(file.name[:11], file.stat().st_size) for file in tmp_path.iterdir()])
        sync(opened)

    monkeypatch.setattr(os, "fsync", look)
    save_game(played(), tmp_path / "game.json")
    size = (tmp_path / "game.json").stat().st_size
    assert synced == [[(".game.json.", size)], [("game.json", size)]]


def test_a_save_leaves_no_file_open(tmp_path: Path) -> None:
    def next_opened() -> int:
        with (tmp_path / "other").open("wb") as file:
            return file.fileno()

    before = next_opened()
    save_game(played(), tmp_path / "game.json")
    assert next_opened() == before


def test_why_a_draft_can_not_be_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RecordError, match="can not be written: Permission denied"):
        save_game(played(), tmp_path / "game.json")


class CountedFile(io.BytesIO):
    """A file that notes how much of it is asked for."""

    asked: ClassVar[list[int | None]] = []

    def read(self, size: int | None = -1, /) -> bytes:
        self.asked.append(size)
        return super().read(size)


def test_no_more_of_a_file_is_read_than_may_be_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one byte, to see that there is more."""
    path = file(tmp_path, "mine", HEAD)
    monkeypatch.setattr(CountedFile, "asked", [])
    monkeypatch.setattr(Path, "open", lambda *_: CountedFile(b"9"))
    assert read_json("game.json") == 9
    assert wrong(path)[0].startswith(f"{path}: is not TOML")
    assert CountedFile.asked == [16 * 1024 * 1024 + 1, 64 * 1024 + 1]


def test_a_system_where_folders_can_not_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    save_game(played(), tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").ply == 3


def test_a_record_may_be_text_or_bytes() -> None:
    text = json.dumps(record(played()))
    for data in (text, text.encode()):
        again = parse_record(data)
        assert (again.seed, again.names, again.undealt.first) == (7, ("Ana", "Ben"), 1)
        assert [str(each.action) for each in list(again)[1:]] == ["pick 91", "hand", "pass"]


def test_a_game_without_names_is_saved_without() -> None:
    saved = record(Game.new(players=3, seed=1))
    assert (saved["names"], saved["players"]) == (None, 3)
    assert parse_record(saved).names is None


def test_a_result_that_is_not_saved_is_not_missed() -> None:
    game = Game.new(players=2, seed=7)
    while game.legal:
        game.apply(game.legal[0])
    saved = record(game)
    assert parse_record(saved).scores == parse_record({**saved, "result": None}).scores
    worse = {**saved["result"], "points": [0, 0]}
    assert refused({**saved, "result": worse}).code == "record_result"


def test_rules_of_the_name_of_a_built_in_ruleset_are_saved_with_the_game() -> None:
    mine = load_ruleset(over(name="bga", limits={"price": 1}))
    saved = record(Game.new(players=2, rules=mine, seed=7))
    assert saved["rules"] == mine.document
    assert parse_record(saved).ruleset == mine


def test_what_a_seat_may_have_of_a_game() -> None:
    cut = seen_record(played(), 0)
    whole = record(played())
    assert {key: cut[key] for key in whole} == {**whole, "seed": None, "deck": 106}
    assert [event["type"] for event in cut["events"]][:4] == [
        "market-dealt",
        "turn-started",
        "phase-entered",
        "card-picked",
    ]
    assert seen_record(played(), None)["events"] == cut["events"]
    with pytest.raises(ViewError):
        seen_record(played(), 2)


def test_what_a_seat_may_have_is_for_that_seat_and_its_memory() -> None:
    mine = load_ruleset(over(zones={"scored": {"table": "owner", "perfect": "all"}}))
    before = table(
        phase="place",
        picked="41",
        market="2",
        jackpots={"red": "97 93"},
        rules=mine,
        players=[player("", "1 5"), player()],
    )
    game = Game(before)
    game.apply("line")

    def claimed(viewer: int | None, memory: Memory = "table") -> Any:
        events = seen_record(game, viewer, memory)["events"]
        return next(event["cards"] for event in events if event["type"] == "jackpot-claimed")

    assert [claimed(viewer) for viewer in (0, 1, None)] == [["97", "93"], 2, 2]
    assert claimed(None, "perfect") == ["97", "93"]


def test_a_code_in_a_record_is_no_longer_than_any_card_has() -> None:
    saved = record(played())
    long = refused({**saved, "deck": ["1" * 11, *saved["deck"][1:]]})
    assert (long.code, long.params["where"]) == ("record_shape", "deck[0]")
    assert refused({**saved, "deck": ["1" * 10, *saved["deck"][1:]]}).code == "record_deal"


def test_a_record_with_more_decisions_than_any_game_has_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    saved = record(played())
    monkeypatch.setattr(trial, "_longest", lambda _: 2)
    why = refused(saved)
    assert (why.code, why.rule, why.params["number"]) == ("record_action", None, 3)
    assert why.params["why"].params["first"] == (
        "standard: no end comes: 3 decisions were taken; see that cards are used up"
    )


def test_a_discard_may_lie_face_down() -> None:
    closed = load_ruleset(over(zones={"discard": {"table": "nobody", "perfect": "all"}}))
    before = table(phase="pick", market="1", rules=closed)
    assert view(before, 0).discard == Pile(105, None)
    assert view(before, 0, "perfect").discard == Pile(105, before.discard)


def test_in_the_final_who_has_no_card_that_fits_is_not_stuck() -> None:
    assert legal(table(phase="final", players=[player("15", "10 20"), player()])) == ()


def test_an_action_that_is_refused_does_not_mean_the_end() -> None:
    with pytest.raises(IllegalAction) as error:
        step(table(phase="pick", market="1"), "pick 2")
    assert type(error.value) is IllegalAction


@pytest.mark.parametrize("hook", ["prepare_event", "before_state_change"])
def test_callbacks_are_told_what_was_triggered_and_with_what(rules: Ruleset, hook: str) -> None:
    driven: Any = machine_of(rules)
    cursor = Cursor(
        table(phase="score", rules=rules), None, {"turn-end": PhaseEntered("score", "turn-end")}
    )
    told: list[Any] = []
    setattr(driven, hook, [lambda e: told.append((e.event.name, e.args, e.kwargs))])
    assert driven.events["pass"].trigger(cursor, 1, by="Ana")
    assert told == [("pass", (1,), {"by": "Ana"})]


def test_a_transition_is_a_row_and_takes_what_any_transition_does() -> None:
    row = next(row for row in STANDARD.transitions if row.id == "pick")
    made: Any = machine_of(STANDARD).get_transitions("pick", "pick")[0]
    assert made.row == row
    assert Transition("pick", "place", before="x", row=row, guards=(), effects=()).before == ["x"]


# -- rule files ------------------------------------------------------------------


def wrong(rules: Any) -> list[str]:
    with pytest.raises(RulesetError) as error:
        load_ruleset(rules)
    for problem in error.value.problems:
        assert isinstance(problem.file, str)
        assert isinstance(problem.where, str)
        assert isinstance(problem.mend, str)
    return [str(problem) for problem in error.value.problems]


def test_what_is_no_ruleset() -> None:
    assert wrong(3) == ["(data): 3 is no ruleset; give a name, a path or a table"]
    assert load_ruleset(STANDARD) is STANDARD
    known = ", ".join(ruleset_names())
    assert wrong("chess") == [
        f"there is no ruleset 'chess'; take one of {known}, or a path that ends in .toml"
    ]
    assert wrong(over(extends="chess")) == [
        "(data): extends: there is no ruleset 'chess';"
        f" take one of {known}, or a path that ends in .toml"
    ]
    assert wrong(over(extends="a/b")) == [
        "(data): extends: 'a/b' is not the name of a ruleset;"
        " name a built-in ruleset, or a file of the same folder without its .toml"
    ]


def test_data_may_have_5000_values_and_no_more() -> None:
    few = "(data): has more than 5000 values; keep to what differs from the base"
    assert wrong({"a": [1] * 4997})[0] != few  # the table, its key, the list, and these
    assert wrong({"a": [1] * 4998}) == [few]


def test_data_may_be_8_deep_and_no_deeper() -> None:
    deep: Any = 1
    for _ in range(7):
        deep = [deep]
    told = "(data): is nested too deep; a rule file is flat"
    assert wrong({"a": deep})[0] != told
    assert wrong({"a": [deep]}) == [told]
    assert wrong({"a": {"b": [deep]}}) == [told]


def test_a_text_in_data_may_have_1000_characters_and_no_more() -> None:
    told = f"(data): has a text of more than 1000 characters, {short('x' * 1001)}; make it shorter"
    assert wrong({"a": "x" * 1000})[0] != told
    assert wrong({"a": "x" * 1001}) == [told]
    assert wrong({"x" * 1001: "a"}) == [told]


def test_a_key_in_data_is_a_text() -> None:
    assert wrong({"a": {3: 1}}) == ["(data): has a key that is no text, 3; make it a text"]
    assert load_ruleset(over(components={"bets": (3, 4)})).components.bets == (3, 4)


def test_100_problems_are_told() -> None:
    assert len(wrong({f"a{number}": 1 for number in range(10)})) < 100
    told = wrong({f"a{number}": 1 for number in range(120)})
    most = len(wrong({}))
    assert len(told) == 101
    assert told[-1] == f"(data): has {120 + most - 100} more problems; mend these first"
    told = wrong({f"a{number}": 1 for number in range(100 - most)})
    assert len(told) == 100
    assert "more problems" not in told[-1]


def file(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


HEAD = 'format = 1\nname = "mine"\nextends = "standard"\n'


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("format = ", "is not TOML: Invalid value (at end of document); mend it there"),
        (b"\xff\xfe", "is not UTF-8 text; save it as UTF-8"),
        ("a = " + "[\n" * 9000, "is nested too deep; a rule file is flat"),
        ("a = [[[[[[[[[]]]]]]]]]", "is nested too deep; a rule file is flat"),
        (f"#{'x' * 400}\n", "has a line of more than 400 characters; break the line"),
        (
            "#\n" * 32769,
            "is larger than the 65536 bytes that a rule file may have;"
            " keep to the rows that differ from the base",
        ),
    ],
)
def test_what_is_no_rule_file(tmp_path: Path, content: str | bytes, told: str) -> None:
    path = file(tmp_path, "mine", content)
    assert wrong(path) == [f"{path}: {told}"]


@pytest.mark.parametrize(
    "content", [HEAD + "#\n" * 32745, f"{HEAD}#{'x' * 399}\n", "\ufeff" + HEAD]
)
def test_as_large_as_a_rule_file_may_be(tmp_path: Path, content: str) -> None:
    assert len(content) == 65536 or len(content) < 500
    assert load_ruleset(file(tmp_path, "mine", content)).name == "mine"


def test_a_number_of_many_digits_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python refuses to read it where it has been told so."""

    def refuse(_: str) -> Any:
        raise ValueError("Exceeds the limit (640 digits) for integer string conversion")

    monkeypatch.setattr(tomllib, "loads", refuse)
    path = file(tmp_path, "mine", HEAD)
    assert wrong(path) == [f"{path}: has a number with too many digits; mend it"]


def test_a_file_that_can_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file(tmp_path, "mine", HEAD)

    def refuse(*_: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert wrong(path) == [f"{path}: can not be read: Permission denied; check the path"]
    assert wrong(tmp_path / "no.toml") == [f"{tmp_path}/no.toml: is not a file; check the path"]


def test_a_long_path_is_told_by_its_end() -> None:
    assert short_path(Path("x" * 300)) == "x" * 300
    assert short_path(Path("x" * 301)) == f"…{'x' * 299}"


def test_the_base_may_not_lie_in_another_folder(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "outside.toml").symlink_to(file(tmp_path, "secret", HEAD))
    path = file(folder, "mine", HEAD.replace("standard", "outside"))
    assert wrong(path) == [
        f"{path}: extends: outside leads out of the folder; copy the file into the folder"
    ]


def test_rule_files_may_extend_one_another_8_deep(tmp_path: Path) -> None:
    for number in range(10):
        below = f"f{number + 1}" if number < 9 else "standard"
        file(tmp_path, f"f{number}", f'format = 1\nname = "f{number}"\nextends = "{below}"\n')
    assert load_ruleset(tmp_path / "f2.toml").lineage[-1] == "standard"
    chain = " → ".join(f"f{number}" for number in range(2, 10))
    assert wrong(tmp_path / "f1.toml") == [
        f"{tmp_path}/f9.toml: extends: goes in a circle or too deep: {chain} → standard;"
        " let one of them extend standard"
    ]


def test_a_file_does_not_hide_a_built_in_ruleset(tmp_path: Path) -> None:
    file(tmp_path, "standard", HEAD.replace('"standard"', '"mine"'))
    assert load_ruleset(file(tmp_path, "mine", HEAD)).limits == STANDARD.limits


def test_what_is_wrong_below_is_told_with_what_is_wrong_above(tmp_path: Path) -> None:
    base = file(tmp_path, "base", HEAD.replace("mine", "base") + "[limits]\nhadn = 4\n")
    path = file(tmp_path, "mine", HEAD.replace("standard", "base") + "[limits]\nprize = 1\n")
    assert wrong(path) == [
        f"{base}: limits.hadn: is not known here; did you mean hand?",
        f"{path}: limits.prize: is not known here; did you mean price?",
    ]
    base = file(tmp_path, "base", HEAD.replace("mine", "base") + '[remove]\nstate = ["rest"]\n')
    assert wrong(path)[0].startswith(f"{base}: remove.state: there is no 'rest' to remove; ")


def test_a_title_has_no_part_in_the_digest() -> None:
    assert load_ruleset(over(title="Mine")) == load_ruleset(over(title="Yours"))
    assert load_ruleset(over(rules={"house": "us"})) == load_ruleset(over())
    assert load_ruleset(over()).digest == (
        hashlib.sha256(
            json.dumps(
                {
                    key: value
                    for key, value in load_ruleset(over()).document.items()
                    if key not in ("title", "rules", "lineage")
                },
                sort_keys=True,
            ).encode()
        ).hexdigest()
    )


def test_a_fault_in_a_row_is_told_by_its_name_and_rule() -> None:
    mend = "see spec/README.md for what may stand there"
    row = {"id": "mine", "rule": "play", "from": "play", "to": "score", "on": "x"}
    for change, told in (
        ({"from": 3}, f"transition mine: from must be a text, and is 3 [play]; {mend}"),
        ({"rule": 3}, f"transition mine: rule must be a text, and is 3; {mend}"),
        ({"id": 3}, f"transition number 22: id must be a text, and is 3 [play]; {mend}"),
        ({"on": "X"}, "transition mine: on must match [a-z][a-z0-9-]*, and is 'X' [play]; " + mend),
    ):
        assert wrong(over(transition=[{**row, **change}])) == [f"(data): {told}"]
    assert wrong(over(transition=[3])) == [
        f"(data): transition number 22: must be a table, and is 3; {mend}"
    ]
    assert wrong(over(state=[{"name": "rest", "actor": "who", "rule": "play"}])) == [
        f"(data): state rest: actor must be one of player, table, end, and is 'who' [play]; {mend}"
    ]
    assert wrong(over(guards={"mine": {"all": 3, "rule": "play"}})) == [
        f"(data): guards.mine.all: must be a list, and is 3 [play]; {mend}"
    ]
    assert wrong(over(effects={"mine": 3})) == [
        f"(data): effects.mine: must be a table, and is 3; {mend}"
    ]
    assert wrong(over(transition=3)) == [f"(data): transition: must be a list, and is 3; {mend}"]
    assert wrong(over(state=3)) == [f"(data): state: must be a list, and is 3; {mend}"]


def test_a_problem_of_a_file_that_is_not_toml_is_told_short(tmp_path: Path) -> None:
    path = file(tmp_path, "mine", f"[{'x' * 390}]\n" * 2)
    begun, ended = f"{path}: is not TOML: ", "; mend it there"
    (told,) = wrong(path)
    assert told.startswith(begun)
    assert told.endswith(ended)
    assert len(told) == len(begun) + 300 + len(ended)


def test_an_empty_rule_file_has_nothing_that_it_needs(tmp_path: Path) -> None:
    path = file(tmp_path, "mine", "")
    assert f"{path}: format: is missing; see spec/README.md for what may stand there" in wrong(path)


def test_a_key_that_is_not_known_is_compared_with_the_keys_of_files() -> None:
    """Not with the names of the models: a file says `state` and `from`."""
    assert wrong(over(stat=[])) == ["(data): stat: is not known here; did you mean state?"]


def test_a_built_in_ruleset_that_extends_another_may_be_extended() -> None:
    assert load_ruleset(over(extends="bga")).lineage == ("bga", "standard")


def test_a_rule_file_has_the_lineage_that_it_has() -> None:
    assert load_ruleset(over(lineage=["chess"])).lineage == ("standard",)


def test_what_is_wrong_with_removals() -> None:
    mend = "see spec/README.md for what may stand there"
    assert wrong(over(remove=3)) == [f"(data): remove: must be a table, and is 3; {mend}"]
    assert wrong(over(remove={"X": ["a"]})) == [f"(data): remove.X: is not known here; {mend}"]


def test_nothing_can_be_removed_from_a_file_that_has_no_words(tmp_path: Path) -> None:
    base = file(tmp_path, "base", 'format = 1\nname = "base"\n')
    path = file(tmp_path, "mine", HEAD.replace("standard", "base") + '[remove]\nguards = ["x"]\n')
    assert f"{base}: guards: is missing; see spec/README.md for what may stand there" in wrong(path)


def guards_of(*words: list[str]) -> dict[str, Any]:
    """Guards w0, w1, …, each made of all of some others."""
    return {f"w{n}": {"rule": "play", "all": parts} for n, parts in enumerate(words)}


FIVE = [["hand_has_room"] * 20] * 5


def test_a_word_may_be_made_of_100_built_in_ones_and_no_more() -> None:
    whole = ["w0", "w1", "w2", "w3", "w4"]
    load_ruleset(over(guards=guards_of(*FIVE, whole)))
    assert wrong(over(guards=guards_of(*FIVE, [*whole, "hand_has_room"]))) == [
        "(data): guards.w5: is made of more than 100 built-in words, or too deep [play];"
        " make it shorter"
    ]


def test_words_may_be_made_of_others_10_deep_and_no_deeper() -> None:
    """The built-in word is one of them."""
    chain = [["hand_has_room"], *([f"w{n}"] for n in range(9))]
    load_ruleset(over(guards=guards_of(*chain[:9])))
    assert wrong(over(guards=guards_of(*chain))) == [
        "(data): guards.w9: is made of more than 100 built-in words, or too deep [play];"
        " make it shorter"
    ]


def test_a_word_that_is_not_known_counts_as_one() -> None:
    told = wrong(over(guards=guards_of(*[["hands_has_room"] * 20] * 5, ["w0"] * 5)))
    assert {*told} == {
        f"(data): guards.w{n}: there is no guard hands_has_room [play]; did you mean hand_has_room?"
        for n in range(5)
    }


# -- and more of the same --------------------------------------------------------


def test_a_trigger_says_whether_a_row_was_taken(rules: Ruleset) -> None:
    before = table(
        phase="place", picked="15", players=[player(line="10 20"), player()], rules=rules
    )
    cursor = Cursor(before, STANDARD.card("15"), {"play": PhaseEntered("play", "play")})
    driven: Any = machine_of(rules)
    assert driven.events["line"].trigger(cursor) is False
    assert driven.events["hand"].trigger(cursor) is True


def test_a_hand_is_dealt_anew_until_the_player_on_turn_could_decide() -> None:
    before = table(phase="final", rest="deck", players=[player("20", "10 15"), player("", "30")])
    for seed in range(30):
        hand = sample(view(before, 1), seed).players[0].hand[0]
        assert hand.number is None or hand.number > 15


def test_a_table_that_waits_for_nobody_is_sampled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_GUESSES", 3)
    before = table(phase="turn-end", market="1", rest="deck", players=[player("20"), player()])
    assert view(sample(view(before, 1), 1), 1) == view(before, 1)


def test_a_game_that_is_not_over_has_no_result() -> None:
    game = played()
    result = {"points": list(game.scores), "winners": list(game.table.leaders)}
    assert refused({**record(game), "result": result}).code == "record_result"
    result = {"points": list(game.scores), "winners": list(game.winners)}
    assert refused({**record(game), "result": result}).code == "record_result"


def test_a_picked_card_lies_nowhere_else_in_a_sample() -> None:
    before = table(phase="place", picked="42", market="1", rest="deck")
    for seed in range(5):
        guess = sample(view(before, 1), seed)
        assert guess.picked == before.picked
        assert sorted(card.code for card in cards_on(guess)) == sorted(
            card.code for card in STANDARD.cards
        )


def test_what_is_no_text_is_no_card() -> None:
    code: Any = ["1"]
    with pytest.raises(UnknownCard, match="a list of 1 is no code of a card"):
        STANDARD.card(code)


def test_the_rules_are_standard_unless_told_otherwise() -> None:
    assert load_ruleset() == STANDARD
