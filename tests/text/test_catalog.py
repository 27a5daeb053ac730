"""Tests of the texts: the same entries in all languages, and a sentence for everything."""

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
from attrs import asdict

import lineit
from lineit import Action, Card, Event, Game, LineitError, Ruleset, Table, load_ruleset, why_not
from lineit.bots import GreedyBot, bot_action
from lineit.formats.events import EVENT_TYPES
from lineit.model.errors import LanguageError, Reason
from lineit.model.events import CardsMoved, GameEnded, RoundBegun, TokenTaken
from lineit.model.resources import spec_folder
from lineit.model.texts import Texts
from lineit.model.words import term
from lineit.model.zones import ZONES, ZoneName
from lineit.rules.load import ruleset_names
from lineit.text.catalog import (
    LANGUAGES,
    all_texts,
    filled,
    has,
    own_sentence,
    sentence,
    system_language,
)
from lineit.text.narrate import card_label, rule_text, tell, tell_seen, title
from support.tables import STANDARD

RULESETS = [load_ruleset(name) for name in ruleset_names()]
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
TRANSLATIONS = [lang for lang in LANGUAGES if lang != "en"]

Entry = str | dict[str, Any]
Keys = tuple[str, ...]

ALL_VALUES: dict[str, set[str]] = {"outcome": {"won", "lost"}}
"""Parameters that have only these values, so that a `by` table needs no `other`."""

OTHER_PARAMETERS: dict[Keys, set[str]] = {}
"""Entries that may have more parameters in a language than in English, and these parameters."""


def entries(texts: Mapping[str, Any], path: Keys = ()) -> Iterator[tuple[Keys, Entry]]:
    """Yield every template, or table that chooses one, with its path."""
    for key, value in texts.items():
        if isinstance(value, dict) and "by" not in value:
            yield from entries(value, (*path, key))
        else:
            yield (*path, key), value


def tables(entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield the `by` tables of an entry, nested ones included."""
    if isinstance(entry, dict):
        yield entry
        for key, value in entry.items():
            if key != "by":
                yield from tables(value)


def templates(entry: Entry) -> list[str]:
    """Return the sentences of an entry."""
    if isinstance(entry, str):
        return [entry]
    return [told for key, value in entry.items() if key != "by" for told in templates(value)]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def parameters(entry: Entry) -> set[str]:
    """Return all parameters that are shown or that choose."""
    shown = {name for template in templates(entry) for name in fields(template)}
    return shown | {table["by"] for table in tables(entry)}


def words(template: str) -> str:
    """Return the letters of a template without its parameters."""
    return "".join(c for text, *_ in Formatter().parse(template) for c in text if c.isalpha())


def entries_of_ruleset(ruleset: Ruleset, lang: str) -> dict[Keys, Entry]:
    """Return every entry of the texts of a ruleset in a language."""
    return dict(entries({ruleset.name: asdict(texts_of(ruleset, lang), recurse=False)}))


def texts_of(ruleset: Ruleset, lang: str) -> Texts:
    return next(texts for each, texts in ruleset.text.items() if each == lang)


ENTRIES = {
    lang: dict(entries(all_texts(lang)))
    | {
        keys: entry
        for ruleset in RULESETS
        for keys, entry in entries_of_ruleset(ruleset, lang).items()
    }
    for lang in LANGUAGES
}
ENGLISH = ENTRIES["en"]
SAME = {keys for keys in ENGLISH if ENGLISH[keys] == "Line-it"}
"""Entries that are the same in each language: the name of the game."""


# -- the files -----------------------------------------------------------------


def test_the_languages() -> None:
    files = [Path(file.name) for file in (spec_folder() / "text").iterdir()]
    assert LANGUAGES == ("en", "es", "de")
    assert sorted(files) == sorted(Path(f"{lang}.toml") for lang in LANGUAGES)
    assert [sentence("language", "name", {}, lang) for lang in LANGUAGES] == [
        *("English", "Español", "Deutsch")
    ]


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(LanguageError, match="there is no language fr; use one of en, es, de"):
        all_texts("fr")


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_language_has_the_same_entries(lang: str) -> None:
    assert ENTRIES[lang].keys() == ENGLISH.keys()
    assert list(all_texts(lang)) == list(all_texts("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_has_a_sentence_for_every_value(lang: str) -> None:
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
        if keys not in SAME:
            assert not set(templates(entry)) & set(templates(ENGLISH[keys])), keys


# -- there is a sentence for everything -----------------------------------------


def codes_in(source: str) -> Iterator[str]:
    """Yield every code in a `Reason("code", …)`, or in a variable that is passed to it."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name("Reason"), args=[ast.Constant(str(code)), *_]):
                yield code
            case ast.Call(func=ast.Name("Reason"), args=arguments):
                assert ast.unparse(arguments[0]) == "code"
            case ast.Assign(targets=[ast.Name("code")], value=ast.IfExp(_, one, other)):
                yield from (str(told.value) for told in (one, other) if type(told) is ast.Constant)


def guard_codes(ruleset: Ruleset, word: str, wanted: bool) -> set[str]:
    """Return the codes of reasons that a guard can give."""
    guard = ruleset.guards[word]
    if wanted and guard.parts and not guard.some:
        parts = guard.all or guard.any[-1:]  # of `any`, the last is named
        return {code for part in map(term, parts) for code in guard_codes(ruleset, *part)}
    return {word if wanted else f"not_{word}"}


@cache
def all_codes() -> set[str]:
    """Return every code of a reason that the library itself can give."""
    folder = Path(lineit.__file__).parent
    return {code for file in folder.rglob("*.py") for code in codes_in(file.read_text("utf-8"))}


@cache
def all_guard_codes(ruleset: Ruleset) -> set[str]:
    """Return every code that the guards of the players' transitions can give."""
    asked = [
        guard_codes(ruleset, *term(word))
        for transition in ruleset.transitions
        if transition.on is not None
        for word in transition.when
    ]
    return set().union(*asked)


def test_the_codes_are_found() -> None:
    few = {"game_over", "ruleset", "language", "record_json", "table_picked", "table_not_picked"}
    assert few <= all_codes()
    assert not {"", "not_"} & all_codes()
    assert all_guard_codes(STANDARD) == {
        *("in_direction", "line_takes_bet", "hand_has_room"),
        *("not_card_fits", "not_hand_has_room"),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence(lang: str) -> None:
    assert not {code for code in all_codes() if not has("reasons", code, lang)}


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_guard_that_may_refuse_has_a_sentence(ruleset: Ruleset, lang: str) -> None:
    assert all_guard_codes(ruleset) <= texts_of(ruleset, lang).reasons.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_has_a_sentence(lang: str) -> None:
    assert {*all_texts(lang)["events"], "cards-moved"} == EVENT_TYPES.keys()
    assert {"other", "other_table"} <= all_texts(lang)["moves"].keys()
    assert {"other", "other_table"} <= all_texts(lang)["unseen"].keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phase_zone_verb_limit_and_colour_has_a_name(lang: str) -> None:
    assert all_texts(lang)["names"]["zone"].keys() == ZONES.keys()
    for ruleset in RULESETS:
        texts = texts_of(ruleset, lang)
        asked = {phase.name for phase in ruleset.phases if phase.actor == "player"}
        assert {phase.name for phase in ruleset.phases} == texts.phases.keys()
        assert asked <= texts.prompts.keys()
        assert set(ruleset.colours) == texts.colours.keys()
        assert set(ruleset.limits) == texts.limits.keys()
        assert set(ruleset.verbs) == texts.verbs.keys()
        assert texts.title is not None


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_sentence(ruleset: Ruleset, lang: str) -> None:
    for rule, entry in ruleset.rules.items():
        told = rule_text(ruleset, rule, lang)
        assert entry.source not in told
        assert told[0].isupper() or told[0].isdigit()
        assert told.endswith(".")
        assert not {"{", "[", "None"} & set(told)
        assert (told == rule_text(ruleset, rule, "en")) is (lang == "en")


# -- whole games ----------------------------------------------------------------


def tried(table: Table) -> Iterator[Action]:
    """Yield every verb alone, with each card near the player, and with some other cards."""
    hands = [card for player in table.players for card in player.hand]
    lines = [player.line.cards[-1] for player in table.players if player.line]
    near = {*table.market, *hands, *lines, *table.deck[:1]}
    cards = [None, *sorted(near, key=str)]
    return (Action(verb, card) for verb, card in product(table.ruleset.verbs, cards))


@cache
def played(ruleset: Ruleset) -> tuple[tuple[Event, ...], tuple[Reason, ...]]:
    """Return the events of a game, and the different reasons of refused actions."""
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
def test_every_event_of_a_game_has_a_sentence_in_each_language(ruleset: Ruleset) -> None:
    for event in dict.fromkeys(played(ruleset)[0]):
        told = [tell(event, ruleset, NAMES, lang) for lang in LANGUAGES]
        assert len(set(told)) == len(LANGUAGES)
        assert not [text for text in told if "{" in text or "None" in text]


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_every_refusal_of_a_game_has_a_sentence_in_each_language(ruleset: Ruleset) -> None:
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
        *("in_direction", "line_takes_bet", "hand_has_room", "not_hand_has_room", "not_card_fits"),
        *("nothing_played", "not_line_is_empty"),
    }


# -- sentences, word for word ------------------------------------------------------


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(STANDARD.card(code) for code in codes.split())


BET = STANDARD.card("B3a")


def moved(  # noqa: PLR0913 # it has a parameter for each part
    word: str,
    codes: str,
    source: ZoneName,
    to: ZoneName,
    *,
    seat: int | None = None,
    colour: str | None = None,
) -> CardsMoved:
    return CardsMoved("any", word, seat, cards(codes), source, to, colour)


EVENTS: list[tuple[Event, str, str, str]] = [
    (
        moved("pick_card", "42", "market", "picked", seat=0),
        "Ana picks 42♦",
        "Ana toma la 42♦",
        "Ana nimmt die 42♦",
    ),
    (
        moved("place_in_line", "42", "picked", "line", seat=0),
        "Ana places 42♦ in the line",
        "Ana coloca la 42♦ en la línea",
        "Ana legt die 42♦ an die Linie",
    ),
    (
        moved("place_in_hand", "42", "picked", "hand", seat=0),
        "Ana takes 42♦ into the hand",
        "Ana añade la 42♦ a la mano",
        "Ana nimmt die 42♦ auf die Hand",
    ),
    (
        moved("play_from_hand", "42", "hand", "line", seat=0),
        "Ana plays 42♦ from the hand to the line",
        "Ana juega la 42♦ de la mano a la línea",
        "Ana spielt die 42♦ aus der Hand an die Linie",
    ),
    (
        moved("fill_market", "1 2 3 4", "deck", "market"),
        "The market: 1♥, 2♦, 3♠, 4★",
        "El mercado: 1♥, 2♦, 3♠, 4★",
        "Der Markt: 1♥, 2♦, 3♠, 4★",
    ),
    (
        moved("claim_jackpot", "13", "jackpots", "scored", seat=0, colour="red"),
        "Ana claims the ♥ jackpot: 13♥",
        "Ana se lleva el bote ♥: la 13♥",
        "Ana gewinnt den Jackpot ♥: die 13♥",
    ),
    (
        moved("claim_jackpot", "13 17", "jackpots", "scored", seat=0, colour="red"),
        "Ana claims the ♥ jackpot, 2 cards: 13♥, 17♥",
        "Ana se lleva el bote ♥, 2 cartas: 13♥, 17♥",
        "Ana gewinnt den Jackpot ♥, 2 Karten: 13♥, 17♥",
    ),
    (
        moved("market_to_jackpots", "2", "market", "jackpots", colour="blue"),
        "Nobody took 2♦: it goes under the ♦ jackpot",
        "Nadie ha tomado la 2♦: va bajo el bote ♦",
        "Niemand hat die 2♦ genommen: Sie kommt unter den Jackpot ♦",
    ),
    (
        moved("market_to_jackpots", "2 6", "market", "jackpots", colour="blue"),
        "Nobody took 2♦, 6♦: they go under the ♦ jackpot",
        "Nadie ha tomado 2♦, 6♦: van bajo el bote ♦",
        "Niemand hat 2♦, 6♦ genommen: Sie kommen unter den Jackpot ♦",
    ),
    (
        moved("discard_market_bets", "B3a", "market", "discard"),
        "Nobody took Bet 3: it is discarded",
        "Nadie ha tomado la Apuesta 3: se descarta",
        "Niemand hat die Wette 3 genommen: Sie wird abgeworfen",
    ),
    (
        moved("discard_market_bets", "B3a B4b", "market", "discard"),
        "Nobody took Bet 3, Bet 4: they are discarded",
        "Nadie ha tomado Apuesta 3, Apuesta 4: se descartan",
        "Niemand hat Wette 3, Wette 4 genommen: Sie werden abgeworfen",
    ),
    (
        moved("discard_bets", "B3a", "line", "discard", seat=0),
        "Ana discards the Bet card of the line: Bet 3",
        "Ana descarta la carta de Apuesta de la línea: Apuesta 3",
        "Ana wirft die Wettkarte der Linie ab: Wette 3",
    ),
    (
        moved("pay_price", "1", "line", "discard", seat=0),
        "Ana discards 1♥ as the price of the line",
        "Ana descarta la 1♥ como precio de la línea",
        "Ana wirft die 1♥ als Preis der Linie ab",
    ),
    (
        moved("pay_price", "1 2", "line", "discard", seat=0),
        "Ana discards 2 cards as the price of the line: 1♥, 2♦",
        "Ana descarta 2 cartas como precio de la línea: 1♥, 2♦",
        "Ana wirft 2 Karten als Preis der Linie ab: 1♥, 2♦",
    ),
    (
        moved("keep_rest", "3", "line", "scored", seat=0),
        "Ana scores the line and keeps 1 card: 3♠",
        "Ana puntúa la línea y conserva 1 carta: 3♠",
        "Ana wertet die Linie und behält 1 Karte: 3♠",
    ),
    (
        moved("keep_rest", "3 4", "line", "scored", seat=0),
        "Ana scores the line and keeps 2 cards: 3♠, 4★",
        "Ana puntúa la línea y conserva 2 cartas: 3♠, 4★",
        "Ana wertet die Linie und behält 2 Karten: 3♠, 4★",
    ),
    (
        moved("of_a_house_rule", "3 4", "line", "hand", seat=0),
        "Ana moves 2 cards from the line to the hand: 3♠, 4★",
        "Ana pasa 2 cartas de «línea» a «mano»: 3♠, 4★",
        "Ana bewegt 2 Karten von „Linie“ nach „Hand“: 3♠, 4★",
    ),
    (
        moved("of_a_house_rule", "3", "market", "deck"),
        "3♠ moves from the market to the deck",
        "La 3♠ pasa de «mercado» a «mazo»",
        "Die 3♠ kommt von „Markt“ nach „Deck“",
    ),
    (
        TokenTaken("bet-settle", "settle_bets", 1, 3, BET, 1),
        "Ben wins Bet 3: 1 card joined the line after it",
        "Ben gana la Apuesta 3: después se añadió 1 carta a la línea",
        "Ben gewinnt die Wette 3, denn danach kam 1 Karte an die Linie",
    ),
    (
        TokenTaken("bet-settle", "settle_bets", 1, 3, BET, 4),
        "Ben wins Bet 3: 4 cards joined the line after it",
        "Ben gana la Apuesta 3: después se añadieron 4 cartas a la línea",
        "Ben gewinnt die Wette 3, denn danach kamen 4 Karten an die Linie",
    ),
    (
        TokenTaken("bet-settle", "settle_bets", 1, -3, BET, 0),
        "Ben loses Bet 3: no card joined the line after it",
        "Ben pierde la Apuesta 3: después no se añadió ninguna carta a la línea",
        "Ben verliert die Wette 3, denn danach kam keine Karte an die Linie",
    ),
    (
        TokenTaken("bet-settle", "settle_bets", 1, -3, BET, 1),
        "Ben loses Bet 3: only 1 card joined the line after it",
        "Ben pierde la Apuesta 3: después solo se añadió 1 carta a la línea",
        "Ben verliert die Wette 3, denn danach kam nur 1 Karte an die Linie",
    ),
    (
        TokenTaken("bet-settle", "settle_bets", 1, -3, BET, 2),
        "Ben loses Bet 3: only 2 cards joined the line after it",
        "Ben pierde la Apuesta 3: después solo se añadieron 2 cartas a la línea",
        "Ben verliert die Wette 3, denn danach kamen nur 2 Karten an die Linie",
    ),
    (
        TokenTaken("any", "of_a_house_rule", 1, 2),
        "Ben takes a token of +2",
        "Ben toma una ficha de +2",
        "Ben nimmt einen Marker mit +2",
    ),
    (
        RoundBegun("deal", 4),
        "Round 4",
        "Ronda 4",
        "Runde 4",
    ),
    (
        GameEnded("winner", (4, 7), (1,)),
        "The game is over. Ben wins",
        "La partida ha terminado. Gana Ben",
        "Das Spiel ist vorbei. Ben gewinnt",
    ),
]


@pytest.mark.parametrize(("event", "english", "spanish", "german"), EVENTS)
def test_the_sentence_of_an_event(event: Event, english: str, spanish: str, german: str) -> None:
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
def test_the_sentence_of_a_tie(lang: str, told: str, names: tuple[str, ...]) -> None:
    text = tell(GameEnded("winner", (7, 7), (0, 1)), STANDARD, NAMES, lang)
    assert text.startswith(told)
    assert all(name in text for name in names)


@pytest.mark.parametrize(
    ("event", "english", "spanish", "german"),
    [
        (
            moved("claim_jackpot", "1", "jackpots", "scored", seat=0, colour="red"),
            "Ana claims the ♥ jackpot, 1 card",
            "Ana se lleva el bote ♥, 1 carta",
            "Ana gewinnt den Jackpot ♥, 1 Karte",
        ),
        (
            moved("deck_to_jackpots", "1 5", "deck", "jackpots", colour="red"),
            "2 cards go under the ♥ jackpot",
            "2 cartas van bajo el bote ♥",
            "2 Karten kommen unter den Jackpot ♥",
        ),
        (
            moved("any", "1", "market", "jackpots", colour="red"),
            "1♥ goes under the ♥ jackpot",
            "La 1♥ va bajo el bote ♥",
            "Die 1♥ kommt unter den Jackpot ♥",
        ),
    ],
)
def test_the_sentence_of_an_event_for_a_seat(
    event: Event, english: str, spanish: str, german: str
) -> None:
    told = [tell_seen(event, STANDARD, NAMES, 1, lang) for lang in LANGUAGES]
    assert told == [english, spanish, german]


def of_a_guard(guard: str, rule: str | None, **params: Any) -> Reason:
    return Reason(guard, rule, params | {"guard": guard}, STANDARD.text, by_rules=True)


REASONS: list[tuple[Reason, str, str, str]] = [
    (
        Reason("card_not_there", None, {"card": "42", "zone": "market"}),
        "42 is not in the market",
        "la 42 no está en el mercado",
        "die 42 ist nicht im Markt",
    ),
    (
        Reason("card_not_there", None, {"card": "42", "zone": "hand"}),
        "42 is not in the hand",
        "la 42 no está en la mano",
        "die 42 ist nicht auf der Hand",
    ),
    (
        Reason("needs_card", None, {"verb": "pick", "zone": "market"}),
        "name a card of the market: pick CARD",
        "di qué carta del mercado: pick CARTA",
        "nenne eine Karte aus dem Markt: pick KARTE",
    ),
    (
        Reason(
            "other_phase",
            None,
            {"verb": "score", "phase": "deal", "verbs": [], "count": 0},
            STANDARD.text,
        ),
        "score is not possible in the phase deal, which goes on by itself",
        "score no es posible en la fase de reparto, que avanza por sí sola",
        "score ist in der Phase „Auslegen“ nicht möglich; sie geht von selbst weiter",
    ),
    (
        Reason(
            "other_phase",
            None,
            {"verb": "score", "phase": "pick", "verbs": ["pick"], "count": 1},
            STANDARD.text,
        ),
        "score is not possible in the phase pick; only pick is",
        "score no es posible en la fase de elección; solo lo es pick",
        "score ist in der Phase „Nehmen“ nicht möglich; möglich ist nur pick",
    ),
    (
        of_a_guard("hand_has_room", "place-hand", hand=1),
        "the hand is full: it holds at most 1 card [place-hand]",
        "la mano está llena: cabe como máximo 1 carta [place-hand]",
        "die Hand ist voll, sie fasst höchstens 1 Karte [place-hand]",
    ),
    (
        of_a_guard("hand_has_room", "place-hand", hand=2),
        "the hand is full: it holds at most 2 cards [place-hand]",
        "la mano está llena: caben como máximo 2 cartas [place-hand]",
        "die Hand ist voll, sie fasst höchstens 2 Karten [place-hand]",
    ),
    (
        of_a_guard("line_takes_bet", None, bets_per_line=1),
        "a line holds at most 1 Bet card",
        "en una línea puede haber como máximo 1 carta de Apuesta",
        "in einer Linie darf höchstens 1 Wettkarte liegen",
    ),
    (
        of_a_guard("line_takes_bet", None, bets_per_line=2),
        "a line holds at most 2 Bet cards",
        "en una línea puede haber como máximo 2 cartas de Apuesta",
        "in einer Linie dürfen höchstens 2 Wettkarten liegen",
    ),
    (
        of_a_guard("in_direction", None, card="29", last="30", direction="ascending"),
        "29 does not fit an ascending line whose last number is 30",
        "la 29 no encaja en una línea ascendente cuyo último número es 30",
        "die 29 passt nicht an eine aufsteigende Linie, deren letzte Zahl 30 ist",
    ),
    (
        Reason("undo", None, {"steps": "1", "ply": 0}),
        "cannot take back 1 action: none was taken",
        "no se puede deshacer 1 acción: no se ha hecho ninguna",
        "1 Aktion kann nicht zurückgenommen werden; es gab noch keine",
    ),
    (
        Reason("undo", None, {"steps": "2", "ply": 1}),
        "cannot take back 2 actions: only 1 was taken",
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
def test_the_sentence_of_a_reason(reason: Reason, english: str, spanish: str, german: str) -> None:
    assert [reason.text(lang) for lang in LANGUAGES] == [english, spanish, german]


def with_limits(**limits: int) -> Ruleset:
    return load_ruleset({"format": 2, "name": "mine", "extends": "standard", "limits": limits})


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
        "The number cards have 4 colours, in this order: "
        "red, blue, green, yellow, then again from the first.",
        "Las cartas de número son de 4 colores, que se suceden en este orden: "
        "rojo, azul, verde, amarillo, y vuelta a empezar.",
        "Die Zahlenkarten haben der Reihe nach 4 Farben: Rot, Blau, Grün, Gelb, "
        "dann wieder von vorn.",
    ),
]


@pytest.mark.parametrize(("ruleset", "rule", "english", "spanish", "german"), RULES)
def test_the_sentence_of_a_rule(
    ruleset: Ruleset, rule: str, english: str, spanish: str, german: str
) -> None:
    assert [rule_text(ruleset, rule, lang) for lang in LANGUAGES] == [english, spanish, german]


def test_a_rule_that_is_not_there() -> None:
    with pytest.raises(LineitError, match="bga has no rule restart; its rules are deck, colours"):
        rule_text(load_ruleset("bga"), "restart")


def test_the_label_of_a_card() -> None:
    labels = [[card_label(card, STANDARD, lang) for card in cards("42 B3a")] for lang in LANGUAGES]
    assert labels == [["42♦", "Bet 3"], ["42♦", "Apuesta 3"], ["42♦", "Wette 3"]]


@pytest.mark.parametrize(
    ("ply", "told"),
    [
        (0, ("no decision was taken yet", "ninguna decisión", "noch keine Entscheidung")),
        (1, ("1 decision was taken", "se ha tomado 1 decisión", "gab es 1 Entscheidung")),
        (2, ("2 decisions were taken", "se han tomado 2 decisiones", "2 Entscheidungen")),
    ],
)
def test_the_sentence_of_an_unfinished_game(ply: int, told: tuple[str, ...]) -> None:
    texts = [sentence("show", "unfinished", {"ply": ply}, lang) for lang in LANGUAGES]
    assert all(part in text for part, text in zip(told, texts, strict=True))


def test_own_rules_with_a_built_in_name_keep_their_own_sentences() -> None:
    mine = load_ruleset({"format": 2, "name": "bga", "extends": "standard"})
    assert rule_text(mine, "pick") == rule_text(load_ruleset("standard"), "pick")


# -- texts of a rule file ------------------------------------------------------------


def transition(name: str) -> dict[str, Any]:
    """Return a transition of `standard` as in its rule file."""
    transitions: list[dict[str, Any]] = STANDARD.document["transition"]
    return next(each for each in transitions if each["id"] == name)


def only_bets(**text: Any) -> Ruleset:
    """Return a house rule: only Bet cards may go to the hand."""
    document: dict[str, Any] = {
        "format": 2,
        "name": "mine",
        "title": "Only Bets",
        "extends": "standard",
        "transition": [transition("place-hand") | {"when": ["is_bet", "hand_has_room"]}],
    }
    return load_ruleset(document | {"text": text} if text else document)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_rule_has_no_inherited_sentence(lang: str) -> None:
    told = rule_text(only_bets(), "place-hand", lang)
    assert told != rule_text(STANDARD, "place-hand", lang)
    assert "the rulebook" in told
    assert "2" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_rule_has_the_sentence_of_its_file(lang: str) -> None:
    own = "Only a Bet card may go to the hand."
    mine = only_bets(en={"rules": {"place-hand": own}})
    assert rule_text(mine, "place-hand", lang) == own


def test_a_sentence_in_one_language_replaces_it_in_all() -> None:
    """Otherwise German players would read a sentence that is no longer true."""
    house = {"format": 2, "name": "mine", "extends": "standard"}
    own = {"en": {"rules": {"restart": "There is no way but one."}}}
    for lang in LANGUAGES:
        assert (
            rule_text(load_ruleset(house | {"text": own}), "restart", lang)
            == own["en"]["rules"]["restart"]
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_changed_sum_removes_the_sentences_of_its_words(lang: str) -> None:
    """The market has five cards for any number of players."""
    house = {"format": 2, "name": "mine", "extends": "standard", "limits": {"market_size": 5}}
    for rule in ("deal", "end-trigger"):
        assert rule_text(load_ruleset(house), rule, lang) != rule_text(STANDARD, rule, lang)
        assert "the rulebook" in rule_text(load_ruleset(house), rule, lang)


def test_unchanged_rules_keep_their_sentences() -> None:
    for lang in LANGUAGES:
        assert rule_text(only_bets(), "restart", lang) == rule_text(STANDARD, "restart", lang)


def test_a_refusal_by_a_guard_has_the_sentence_of_its_file() -> None:
    mine = only_bets(en={"reasons": {"is_bet": "{card} is no bet, so it stays"}})
    game = Game.new(2, rules=mine, seed=7)
    game.apply("pick 91")
    reason = game.explain("hand")
    assert reason is not None
    assert reason.text() == "91 is no bet, so it stays [bet-any-time]"


def test_a_guard_that_has_no_sentence_is_named() -> None:
    house = {
        "format": 2,
        "name": "mine",
        "extends": "standard",
        "guards": {"late": {"rule": "pick", "count": "round", "at_least": 2}},
        "transition": [
            transition("pick") | {"when": ["late"]},
            {"id": "wait", "rule": "pick", "from": "pick", "on": "wait", "to": "turn-end"},
        ],
    }
    reason = Game.new(2, rules=house, seed=7).explain("pick 91")
    assert reason is not None
    assert [reason.text(lang) for lang in LANGUAGES] == [
        sentence("reasons", "guard", {"guard": "late"}, lang) + " [pick]" for lang in LANGUAGES
    ]


def test_titles_in_each_language() -> None:
    children = load_ruleset("children")
    assert [title(children, lang) for lang in LANGUAGES] == [
        *("Line-it for children", "Line-it para niños", "Line-it für Kinder")
    ]
    mine = load_ruleset({"format": 2, "name": "mine", "title": "Mine", "extends": "children"})
    assert {title(mine, lang) for lang in LANGUAGES} == {f"Mine (mine {mine.digest[:8]})"}


def test_a_rule_file_does_not_pass_for_the_ruleset_whose_name_and_title_it_has() -> None:
    changed = {"zones": {"deck": {"table": "all", "perfect": "all"}}}
    false = load_ruleset({"format": 2, "name": "standard", "extends": "standard", **changed})
    assert title(false) == f"Line-it (standard {false.digest[:8]})"
    assert title(STANDARD) == "Line-it"


def test_a_value_that_is_called_by_chooses_the_other_sentence() -> None:
    """The key `by` of a choice has the name of the parameter, and is no value of it."""
    entry = {"by": "verb", "line": "the line", "other": "something else"}
    assert filled(entry, {"verb": "by"}, "en") == "something else"
    assert filled(entry, {"verb": "line"}, "en") == "the line"


def test_names_of_limits_in_each_language() -> None:
    told = [own_sentence(STANDARD.text, "limits", "hand", {}, lang) for lang in LANGUAGES]
    assert len(set(told)) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "es_MX"}, "es"),
        ({"LANG": "de_DE", "LC_MESSAGES": "es_MX", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], lang: str) -> None:
    assert system_language(environment) == lang
