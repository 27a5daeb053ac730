"""The rules of `standard`: the cards, the tokens and the players."""

from __future__ import annotations

import pytest

from lineit import Game
from lineit.model.errors import DeckError, PlayersError, TableError, UnknownCard
from support.tables import STANDARD, after, player, table


def test_deck_has_106_cards() -> None:
    """The deck is the number cards 1 to 100, each once, and the Bet cards 3, 4, 5, each twice."""
    codes = [card.code for card in STANDARD.cards]
    assert len(codes) == len(set(codes)) == 106
    assert codes[:3] == ["1", "2", "3"]
    assert codes[97:] == ["98", "99", "100", "B3a", "B3b", "B4a", "B4b", "B5a", "B5b"]
    assert [card.number for card in STANDARD.cards[:100]] == list(range(1, 101))
    assert [card.value for card in STANDARD.cards[100:]] == [3, 3, 4, 4, 5, 5]


def test_deck_has_no_other_card() -> None:
    """A code that is not of one of the 106 cards is refused."""
    with pytest.raises(UnknownCard) as error:
        STANDARD.card("101")
    assert error.value.reason.rule == "deck"
    assert str(error.value) == "there is no card 101 in the deck of standard [deck]"


def test_deck_lies_whole_on_the_table() -> None:
    """Each card of the deck lies in exactly one place."""
    with pytest.raises(TableError) as error:
        table(phase="pick", market="42 43", deck="42")
    assert error.value.reason.rule == "deck"
    assert str(error.value) == (
        "this is not a table: each card must lie in exactly one place, but these do not: 42 [deck]"
    )


def test_deck_begins_whole() -> None:
    """A game begins with every card in the deck."""
    with pytest.raises(DeckError) as error:
        Game.new(players=2, deck=[str(number) for number in range(1, 101)])
    assert error.value.reason.rule == "deck"
    assert str(error.value) == (
        "6 cards are missing from the deck: B3a, B3b, B4a, B4b, B5a, B5b [deck]"
    )


@pytest.mark.parametrize(
    ("colour", "codes"),
    [
        ("red", "1 5 9 13 17 21 25 29 33 37 41 45 49 53 57 61 65 69 73 77 81 85 89 93 97"),
        ("blue", "2 6 10 14 18 22 26 30 34 38 42 46 50 54 58 62 66 70 74 78 82 86 90 94 98"),
        ("green", "3 7 11 15 19 23 27 31 35 39 43 47 51 55 59 63 67 71 75 79 83 87 91 95 99"),
        ("yellow", "4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96 100"),
    ],
)
def test_colours_go_round_with_the_numbers(colour: str, codes: str) -> None:
    """Each of the four colours has 25 number cards, every fourth number."""
    assert [card.code for card in STANDARD.cards if card.colour == colour] == codes.split()


def test_colours_have_symbols() -> None:
    """The colours are red hearts, blue diamonds, green leaves and yellow stars."""
    assert [(colour.name, colour.symbol) for colour in STANDARD.components.colours] == [
        ("red", "heart"),
        ("blue", "diamond"),
        ("green", "leaf"),
        ("yellow", "star"),
    ]


def test_colours_are_not_on_bet_cards() -> None:
    """A Bet card has no colour."""
    assert [STANDARD.card(code).colour for code in ("B3a", "B4b", "B5a")] == [None, None, None]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_are_two_to_five(players: int) -> None:
    """Two, three, four or five can play."""
    assert len(Game.new(players=players, seed=7).table.players) == players


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (1, "the game takes from 2 to 5 players, not 1 [players]"),
        (6, "the game takes from 2 to 5 players, not 6 [players]"),
    ],
)
def test_players_are_not_fewer_or_more(players: int, sentence: str) -> None:
    """One player or six players cannot play."""
    with pytest.raises(PlayersError) as error:
        Game.new(players=players)
    assert error.value.reason.rule == "players"
    assert str(error.value) == sentence


def test_players_at_a_table_are_two_to_five() -> None:
    """A table has two to five seats, too."""
    with pytest.raises(TableError) as error:
        table(phase="pick", players=[player()])
    assert error.value.reason.rule == "players"
    assert str(error.value) == "the game takes from 2 to 5 players, not 1 [players]"


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("B3a 1 5 9", [3]),
        ("B3a 1 5", [-3]),
        ("B4a 1 5 9 13", [4]),
        ("B4a 1 5 9", [-4]),
        ("B5a 1 5 9 13 17", [5]),
        ("B5a 1 5 9 13", [-5]),
    ],
)
def test_tokens_show_plus_or_minus_the_value(line: str, tokens: list[int]) -> None:
    """A bet token shows the value of its Bet card on one side and minus the value on the other."""
    before = table(phase="score", market="50 51", players=[player(line=line), player()])
    assert list(after(before, "score").players[0].tokens) == tokens


def test_tokens_are_one_for_each_bet_card() -> None:
    """If the tokens of the five other Bet cards are taken, the sixth Bet card still gets one."""
    before = table(
        phase="score",
        market="50 51",
        discard="B3a B3b B4a B4b B5b",
        players=[player(line="B5a 7", tokens=[3, -3, 4]), player(tokens=[-4, 5])],
    )
    assert after(before, "score") == table(
        phase="pick",
        seat=1,
        market="50 51",
        discard="B3a B3b B4a B4b B5b B5a 7",
        players=[player(tokens=[3, -3, 4, -5]), player(tokens=[-4, 5])],
    )
