"""What an action would bring, in sentences of each language, and the labels of actions."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given

from lineit import Action, Game, Ruleset, Table, load_ruleset, parse_action
from lineit.foresight import preview, previews
from lineit.model.errors import LanguageError
from lineit.model.events import TokenTaken
from lineit.testing import games
from lineit.text.catalog import LANGUAGES
from lineit.text.meaning import meaning
from lineit.text.narrate import NAMES, action_label
from lineit.views import view
from support.paths import TESTS
from support.tables import STANDARD, player, table

Told = tuple[str, ...]


def told(before: Table, action: str, **changes: Any) -> list[Told]:
    """Return the sentences about an action in each language, with changes of its preview."""
    shown = evolve(preview(view(before, before.seat), action), **changes)
    return [meaning(shown, before.ruleset, NAMES, lang) for lang in LANGUAGES]


SCORING = table(
    phase="score",
    market="90",
    players=[player("20", "3 17 B3a 42 50 B4a 71 73 76 77 82"), player()],
)

PICKING = table(phase="pick", market="15 60", players=[player("70 71", "20 30"), player("", "5 9")])

JACKPOTS = table(
    phase="place",
    picked="13",
    market="90",
    jackpots={"red": "93 97"},
    players=[player("", "5 9"), player()],
)


def test_scoring_in_each_language() -> None:
    assert told(SCORING, "score") == [
        (
            "brings 13 points",
            "wins Bet 3",
            "wins Bet 4",
            "discards 3 cards: 3♠, 17♥, 42♦",
        ),
        (
            "da 13 puntos",
            "gana la Apuesta 3",
            "gana la Apuesta 4",
            "descarta 3 cartas: 3♠, 17♥, 42♦",
        ),
        (
            "bringt 13 Punkte",
            "gewinnt die Wette 3",
            "gewinnt die Wette 4",
            "wirft 3 Karten ab: 3♠, 17♥, 42♦",
        ),
    ]
    assert told(SCORING, "pass") == [(), (), ()]


def test_a_lost_bet_in_each_language() -> None:
    before = table(phase="score", market="90", players=[player("", "3 B4a"), player()])
    assert told(before, "score") == [
        ("costs 4 points", "loses Bet 4", "discards 3♠"),
        ("cuesta 4 puntos", "pierde la Apuesta 4", "descarta la 3♠"),
        ("kostet 4 Punkte", "verliert die Wette 4", "wirft die 3♠ ab"),
    ]


def test_what_a_pick_leads_to_in_each_language() -> None:
    assert told(PICKING, "pick 60") == [
        ("fits in your line",),
        ("encaja en tu línea",),
        ("passt an deine Linie",),
    ]
    assert told(PICKING, "pick 15") == [
        ("forces you to score your line",),
        ("te obliga a puntuar tu línea",),
        ("zwingt dich, deine Linie zu werten",),
    ]


def test_a_jackpot_in_each_language() -> None:
    assert told(JACKPOTS, "line") == [
        ("brings 2 points", "claims the ♥ jackpot, 2 cards"),
        ("da 2 puntos", "se lleva el bote ♥, 2 cartas"),
        ("bringt 2 Punkte", "gewinnt den Jackpot ♥, 2 Karten"),
    ]
    shown = preview(view(JACKPOTS, 0, "perfect"), "line")
    assert meaning(shown, STANDARD, NAMES)[1] == "claims the ♥ jackpot, 2 cards: 93♥, 97♥"
    assert told(JACKPOTS, "hand")[0] == ("fits in your line",)


def test_a_card_from_the_deck_in_each_language() -> None:
    rules = load_ruleset("blind-pick")
    before = table(phase="pick", deck="50 51", market="60", rules=rules)
    assert told(before, "draw") == [("draws 1 card",), ("roba 1 carta",), ("zieht 1 Karte",)]


def test_what_house_rules_bring_in_each_language() -> None:
    """A token without a Bet card, and points of another player."""
    changes = {"points": (1, -2), "tokens": (TokenTaken("score", "reward", 0, 2),)}
    assert told(PICKING, "pick 60", **changes) == [
        ("brings 1 point", "costs Ben 2 points", "brings a token of +2", "fits in your line"),
        (
            *("da 1 punto", "le cuesta 2 puntos a Ben"),
            *("da una ficha de +2", "encaja en tu línea"),
        ),
        (
            *("bringt 1 Punkt", "kostet Ben 2 Punkte"),
            *("bringt einen Marker mit +2", "passt an deine Linie"),
        ),
    ]


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(LanguageError):
        meaning(preview(view(PICKING, 0), "pick 60"), STANDARD, NAMES, "fr")


@given(games())
def test_every_preview_of_a_game_has_sentences_in_each_language(game: Game) -> None:
    for shown in previews(game.view(game.table.seat)):
        counts = {len(meaning(shown, game.ruleset, NAMES, lang)) for lang in LANGUAGES}
        assert len(counts) == 1


# -- labels ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "rule", "labels"),
    [
        ("play 19", "play", ["play 19♠", "jugar 19♠", "19♠ spielen"]),
        ("pick B3a", "pick", ["take Bet 3", "tomar Apuesta 3", "Wette 3 nehmen"]),
        ("pass", "score", ["keep the line", "seguir con la línea", "Linie behalten"]),
        ("pass", "play", ["play none", "no jugar ninguna", "keine spielen"]),
        ("pass", None, ["pass", "pasar", "passen"]),
    ],
)
def test_the_label_of_an_action(action: str, rule: str | None, labels: list[str]) -> None:
    given = parse_action(action, STANDARD)
    assert [action_label(given, STANDARD, lang, rule=rule) for lang in LANGUAGES] == labels


def test_the_label_of_an_action_for_which_a_rule_file_has_no_text() -> None:
    rules: Ruleset = load_ruleset(TESTS / "data/house/drop-one.toml")
    assert action_label(Action("unheard-of", STANDARD.card("19")), rules) == "unheard-of 19"
