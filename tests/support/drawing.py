"""Rule files that are drawn at random over the whole vocabulary.

A file is drawn by its grammar: a round with a deal, a pick and an end, into which words are drawn.
So many of the files are valid, and the others have few mistakes.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, TypeVar, get_args

from lineit import load_ruleset
from lineit.engine import effects
from lineit.model.ruleset import MOST_PLAYERS
from lineit.model.words import COMPARISONS, NUMBER_KEYS, WHICH, Countable
from lineit.model.zones import ZONES, Memory
from lineit.rules.check_texts import ABOUT_A_REFUSAL, ABOUT_AN_EVENT, ABOUT_THE_BOX
from lineit.text.catalog import LANGUAGES
from support.paths import ROOT
from support.protocol import HOSTILE
from tools.vector_quality import changes

Document = dict[str, Any]

T = TypeVar("T")

LYING = [name for name in ZONES if name != "picked"]
"""The zones from which and to which cards move freely."""

MEMORIES = get_args(Memory)

ORDERED = [zone.name for zone in ZONES.values() if zone.ordered]

AUDIENCES: dict[str, list[tuple[str, str]]] = {
    "market": [("all", "all")],
    "picked": [("all", "all")],
    "line": [("all", "all")],
    "deck": [("nobody", "nobody"), ("nobody", "all"), ("all", "all")],
    "discard": [("all", "all"), ("nobody", "all"), ("nobody", "nobody")],
    "jackpots": [("nobody", "all"), ("all", "all"), ("nobody", "nobody")],
    "hand": [("owner", "all"), ("owner", "owner"), ("nobody", "owner"), ("all", "all")],
    "scored": [("nobody", "all"), ("owner", "owner"), ("nobody", "nobody"), ("all", "all")],
}
"""The audiences that each zone can have: now, and with a perfect memory."""

SAID = ("card", "line", "¡ya!", "größer", "一", "—", "the hand's", "42", "%s", "\\n", '"so"', "🂡")
"""Words of sentences."""

RULES = ("deal", "take", "place", "more", "ending")


class Drawing:
    """A rule file that is drawn."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.limits: dict[str, Any] = {}
        self.guards: dict[str, Any] = {}
        self.effects: dict[str, Any] = {}
        self.phases: list[Document] = []
        self.transitions: list[Document] = []
        self.zones: dict[str, Any] = {}
        self.colours: list[str] = []
        self.rules: Sequence[str] = RULES
        self.cards = 0

    # -- parts ------------------------------------------------------------------------------------

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def one(self, things: Sequence[T]) -> T:
        return self.chance.choice(things)

    def new(self, names: Any, letter: str) -> str:
        return f"{letter}{len(names)}x"

    def number(self, least: int, most: int) -> int | str:
        """Draw a number of a word: plain, the name of a limit, or `players`."""
        if self.often(0.65) or least < 0:
            return self.chance.randint(least, most)
        if self.often(0.2) and least <= 1:
            return "players"
        name = self.new(self.limits, "limit_")
        self.limits[name] = self.chance.randint(least, most)
        if self.often(0.3):
            total = self.new(self.limits, "sum_")
            self.limits[total] = [self.one([name, "players"]) for _ in range(2)] + [name]
            return total
        return name

    def box(self) -> Document:
        """Draw what is in the box, from a few cards to the largest box."""
        share = self.chance.random()
        most = 30 if share < 0.5 else 120 if share < 0.85 else 400 if share < 0.95 else 1000
        numbers = 1000 if share > 0.99 else self.chance.randint(6, most)
        bets = self.chance.sample(range(1, 100), self.one([0, 0, 1, 2, 3, 20]))
        copies = self.one([0, 1, 2, 2, 26]) if bets else self.one([0, 2])
        count = self.one([1, 2, 3, 4, 4, 5, 12])
        self.colours = [f"colour_{at}" for at in range(count)]
        glyphs = self.chance.sample("♥♦♠★♣☾☀⚑abcé", count)
        least = self.one([1, 2, 2, 2, 3, MOST_PLAYERS])
        colours = [
            {"name": name, "symbol": f"sign_{name}", "glyph": glyph}
            for name, glyph in zip(self.colours, glyphs, strict=True)
        ]
        self.cards = numbers + len(bets) * copies
        found: Document = {
            "numbers": numbers,
            "bets": bets,
            "bet_copies": copies,
            "players": [least, self.chance.randint(least, self.one([least, MOST_PLAYERS]))],
            "colours": colours,
        }
        if self.often(0.8):
            keys = ("deck", "players", "tokens")
            found["rules"] = {key: self.one(self.rules) for key in keys if self.often(0.7)}
        return found

    def audiences(self) -> None:
        """Draw who sees the zones, and how many cards some of them may hold."""
        for zone, pairs in AUDIENCES.items():
            if self.often(0.5):
                table, perfect = self.one(pairs)
                self.zones[zone] = {"table": table, "perfect": perfect}
                if self.often(0.2) and self.cards <= 1000 and zone != "picked":
                    self.zones[zone]["at_most"] = self.cards
                if self.often(0.2):
                    self.zones[zone]["rule"] = self.one(self.rules)

    def seen(self, zone: str, *, others: bool) -> bool:
        """Return whether a player on turn sees the cards of the zone."""
        now = self.zones.get(zone, {}).get("table", ZONES[zone].table)  # type: ignore[index] # a zone
        return now == "all" or (now == "owner" and not others)

    # -- guards -----------------------------------------------------------------------------------

    def term(self, *, card: bool, seen: bool = True, others: bool = False, depth: int = 2) -> str:
        """Draw a term, with new guards for it.

        `card`: it may ask about a card. `seen`: it asks only about cards that the player sees.
        `others`: it is part of a question about some player.
        """
        if self.often(0.06):
            name = self.one([*(["in_direction"] if card else []), "turns_left", "stopped"])
            self.guards[name] = {"rule": self.one(self.rules)}
            return self.one([name, f"not {name}"])
        word = (
            self.made(card=card, seen=seen, others=others, depth=depth)
            if depth and self.often(0.3)
            else self.count(card=card, seen=seen, others=others, depth=depth)
        )
        if self.often(0.5):
            word["rule"] = self.one(self.rules)
        name = self.new(self.guards, "guard_")
        self.guards[name] = word
        return name if self.often(0.75) else f"not {name}"

    def made(self, *, card: bool, seen: bool, others: bool, depth: int) -> Document:
        """Draw a guard that is made of others."""
        some = self.one([None, None, "zone", "zone", "players"])
        word: Document = {}
        if some == "zone":
            zones = [zone for zone in ZONES if not seen or self.seen(zone, others=others)]
            word["some"], card = self.one(zones), True
        elif some == "players" and not others:
            word["some"], others = "players", True
        key = self.one(["all", "any"])
        word[key] = [
            self.term(card=card, seen=seen, others=others, depth=depth - 1)
            for _ in range(self.chance.randint(1, 2))
        ]
        return word

    def count(self, *, card: bool, seen: bool, others: bool, depth: int) -> Document:
        """Draw a guard that counts."""
        about = ("jackpot", "card", "number", "step")
        what: Any = self.one([each for each in get_args(Countable) if card or each not in about])
        if what in ZONES and self.often(0.2):
            what = self.chance.sample([*ZONES], self.chance.randint(1, 3))
        word: Document = {"count": what}
        zones = what if isinstance(what, list) else [what]
        narrow = [zone in ("jackpot", "card") or zone in ZONES for zone in zones]
        if all(narrow):
            hidden = seen and not all(
                zone in ("jackpot", "card", "jackpots") or self.seen(zone, others=others)
                for zone in zones
            )
            kinds = ["numbers", "bets", *(["colour"] if card else []), self.one(self.colours)]
            if {"jackpot", "jackpots"} & {*zones}:
                kinds.remove("bets")
            if not hidden and (what == "card" or self.often(0.4)):
                word["of"] = self.one(kinds)
            if not hidden and depth and self.often(0.15):
                term = self.term(card=True, seen=seen, others=others, depth=depth - 1)
                word["that"] = [term]
        return word | self.compared(what)

    def compared(self, what: Any) -> Document:
        """Draw the comparisons of a count."""
        if what in ("card", "picked", ["picked"]):
            return self.one([{"at_least": 1}, {"exactly": 1}, {"exactly": 0}, {"at_most": 0}])
        signed = what in ("points", "number", "step")
        least = -5 if signed else 0
        word: Document = {}
        key = self.one(COMPARISONS)
        low = 1 if key in ("at_least", "below", "multiple_of") else 0
        word[key] = self.number(min(low, least) if key != "multiple_of" else 1, 8)
        if self.often(0.15):
            word["beyond"] = self.number(1, 4)
        if key == "at_least" and isinstance(word[key], int) and self.often(0.3):
            word["at_most"] = word[key] + self.chance.randint(0, 9)
        return word

    def terms(self, most: int, *, card: bool, seen: bool = True) -> Document:
        """Draw a `when` of at most so many terms."""
        drawn = [self.term(card=card, seen=seen) for _ in range(self.chance.randint(0, most))]
        return {"when": drawn} if drawn else {}

    # -- effects ----------------------------------------------------------------------------------

    def effect(self, word: Document) -> str:
        """Add an effect, and return its name."""
        name = self.new(self.effects, "effect_")
        if self.often(0.4):
            word = {"rule": self.one(self.rules), **word}
        self.effects[name] = word
        return name

    def free(self, *, card: bool, depth: int = 1) -> str:
        """Draw an effect that no other part of the file needs."""
        share = self.chance.random()
        if share < 0.2:
            names = sorted({*effects.BUILT_IN} - {"name_winners"})
            name = self.one(names)
            self.effects[name] = {"rule": self.one(self.rules)} if self.often(0.7) else {}
            return name
        if share < 0.35 and depth:
            parts = [self.free(card=card, depth=0) for _ in range(self.chance.randint(1, 3))]
            return self.effect({"do": parts, **self.condition(card=card)})
        if share < 0.6:
            return self.effect(self.token(card=card))
        return self.effect(self.move(card=card))

    def condition(self, *, card: bool) -> Document:
        return self.terms(1, card=card, seen=False) if self.often(0.4) else {}

    def kind(self, *, card: bool, bets: bool = True) -> str:
        kinds = ["numbers", *(["bets"] if bets else []), *(["colour"] if card else [])]
        return self.one([*kinds, self.one(self.colours)])

    def that(self) -> Document:
        return {"that": [self.term(card=True, seen=False, depth=1)]} if self.often(0.2) else {}

    def token(self, *, card: bool) -> Document:
        value = self.one([-3, -1]) if self.often(0.4) else self.number(1, 5)
        word: Document = {"token": value, **self.condition(card=card)}
        if self.often(0.5):
            word["each"] = self.one([*ZONES])
            if self.often(0.5):
                word["of"] = self.kind(card=card, bets=word["each"] != "jackpots")
            word |= self.that()
        return word

    def roomy(self, zones: Sequence[str]) -> list[str]:
        """Return the zones that may hold all cards."""
        limits = {zone: rule.get("at_most", self.cards) for zone, rule in self.zones.items()}
        return [zone for zone in zones if limits.get(zone, self.cards) == self.cards]

    def move(self, *, card: bool) -> Document:
        """Draw a move between zones other than `picked`."""
        sources = [*LYING, *(["jackpot"] if card else [])]
        targets = self.roomy(LYING)
        source, to = self.one(sources), self.one(targets)
        while to in (source, "jackpots" if source == "jackpot" else "") or (
            to == "deck" and self.often(0.8)
        ):
            source, to = self.one(sources), self.one(targets)
        piles = {"jackpot", "jackpots"} & {source, to}
        kinds = [self.kind(card=card, bets=not piles)]
        if to != "jackpots":
            kinds.append("all")
        word: Document = {"move": self.one(kinds), "from": source, "to": to}
        if self.often(0.6):
            word[self.one(["first", "last", "up_to"])] = self.number(1, 3)
        if to in ORDERED and self.often(0.5):
            word["put"] = self.one(["top", "bottom"])
        return word | self.that() | self.condition(card=card)

    def doing(self, first: list[str], *, card: bool, share: float = 0.35) -> Document:
        """Draw a `do` that begins with these effects."""
        names = list(first)
        while self.often(share) and len(names) < 6:
            names.append(self.free(card=card))
        return {"do": names} if names else {}

    # -- a round ----------------------------------------------------------------------------------

    def phase(self, name: str, actor: str) -> str:
        self.phases.append({"name": name, "actor": actor, "rule": self.one(self.rules)})
        return name

    def goes(self, source: str, to: str, **parts: Any) -> None:
        """Add a transition."""
        number = len(self.transitions)
        head = {"id": f"{source}-{number}", "rule": self.one(self.rules), "from": source, "to": to}
        self.transitions.append({**head, **parts})

    def counts(self, zone: Any, **compared: Any) -> str:
        """Add a guard that counts a zone, and return its name."""
        name = self.new(self.guards, "count_")
        self.guards[name] = {"count": zone, **compared}
        if self.often(0.5):
            self.guards[name]["rule"] = self.one(self.rules)
        return name

    def round(self) -> None:
        """Draw the phases and transitions of a game."""
        most = max(1, min(self.cards // 3, 8))
        dealt = self.number(1, most) if self.cards > 40 else self.chance.randint(1, most)
        key = self.one(["up_to", "first"])
        if key == "up_to" and "market" in self.zones and self.often(0.5):
            self.zones["market"]["at_most"] = dealt
        fill = self.effect({"move": "all", "from": "deck", "to": "market", key: dealt})
        enough = self.counts("deck", at_least=1 if self.often(0.5) else dealt)
        start, pick, end = (
            self.phase("start", "table"), self.phase("pick", "player"), self.phase("over", "end"),
        )  # fmt: skip
        self.goes(start, pick, **self.doing([fill], card=False))
        after = self.pick(pick)
        for number in range(self.one([0, 0, 1, 1, 2])):
            after = self.more(after, self.phase(f"more-{number}", "player"))
        turn = after
        self.effects["next_turn"] = {"rule": self.one(self.rules)}
        if self.often(0.8):
            self.guards["turns_left"] = {"rule": self.one(self.rules)}
            self.goes(turn, pick, when=["turns_left"], **self.doing(["next_turn"], card=False))
        passing = ["begin_with_first", "pass_first_player", "next_turn", "begin_round"]
        passed = [name for name in passing if self.often(0.5)]
        for name in passed:
            self.effects.setdefault(name, {})
        when = [enough, *self.terms(1, card=False, seen=False).get("when", [])]
        self.goes(turn, start, when=when, **self.doing(passed, card=False))
        self.effects["name_winners"] = {"rule": self.one(self.rules)}
        if self.often(0.2):
            other = self.phase("over-too", "end")
            self.goes(turn, other, when=[self.term(card=False, seen=False)])
        winners = ["name_winners"] if self.often(0.8) else []
        self.goes(turn, end, **self.doing(winners, card=False, share=0.25))

    def pick(self, pick: str) -> str:
        """Draw how a card is picked and placed, and return the phase after it."""
        turn = self.phase("turn-end", "table")
        if self.often(0.5):  # the card waits as the picked card
            place = self.phase("place", self.one(["player", "player", "table"]))
            zone = self.one(["market", "market", "market", "discard", "line", "hand", "jackpots"])
            zone = zone if self.seen(zone, others=False) else "market"
            source = {"jackpots": self.one(["jackpots", "jackpot"])}.get(zone, zone)
            taken = self.effect({"move": "card", "from": source, "to": "picked"})
            when = self.terms(1, card=True)
            self.goes(pick, place, on="take", card=zone, do=[taken], **when)
            if self.often(0.3):
                drawn = self.effect({"move": "all", "from": "deck", "to": "picked", "first": 1})
                has = self.counts("deck", at_least=1)
                self.goes(pick, place, on="draw", when=[has], do=[drawn])
            self.place(place, turn)
        else:
            zones = ["market", "market", "market", *LYING]
            zone = self.one([each for each in zones if self.seen(each, others=False)])
            do = self.doing([self.moved(zone)], card=True)
            self.goes(pick, turn, on="take", card=zone, **self.terms(1, card=True), **do)
        share = self.chance.random()
        if share < 0.6:
            self.goes(pick, turn, on="skip", **self.doing([], card=False))
        elif share < 0.9:
            none = self.counts(zone, exactly=0)
            self.goes(pick, turn, when=[none], **self.doing([], card=False))
        return turn

    def moved(self, source: str) -> str:
        """Add a move of the card of the transition from this zone."""
        targets = self.roomy([*LYING, "line", "hand", "scored"])
        to = self.one([zone for zone in targets if zone not in (source, "jackpots")])
        word: Document = {"move": "card", "from": source, "to": to}
        if to in ORDERED and self.often(0.4):
            word["put"] = self.one(["top", "bottom"])
        return self.effect(word)

    def place(self, place: str, turn: str) -> None:
        """Draw where a picked card goes."""
        by_player = self.phases[-1]["actor"] == "player"
        number = self.counts("card", of="numbers", exactly=1)
        for verb in ("put", "lay")[: self.chance.randint(0, 2)]:
            on = {"on": verb} if by_player else {}
            when = self.terms(2, card=True, seen=by_player).get("when", [])
            if self.often(0.3):
                to_pile = self.effect({"move": "card", "from": "picked", "to": "jackpots"})
                do = self.doing([to_pile], card=True)
                self.goes(place, turn, **on, card="picked", when=[*when, number], **do)
            else:
                do = self.doing([self.moved("picked")], card=True)
                when = when or [self.term(card=True)]
                self.goes(place, turn, **on, card="picked", when=when, **do)
        on = {"on": "drop"} if by_player else {}
        if self.often(0.8):
            do = self.doing([self.moved("picked")], card=True)
            self.goes(place, turn, **on, card="picked", **do)
        else:
            to = self.one(["line", "scored", "discard"])
            lay = self.effect({"move": "all", "from": "picked", "to": to})
            self.goes(place, turn, **on, **self.doing([lay], card=False))
        if not any(number in each.get("when", ()) for each in self.transitions):
            del self.guards[number]

    def more(self, turn: str, phase: str) -> str:
        """Draw another phase of the player before this one, which then begins a turn's end."""
        after = self.phase(f"{phase}-end", "table")
        self.goes(turn, phase, **self.doing([], card=False))
        zones = [zone for zone in LYING if self.seen(zone, others=False)]
        for verb in ("play", "swap", "give")[: self.chance.randint(1, 3)]:
            if self.often(0.7):
                zone = self.one(zones)
                do = self.doing([self.moved(zone)] if self.often(0.8) else [], card=True)
                self.goes(phase, after, on=verb, card=zone, **self.terms(2, card=True), **do)
            else:
                parts = {**self.terms(1, card=False), **self.doing([], card=False)}
                self.goes(phase, after, on=verb, **parts)
        if self.often(0.3):
            self.goes(phase, after, when=[self.term(card=False)])
        if self.often(0.85):
            self.goes(phase, after, on="pass", **self.doing([], card=False))
        return after

    # -- texts ------------------------------------------------------------------------------------

    def sentence(self, names: Sequence[str], depth: int = 2) -> Any:
        """Draw a sentence with some of these parameters, or a choice of sentences."""
        if names and depth and self.often(0.3):
            by = self.one(names)
            keys = ["other", *self.chance.sample(["one"], self.chance.randint(0, 1))]
            return {"by": by, **{key: self.sentence(names, depth - 1) for key in keys}}
        words = [
            f"{{{self.one(names)}}}" if names and self.often(0.4) else self.one(SAID)
            for _ in range(self.chance.randint(1, 6))
        ]
        return " ".join([self.one(SAID), *words])

    def texts(self) -> Document:
        """Draw texts about the parts that are drawn so far."""
        limits = [name for name, limit in self.limits.items() if isinstance(limit, int)]
        verbs = sorted({each["on"] for each in self.transitions if "on" in each})
        reasons = [*self.guards, *(f"not_{name}" for name in self.guards)]
        subjects: dict[str, tuple[Sequence[str], Sequence[str]]] = {
            "rules": (self.rules, [*limits, *ABOUT_THE_BOX]),
            "verbs": (verbs, ["card", "rule"]),
            "phases": ([each["name"] for each in self.phases], []),
            "prompts": ([each["name"] for each in self.phases], []),
            "reasons": (reasons, [*limits, *(set(ABOUT_A_REFUSAL) - {"count"})]),
            "events": ([*self.effects], list(ABOUT_AN_EVENT)),
            "limits": ([*self.limits], []),
            "colours": (self.colours, []),
        }
        found: Document = {}
        for lang in LANGUAGES:
            if self.often(0.6):
                found[lang] = {"title": self.sentence([])} if self.often(0.5) else {}
                for kind, (names, params) in subjects.items():
                    told = [name for name in names if self.often(0.3)]
                    if told:
                        found[lang][kind] = {
                            name: self.sentence(sorted(self.parameters(name, params)))
                            for name in told
                        }
        return {"text": found} if found else {}

    def parameters(self, name: str, params: Sequence[str]) -> Sequence[str]:
        """Return the parameters of a sentence; of the reason of a count also its count."""
        word = self.guards.get(name.removeprefix("not_"), {})
        return [*params, "count"] if "held" in params and "count" in word else params


# -- whole files, overlays, files with changes ----------------------------------------------------


def whole(chance: Random) -> Document:
    """Draw a rule file that extends no other."""
    draft = Drawing(chance)
    box = draft.box()
    draft.audiences()
    draft.round()
    document: Document = {
        "format": 2,
        "name": "drawn",
        "title": draft.sentence([]),
        "start": "start",
        "components": box,
        "limits": draft.limits,
        "rules": {rule: {"source": draft.sentence([])} for rule in RULES},
        "guards": draft.guards,
        "effects": draft.effects,
        "phase": draft.phases,
        "transition": draft.transitions,
    }
    if draft.zones:
        document["zones"] = draft.zones
    return document | (draft.texts() if draft.often(0.5) else {})


def overlay(chance: Random) -> Document:
    """Draw an overlay of a built-in ruleset that adds and replaces words and transitions."""
    base = chance.choice(["standard", "standard", "bga", "bga", "brave", "long-line"])
    old = built_in(base)
    draft = Drawing(chance)
    draft.colours = [colour["name"] for colour in old["components"]["colours"]]
    draft.rules = [*old["rules"]]
    draft.zones = copy.deepcopy(old["zones"])
    head: Document = {"format": 2, "name": "drawn", "extends": base}
    if draft.often(0.5):
        head["title"] = draft.sentence([])
    if draft.often(0.3):
        box = draft.box()
        keys = ["numbers", "bets", "players"] if draft.often(0.8) else ["bet_copies"]
        head["components"] = {key: box[key] for key in keys}
        draft.colours = [colour["name"] for colour in old["components"]["colours"]]
    for _ in range(draft.one([1, 1, 2, 3])):
        draft.one([_another_word, _another_way, _another_way, _fewer_ways, _other_limits])(
            draft, head, old
        )
    for key in ("limits", "guards", "effects"):
        if words := getattr(draft, key):
            head[key] = head.get(key, {}) | words
    if draft.transitions:
        head["transition"] = draft.transitions
    if draft.often(0.2):
        zone = draft.one([*AUDIENCES])
        table, perfect = draft.one(AUDIENCES[zone])
        head["zones"] = {zone: {"table": table, "perfect": perfect}}
    return head | (draft.texts() if draft.often(0.3) else {})


def _another_word(draft: Drawing, head: Document, old: Document) -> None:
    """Replace a guard, or an effect by itself and another one."""
    joined = [name for name, word in old["effects"].items() if "do" in word]
    if draft.often(0.5) and joined:
        name = draft.one(joined)
        parts = [*old["effects"][name]["do"]]
        parts.insert(draft.chance.randint(0, len(parts)), draft.free(card=False))
        draft.effects[name] = {"do": parts}
    else:
        name = draft.one([name for name, word in old["guards"].items() if len(word) > 1])
        draft.guards[name] = {
            draft.one(["all", "any"]): [draft.term(card=False), draft.term(card=False)]
        }


def _another_way(draft: Drawing, head: Document, old: Document) -> None:
    """Add a transition with a verb of its own to a phase in which no picked card waits."""
    phases = [name for name in ("pick", "play", "score", "final") if _has_phase(old, name)]
    to = {"pick": "pick", "play": "score", "score": "turn-end", "final": "final-score"}
    name = draft.one(phases)
    zone = draft.one([each for each in LYING if draft.seen(each, others=False)])
    onward = to[name] if _has_phase(old, to[name]) else name
    do = draft.doing([draft.moved(zone)], card=True)
    verb = f"also-{len(draft.transitions)}"
    draft.goes(name, onward, on=verb, card=zone, **draft.terms(2, card=True), **do)


def _fewer_ways(draft: Drawing, head: Document, old: Document) -> None:
    """Remove a transition, and perhaps give it again, which puts it at the end."""
    entry = draft.one(old["transition"])
    removed = head.setdefault("remove", {}).setdefault("transition", [])
    if entry["id"] not in removed:
        removed.append(entry["id"])
        if draft.often(0.6):
            draft.transitions.append(copy.deepcopy(entry))


def _other_limits(draft: Drawing, head: Document, old: Document) -> None:
    """Give limits other values."""
    plain = [name for name, value in old["limits"].items() if isinstance(value, int)]
    for name in draft.chance.sample(plain, draft.chance.randint(1, 3)):
        head.setdefault("limits", {})[name] = draft.chance.randint(0, 9)


def _has_phase(document: Document, name: str) -> bool:
    return any(phase["name"] == name for phase in document["phase"])


@cache
def built_in_text(name: str) -> str:
    return json.dumps(load_ruleset(name).document)


def built_in(name: str) -> Document:
    """Return the whole data of a built-in ruleset."""
    found: Document = json.loads(built_in_text(name))
    return found


@cache
def house_files() -> tuple[str, ...]:
    """Return the house rules of people, and the rulesets that extend others, as JSON texts."""
    files = [*sorted((ROOT / "tests/data/house").glob("*.toml"))]
    files += sorted((ROOT / "tests/data/small").glob("*.toml"))
    files += [ROOT / f"spec/rulesets/{name}.toml" for name in ("children", "every-third")]
    return tuple(json.dumps(tomllib.loads(file.read_text("utf-8"))) for file in files)


def changed_house(chance: Random) -> Document:
    """Draw a house rule with some small changes, as an overlay or as a whole file."""
    document: Document = json.loads(chance.choice(house_files()))
    if chance.random() < 0.3:
        document = load_ruleset(document).document
    for _ in range(chance.choice([1, 1, 2, 4])):
        ways = [*changes(document)]
        if not ways:
            break
        chance.choice(ways)[1](document)
    return document


def spoilt(document: Document, chance: Random) -> Document:
    """Return the file with a mistake: something is missing, twice, or of another kind."""
    places = [*inside(document)]
    holder, key = chance.choice(places)
    match chance.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        case 1 | 2:
            values = [value for value in HOSTILE if not _raw(value)]
            holder[key] = copy.deepcopy(chance.choice(values))
        case 3:
            other, name = chance.choice(places)
            holder[key] = copy.deepcopy(other[name])
        case _:
            holder[key] = [holder[key]]
    return document


def _raw(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("@")


def inside(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place inside the value: the table or list, and the key or index."""
    keys = [*value] if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from inside(value[key])


WAYS: list[tuple[Callable[[Random], Document], int]] = [
    (whole, 60),
    (overlay, 25),
    (changed_house, 15),
]
"""How a file is drawn, and how often."""


def drawn(seed: int) -> Document:
    """Return the rule file of this seed."""
    chance = Random(seed)
    ways, weights = zip(*WAYS, strict=True)
    (way,) = chance.choices(ways, weights)
    document: Document = way(chance)
    return spoilt(document, chance) if chance.random() < 0.1 else document


# -- the vocabulary --------------------------------------------------------------------------------


def words_of(document: Document) -> Iterator[str]:
    """Yield what a rule file uses of the vocabulary, such as `guards.count = hand`."""
    for section in ("guards", "effects"):
        for name, word in document.get(section, {}).items():
            yield from _words_of_entry(section, name, word)
    for zone, rule in document.get("zones", {}).items():
        yield from (f"zones.{zone}.{key}" for key in rule)
        yield from (f"zones.{zone}.{key} = {rule[key]}" for key in MEMORIES if key in rule)
    yield from (f"phase.actor = {phase['actor']}" for phase in document.get("phase", []))
    for way in document.get("transition", []):
        on, card = ("on" if "on" in way else "by itself"), way.get("card")
        yield f"transition {on}, card = {card}"
        yield from (f"transition.{key}" for key in ("when", "do") if way.get(key))
        yield from _negations("transition.when", way.get("when", ()))
    for lang, texts in document.get("text", {}).items():
        yield from (f"text.{lang}.{kind}" for kind in texts)
        yield from (f"text: by {name}" for name in _choices(texts))


def _words_of_entry(section: str, name: str, word: Document) -> Iterator[str]:
    """Yield what a guard or an effect uses of the vocabulary."""
    if {*word} <= {"rule", "when"}:
        yield f"{section}: {name}"
    for key, value in word.items():
        yield f"{section}.{key}"
        yield from (f"{section}.{key} = {each}" for each in _named(key, value))
        if key in NUMBER_KEYS:
            yield f"{section}.{key}: {_kind_of_number(value)}"
        if key in ("when", "all", "any", "that"):
            yield from _negations(f"{section}.{key}", value)


def _negations(what: str, terms: Sequence[str]) -> list[str]:
    return [f"{what}: not" for term in terms if term.startswith("not ")]


NAMED = ("count", "of", "some", "move", "from", "to", "put", "each")
"""The keys of words whose values are words of the vocabulary."""


def _named(key: str, value: Any) -> list[str]:
    """Return the values of a key that are words of the vocabulary."""
    if key == "count" and isinstance(value, list):
        return ["a list", *value]
    if key in ("of", "move") and value not in WHICH:
        return ["a colour"]
    return (
        [str(value)] if key in ("count", "of", "some", "move", "from", "to", "put", "each") else []
    )


def _kind_of_number(value: int | str) -> str:
    """Return what kind of number a value is."""
    if isinstance(value, int):
        return "a number"
    return "players" if value == "players" else "a limit"


def _choices(texts: Any) -> Iterator[str]:
    """Yield the parameters by which sentences are chosen."""
    if isinstance(texts, dict):
        if isinstance(texts.get("by"), str):
            yield texts["by"]
        for part in texts.values():
            yield from _choices(part)


# -- as TOML --------------------------------------------------------------------------------------


def toml(document: Document) -> str:
    """Return the data of a rule file as TOML."""
    return "\n".join(_lines(document, ())) + "\n"


def _lines(table: Document, path: tuple[str, ...]) -> Iterator[str]:
    inner = {key: value for key, value in table.items() if _is_table(value)}
    for key, value in table.items():
        if key not in inner:
            yield f"{_text(key)} = {_value(value)}"
    for key, value in inner.items():
        name = ".".join(map(_text, (*path, key)))
        for each in value if isinstance(value, list) else [value]:
            yield f"[[{name}]]" if isinstance(value, list) else f"[{name}]"
            yield from _lines(each, (*path, key))


def _is_table(value: Any) -> bool:
    """Return whether the value is a table, or a list of tables alone."""
    listed = value if isinstance(value, list) and value else [value]
    return all(isinstance(each, dict) for each in listed)


def _value(value: Any) -> str:
    """Return a value as TOML. A list has a line for each member, as lines are not long."""
    if isinstance(value, list):
        return "[" + "".join(f"\n  {_value(each)}," for each in value) + "\n]"
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{_text(key)} = {_value(each)}" for key, each in value.items()) + "}"
        )
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
