"""The parts of a game as text for a terminal. Every colour comes with its sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import frozen
from rich.text import Text

from lineit.engine.legality import Choice
from lineit.foresight import Preview
from lineit.frontends.tui.boxes import boxed
from lineit.model.cards import Card
from lineit.model.errors import Reason
from lineit.model.events import Event
from lineit.model.ruleset import Ruleset
from lineit.model.table import Line
from lineit.model.zones import Memory
from lineit.table_facts import BetFacts, Facts, PlayerFacts
from lineit.text import catalog
from lineit.text.choices import why_text
from lineit.text.meaning import meaning
from lineit.text.narrate import action_label, card_label, tell_seen
from lineit.views import Pile, View

PALETTE = ("#ff8a4d", "#56b4e9", "#1fc79a", "#f0e442", "#e39cc4", "#c8c8c8")
"""Screen colours for the colours of the ruleset, in order; chosen for colour-blind eyes, too."""

BET = "bold #1a1a1a on #d0d0d0"
"""The style of Bet cards."""


@frozen
class Pen:
    """Draws the parts of a game by a ruleset, with the names of the players, in a language. With a
    `width`, in columns, cards are drawn as boxes.
    """

    ruleset: Ruleset
    names: Sequence[str]
    lang: str = "en"
    width: int = 0

    def say(self, code: str, **params: object) -> str:
        """Return the sentence `code` of the text table `play`."""
        return catalog.sentence("play", code, params, self.lang)

    def key(self, code: str) -> str:
        """Return the label of a key, such as `undo`."""
        return catalog.sentence("play.keys", code, {}, self.lang)

    def step(self, code: str) -> str:
        """Return the label of a key of a replay, such as `back`."""
        return catalog.sentence("play.step", code, {}, self.lang)

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

    def row(self, pieces: Iterable[Text | Card]) -> Text:
        """Return texts and cards side by side; on a wide screen the cards are boxes."""
        drawn = [
            (self.card(piece), True) if isinstance(piece, Card) else (piece, False)
            for piece in pieces
        ]
        if self.width and any(is_card for _, is_card in drawn):
            return boxed(drawn, self.width)
        return _spaced(text for text, _ in drawn)

    def line(self, line: Line, bets: Sequence[BetFacts]) -> Text:
        """Return the line and its direction. A bet shows how many cards it still needs."""
        pieces: list[Text | Card] = [Text(self.say("line", direction=line.direction or "none"))]
        needed = {bet.card: bet.needs for bet in bets}
        for card in line.cards:
            pieces.append(card)
            needs = needed.get(card)
            if needs is not None:
                note = self.say("bet_needs", count=needs)
                pieces.append(Text(f"({note})" if needs else f"✓({note})", "italic"))
        if not line:
            pieces.append(Text(self.say("empty"), "dim"))
        return self.row(pieces)

    def player(self, view: View, seat: int, found: PlayerFacts) -> Text:
        """Return a player: name, points and hand, and below it the line."""
        player = view.players[seat]
        on_turn = seat == view.seat and not _is_over(view)
        counted = [self.say("from", scored=player.scored.count)]
        if player.tokens:
            tokens = " ".join(f"{token:+}" for token in player.tokens)
            counted.append(self.say("tokens", tokens=tokens))
        name = Text.assemble(
            ("▶ " if on_turn else "  ", "bold"),
            (self.names[seat], "bold" if on_turn else ""),
            " ●" if seat == view.first else "",
            "  ",
            (self.say("points", points=player.points), "bold"),
            f" ({', '.join(counted)})",
        )
        if self.width and player.hand.cards:
            first = self.row([name, Text(self.say("hand")), *player.hand.cards])
        else:
            first = Text.assemble(name, "  ", self.hand(player.hand))
        line = self.line(player.line, found.bets)
        return Text.assemble(first, "\n    ", Text("\n    ").join(line.split("\n")))

    def market(self, view: View) -> Text:
        """Return the cards of the market."""
        heading = Text(self.say("market"), "bold")
        return self.row([heading, *(view.market or [Text(self.say("market_empty"), "dim")])])

    def jackpots(self, view: View, found: PlayerFacts) -> Text:
        """Return the number of cards under each jackpot, and how many more the line of a player
        needs to claim it.
        """
        pieces = [Text(self.say("jackpots"), "bold")]
        for number, (colour, pile) in enumerate(
            zip(self.ruleset.components.colours, view.jackpots, strict=True)
        ):
            style = f"bold {PALETTE[number % len(PALETTE)]}"
            missing = found.missing[colour.name]
            note = "" if missing is None else f" ({self.say('jackpot_needs', count=missing)})"
            pieces.append(Text.assemble((f"{colour.glyph} {pile.count}", style), note))
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
        action, legal = choice.action, choice.reason is None
        label = action_label(action, self.ruleset, self.lang, rule=choice.rule)
        text = Text(label if legal else f"({label})")
        if action.card is not None and action.card.colour is not None and legal:
            card = self.card(action.card)
            text.highlight_words([card.plain], card.style)
        return text

    def why(self, reason: Reason) -> str:
        """Return why something is refused, in the words of the choices."""
        return why_text(reason, self.ruleset, self.lang)

    def event(self, event: Event, viewer: int | None, memory: Memory = "table") -> Text:
        """Return a sentence for the event, as the viewer saw it."""
        told = tell_seen(event, self.ruleset, self.names, viewer, self.lang, memory=memory)
        text = Text(told)
        for number, colour in enumerate(self.ruleset.components.colours):
            style = f"bold {PALETTE[number % len(PALETTE)]}"
            text.highlight_regex(rf"\d+{re.escape(colour.glyph)}", style)
        return text

    def keyed(self, key: str, label: Text) -> Text:
        """Return the label of a choice, after the key that chooses it."""
        return Text.assemble((f"{key} ", "bold"), label)

    def players(self, view: View, found: Facts) -> list[Text]:
        """Return each player."""
        return [self.player(view, seat, facts) for seat, facts in enumerate(found.players)]

    def meaning(self, preview: Preview) -> str:
        """Return what an action would bring, in one line; empty if there is nothing to say."""
        said = meaning(preview, self.ruleset, self.names, self.lang)
        label = action_label(preview.action, self.ruleset, self.lang, rule=preview.rule)
        return f"{label}: {' · '.join(said)}" if said else ""


def _is_over(view: View) -> bool:
    return view.ruleset.phase(view.phase).actor == "end"


def _spaced(pieces: Iterable[Text]) -> Text:
    return Text("  ").join(pieces)
