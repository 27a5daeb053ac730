"""The parts of a game as text for a terminal. Every colour comes with its sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import frozen
from rich import box
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from lineit.engine.legality import Choice
from lineit.game import Game
from lineit.model.cards import Card
from lineit.model.events import Event
from lineit.model.ruleset import Ruleset
from lineit.model.table import Line
from lineit.rules.load import load_ruleset
from lineit.text import catalog
from lineit.text.differences import (
    DataDifference,
    RuleDifference,
    data_differences,
    rule_differences,
)
from lineit.text.narrate import action_label, card_label, rule_text, tell_seen, title
from lineit.views import Pile, View

PALETTE = ("#ff8a4d", "#56b4e9", "#1fc79a", "#f0e442", "#e39cc4", "#c8c8c8")
"""Screen colours for the colours of the ruleset, in order; chosen for colour-blind eyes, too."""

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
"""The figures of `PlayerStats` that the result shows, in order."""

BET = "bold #1a1a1a on #d0d0d0"
"""The style of Bet cards."""


@frozen
class Pen:
    """Draws the parts of a game by a ruleset, with the names of the players, in a language."""

    ruleset: Ruleset
    names: Sequence[str]
    lang: str = "en"

    def say(self, code: str, **params: object) -> str:
        """Return the sentence `code` of the text table `play`."""
        return catalog.sentence("play", code, params, self.lang)

    def key(self, code: str) -> str:
        """Return the label of a key, such as `undo`."""
        return catalog.sentence("play.keys", code, {}, self.lang)

    def help(self) -> str:
        """Return the help, in paragraphs."""
        base = title(load_ruleset("standard"), self.lang)
        paragraphs = [
            catalog.sentence("play.help", code, {"signs": self.signs(), "base": base}, self.lang)
            for code in ("goal", "signs", "choose", "keys")
        ]
        return "\n\n".join(paragraphs)

    def card(self, card: Card) -> Text:
        """Return a number card in its colour, with its sign, or a Bet card on a light ground."""
        style = BET
        if card.colour is not None:
            style = f"bold {PALETTE[self.ruleset.colours.index(card.colour) % len(PALETTE)]}"
        return Text(card_label(card, self.ruleset, self.lang), style)

    def cards(self, cards: Iterable[Card]) -> Text:
        """Return the cards side by side."""
        return _spaced(map(self.card, cards))

    def hand(self, hand: Pile) -> Text:
        """Return the cards of a hand, or their number if they are hidden."""
        if hand.cards:
            content: str | Text = self.cards(hand.cards)
        else:
            content = self.say("hand_count", count=hand.count) if hand.count else self.say("empty")
        return Text.assemble(self.say("hand"), " ", content)

    def line(self, line: Line) -> Text:
        """Return the line and its direction. A bet shows how many cards it still needs."""
        pieces = [Text(self.say("line", direction=line.direction or "none"))]
        for card in line.cards:
            pieces.append(self.card(card))
            if card.is_bet:
                needs = line.still_needs(card)
                note = self.say("bet_needs", count=needs)
                pieces.append(Text(f"({note})" if needs else f"✓({note})", "italic"))
        if not line:
            pieces.append(Text(self.say("empty"), "dim"))
        return _spaced(pieces)

    def player(self, view: View, seat: int) -> Text:
        """Return a player in two lines of text: name, points and hand, then the line."""
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
        """Return the cards of the market."""
        cards = self.cards(view.market) if view.market else Text(self.say("market_empty"), "dim")
        return Text.assemble((self.say("market"), "bold"), "  ", cards)

    def jackpots(self, view: View) -> Text:
        """Return the number of cards under each jackpot."""
        pieces = [Text(self.say("jackpots"), "bold")]
        for number, (colour, pile) in enumerate(
            zip(self.ruleset.components.colours, view.jackpots, strict=True)
        ):
            style = f"bold {PALETTE[number % len(PALETTE)]}"
            pieces.append(Text(f"{colour.glyph} {pile.count}", style))
        return _spaced(pieces)

    def status(self, view: View) -> Text:
        """Return the round, the size of the deck, who is on turn and what they can do."""
        text = Text(self.say("status", round=view.round, deck=view.deck.count))
        if not _is_over(view):
            prompt = catalog.own_sentence(self.ruleset.text, "prompts", view.phase, {}, self.lang)
            named = {"phase": catalog.phase_name(self.ruleset.text, view.phase, self.lang)}
            phase = prompt or self.say("phase", **named)
            text.append(f" · {self.names[view.seat]}: {phase}", "bold")
        if view.picked is not None:
            before, _, after = self.say("picked", card="\0").partition("\0")
            text = Text.assemble(text, f" · {before}", self.card(view.picked), after)
        return text

    def choice(self, choice: Choice) -> Text:
        """Return what a choice does, in brackets if it is not legal."""
        action = choice.action
        label = action_label(action, self.ruleset, self.lang, rule=choice.rule)
        text = Text(label if choice.reason is None else f"({label})")
        if action.card is not None and action.card.colour is not None and choice.reason is None:
            card = self.card(action.card)
            text.highlight_words([card.plain], card.style)
        return text

    def event(self, event: Event, viewer: int | None) -> Text:
        """Return a sentence for the event, as the viewer saw it."""
        text = Text(tell_seen(event, self.ruleset, self.names, viewer, self.lang))
        for number, colour in enumerate(self.ruleset.components.colours):
            style = f"bold {PALETTE[number % len(PALETTE)]}"
            text.highlight_regex(rf"\d+{re.escape(colour.glyph)}", style)
        return text

    def result(self, game: Game) -> Group:
        """Return the winners, and a table of where each player's points come from."""
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
            label = catalog.sentence("play.stats", row, {}, self.lang)
            total = row == "points"
            figures = [str(getattr(player, row)) for player in players]
            grid.add_row(label, *figures, style="bold" if total else "", end_section=total)
        # a game that began at a table after the end names no winners
        heading = [Text(won, "bold"), Text()] if winners else []
        return Group(*heading, grid)

    def differences(self, base: Ruleset) -> Group:
        """Return what differs from `base`, as sentences and as data, and then all rules."""
        pieces: list[Text] = []
        changed = data_differences(self.ruleset, base)
        if not changed:
            pieces.append(Text(self.say("same_rules", base=title(base, self.lang)), "bold"))
        else:
            pieces += self.changed_rules(base)
            pieces.append(Text("\n" + self.say("data"), "bold underline"))
            pieces += [Text(f"{self.where(each)}: {each.before} → {each.now}") for each in changed]
        pieces.append(Text("\n" + self.say("all_rules"), "bold underline"))
        for rule in self.ruleset.rules:
            sentence = rule_text(self.ruleset, rule, self.lang)
            pieces.append(Text.assemble((f"{rule}  ", "bold"), sentence))
        return Group(*pieces)

    def where(self, found: DataDifference) -> str:
        """Return the name of a limit in the language, or else the place in the rule file."""
        section, _, name = found.where.partition(".")
        if section != "limits":
            return found.where
        return catalog.own_sentence(self.ruleset.text, "limits", name, {}, self.lang) or found.where

    def changed_rules(self, base: Ruleset) -> list[Text]:
        """Return a heading and the rules that differ from `base`, or nothing if none does."""
        found = rule_differences(self.ruleset, base, self.lang)
        heading = Text(self.say("differs", base=title(base, self.lang)), "bold underline")
        pieces = [piece for each in found for piece in self._changed_rule(each)]
        return [heading, *pieces] if pieces else []

    def _changed_rule(self, found: RuleDifference) -> list[Text]:
        if found.now is None:
            sentence = self.say("removed", before=found.before)
        elif found.before is None:
            sentence = self.say("added", now=found.now)
        else:
            sentence = found.now
        pieces = [Text.assemble((f"{found.rule}  ", "bold"), sentence)]
        if found.before is not None and found.now is not None:
            pieces.append(Text("  " + self.say("instead", before=found.before), "dim"))
        return pieces

    def keyed(self, key: str, label: Text) -> Text:
        """Return the label of a choice, after the key that chooses it."""
        return Text.assemble((f"{key} ", "bold"), label)

    def players(self, view: View) -> Text:
        """Return all players, one below the other."""
        return Text("\n").join(self.player(view, seat) for seat in range(len(view.players)))

    def signs(self) -> str:
        """Return each colour sign with the name of its colour."""
        own, lang = self.ruleset.text, self.lang
        return ", ".join(
            f"{each.glyph} {catalog.own_sentence(own, 'colours', each.name, {}, lang) or each.name}"
            for each in self.ruleset.components.colours
        )


def _is_over(view: View) -> bool:
    return view.ruleset.phase(view.phase).actor == "end"


def _spaced(pieces: Iterable[Text]) -> Text:
    return Text("  ").join(pieces)
