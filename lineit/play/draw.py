"""How a view looks in a terminal: pieces of text. A colour is never without its sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import frozen
from rich import box
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from lineit import texts
from lineit.cards import Card
from lineit.differences import (
    DataDifference,
    RuleDifference,
    data_differences,
    rule_differences,
)
from lineit.events import Event
from lineit.explain import Choice
from lineit.game import Game
from lineit.ruleset import Ruleset
from lineit.spec import load_ruleset
from lineit.table import Line
from lineit.tell import card_label, rule_text, tell_seen, title
from lineit.views import Pile, View

PALETTE = ("#ff8a4d", "#56b4e9", "#1fc79a", "#f0e442", "#e39cc4", "#c8c8c8")
"""For the colours in their order: told apart by most eyes, whatever they lack."""

RESULT_ROWS = (
    "points_from_lines",
    "points_from_jackpots",
    "points_from_bets",
    "points_otherwise",
    "points",
    "lines_scored",
    "lines_forced",
    "longest_line",
    "jackpots_claimed",
    "bets_won",
    "bets_lost",
    "played_from_hand",
)
"""The figures of `PlayerStats` that the result shows."""


BET = "bold #1a1a1a on #d0d0d0"


@frozen
class Pen:
    """Draws what lies on a table of this ruleset, with these names, in this language."""

    ruleset: Ruleset
    names: Sequence[str]
    lang: str = "en"

    def say(self, code: str, **params: object) -> str:
        """Return a sentence of the kind `play`."""
        return texts.sentence("play", code, params, self.lang)

    def key(self, code: str) -> str:
        """Return what a key does."""
        return texts.sentence("play.keys", code, {}, self.lang)

    def help(self) -> str:
        """Return how to play here."""
        base = title(load_ruleset("standard"), self.lang)
        told = [
            texts.sentence("play.help", code, {"signs": self.signs(), "base": base}, self.lang)
            for code in ("goal", "signs", "choose", "keys")
        ]
        return "\n\n".join(told)

    def card(self, card: Card) -> Text:
        """Return the card in its colour, with its sign; a Bet card reversed."""
        style = BET
        if card.colour is not None:
            style = f"bold {PALETTE[self.ruleset.colours.index(card.colour) % len(PALETTE)]}"
        return Text(card_label(card, self.ruleset, self.lang), style)

    def cards(self, cards: Iterable[Card]) -> Text:
        """Return cards in a row."""
        return _gap(map(self.card, cards))

    def hand(self, hand: Pile) -> Text:
        """Return the cards of a hand, or how many there are where they are not seen."""
        if hand.cards:
            told: str | Text = self.cards(hand.cards)
        else:
            told = self.say("hand_count", count=hand.count) if hand.count else self.say("empty")
        return Text.assemble(self.say("hand"), " ", told)

    def line(self, line: Line) -> Text:
        """Return the line with its direction, and behind each bet how many cards it still needs."""
        pieces = [Text(self.say("line", direction=line.direction or "none"))]
        for card in line.cards:
            pieces.append(self.card(card))
            if card.is_bet:
                needs = line.still_needs(card)
                told = self.say("bet_needs", count=needs)
                pieces.append(Text(f"({told})" if needs else f"✓({told})", "italic"))
        if not line:
            pieces.append(Text(self.say("empty"), "dim"))
        return _gap(pieces)

    def player(self, view: View, seat: int) -> Text:
        """Return a player in two lines: name, points and hand; the line."""
        player = view.players[seat]
        on_turn = seat == view.seat and not _is_over(view)
        counted = [self.say("from", scored=player.scored.count)]
        if player.tokens:
            tokens = " ".join(f"{token:+}" for token in player.tokens)
            counted.append(self.say("tokens", tokens=tokens))
        return Text.assemble(
            ("▶ " if on_turn else "  ", "bold"),
            (self.names[seat], "bold" if on_turn else ""),
            " ●" if seat == view.first else "",
            "  ",
            (self.say("points", points=player.points), "bold"),
            f" ({', '.join(counted)})  ",
            self.hand(player.hand),
            "\n    ",
            self.line(player.line),
        )

    def market(self, view: View) -> Text:
        """Return the market."""
        cards = self.cards(view.market) if view.market else Text(self.say("market_empty"), "dim")
        return Text.assemble((self.say("market"), "bold"), "  ", cards)

    def jackpots(self, view: View) -> Text:
        """Return how many cards lie under each jackpot."""
        pieces = [Text(self.say("jackpots"), "bold")]
        for number, (colour, pile) in enumerate(
            zip(self.ruleset.components.colours, view.jackpots, strict=True)
        ):
            style = f"bold {PALETTE[number % len(PALETTE)]}"
            pieces.append(Text(f"{colour.glyph} {pile.count}", style))
        return _gap(pieces)

    def status(self, view: View) -> Text:
        """Return the round, the deck, and what is to be decided by whom."""
        told = Text(self.say("status", round=view.round, deck=view.deck.count))
        if not _is_over(view):
            prompt = texts.own_sentence(self.ruleset.text, "prompts", view.phase, {}, self.lang)
            named = {"phase": texts.phase_name(self.ruleset.text, view.phase, self.lang)}
            phase = prompt or self.say("phase", **named)
            told.append(f" · {self.names[view.seat]}: {phase}", "bold")
        if view.picked is not None:
            taken = Text(self.say("picked", card="\0"))
            before, _, after = taken.plain.partition("\0")
            told = Text.assemble(told, f" · {before}", self.card(view.picked), after)
        return told

    def choice(self, choice: Choice) -> Text:
        """Return what a choice does, in brackets where it is not legal now."""
        action = choice.action
        card = None if action.card is None else card_label(action.card, self.ruleset, self.lang)
        params = {"card": card, "rule": choice.rule}
        own = texts.own_sentence(self.ruleset.text, "verbs", action.verb, params, self.lang)
        told = str(action) if own is None else own
        text = Text(told if choice.reason is None else f"({told})")
        if action.card is not None and action.card.colour is not None and choice.reason is None:
            text.highlight_words([str(card)], self.card(action.card).style)
        return text

    def event(self, event: Event, viewer: int | None) -> Text:
        """Return what happened, as the viewer saw it."""
        text = Text(tell_seen(event, self.ruleset, self.names, viewer, self.lang))
        for number, colour in enumerate(self.ruleset.components.colours):
            style = f"bold {PALETTE[number % len(PALETTE)]}"
            text.highlight_regex(rf"\d+{re.escape(colour.glyph)}", style)
        return text

    def result(self, game: Game) -> Group:
        """Return who won, and how each point came about."""
        winners = [self.names[seat] for seat in game.winners]
        best = max(game.scores)
        won = self.say(
            "winner",
            count=len(winners),
            winners=winners,
            points=self.say("points", points=best),
        )
        grid = Grid(box=box.SIMPLE_HEAD)
        grid.add_column("")
        for seat, name in enumerate(self.names):
            grid.add_column(
                Text(name), justify="right", style="bold" if seat in game.winners else ""
            )
        players = game.stats.players
        for row in RESULT_ROWS:
            if row == "points_otherwise" and not any(each.points_otherwise for each in players):
                continue
            told = texts.sentence("play.stats", row, {}, self.lang)
            total = row == "points"
            figures = [str(getattr(player, row)) for player in players]
            grid.add_row(told, *figures, style="bold" if total else "", end_section=total)
        heading = [Text(won, "bold"), Text()] if winners else []  # it may have begun after its end
        return Group(*heading, grid)

    def differences(self, base: Ruleset) -> Group:
        """Return what differs from `base`, in sentences and row by row; then all rules."""
        pieces: list[Text] = []
        changed = data_differences(self.ruleset, base)
        if not changed:
            pieces.append(Text(self.say("same_rules", base=title(base, self.lang)), "bold"))
        else:
            pieces += self.told_otherwise(base)
            pieces.append(Text("\n" + self.say("data"), "bold underline"))
            pieces += [Text(f"{self.where(each)}: {each.before} → {each.now}") for each in changed]
        pieces.append(Text("\n" + self.say("all_rules"), "bold underline"))
        for rule in self.ruleset.rules:
            told = rule_text(self.ruleset, rule, self.lang)
            pieces.append(Text.assemble((f"{rule}  ", "bold"), told))
        return Group(*pieces)

    def where(self, found: DataDifference) -> str:
        """Return what differs: a limit by its name in the language, else its place in the file."""
        section, _, name = found.where.partition(".")
        if section != "limits":
            return found.where
        return texts.own_sentence(self.ruleset.text, "limits", name, {}, self.lang) or found.where

    def told_otherwise(self, base: Ruleset) -> list[Text]:
        """Return the rules that differ from `base` in sentences; nothing where none does."""
        found = rule_differences(self.ruleset, base, self.lang)
        heading = Text(self.say("differs", base=title(base, self.lang)), "bold underline")
        pieces = [piece for each in found for piece in self._told_otherwise(each)]
        return [heading, *pieces] if pieces else []

    def _told_otherwise(self, found: RuleDifference) -> list[Text]:
        if found.now is None:
            told = self.say("removed", before=found.before)
        elif found.before is None:
            told = self.say("added", now=found.now)
        else:
            told = found.now
        pieces = [Text.assemble((f"{found.rule}  ", "bold"), told)]
        if found.before is not None and found.now is not None:
            pieces.append(Text("  " + self.say("instead", before=found.before), "dim"))
        return pieces

    def keyed(self, key: str, label: Text) -> Text:
        """Return a label with the key that chooses it."""
        return Text.assemble((f"{key} ", "bold"), label)

    def players(self, view: View) -> Text:
        """Return all players, one below the other."""
        return Text("\n").join(self.player(view, seat) for seat in range(len(view.players)))

    def signs(self) -> str:
        """Return each sign with the name of its colour."""
        own, lang = self.ruleset.text, self.lang
        return ", ".join(
            f"{each.glyph} {texts.own_sentence(own, 'colours', each.name, {}, lang) or each.name}"
            for each in self.ruleset.components.colours
        )


def _is_over(view: View) -> bool:
    return view.ruleset.phase(view.phase).actor == "end"


def _gap(pieces: Iterable[Text]) -> Text:
    return Text("  ").join(pieces)
