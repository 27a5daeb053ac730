"""Refusals: each has its error class, its rule and its sentence, and changes nothing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any

import pytest

from lineit import (
    Action,
    Game,
    GameOver,
    IllegalAction,
    LineitError,
    NotAnAction,
    RulesetError,
    load_ruleset,
    parse_action,
    parse_table,
    table_json,
    why_not,
)
from lineit.bots import GreedyBot, RandomBot, bot_action
from lineit.formats.events import event_json, parse_event
from lineit.model.errors import (
    DeckError,
    PlayersError,
    Reason,
    TableError,
    UndoError,
    UnknownCard,
    ViewError,
)
from support.rulesets import forget_built_in
from support.tables import STANDARD, player, table

CODES = [card.code for card in STANDARD.cards]


def game() -> Game:
    return Game.new(players=2, deck=CODES)


def ended() -> Game:
    over = game()
    while over.legal:
        over.apply(over.legal[0])
    return over


class Number(IntEnum):
    TWO = 2


@pytest.mark.parametrize("value", [2.0, "2", None, True, Number.TWO])
def test_a_number_that_is_no_plain_whole_number(value: Any) -> None:
    told = "must be a plain whole number, not"
    with pytest.raises(PlayersError, match=rf"the number of players {told} .*\[players\]"):
        Game.new(players=value, seed=1)
    with pytest.raises(PlayersError, match=rf"a seat {told} .*\[players\]"):
        Game.new(players=2, seed=1, first=value)
    with pytest.raises(UndoError, match="is not a plain whole number"):
        game().undo(value)
    if value is not None:  # None is a spectator
        with pytest.raises(ViewError, match=rf"a seat {told} .*\[players\]"):
            game().view(value)


@pytest.mark.parametrize("players", [0, 1, 6, -2, 10**100])
def test_a_wrong_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(PlayersError, match=r"from 2 to 5 players, not .*\[players\]"):
        Game.new(players=players, seed=1)


@pytest.mark.parametrize("first", [-1, 2])
def test_an_unknown_first_seat_is_refused(first: Any) -> None:
    with pytest.raises(PlayersError, match=r"the seats are 0 to 1 \[players\]"):
        Game.new(players=2, seed=1, first=first)


DECKS: list[tuple[list[Any], type[LineitError], str]] = [
    ([*CODES[:-1], "1"], DeckError, "1 is in the deck more than once [deck]"),
    ([*CODES, "2", "1"], DeckError, "1, 2 are in the deck more than once [deck]"),
    (CODES[1:], DeckError, "1 is missing from the deck [deck]"),
    (CODES[2:], DeckError, "2 cards are missing from the deck: 1, 2 [deck]"),
    ([*CODES[:-1], "101"], UnknownCard, "there is no card 101 in the deck of standard [deck]"),
    ([*CODES[:-1], "B3c"], UnknownCard, "there is no card B3c in the deck of standard [deck]"),
    (
        [*CODES[:-1], 7],
        UnknownCard,
        "7 is not a card code; a card code is a text, such as '42' [deck]",
    ),
    ([*CODES[:-1], ["1"]], UnknownCard, "a list of 1 is not a card code; a card code is a text"),
]


@pytest.mark.parametrize(("deck", "error", "message"), DECKS)
def test_a_deck_without_each_card_once_is_refused(
    deck: list[Any], error: type[LineitError], message: str
) -> None:
    with pytest.raises(error) as refused:
        Game.new(players=2, deck=deck)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("deck", [5, 1.5, True])
def test_a_deck_that_is_no_list(deck: Any) -> None:
    with pytest.raises(DeckError, match=r"is not a list of cards \[deck\]"):
        Game.new(players=2, deck=deck)


@pytest.mark.parametrize("seed", [1.5, "7", True, []])
def test_a_seed_that_is_none(seed: Any) -> None:
    with pytest.raises(DeckError, match="is not a seed; give a whole number"):
        Game.new(players=2, seed=seed)


def test_a_seed_that_is_too_large_is_refused() -> None:
    Game.new(players=2, seed=2**1024 - 1)
    with pytest.raises(DeckError, match=r"a seed has at most 1024 bits \[deck\]"):
        Game.new(players=2, seed=2**1024)


def test_an_action_with_a_text_as_its_card_is_refused() -> None:
    card: Any = CODES[0]
    with pytest.raises(IllegalAction) as refused:
        game().apply(Action("pick", card))
    assert str(refused.value) == (
        "'1' is not a card; make the action from a text, such as 'pick 42' [pick]"
    )


def test_a_bot_refuses_to_act_after_the_end() -> None:
    for bot in (GreedyBot(), RandomBot(1)):
        with pytest.raises(GameOver, match=r"the game is over \[winner\]"):
            bot_action(bot, ended())


def test_rules_can_be_named_by_an_enumeration() -> None:
    class Rules(str, Enum):  # noqa: UP042 # the str() of a StrEnum is its value, so it would not test this
        STANDARD = "standard"

    forget_built_in()  # so that the file is read again
    assert load_ruleset(Rules.STANDARD) == STANDARD


def test_a_deck_with_a_seed_is_refused() -> None:
    with pytest.raises(DeckError, match="not both"):
        Game.new(players=2, deck=CODES, seed=1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pik 4",
        "pick 4 5",
        "pick\x004",
        "4",
        "♠",
        "by itself",
        "pi-ck 4",
        None,
        4,
        ["pick"],
    ],
)
def test_a_text_that_is_not_an_action_is_refused(text: Any) -> None:
    playing = game()
    before = playing.table
    with pytest.raises(NotAnAction, match="an action begins with one of pick, line, hand"):
        playing.apply(text)
    assert playing.table is before


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("PICK 4", "pick 4"),
        ("  Pick   4 ", "pick 4"),
        ("pick\t4\n", "pick 4"),
        ("pick 4♠", "pick 4"),
        ("pick ♠4", "pick 4"),
        ("pick 4 ♠\ufe0f", "pick 4"),
        ("pick b3a", "pick B3a"),
        ("pick B3A.", "pick B3a"),
        ("LINE!", "line"),
    ],
)
def test_an_action_is_read_as_a_person_types_it(text: str, action: str) -> None:
    assert str(parse_action(text, STANDARD)) == action


@pytest.mark.parametrize(
    ("text", "card"),
    [("pick 0", "0"), ("pick x4", "X4"), ("pick \uff14", "\uff14"), ("pick -4", "-4")],
)
def test_a_card_of_an_action_is_not_guessed(text: str, card: str) -> None:
    with pytest.raises(UnknownCard, match=f"there is no card {card} in the deck"):
        parse_action(text, STANDARD)


REFUSED = [
    ("pick 99", "pick", "99 is not in the market [pick]"),
    ("pick", "pick", "name a card of the market: pick CARD [pick]"),
    ("line", "pick", "line is not possible in the phase pick; only pick is [pick]"),
    ("pass", "pick", "pass is not possible in the phase pick; only pick is [pick]"),
]


@pytest.mark.parametrize(("text", "rule", "message"), REFUSED)
def test_an_illegal_action_is_refused(text: str, rule: str, message: str) -> None:
    playing = game()
    before = playing.table
    with pytest.raises(IllegalAction) as refused:
        playing.apply(text)
    assert refused.value.reason.rule == rule
    assert str(refused.value) == message
    assert playing.table is before
    assert playing.ply == 0


def test_a_reason_of_the_rules_has_all_parameters_that_a_sentence_may_use() -> None:
    """They are plain limits, the guard and its count, the card, and the state of line and hand."""
    alike = {"rule": "play", "count": "line", "of": "colour", "at_least": 3}
    playing = {"id": "play", "rule": "play", "from": "play", "to": "score", "on": "play"}
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "guards": {"many_alike": alike},
            "transition": [{**playing, "card": "hand", "when": ["many_alike"]}],
        }
    )
    limits = {
        "market_extra": 2,
        "hand": 2,
        "bets_per_line": 1,
        "jackpot_at": 3,
        "jackpot_again": 0,
        "price": 3,
    }

    def params(line: str) -> Any:
        before = table(
            phase="play", rules=rules, players=[player(hand="15 2", line=line), player()]
        )
        why = why_not(before, "play 15")
        assert why is not None
        assert why.by_rules
        return why.params

    guard = {"guard": "many_alike", "card": "15", "held": 2}
    assert params("") == {**limits, **guard, "last": None, "direction": "none", "count": 0}
    assert params("11 20 B3a 31") == {
        **limits,
        **guard,
        "last": "31",
        "direction": "ascending",
        "count": 2,
    }
    restart = why_not(table(phase="place", picked="15"), "restart")
    assert restart is not None
    assert restart.params == {
        **limits,
        "guard": "card_fits",
        "card": "15",
        "last": None,
        "direction": "none",
        "held": 0,
        "count": None,
    }


def test_an_action_that_names_a_card_needlessly_is_refused() -> None:
    playing = game()
    playing.apply("pick 1")
    with pytest.raises(IllegalAction, match=r"line takes no card \[place-line\]"):
        playing.apply("line 1")


@pytest.mark.parametrize("place", ["deck", "jackpot", "discard", "other hand", "own line"])
def test_a_card_that_lies_elsewhere_is_not_moved(place: str) -> None:
    """`pick` takes cards from the market only, and `play` from the hand of the player only."""
    players: list[dict[str, Any]] = [
        {"hand": ["10"], "line": ["20"], "scored": [], "tokens": [], "stopped": False},
        {"hand": ["11"], "line": [], "scored": [], "tokens": [], "stopped": False},
    ]
    rest = [
        code for code in CODES if code not in ("10", "20", "11", "12", "13", "1", "2", "3", "4")
    ]
    data = table_json(game().table) | {
        "market": ["1", "2", "3", "4"],
        "deck": rest,
        "discard": ["12"],
        "jackpots": {"red": ["13"], "blue": [], "green": [], "yellow": []},
        "players": players,
    }
    card = {"deck": rest[0], "jackpot": "13", "discard": "12", "other hand": "11", "own line": "20"}
    for phase, verb, where in (("pick", "pick", "market"), ("play", "play", "hand")):
        table = parse_table(data | {"phase": phase}, STANDARD)
        playing = Game(table)
        with pytest.raises(IllegalAction) as refused:
            playing.apply(f"{verb} {card[place]}")
        assert refused.value.reason.code == "card_not_there"
        assert refused.value.reason.params == {"card": card[place], "zone": where}
        assert playing.table == table


@pytest.mark.parametrize("text", ["pick 1", "pass", "score", "play 3"])
def test_an_action_after_the_end_is_refused(text: str) -> None:
    over = ended()
    before = over.table
    with pytest.raises(GameOver, match=r"the game is over \[winner\]"):
        over.apply(text)
    assert over.table is before


@pytest.mark.parametrize("steps", [-1, 2])
def test_an_undo_of_more_than_was_taken_is_refused(steps: Any) -> None:
    playing = game()
    playing.apply("pick 1")
    with pytest.raises(UndoError, match=r"cannot take back .* actions: only 1 was taken"):
        playing.undo(steps)
    assert playing.ply == 1


def broken(**changes: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: {k: v for k, v in (data | changes).items() if v is not ...}


TABLES = [
    (broken(phase="pik"), "there is no phase 'pik'"),
    (broken(phase=4), "phase: must be a text, but is 4"),
    (broken(round=...), "round: is missing"),
    (broken(colour="red"), "colour: is not known here"),
    (broken(seat=2), "there is no seat 2; the seats are 0 to 1"),
    (broken(market=["1", "1"]), "each card must lie in exactly one place"),
    (broken(market=[]), "these do not: 1, 2, 3, 4"),
    (broken(market="12"), "market: must be a list"),
    (broken(market=["x"]), "there is no card x"),
    (broken(players=[]), "takes from 2 to 5 players, not 0"),
    (broken(ruleset="bga"), "ruleset: must be standard"),
    (broken(jackpots={}), "must have the colours red, blue, green, yellow"),
    (broken(jackpots=[]), "jackpots: must be a table"),
    (broken(players=[1, 2]), r"players\[0\]: must be a table"),
    (broken(phase="place"), "in the phase place there must be a picked card"),
    (broken(picked="1", market=["2", "3", "4"]), "in the phase pick there can be no picked card"),
    (broken(round=-1), "round -1"),
    (lambda _: [], "must be a table"),
    (lambda _: None, "must be a table"),
]


@pytest.mark.parametrize(("change", "message"), TABLES)
def test_data_that_is_not_a_table_is_refused(change: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(TableError, match=message):
        parse_table(change(table_json(game().table)), STANDARD)


def table_shape(where: str, what: str) -> Reason:
    return Reason("table_shape", None, {"where": where, "what": what})


REASONS = [
    (broken(players=[]), Reason("players", "players", {"players": 0, "least": 2, "most": 5})),
    (broken(seat=2), Reason("seat", "players", {"seat": 2, "last": 1})),
    (broken(first=-1), Reason("seat", "players", {"seat": -1, "last": 1})),
    (broken(played=-1), Reason("table_count", None, {"round": 1, "played": -1})),
    (broken(market=["1", "2", "3"]), Reason("table_cards", "deck", {"cards": ["4"]})),
    (
        broken(market=["1", "1", "3", "4"]),
        Reason("table_cards", "deck", {"cards": ["1", "2"]}),
    ),
    (
        broken(deck=[]),
        Reason(
            "table_cards",
            "deck",
            {"cards": ["10", "100", "11", "12", "13", "14", "15", "16", "17", "18"]},
        ),
    ),
    (
        broken(
            market=["1", "4"], jackpots={"red": ["2"], "blue": [], "green": ["3"], "yellow": []}
        ),
        Reason("table_jackpot", "cleanup", {"cards": ["2"], "colour": "red"}),
    ),
    (broken(phase="place"), Reason("table_picked", "pick", {"phase": "place"})),
    (
        broken(picked="1", market=["2", "3", "4"]),
        Reason("table_not_picked", "pick", {"phase": "pick"}),
    ),
    (
        broken(players=[player(tokens=[9]), player()]),
        Reason("table_token", "tokens", {"value": 9}),
    ),
    (broken(ruleset="bga"), table_shape("ruleset", "must be standard, but is 'bga'")),
    (broken(jackpots=[]), table_shape("jackpots", "must be a table, but is a list of 0")),
]


@pytest.mark.parametrize(("change", "why"), REASONS)
def test_the_reason_of_refused_data_has_the_rule(change: Callable[[Any], Any], why: Reason) -> None:
    with pytest.raises(TableError) as refused:
        parse_table(change(table_json(game().table)), STANDARD)
    assert refused.value.reason == why
    if why.code in (
        "table_jackpot",
        "table_picked",
        "table_not_picked",
    ):  # about names of the rules
        assert refused.value.reason.told is STANDARD.text


def test_a_token_may_have_the_value_that_an_effect_gives() -> None:
    """The effect gives a token of as many points as there are players, from 2 to 5."""
    rules = load_ruleset(
        {
            "format": 2,
            "name": "mine",
            "extends": "standard",
            "effects": {"praise": {"rule": "score", "token": "players"}},
        }
    )
    data = table_json(game().table) | {"ruleset": "mine"}
    for value, known in ((2, True), (3, True), (7, False)):
        changed = data | {"players": [player(tokens=[value]), player()]}
        if known:
            assert parse_table(changed, rules).players[0].tokens == (value,)
        else:
            with pytest.raises(TableError, match=f"there is no bet token {value}"):
                parse_table(changed, rules)


def move(source: str, to: str, **changes: Any) -> dict[str, Any]:
    """Return a move as data."""
    data = {"type": "cards-moved", "rule": "any", "word": "any", "seat": None, "cards": ["1"]}
    return {**data, "from": source, "to": to, "colour": None, "top": False, **changes}


def event_shape(where: str, what: str) -> Reason:
    return Reason("event_shape", None, {"where": where, "what": what})


TYPES = (
    "phase-entered, cards-moved, token-taken, round-begun, turn-started, player-stopped,"
    " first-player-passed, game-ended"
)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({}, event_shape("type", f"must be one of {TYPES}")),
        (None, event_shape("type", f"must be one of {TYPES}")),
        ({"type": "turn-started", "seat": 0}, event_shape("rule", "is missing")),
        (
            {"type": "turn-started", "rule": "pick", "seat": "0"},
            event_shape("seat", "must be a whole number, but is '0'"),
        ),
        (
            {"type": "card-picked", "rule": "pick", "seat": 0, "card": "1"},
            Reason("event_first_edition", None, {"type": "card-picked", "now": ["cards-moved"]}),
        ),
        (
            {**move("hand", "line", seat=0), "frm": "hand"},
            event_shape("frm", "is not known here; did you mean from?"),
        ),
        (move("hand", "discard"), event_shape("", "hand to discard must say which seat")),
        (move("deck", "scored"), event_shape("", "deck to scored must say which seat")),
        (move("market", "jackpots"), event_shape("", "market to jackpots must say which colour")),
    ],
)
def test_data_that_is_not_an_event_is_refused(data: Any, why: Reason) -> None:
    with pytest.raises(TableError) as refused:
        parse_event(data, STANDARD)
    assert refused.value.reason == why


def test_a_move_has_a_seat_or_a_colour_only_if_there_are_several_piles() -> None:
    for data in (
        move("market", "discard"),
        move("hand", "discard", seat=1),
        move("market", "jackpots", colour="red"),
        move("jackpots", "scored", seat=1, colour="red"),
    ):
        assert event_json(parse_event(data, STANDARD)) == data


def test_an_event_as_data() -> None:
    assert event_json(game().events[0]) == {
        "type": "round-begun",
        "rule": "deal",
        "round": 1,
    }


def test_a_ruleset_that_is_not_there() -> None:
    with pytest.raises(RulesetError, match=r"there is no ruleset 'chess'; use one of .*standard"):
        Game.new(rules="chess")


def test_every_error_is_a_lineit_error_and_survives_pickle_and_copy() -> None:
    causes: list[Callable[[], object]] = [
        lambda: Game.new(players=9),
        lambda: Game.new(deck=[]),
        lambda: Game.new(deck=["x"]),
        lambda: Game.new(rules="x"),
        lambda: game().apply("x"),
        lambda: game().apply("pass"),
        lambda: ended().apply("pass"),
        lambda: game().undo(1),
        lambda: parse_table({}, STANDARD),
    ]
    for cause in causes:
        with pytest.raises(LineitError) as refused:
            cause()
        error = refused.value
        for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(other) is type(error)
            assert (str(other), other.reason) == (str(error), error.reason)
