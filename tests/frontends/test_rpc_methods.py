"""The protocol: methods for menus, sentences, rulesets and bots, and what all have in common."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lineit import Game, load_ruleset, table_json
from lineit.formats.views import seen_event_json
from lineit.frontends.open_games import OpenGames
from lineit.frontends.rpc import METHODS, Server
from lineit.text.catalog import LANGUAGES
from support.protocol import CHEAP, ask, refused


@pytest.fixture
def server() -> Server:
    """Return a server with one game, "1", of two players and the seed 7."""
    made = Server()
    ask(made, "new", players=2, seed=7)
    return made


def play(server: Server, *actions: str) -> list[dict[str, Any]]:
    """Take the actions in game 1, and return the events."""
    return [
        event
        for action in actions
        for event in ask(server, "apply", game="1", action=action)["events"]
    ]


# -- languages and refusals -----------------------------------------------------------------------


@pytest.mark.parametrize("method", [name for name in METHODS if name != "hello"])
def test_every_method_but_hello_takes_a_language(method: str, server: Server) -> None:
    error = refused(server, method, lang="xx", **REQUIRED.get(method, {"game": "1"}))
    assert (error["code"], error["message"]) == (
        -32602,
        "there is no language 'xx'; take one of en, es, de",
    )


REQUIRED: dict[str, dict[str, Any]] = {
    "new": {"players": 2},
    "apply": {"game": "1", "action": "pick 91"},
    "explain": {"game": "1", "action": "pick 91"},
    "load": {"record": {}},
    "rulesets": {},
    "ruleset": {"ruleset": "bga"},
    "differences": {"ruleset": "bga"},
}
"""The required parameters of the methods that need others than the game."""


@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("en", "1 is not in the market [pick]"),
        ("es", "la 1 no está en el mercado [pick]"),
        ("de", "die 1 ist nicht im Markt [pick]"),
    ],
)
def test_a_refusal_has_a_code_and_params_and_a_sentence_in_the_language(
    lang: str, message: str, server: Server
) -> None:
    why = {
        "rule": "pick",
        "code": "card_not_there",
        "message": message,
        "params": {"card": "1", "zone": "market"},
    }
    error = refused(server, "apply", game="1", action="pick 1", lang=lang)
    assert error == {"code": 1, "message": message, "data": why}
    assert ask(server, "explain", game="1", action="pick 1", lang=lang) == {"legal": False, **why}


def test_a_number_in_a_refusal_is_a_number(server: Server) -> None:
    play(server, "pick 91", "line")
    error = refused(server, "undo", game="1", steps=5)
    assert (error["data"]["code"], error["data"]["params"]["ply"]) == ("undo", 2)


def test_a_reason_within_a_reason_is_data_too(server: Server) -> None:
    saved = ask(server, "record", game="1")
    error = refused(server, "load", record={**saved, "actions": ["pick 1"]}, lang="de")
    assert (error["code"], error["data"]["code"]) == (3, "record_action")
    assert error["data"]["params"]["number"] == 1
    assert error["data"]["params"]["why"] == {
        "rule": "pick",
        "code": "card_not_there",
        "message": "die 1 ist nicht im Markt [pick]",
        "params": {"card": "1", "zone": "market"},
    }


def test_the_limits_are_params_of_a_refusal_by_a_guard(server: Server) -> None:
    legal = ask(server, "legal", game="1")
    while "line" not in legal or "hand" in legal:  # until a hand is full
        action = next((each for each in ("hand", "pass") if each in legal), legal[0])
        legal = ask(server, "apply", game="1", action=action)["legal"]
    entry = {each["action"]: each for each in ask(server, "choices", game="1")}["hand"]
    assert (entry["legal"], entry["code"], entry["rule"]) == (False, "hand_has_room", "place-hand")
    assert (entry["params"]["hand"], entry["params"]["held"]) == (2, 2)


@pytest.mark.parametrize(
    ("code", "message", "method", "params"),
    [
        (2, "es gibt keine Partie 9", "legal", {"game": "9"}),
        (5, "die Partie ist bei Entscheidung 0, nicht 3", "undo", {"game": "1", "ply": 3}),
        (4, "es gibt kein Regelwerk 'moon'; nimm eines von bga, ", "ruleset", {"ruleset": "moon"}),
        (-32602, "es gibt keinen Bot 'eve'; nimm einen von greedy", "bot",
         {"game": "1", "bot": "eve"}),
        (-32602, "es gibt keine Entscheidung 1; es gibt 0 bis 0", "table", {"game": "1", "ply": 1}),
        (-32602, "es gibt keine Entscheidung -1; es gibt 0 bis 0", "view",
         {"game": "1", "ply": -1}),
        (-32602, "gib entweder ruleset oder game an", "ruleset", {}),
        (-32602, "gib entweder ruleset oder game an", "ruleset", {"game": "1", "ruleset": "bga"}),
    ],
)  # fmt: skip
def test_the_protocol_refuses_in_the_language(
    code: int, message: str, method: str, params: dict[str, Any], server: Server
) -> None:
    error = refused(server, method, lang="de", **params)
    assert error["code"] == code
    assert error["message"].startswith(message)


# -- what is new in a game ------------------------------------------------------------------------


def test_hello_lists_the_bots(server: Server) -> None:
    assert ask(server, "hello")["bots"] == ["greedy", "random"]


def test_new_takes_the_names_of_the_players(server: Server) -> None:
    ask(server, "new", players=2, names=["Uma", "Vic"])
    assert ask(server, "record", game="2")["names"] == ["Uma", "Vic"]
    assert refused(server, "new", players=2, names=["Uma"])["data"]["code"] == "names"


def test_a_seed_may_be_its_digits(server: Server) -> None:
    ask(server, "new", players=2, seed="7")
    assert ask(server, "table", game="2") == ask(server, "table", game="1")
    ask(server, "new", players=2, seed=str(2**63))
    assert ask(server, "table", game="3") == table_json(Game.new(2, seed=2**63).table)
    for wrong in ("", "x", "0x7", "1.5", "7 ", "٣", "9" * 400):
        error = refused(server, "new", players=2, seed=wrong)
        assert error["message"].startswith("seed must ")


def test_a_table_and_a_view_of_an_earlier_ply(server: Server) -> None:
    then = ask(server, "table", game="1"), ask(server, "view", game="1", seat=1)
    play(server, "pick 91", "line")
    assert ask(server, "table", game="1", ply=0) == then[0]
    assert ask(server, "view", game="1", seat=1, ply=0) == then[1]
    assert ask(server, "table", game="1", ply=1)["picked"] == "91"
    assert ask(server, "table", game="1", ply=2) == ask(server, "table", game="1")


# -- menus and bots -------------------------------------------------------------------------------


def test_choices_are_for_a_menu(server: Server) -> None:
    entries = ask(server, "choices", game="1")
    assert entries[0] == {
        "action": "pick 91",
        "label": "take 91♠",
        "legal": True,
        "rule": "pick",
        "code": None,
        "message": None,
        "params": None,
    }
    assert entries[4] == {
        "action": "line",
        "label": "to the line",
        "legal": False,
        "rule": "pick",
        "code": "other_phase",
        "message": "not now: to the line; now it is take a card",
        "params": {"verb": "line", "phase": "pick", "verbs": ["pick"], "count": 1},
    }
    assert [each["action"] for each in entries if each["legal"]] == ask(server, "legal", game="1")


@pytest.mark.parametrize(("lang", "label"), [("es", "tomar 91♠"), ("de", "91♠ nehmen")])
def test_choices_in_a_language(lang: str, label: str, server: Server) -> None:
    assert ask(server, "choices", game="1", lang=lang)[0]["label"] == label


def test_the_label_of_pass_is_by_the_rule_that_allows_it(server: Server) -> None:
    play(server, "pick 91", "line")
    labels = {each["action"]: each["label"] for each in ask(server, "choices", game="1")}
    assert labels == labels | {"score": "score the line", "pass": "keep the line"}


def test_a_bot_says_what_it_would_do_and_does_not_do_it(server: Server) -> None:
    assert ask(server, "bot", game="1") == {"action": "pick 91"}
    assert ask(server, "bot", game="1", seat=0) == {"action": "pick 91"}
    assert refused(server, "bot", game="1", seat=1)["code"] == 7
    assert ask(server, "table", game="1")["picked"] is None
    drawn = {ask(server, "bot", game="1", bot="random", seed=at)["action"] for at in range(30)}
    assert drawn == {"pick 91", "pick 33", "pick 58", "pick 23"}
    one, other = ({"game": "1", "bot": "random", "seed": seed} for seed in (3, "3"))
    assert ask(server, "bot", **one) == ask(server, "bot", **other)


def test_bots_play_a_whole_game_and_then_have_nothing_to_do(server: Server) -> None:
    legal = ask(server, "legal", game="1")
    while legal:
        bot = "greedy" if ask(server, "table", game="1")["seat"] else "random"
        action = ask(server, "bot", game="1", bot=bot)["action"]
        legal = ask(server, "apply", game="1", action=action)["legal"]
    error = refused(server, "bot", game="1")
    assert (error["code"], error["data"]["code"]) == (1, "game_over")


def test_previews_say_what_each_legal_action_would_bring(server: Server) -> None:
    play(server, "pick 91", "line")
    score, keep = ask(server, "previews", game="1", lang="de")
    assert (score["action"], score["label"], score["rule"]) == ("score", "Linie werten", "score")
    assert score["meaning"] == ["wirft die 91♠ ab"]
    assert (score["points"], score["then"], score["complete"]) == ([0, 0], [], True)
    assert [(move["cards"], move["from"], move["to"]) for move in score["moves"]] == [
        (["91"], "line", "discard")
    ]
    assert (keep["action"], keep["label"], keep["meaning"]) == ("pass", "Linie behalten", [])
    assert ask(server, "previews", game="1", seat=1) == []
    assert ask(server, "previews", game="1", seat=0, lang="de") == [score, keep]


def test_facts_are_counted_for_a_seat(server: Server) -> None:
    before = ask(server, "facts", game="1", seat=0)
    assert (before["market"], before["scoring"]) == (["91", "33", "58", "23"], None)
    play(server, "pick 91", "line")
    now = ask(server, "facts", game="1", seat=0)
    assert now["scoring"] == {"action": "score", "points": 0, "price": ["91"]}
    assert now["players"][0] == {
        "direction": None,
        "bets": [],
        "missing": {"red": 3, "blue": 3, "green": 2, "yellow": 3},
    }
    for params in ({"seat": 1}, {"seat": None}):
        assert ask(server, "facts", game="1", **params)["scoring"] is None
    assert ask(server, "facts", game="1", seat=0, ply=0) == before


# -- sentences ------------------------------------------------------------------------------------


def test_events_and_actions_are_told(server: Server) -> None:
    ask(server, "new", players=2, seed=7, names=["Uma", "Vic"])
    events = ask(server, "apply", game="2", action="pick 91")["events"]
    actions = ["pick 91", "pass", "play b3a"]
    assert ask(server, "tell", game="2", events=events, actions=actions) == {
        "events": ["Uma picks 91♠", "The phase place begins"],
        "actions": ["take 91♠", "pass", "play Bet 3"],
    }
    assert ask(server, "tell", game="2", events=events[:1], lang="de") == {
        "events": ["Uma nimmt die 91♠"],
        "actions": [],
    }
    assert ask(server, "tell", game="1", events=events[:1])["events"] == ["Ana picks 91♠"]


def test_events_are_told_as_a_seat_sees_them(server: Server) -> None:
    rules, deck = load_ruleset("standard"), [card.code for card in load_ruleset("standard").cards]
    ask(server, "new", players=2, deck=deck)
    claim = {
        "type": "cards-moved", "rule": "jackpot-claim", "word": "claim", "seat": 1, "cards": 2,
        "from": "jackpots", "to": "scored", "colour": "red", "top": False,
    }  # fmt: skip
    told = ask(server, "tell", game="2", events=[claim, {**claim, "cards": ["1", "5"]}])
    assert told["events"] == [
        "Ben claims the ♥ jackpot, 2 cards",
        "Ben claims the ♥ jackpot, 2 cards: 1♥, 5♥",
    ]
    game = Game.new(2, deck=deck)
    while not game.over:
        game.apply(game.legal[0])
    for lang in LANGUAGES:
        seen = [seen_event_json(event, rules, 0) for event in game.events]
        told = ask(server, "tell", game="2", events=seen, lang=lang)
        assert all(told["events"])
        assert len(told["events"]) == len(seen)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (1, "this is not an event: type: must be one of phase-entered, "),
        ({}, "this is not an event: type: must be one of phase-entered, "),
        ({"type": "round-begun", "rule": "deal"}, "this is not an event: round: is missing"),
        (
            {"type": "turn-started", "rule": "turn-order", "seat": 2},
            "this is not an event: seat: must be from 0 to 1",
        ),
        (
            {"type": "game-ended", "rule": "winner", "points": [], "winners": [-1]},
            "this is not an event: seat: must be from 0 to 1",
        ),
        (
            {"type": "cards-moved", "rule": "cleanup", "word": "x", "seat": None, "cards": -1,
             "from": "market", "to": "discard"},
            "this is not an event: cards: must be a list, but is -1",
        ),
        (
            {"type": "cards-moved", "rule": "cleanup", "word": "x", "seat": None, "cards": 1,
             "from": "market", "to": "jackpots", "colour": "pink"},
            "this is not an event: colour: must be one of red, blue, green, yellow",
        ),
    ],
)  # fmt: skip
def test_data_that_is_not_an_event_is_not_told(event: Any, message: str, server: Server) -> None:
    error = refused(server, "tell", game="1", events=[event])
    assert error["code"] == -32602
    assert error["message"].startswith(message)


def test_stats_are_those_of_the_game(server: Server) -> None:
    play(server, "pick 91", "line", "score")
    stats = ask(server, "stats", game="1")
    assert [each["lines_scored"] for each in stats["players"]] == [1, 0]
    assert (stats["whole"]["longest_line"], stats["whole"]["points"]) == (1, 0)


# -- rulesets -------------------------------------------------------------------------------------


def test_a_ruleset_is_described(server: Server) -> None:
    about = ask(server, "ruleset", ruleset="bga")
    assert (about["name"], about["title"], about["lineage"]) == (
        "bga",
        "Line-it on Board Game Arena",
        ["standard"],
    )
    assert about["digest"] == load_ruleset("bga").digest
    assert about["players"] == {"least": 2, "most": 5}
    assert about["colours"][0] == {"name": "red", "title": "red", "glyph": "♥"}
    assert (len(about["cards"]), about["cards"][0], about["cards"][-1]) == (106, "1", "B5b")
    assert about["phases"][1] == {
        "name": "pick",
        "title": "pick",
        "prompt": "take a card from the market, or first play or score",
        "actor": "player",
        "rule": "pick",
    }
    assert about["verbs"][0] == {"name": "line", "title": "to the line"}
    assert about["limits"][1:3] == [
        {
            "name": "market_size",
            "title": "cards in the market",
            "value": ["players", "market_extra"],
        },
        {"name": "hand", "title": "cards that a hand can hold", "value": 2},
    ]
    assert {zone["name"]: zone for zone in about["zones"]}["hand"] == {
        "name": "hand",
        "title": "hand",
        "whose": "player",
        "table": "owner",
        "perfect": "all",
        "at_most": "hand",
        "rule": "place-hand",
    }
    assert about["rules"]["one-bet"] == "A line holds at most 1 Bet card."


def test_a_ruleset_is_described_by_its_data_and_by_a_game_and_in_a_language(
    server: Server,
) -> None:
    game = ask(server, "new", players=2, ruleset=CHEAP)["game"]
    for by in ({"game": game}, {"ruleset": CHEAP}):
        about = ask(server, "ruleset", lang="de", **by)
        assert (about["name"], about["limits"][-1]["value"]) == ("cheap", 1)
        assert about["zones"][1]["title"] == "Markt"
        assert about["colours"][0]["title"] == "Rot"
    assert refused(server, "ruleset", ruleset={})["code"] == 4
    assert refused(server, "ruleset", game="99")["code"] == 2


def test_differences_are_sentences_and_data(server: Server) -> None:
    assert ask(server, "differences", ruleset="brave") == {
        "rules": [
            {
                "rule": "deck",
                "before": "There are number cards from 1 to 100, one of each, and Bet cards, 2 of "
                "each of the values 3, 4, 5.",
                "now": "There are number cards from 1 to 100, one of each, and Bet cards, 2 of "
                "each of the values 4, 5, 6.",
            },
            {
                "rule": "one-bet",
                "before": "A line holds at most 1 Bet card.",
                "now": "A line holds at most 2 Bet cards.",
            },
        ],
        "data": [
            {"where": "components.bets", "before": [3, 4, 5], "now": [4, 5, 6]},
            {"where": "limits.bets_per_line", "before": 1, "now": 2},
        ],
    }
    assert ask(server, "differences", ruleset="brave", other="brave") == {"rules": [], "data": []}
    (price,) = ask(server, "differences", ruleset=CHEAP, lang="es")["data"]
    assert price == {"where": "limits.price", "before": 3, "now": 1}
    assert refused(server, "differences", ruleset="bga", other="moon")["code"] == 4


# -- several people at one game -------------------------------------------------------------------


@pytest.fixture
def hidden(server: Server) -> Server:
    """Return the server, where seat 0 has taken card 91 into the hand and is still on turn."""
    play(server, "pick 91", "hand")
    return server


def test_another_seat_than_the_one_on_turn_is_refused(server: Server) -> None:
    error = refused(server, "apply", game="1", action="pick 91", seat=1)
    assert error == {
        "code": 7,
        "message": "it is the turn of seat 0, not of seat 1 [turn-order]",
        "data": {
            "rule": "turn-order",
            "code": "not_your_turn",
            "message": "it is the turn of seat 0, not of seat 1 [turn-order]",
            "params": {"seat": 1, "turn": 0},
        },
    }
    assert ask(server, "explain", game="1", action="pick 91", seat=1) == {
        "legal": False,
        **error["data"],
    }
    assert ask(server, "apply", game="1", action="pick 91", seat=0)["phase"] == "place"


def test_a_seat_gets_only_what_it_may_do_and_see(hidden: Server) -> None:
    assert ask(hidden, "legal", game="1", seat=0) == ["play 91", "pass"]
    assert ask(hidden, "legal", game="1", seat=1) == []
    assert [each["action"] for each in ask(hidden, "choices", game="1", seat=0)][:2] == [
        "play 91",
        "pass",
    ]
    assert ask(hidden, "choices", game="1", seat=1) == []
    state = ask(hidden, "apply", game="1", action="pass", seat=0)
    assert (state["seat"], state["legal"]) == (1, [])
    for method in ("legal", "choices"):
        assert refused(hidden, method, game="1", seat=2)["data"]["code"] == "seat"


def blind_draw(server: Server) -> list[int | list[str]]:
    """Return the cards of a draw from the deck to the hand of seat 0, for everybody who may ask."""
    own = {
        **CHEAP,
        "effects": {"draw_one": {"move": "all", "from": "deck", "to": "hand", "first": 1}},
        "transition": [
            {
                "id": "draw",
                "rule": "pick",
                "from": "pick",
                "on": "draw",
                "when": ["hand_has_room"],
                "do": ["draw_one"],
                "to": "pick",
            }
        ],
    }
    game = ask(server, "new", players=2, seed=7, ruleset=own)["game"]
    state = ask(server, "apply", game=game, action="draw", seat=0)
    assert state["events"][0]["cards"] == ["1"]
    return [
        ask(server, "events", game=game, seat=seat, since=0)["events"][0]["cards"]
        for seat in (None, 0, 1, "spectator")
    ]


def test_events_hide_cards_from_those_who_do_not_see_them(server: Server) -> None:
    assert blind_draw(server) == [["1"], ["1"], 1, 1]


def test_events_since_a_revision(hidden: Server) -> None:
    news = ask(hidden, "events", game="1", since=1)
    assert (news["revision"], news["ply"], news["after"]) == (2, 2, 1)
    assert [event["type"] for event in news["events"]] == ["cards-moved", "phase-entered"]
    ask(hidden, "undo", game="1")
    assert ask(hidden, "events", game="1", since=2) == {
        "revision": 3,
        "ply": 1,
        "after": 1,
        "events": [],
    }
    whole = ask(hidden, "events", game="1")
    assert (whole["after"], whole["events"][0]["type"]) == (None, "round-begun")
    assert ask(hidden, "events", game="1", since=-5) == whole
    for wrong in (2, -1):
        assert refused(hidden, "events", game="1", seat=wrong)["data"]["code"] == "seat"
    assert refused(hidden, "events", game="1", seat="judge")["code"] == -32602


@pytest.mark.parametrize("method", ["apply", "undo", "redo", "end"])
def test_a_stale_revision_changes_nothing(method: str, hidden: Server) -> None:
    """After an undo and another action, the ply is the same again, and the revision is not."""
    ask(hidden, "undo", game="1")
    ask(hidden, "apply", game="1", action="line")
    params = {"action": "pass"} if method == "apply" else {}
    assert refused(hidden, method, game="1", ply=2, revision=2, lang="de", **params) == {
        "code": 5,
        "message": "die Partie ist bei Revision 4, nicht 2; sieh dir den Tisch neu an",
        "data": {"ply": 2, "revision": 4},
    }
    if method != "redo":
        assert ask(hidden, method, game="1", ply=2, revision=4, **params)["revision"] == 5


def test_redo_takes_again_what_was_taken_back(hidden: Server) -> None:
    ask(hidden, "undo", game="1", steps=2)
    again = ask(hidden, "redo", game="1", steps=2)
    assert (again["ply"], again["revision"], len(again["events"])) == (2, 5, 4)
    error = refused(hidden, "redo", game="1", lang="es")
    assert (error["code"], error["data"]["code"]) == (-32602, "no_redo")


def test_a_seat_cannot_take_again_what_another_one_did(hidden: Server) -> None:
    ask(hidden, "undo", game="1")
    assert refused(hidden, "redo", game="1", seat=1)["code"] == 7


def test_an_undo_policy_protects_the_decisions_of_others(server: Server) -> None:
    game = ask(server, "new", players=2, seed=7, undo="own")["game"]
    for action in ("pick 91", "line", "pass"):
        ask(server, "apply", game=game, action=action)
    error = refused(server, "undo", game=game, seat=1)
    assert (error["code"], error["data"]["code"]) == (-32602, "undo_others")
    assert error["data"]["params"] == {"seats": [0], "count": 1}
    assert ask(server, "undo", game=game, seat=0)["ply"] == 2
    assert refused(server, "new", players=2, undo="never")["message"].startswith("undo must be one")


def test_a_game_can_end_early(server: Server) -> None:
    state = ask(server, "end", game="1", seat=1)
    assert (state["legal"], state["winners"]) == ([], [])
    assert state["ended_early"] == {"seat": 1, "points": [0, 0]}
    assert ask(server, "choices", game="1") == []
    error = refused(server, "apply", game="1", action="pick 91")
    assert (error["code"], error["data"]["code"]) == (1, "ended_early")
    assert refused(server, "end", game="1")["code"] == 1
    assert ask(server, "undo", game="1", steps=0)["ended_early"] is None


def test_who_plays_and_tags_are_in_the_saved_game(server: Server) -> None:
    about = {"seats": ["person", "greedy"], "tags": {"date": "2026-12-01"}}
    game = ask(server, "new", players=2, undo="none", **about)["game"]
    saved = ask(server, "record", game=game)
    assert saved | {**about, "undo": "none"} == saved
    error = refused(server, "new", players=2, tags={"Date": "x"})
    assert (error["code"], error["data"]["code"]) == (-32602, "tag_name")


def test_an_undo_says_before_what_it_would_take_back(server: Server) -> None:
    for action in ("pick 91", "line", "pass"):
        ask(server, "apply", game="1", action=action)
    assert ask(server, "undo_costs", game="1", seat=1) == {"others": [0], "revealed": 0}
    assert ask(server, "undo_costs", game="1", seat=0) == {"others": [], "revealed": 0}
    for action in ("pick 33", "line", "pass"):
        ask(server, "apply", game="1", action=action)
    assert ask(server, "undo_costs", game="1")["revealed"] == 4
    assert refused(server, "undo_costs", game="1", steps=7)["data"]["code"] == "undo"


def test_a_record_of_a_seat_has_only_what_it_saw(server: Server) -> None:
    whole = ask(server, "record", game="1")
    for seat in (0, "spectator"):
        seen = ask(server, "record", game="1", seat=seat)
        assert (seen["seed"], seen["deck"]) == (None, len(whole["deck"]))
    assert refused(server, "record", game="1", seat=2)["data"]["code"] == "seat"


def test_after_an_early_end_nobody_can_score(server: Server) -> None:
    for action in ("pick 91", "line"):
        ask(server, "apply", game="1", action=action)
    assert ask(server, "facts", game="1", seat=0)["scoring"] is not None
    ask(server, "end", game="1")
    assert ask(server, "previews", game="1", seat=0) == []
    facts = ask(server, "facts", game="1", seat=0)
    assert (facts["market"], facts["scoring"]) == (None, None)


def test_a_batch_with_too_large_an_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lineit.frontends.rpc.server.MOST_ANSWERED", 300)
    one = {"jsonrpc": "2.0", "method": "new", "params": {"players": 2}}
    batch = [{**one, "id": 1}, {**one, "id": 2}, one, 5]
    answers = json.loads(Server().answer(json.dumps(batch)) or "")
    assert [answer.get("id") for answer in answers] == [1, 2, None]
    assert "result" in answers[0]
    assert [answer["error"]["code"] for answer in answers[1:]] == [-32600, -32600]


def test_a_request_puts_a_bounded_number_of_actions_into_words(server: Server) -> None:
    error = refused(server, "tell", game="1", actions=["pass"] * 10_001)
    assert error["message"] == "actions must have 0 to 10000 entries, but has 10001"


def test_names_and_tags_take_memory() -> None:
    games, tags = OpenGames(), {f"tag-{number}": "x" * 200 for number in range(50)}
    games.add(Game.new(players=2, seed=7, names=["A" * 200, "B" * 200], tags=tags))
    assert games.memory > 6680 + 50 * 800
