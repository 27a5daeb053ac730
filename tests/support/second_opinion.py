"""A second opinion on the ruleset `standard`: the rules of Line-it as plain code.

Written from the rules alone, without looking at the other implementation, so that the two can be
compared. A card is its code ("42", "B3a"); a line is a list of codes in the order placed. Words in
parentheses, like (pick), are rule ids.
"""

from __future__ import annotations

# ------------------------------------------------------------------------------ components

BETS = ("B3a", "B3b", "B4a", "B4b", "B5a", "B5b")
DECK = frozenset([str(n) for n in range(1, 101)] + list(BETS))  # (deck) 106 cards
COLOURS = ("red", "blue", "green", "yellow")
HAND_LIMIT = 2  # (place-hand)
PRICE = 3  # (price)
JACKPOT_AT = 3  # (jackpot-claim)


def is_bet(card: str) -> bool:
    return card.startswith("B")


def colour_of(card: str) -> str:
    """Return the colour of a number card; a Bet card has none (colours)."""
    return COLOURS[(int(card) - 1) % 4]


class Player:
    def __init__(self) -> None:
        self.hand: list[str] = []
        self.line: list[str] = []
        self.scored: list[str] = []
        self.tokens: list[int] = []  # (tokens) +value or -value; they never run out

    def points(self) -> int:
        """Return the points; cards in the hand and in a line do not count (points)."""
        return len(self.scored) + sum(self.tokens)


# ------------------------------------------------------------------------------------ lines


def line_accepts(line: list[str], card: str) -> bool:
    """Return whether the card may be the next in the line."""
    if is_bet(card):  # (bet-any-time), but only one a line (one-bet)
        return not any(is_bet(other) for other in line)
    numbers = [int(other) for other in line if not is_bet(other)]
    if len(numbers) < 2:  # (place-line) the first starts the line, (direction) the second sets it
        return True
    new, last = int(card), numbers[-1]
    ascending = numbers[1] > numbers[0]
    return new > last if ascending else new < last  # (direction)


# ------------------------------------------------------------------------------------- game


class SecondOpinion:
    def __init__(self, players: int, deck: list[str], first: int = 0) -> None:
        if not 2 <= players <= 5:  # (players)
            raise ValueError(f"2 to 5 players, not {players}")
        if not 0 <= first < players:
            raise ValueError(f"no seat {first}")
        if len(set(deck)) != len(deck) or not set(deck) <= DECK or len(deck) < players + 2:
            raise ValueError("a card is unknown or there twice, or there are too few for a market")
        self.players = [Player() for _ in range(players)]
        self.deck = list(deck)  # from the top
        self.market: list[str] = []
        self.discard: list[str] = []
        self.jackpots: dict[str, list[str]] = {colour: [] for colour in COLOURS}
        self.phase = ""
        self.round = 0
        self.first = first
        self.seat = first
        self.picked: str | None = None
        self.played = 0
        self._begin_round()

    # -- rules ---------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        player = self.players[self.seat]
        if self.phase == "pick":  # (pick) any card of the market
            return sorted(f"pick {card}" for card in self.market)
        if self.phase == "place":
            assert self.picked is not None
            places = []
            if line_accepts(player.line, self.picked):  # (place-line)
                places.append("line")
            if len(player.hand) < HAND_LIMIT:  # (place-hand)
                places.append("hand")
            return sorted(places) or ["restart"]  # (restart) only where neither is possible
        if self.phase == "play":  # (play)
            return sorted(["pass"] + [f"play {card}" for card in self._fitting()])
        if self.phase == "score":  # (score)
            return ["pass", "score"]
        if self.phase == "final":  # (final-play) no pass: the player must
            return sorted(f"play {card}" for card in self._fitting())
        return []  # over

    def _fitting(self) -> list[str]:
        """Return the cards in hand that the line of the player on turn accepts."""
        player = self.players[self.seat]
        return [card for card in player.hand if line_accepts(player.line, card)]

    # -- doing it -----------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        if action not in self.legal():
            raise ValueError(f"not legal in phase {self.phase}: {action!r}")
        verb, _, card = action.partition(" ")
        if self.phase == "pick":
            self.market.remove(card)
            self.picked = card
            self.phase = "place"
        elif self.phase == "place":
            self._place(verb)
            self._enter_play()
        elif self.phase == "play":
            if verb == "play":
                self._play_from_hand(card)
            self._enter_score()
        elif self.phase == "score":
            if verb == "score":
                self._score_line()
            self._end_turn()
        else:  # final
            self._play_from_hand(card)
            self._end_final_turn()

    # -- a round ------------------------------------------------------------------------------

    def _begin_round(self) -> None:
        size = len(self.players) + 2  # (deal)
        self.market, self.deck = self.deck[:size], self.deck[size:]
        self.round += 1
        self._begin_turn(self.first)

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.played = 0
        self.phase = "pick"

    def _place(self, where: str) -> None:
        """(place-line), (place-hand), (restart)"""
        assert self.picked is not None
        card, self.picked = self.picked, None
        if where == "hand":
            self.players[self.seat].hand.append(card)
            return
        if where == "restart":
            self._score_line()
        self._add_to_line(card)

    def _enter_play(self) -> None:
        """Play a card, or none; called only if a card of the hand fits (play)."""
        if self._fitting():
            self.phase = "play"
        else:
            self._enter_score()

    def _play_from_hand(self, card: str) -> None:
        self.players[self.seat].hand.remove(card)
        self.played += 1
        self._add_to_line(card)

    def _enter_score(self) -> None:
        """Score the line, or not; called only if there is a line (score)."""
        if self.players[self.seat].line:
            self.phase = "score"
        else:
            self._end_turn()

    def _add_to_line(self, card: str) -> None:
        """Claim a jackpot with the third card of a colour, not with later ones (jackpot-claim)."""
        player = self.players[self.seat]
        player.line.append(card)
        if is_bet(card):
            return
        colour = colour_of(card)
        same = [other for other in player.line if not is_bet(other) and colour_of(other) == colour]
        if len(same) == JACKPOT_AT:
            player.scored += self.jackpots[colour]
            self.jackpots[colour] = []

    def _score_line(self) -> None:
        player = self.players[self.seat]
        line, player.line = player.line, []
        for place, card in enumerate(line):
            if is_bet(card):  # (bet-settle) the Bet card never scores
                after = len(line) - place - 1
                value = int(card[1])
                player.tokens.append(value if after >= value else -value)
                self.discard.append(card)
        numbers = [card for card in line if not is_bet(card)]
        self.discard += numbers[:PRICE]  # (price) the first three placed
        player.scored += numbers[PRICE:]

    def _end_turn(self) -> None:
        following = (self.seat + 1) % len(self.players)  # (turn-order)
        if following != self.first:
            self._begin_turn(following)
        else:
            self._end_round()

    def _end_round(self) -> None:
        self._clear_away(self.market)  # (cleanup)
        self.market = []
        if len(self.deck) >= len(self.players) + 2:
            self.first = (self.first + 1) % len(self.players)  # (first-player)
            self._begin_round()
        else:  # (end-trigger)
            self._clear_away(self.deck)  # (end-bank), before the final plays, which may claim it
            self.deck = []
            self._begin_final_turn(self.first)

    def _clear_away(self, cards: list[str]) -> None:
        """Move Bet cards to the discard, and number cards under their jackpots (cleanup)."""
        for card in cards:
            if is_bet(card):
                self.discard.append(card)
            else:
                self.jackpots[colour_of(card)].append(card)

    # -- the end ------------------------------------------------------------------------------

    def _begin_final_turn(self, seat: int) -> None:
        """Begin the final turn of a seat; without a card that fits, it plays none (final-play)."""
        self.seat = seat
        self.played = 0
        if self._fitting():
            self.phase = "final"
        else:
            self._end_final_turn()

    def _end_final_turn(self) -> None:
        self._score_line()  # (final-score); without a line this does nothing
        following = (self.seat + 1) % len(self.players)
        if following != self.first:
            self._begin_final_turn(following)
        else:
            self.phase = "over"  # (left-over) what lies under a jackpot stays there

    # -- the table ----------------------------------------------------------------------------

    def table(self) -> dict[str, object]:
        return {
            "ruleset": "standard",
            "phase": self.phase,
            "round": self.round,
            "first": self.first,
            "seat": self.seat,
            "picked": self.picked,
            "played": self.played,
            "deck": list(self.deck),
            "market": sorted(self.market),
            "discard": sorted(self.discard),
            "jackpots": {colour: sorted(cards) for colour, cards in self.jackpots.items()},
            "players": [
                {
                    "hand": sorted(player.hand),
                    "line": list(player.line),
                    "scored": sorted(player.scored),
                    "tokens": sorted(player.tokens),
                    "points": player.points(),
                    "stopped": False,
                }
                for player in self.players
            ],
        }
