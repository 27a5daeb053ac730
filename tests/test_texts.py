"""The texts: the same in every language, whole, and a sentence for all that can be said."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

import lineit
from lineit import Action, Card, Event, Game, LineitError, Ruleset, Table, load_ruleset, why_not
from lineit.bots import GreedyBot, bot_action
from lineit.codec import EVENT_TYPES
from lineit.errors import LanguageError, Reason
from lineit.events import (
    BetLost,
    BetsDiscarded,
    BetWon,
    GameEnded,
    JackpotClaimed,
    JackpotFilled,
    LineScored,
)
from lineit.guards import CARD_GUARDS, TABLE_GUARDS, term
from lineit.spec import ruleset_names
from lineit.tell import card_label, rule_text, tell, tell_seen
from lineit.texts import LANGUAGES, all_texts, has, sentence, spec_folder

STANDARD = load_ruleset("standard")
RULESETS = [load_ruleset(name) for name in ruleset_names()]
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
TRANSLATIONS = [lang for lang in LANGUAGES if lang != "en"]

Entry = str | dict[str, Any]
Keys = tuple[str, ...]

ALL_VALUES: dict[str, set[str]] = {
    "place": {"market", "hand"},
    "to": {"line", "hand"},
}
"""Parameters that have no other values than these, so that a `by` table needs no `other`."""

OTHER_PARAMETERS: dict[Keys, set[str]] = {}
"""Entries that a language may tell with other parameters than English, and which more."""


def entries(texts: Mapping[str, Any], path: Keys = ()) -> Iterator[tuple[Keys, Entry]]:
    """Every template, or table that chooses one, with the path of keys to it."""
    for key, value in texts.items():
        if isinstance(value, dict) and "by" not in value:
            yield from entries(value, (*path, key))
        else:
            yield (*path, key), value


def tables(entry: Entry) -> Iterator[dict[str, Any]]:
    """The `by` tables of an entry, those inside others too."""
    if isinstance(entry, dict):
        yield entry
        for key, value in entry.items():
            if key != "by":
                yield from tables(value)


def templates(entry: Entry) -> list[str]:
    """The sentences of an entry."""
    if isinstance(entry, str):
        return [entry]
    return [told for key, value in entry.items() if key != "by" for told in templates(value)]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def parameters(entry: Entry) -> set[str]:
    """All parameters that are shown, or that choose."""
    shown = {name for template in templates(entry) for name in fields(template)}
    return shown | {table["by"] for table in tables(entry)}


def words(template: str) -> str:
    """The letters of a template without its parameters."""
    return "".join(c for text, *_ in Formatter().parse(template) for c in text if c.isalpha())


ENTRIES = {lang: dict(entries(all_texts(lang))) for lang in LANGUAGES}
ENGLISH = ENTRIES["en"]


# -- the files -----------------------------------------------------------------


def test_the_languages() -> None:
    files = [Path(file.name) for file in (spec_folder() / "text").iterdir()]
    assert LANGUAGES == ("en", "es", "de")
    assert sorted(files) == sorted(Path(f"{lang}.toml") for lang in LANGUAGES)
    assert [sentence("language", "name", {}, lang) for lang in LANGUAGES] == [
        *("English", "Español", "Deutsch")
    ]


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(LanguageError, match="there is no language fr; there is en, es, de"):
        all_texts("fr")


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_language_has_the_same_entries(lang: str) -> None:
    assert ENTRIES[lang].keys() == ENGLISH.keys()
    assert list(all_texts(lang)) == list(all_texts("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_tells_something_for_every_value(lang: str) -> None:
    for keys, entry in ENTRIES[lang].items():
        for table in tables(entry):
            values = table.keys() - {"by"}
            assert "other" in values or values == ALL_VALUES.get(table["by"]), keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_template_has_words_and_plain_parameters(lang: str) -> None:
    for keys, entry in ENTRIES[lang].items():
        for template in templates(entry):
            assert words(template), keys
            assert template == " ".join(template.split()), keys
            assert all(name.isidentifier() for name in fields(template)), keys


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_a_translation_uses_the_parameters_of_the_english(lang: str) -> None:
    for keys, entry in ENTRIES[lang].items():
        more = parameters(entry) - parameters(ENGLISH[keys])
        assert more <= OTHER_PARAMETERS.get(keys, set()), keys
        assert parameters(ENGLISH[keys]) <= parameters(entry), keys


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_a_translation_is_not_english(lang: str) -> None:
    for keys, entry in ENTRIES[lang].items():
        assert not set(templates(entry)) & set(templates(ENGLISH[keys])), keys


# -- something is said for everything ------------------------------------------


def codes_in(source: str) -> Iterator[str]:
    """Every code that stands in a `Reason("code", …)`, or in the variable that is given to it."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name("Reason"), args=[ast.Constant(str(code)), *_]):
                yield code
            case ast.Call(func=ast.Name("Reason"), args=arguments):
                assert ast.unparse(arguments[0]) == "code"
            case ast.Assign(targets=[ast.Name("code")], value=ast.IfExp(_, one, other)):
                yield from (str(told.value) for told in (one, other) if type(told) is ast.Constant)


def guard_codes(ruleset: Ruleset, word: str, wanted: bool) -> set[str]:
    """The codes that may say why the answer of a guard stood in the way."""
    guard = ruleset.guards[word]
    if wanted and guard.parts and not guard.some:
        return {code for part in map(term, guard.parts) for code in guard_codes(ruleset, *part)}
    return {word if wanted else f"not_{word}"}


@cache
def all_codes() -> set[str]:
    """Every code of a reason that the library can produce with the rulesets that come with it."""
    folder = Path(lineit.__file__).parent
    written = {code for file in folder.glob("*.py") for code in codes_in(file.read_text("utf-8"))}
    built_in = {f"{no}{guard}" for guard in TABLE_GUARDS | CARD_GUARDS for no in ("", "not_")}
    asked = [
        guard_codes(ruleset, *term(word))
        for ruleset in RULESETS
        for row in ruleset.transitions
        if row.on is not None
        for word in row.when
    ]
    return written | built_in | set().union(*asked)


def test_the_codes_are_found() -> None:
    few = {"game_over", "ruleset", "language", "record_json", "table_picked", "table_not_picked"}
    guards = {"still_in", "not_is_bet", "hand_has_room", "not_hand_has_room", "not_card_fits"}
    assert few | guards <= all_codes()
    assert not {"card_fits", "", "not_"} & all_codes()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence(lang: str) -> None:
    assert not {code for code in all_codes() if not has("reasons", code, lang)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_has_a_sentence(lang: str) -> None:
    assert all_texts(lang)["events"].keys() == EVENT_TYPES.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phase_place_and_colour_has_a_name(lang: str) -> None:
    names = all_texts(lang)["names"]
    for ruleset in RULESETS:
        assert {state.name for state in ruleset.states} <= names["phase"].keys()
        assert set(ruleset.colours) <= names["colour"].keys()
        assert {row.card for row in ruleset.transitions if row.names_card} <= names["place"].keys()


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_sentence(ruleset: Ruleset, lang: str) -> None:
    for rule, source in ruleset.rules.items():
        told = rule_text(ruleset, rule, lang)
        assert told != source
        assert told[0].isupper() or told[0].isdigit()
        assert told.endswith(".")
        assert not {"{", "[", "None"} & set(told)
        assert (told == rule_text(ruleset, rule, "en")) is (lang == "en")


# -- whole games ----------------------------------------------------------------


def tried(table: Table) -> Iterator[Action]:
    """Every verb, alone and with each card near the player, and with some that lie elsewhere."""
    hands = [card for player in table.players for card in player.hand]
    lines = [player.line.cards[-1] for player in table.players if player.line]
    near = {*table.market, *hands, *lines, *table.deck[:1]}
    cards = [None, *sorted(near, key=str)]
    return (Action(verb, card) for verb, card in product(table.ruleset.verbs, cards))


@cache
def played(ruleset: Ruleset) -> tuple[tuple[Event, ...], tuple[Reason, ...]]:
    """The events of a game, and all different reasons for which something was refused in it."""
    chance = Random(3)
    reasons = {}
    game = Game.new(players=3, rules=ruleset, seed=3)
    while True:
        for action in tried(game.table):
            if reason := why_not(game.table, action):
                reasons[repr(reason)] = reason
        if game.over:
            return game.events, tuple(reasons.values())
        with_sense = chance.random() < 0.9
        game.apply(bot_action(GreedyBot(), game) if with_sense else chance.choice(game.legal))


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_every_event_of_a_game_is_told_in_each_language(ruleset: Ruleset) -> None:
    for event in dict.fromkeys(played(ruleset)[0]):
        told = [tell(event, ruleset, NAMES, lang) for lang in LANGUAGES]
        assert len(set(told)) == len(LANGUAGES)
        assert not [text for text in told if "{" in text or "None" in text]


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_every_refusal_of_a_game_is_told_in_each_language(ruleset: Ruleset) -> None:
    for reason in played(ruleset)[1]:
        told = [reason.text(lang) for lang in LANGUAGES]
        assert len(set(told)) == len(LANGUAGES)
        assert not [text for text in told if "{" in text or "None" in text]


def test_these_games_have_all_events_and_the_usual_refusals() -> None:
    events = {type(event) for ruleset in RULESETS for event in played(ruleset)[0]}
    reasons = {reason.code for ruleset in RULESETS for reason in played(ruleset)[1]}
    assert events == set(EVENT_TYPES.values())
    assert reasons == {
        *("game_over", "other_phase", "needs_card", "takes_no_card", "card_not_there"),
        *("in_direction", "bet_has_room", "hand_has_room", "not_hand_has_room", "not_card_fits"),
        *("nothing_played", "not_line_is_empty"),
    }


# -- sentences, word for word ------------------------------------------------------


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(STANDARD.card(code) for code in codes.split())


BET = STANDARD.card("B3a")

EVENTS: list[tuple[Event, str, str, str]] = [
    (
        JackpotClaimed("jackpot-claim", 0, "red", cards("13")),
        "Ana claims the ♥ jackpot: 13♥",
        "Ana se lleva el bote ♥: la 13♥",
        "Ana gewinnt den Jackpot ♥: die 13♥",
    ),
    (
        JackpotClaimed("jackpot-claim", 0, "red", cards("13 17")),
        "Ana claims the ♥ jackpot, 2 cards: 13♥, 17♥",
        "Ana se lleva el bote ♥, 2 cartas: 13♥, 17♥",
        "Ana gewinnt den Jackpot ♥, 2 Karten: 13♥, 17♥",
    ),
    (
        JackpotFilled("cleanup", "blue", cards("2"), "market"),
        "2♦ goes under the ♦ jackpot",
        "La 2♦ va bajo el bote ♦",
        "Die 2♦ kommt unter den Jackpot ♦",
    ),
    (
        JackpotFilled("cleanup", "blue", cards("2 6"), "market"),
        "2♦, 6♦ go under the ♦ jackpot",
        "2♦, 6♦ van bajo el bote ♦",
        "2♦, 6♦ kommen unter den Jackpot ♦",
    ),
    (
        BetsDiscarded("cleanup", cards("B3a"), "market"),
        "Bet 3 is discarded",
        "Se descarta la Apuesta 3",
        "Die Wette 3 wird abgeworfen",
    ),
    (
        BetsDiscarded("cleanup", cards("B3a B4b"), "market"),
        "Bet 3, Bet 4 are discarded",
        "Se descartan Apuesta 3, Apuesta 4",
        "Wette 3, Wette 4 werden abgeworfen",
    ),
    (
        BetWon("bet-settle", 1, BET, 3, 1),
        "Ben wins Bet 3: 1 card joined the line after it",
        "Ben gana la Apuesta 3: después se añadió 1 carta a la línea",
        "Ben gewinnt die Wette 3, denn danach kam 1 Karte an die Linie",
    ),
    (
        BetWon("bet-settle", 1, BET, 3, 4),
        "Ben wins Bet 3: 4 cards joined the line after it",
        "Ben gana la Apuesta 3: después se añadieron 4 cartas a la línea",
        "Ben gewinnt die Wette 3, denn danach kamen 4 Karten an die Linie",
    ),
    (
        BetLost("bet-settle", 1, BET, 3, 0),
        "Ben loses Bet 3: no card joined the line after it",
        "Ben pierde la Apuesta 3: después no se añadió ninguna carta a la línea",
        "Ben verliert die Wette 3, denn danach kam keine Karte an die Linie",
    ),
    (
        BetLost("bet-settle", 1, BET, 3, 1),
        "Ben loses Bet 3: only 1 card joined the line after it",
        "Ben pierde la Apuesta 3: después solo se añadió 1 carta a la línea",
        "Ben verliert die Wette 3, denn danach kam nur 1 Karte an die Linie",
    ),
    (
        BetLost("bet-settle", 1, BET, 3, 2),
        "Ben loses Bet 3: only 2 cards joined the line after it",
        "Ben pierde la Apuesta 3: después solo se añadieron 2 cartas a la línea",
        "Ben verliert die Wette 3, denn danach kamen nur 2 Karten an die Linie",
    ),
    (
        LineScored("score", 0, cards("1 2"), ()),
        "Ana scores the line, discards 1♥, 2♦ and keeps nothing",
        "Ana puntúa la línea, descarta 1♥, 2♦ y no conserva nada",
        "Ana wertet die Linie, wirft 1♥, 2♦ ab und behält nichts",
    ),
    (
        LineScored("score", 0, cards("1 2"), cards("3")),
        "Ana scores the line, discards 1♥, 2♦ and keeps 1 card: 3♠",
        "Ana puntúa la línea, descarta 1♥, 2♦ y conserva 1 carta: 3♠",
        "Ana wertet die Linie, wirft 1♥, 2♦ ab und behält 1 Karte: 3♠",
    ),
    (
        LineScored("score", 0, cards("1 2"), cards("3 4")),
        "Ana scores the line, discards 1♥, 2♦ and keeps 2 cards: 3♠, 4★",
        "Ana puntúa la línea, descarta 1♥, 2♦ y conserva 2 cartas: 3♠, 4★",
        "Ana wertet die Linie, wirft 1♥, 2♦ ab und behält 2 Karten: 3♠, 4★",
    ),
    (
        LineScored("score", 0, (), cards("3 4")),
        "Ana scores the line and keeps 2 cards: 3♠, 4★",
        "Ana puntúa la línea y conserva 2 cartas: 3♠, 4★",
        "Ana wertet die Linie und behält 2 Karten: 3♠, 4★",
    ),
    (
        GameEnded("winner", (4, 7), (1,)),
        "The game is over. Ben wins",
        "La partida ha terminado. Gana Ben",
        "Das Spiel ist vorbei. Ben gewinnt",
    ),
]


@pytest.mark.parametrize(("event", "english", "spanish", "german"), EVENTS)
def test_an_event_is_told(event: Event, english: str, spanish: str, german: str) -> None:
    told = [tell(event, STANDARD, NAMES, lang) for lang in LANGUAGES]
    assert told == [english, spanish, german]


@pytest.mark.parametrize(
    ("lang", "told", "names"),
    [
        ("en", "The game is over. The victory is shared by", ("Ana", "Ben")),
        ("es", "La partida ha terminado. Comparten la victoria", ("Ana", "Ben")),
        ("de", "Das Spiel ist vorbei. Den Sieg teilen sich", ("Ana", "Ben")),
    ],
)
def test_a_tie_is_told(lang: str, told: str, names: tuple[str, ...]) -> None:
    text = tell(GameEnded("winner", (7, 7), (0, 1)), STANDARD, NAMES, lang)
    assert text.startswith(told)
    assert all(name in text for name in names)


@pytest.mark.parametrize(
    ("event", "english", "spanish", "german"),
    [
        (
            JackpotClaimed("jackpot-claim", 0, "red", (STANDARD.card("1"),)),
            "Ana claims the ♥ jackpot, 1 card",
            "Ana se lleva el bote ♥, 1 carta",
            "Ana gewinnt den Jackpot ♥, 1 Karte",
        ),
        (
            JackpotFilled("end-bank", "red", (STANDARD.card("1"), STANDARD.card("5")), "deck"),
            "2 cards go under the ♥ jackpot",
            "2 cartas van bajo el bote ♥",
            "2 Karten kommen unter den Jackpot ♥",
        ),
        (
            JackpotFilled("cleanup", "red", (STANDARD.card("1"),), "market"),
            "1♥ goes under the ♥ jackpot",
            "La 1♥ va bajo el bote ♥",
            "Die 1♥ kommt unter den Jackpot ♥",
        ),
    ],
)
def test_an_event_is_told_to_a_seat(event: Event, english: str, spanish: str, german: str) -> None:
    told = [tell_seen(event, STANDARD, NAMES, 1, lang) for lang in LANGUAGES]
    assert told == [english, spanish, german]


REASONS: list[tuple[Reason, str, str, str]] = [
    (
        Reason("card_not_there", None, {"card": "42", "place": "market"}),
        "42 is not in the market",
        "la 42 no está en el mercado",
        "die 42 ist nicht im Markt",
    ),
    (
        Reason("card_not_there", None, {"card": "42", "place": "hand"}),
        "42 is not in the hand",
        "la 42 no está en la mano",
        "die 42 ist nicht auf der Hand",
    ),
    (
        Reason("needs_card", None, {"verb": "pick", "place": "market"}),
        "say which card of the market: pick CARD",
        "di qué carta del mercado: pick CARTA",
        "nenne eine Karte aus dem Markt: pick KARTE",
    ),
    (
        Reason("other_phase", None, {"verb": "score", "phase": "deal", "verbs": [], "count": 0}),
        "score is not possible in the phase deal, which goes on by itself",
        "score no es posible en la fase de reparto, que avanza por sí sola",
        "score ist in der Phase „Auslegen“ nicht möglich; sie geht von selbst weiter",
    ),
    (
        Reason(
            "other_phase", None, {"verb": "score", "phase": "pick", "verbs": ["pick"], "count": 1}
        ),
        "score is not possible in the phase pick; only pick is",
        "score no es posible en la fase de elección; solo lo es pick",
        "score ist in der Phase „Nehmen“ nicht möglich; möglich ist nur pick",
    ),
    (
        Reason("hand_has_room", "place-hand", {"hand_limit": 1}),
        "the hand is full: it holds at most 1 card [place-hand]",
        "la mano está llena: cabe como máximo 1 carta [place-hand]",
        "die Hand ist voll, sie fasst höchstens 1 Karte [place-hand]",
    ),
    (
        Reason("hand_has_room", "place-hand", {"hand_limit": 2}),
        "the hand is full: it holds at most 2 cards [place-hand]",
        "la mano está llena: caben como máximo 2 cartas [place-hand]",
        "die Hand ist voll, sie fasst höchstens 2 Karten [place-hand]",
    ),
    (
        Reason("bet_has_room", None, {"bets_limit": 1}),
        "a line holds at most 1 Bet card",
        "en una línea puede haber como máximo 1 carta de Apuesta",
        "in einer Linie darf höchstens 1 Wettkarte liegen",
    ),
    (
        Reason("bet_has_room", None, {"bets_limit": 2}),
        "a line holds at most 2 Bet cards",
        "en una línea puede haber como máximo 2 cartas de Apuesta",
        "in einer Linie dürfen höchstens 2 Wettkarten liegen",
    ),
    (
        Reason("in_direction", None, {"card": "29", "last": "30", "direction": "ascending"}),
        "29 does not fit a line that ascends from 30",
        "la 29 no encaja en una línea ascendente que va por la 30",
        "die 29 passt nicht an eine aufsteigende Linie, deren letzte Zahl 30 ist",
    ),
    (
        Reason("undo", None, {"steps": "1", "ply": 0}),
        "can not take back 1 action: none was taken",
        "no se puede deshacer 1 acción: no se ha hecho ninguna",
        "1 Aktion kann nicht zurückgenommen werden; es gab noch keine",
    ),
    (
        Reason("undo", None, {"steps": "2", "ply": 1}),
        "can not take back 2 actions: only 1 was taken",
        "no se pueden deshacer 2 acciones: solo se ha hecho 1",
        "2 Aktionen können nicht zurückgenommen werden; es gab erst 1",
    ),
    (
        Reason("deck_missing", None, {"cards": ["7"], "count": 1}),
        "7 is missing from the deck",
        "falta la 7 en el mazo",
        "die 7 fehlt im Deck",
    ),
    (
        Reason("deck_missing", None, {"cards": ["7", "8"], "count": 2}),
        "2 cards are missing from the deck: 7, 8",
        "faltan 2 cartas en el mazo: 7, 8",
        "im Deck fehlen 2 Karten: 7, 8",
    ),
    (
        Reason("ruleset", None, {"count": 1, "first": "x"}),
        "the rules have a mistake: x",
        "las reglas tienen un error: x",
        "die Regeln haben einen Fehler: x",
    ),
]


@pytest.mark.parametrize(("reason", "english", "spanish", "german"), REASONS)
def test_a_reason_is_told(reason: Reason, english: str, spanish: str, german: str) -> None:
    assert [reason.text(lang) for lang in LANGUAGES] == [english, spanish, german]


def with_limits(**limits: int) -> Ruleset:
    return load_ruleset({"format": 1, "name": "mine", "extends": "standard", "limits": limits})


RULES: list[tuple[Ruleset, str, str, str, str]] = [
    (
        with_limits(hand=1),
        "place-hand",
        "Or the card may go to the hand, which holds at most 1 card.",
        "O bien la carta puede ir a la mano, en la que cabe como máximo 1 carta.",
        "Oder die Karte kommt auf die Hand, die höchstens 1 Karte fasst.",
    ),
    (
        with_limits(hand=2),
        "place-hand",
        "Or the card may go to the hand, which holds at most 2 cards.",
        "O bien la carta puede ir a la mano, en la que caben como máximo 2 cartas.",
        "Oder die Karte kommt auf die Hand, die höchstens 2 Karten fasst.",
    ),
    (
        with_limits(bets_per_line=1),
        "one-bet",
        "A line holds at most 1 Bet card.",
        "En una línea puede haber como máximo 1 carta de Apuesta.",
        "In einer Linie darf höchstens 1 Wettkarte liegen.",
    ),
    (
        with_limits(bets_per_line=2),
        "one-bet",
        "A line holds at most 2 Bet cards.",
        "En una línea puede haber como máximo 2 cartas de Apuesta.",
        "In einer Linie dürfen höchstens 2 Wettkarten liegen.",
    ),
    (
        with_limits(price=1),
        "price",
        "The first number card of a scored line is discarded. "
        "The others go face down to the score pile of the player.",
        "La primera carta de número de una línea puntuada se descarta. "
        "Las demás van boca abajo a la pila de puntuación del jugador.",
        "Die erste Zahlenkarte einer gewerteten Linie wird abgeworfen. "
        "Die anderen kommen verdeckt in den Punktestapel des Spielers.",
    ),
    (
        STANDARD,
        "deck",
        "There are number cards from 1 to 100, one of each, "
        "and Bet cards, 2 of each of the values 3, 4, 5.",
        "Hay cartas de número del 1 al 100, una de cada, "
        "y cartas de Apuesta, 2 de cada uno de estos valores: 3, 4, 5.",
        "Es gibt Zahlenkarten von 1 bis 100, jede einmal, "
        "und Wettkarten, je 2 mit den Werten 3, 4, 5.",
    ),
    (
        STANDARD,
        "colours",
        "The number cards have 4 colours, in turn: red, blue, green, yellow, and so on again.",
        "Las cartas de número son de 4 colores, que se suceden en este orden: "
        "rojo, azul, verde, amarillo, y vuelta a empezar.",
        "Die Zahlenkarten haben der Reihe nach 4 Farben: Rot, Blau, Grün, Gelb, "
        "dann wieder von vorn.",
    ),
]


@pytest.mark.parametrize(("ruleset", "rule", "english", "spanish", "german"), RULES)
def test_a_rule_is_told(
    ruleset: Ruleset, rule: str, english: str, spanish: str, german: str
) -> None:
    assert [rule_text(ruleset, rule, lang) for lang in LANGUAGES] == [english, spanish, german]


def test_a_rule_that_is_not_there() -> None:
    with pytest.raises(LineitError, match="bga has no rule restart; it has deck, colours"):
        rule_text(load_ruleset("bga"), "restart")


def test_a_card_is_told() -> None:
    labels = [[card_label(card, STANDARD, lang) for card in cards("42 B3a")] for lang in LANGUAGES]
    assert labels == [["42♦", "Bet 3"], ["42♦", "Apuesta 3"], ["42♦", "Wette 3"]]


@pytest.mark.parametrize(
    ("ply", "told"),
    [
        (0, ("no decision was taken yet", "ninguna decisión", "noch keine Entscheidung")),
        (1, ("1 decision was taken", "se ha tomado 1 decisión", "erst 1 Entscheidung")),
        (2, ("2 decisions were taken", "se han tomado 2 decisiones", "2 Entscheidungen")),
    ],
)
def test_an_unfinished_game_is_told(ply: int, told: tuple[str, ...]) -> None:
    texts = [sentence("show", "unfinished", {"ply": ply}, lang) for lang in LANGUAGES]
    assert all(part in text for part, text in zip(told, texts, strict=True))


def test_rules_of_a_built_in_name_are_not_told_as_those() -> None:
    mine = load_ruleset({"format": 1, "name": "bga", "extends": "standard"})
    assert rule_text(mine, "pick") == rule_text(load_ruleset("standard"), "pick")
