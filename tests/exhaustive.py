"""Every state of small games. `python tests/exhaustive.py [NAME …]` walks, for each rule file of
`tests/data/small/` (or those that are named), *every* table that can be reached: from every order
of the deck, through every choice of every player. It prints how many there are at each depth, which
is the number of decisions taken until then, and fails (exit code 1) where a check fails, or a count
differs from the one pinned in `tests/data/small/counts.json`; `--write` pins what it counts. All
of them take more than an hour; `--every 200` looks at fewer.

At every table, all of this is looked at with plain code of its own:

- each card of the deck lies in exactly one place; lines go one way, hold no more Bet cards than
  they may, hands no more cards; no Bet card is in a score pile or under a jackpot, and under a
  jackpot is only its colour; each token is of a Bet card that was discarded;
- there is something to do, unless the game is over, and then nothing is left lying about;
- every action of `legal` is accepted, its events make of the table before the table after, each
  by moving the cards that it tells and no others, and whoever has most points at the end has won;
- what is legal is the same as at every other table with the same phase, market and picked card, and
  the same before the player on turn; and once for each of these situations every other action that
  can be thought of (each verb with each card, and without) is refused, and `why_not` gives a reason
  for exactly these.

And at every table too, or with `--every N` at every N-th one:

- the table survives JSON;
- a view has what `[zones]` shows, no code of a card that it hides, and is the same when the hidden
  cards change places; the events of an action show no card that did not lie open before or after.

Tables are the same if all that lies on them is, in the same order. The walk goes breadth first, and
looks at each table once, whatever deal and choices led to it; "tables", "decisions", "ends" and
"events" count each once too. The counts by depth are made afterwards, over all that was found: a
table that is reached by more and by fewer decisions is among the "tables by depth" of each of its
depths. "paths by depth" counts ways instead: deals, and what was then decided, as perft does;
"games" are those that came to the end. There is no last depth unless every game ends.
"""

from __future__ import annotations

import gc
import json
import re
import sys
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

from attrs import asdict, define, evolve, field

from lineit import (
    Action,
    Card,
    Event,
    IllegalAction,
    Player,
    Ruleset,
    Table,
    legal,
    load_ruleset,
    parse_table,
    step,
    table_json,
    why_not,
)
from lineit.events import CardsMoved, GameEnded, TokenTaken
from lineit.machine import begin, is_over, waits
from lineit.table import set_up
from lineit.views import seen_event_json, view, view_json
from lineit.zones import Memory

SMALL = Path(__file__).parent / "data/small"
COUNTS = SMALL / "counts.json"

DECISIONS_A_CARD = 10
"""A game with more decisions than this for each card of the deck is taken not to end."""

MEMORIES: tuple[Memory, ...] = ("table", "perfect")


class WrongTable(AssertionError):
    """A table, or what came of an action on it, is not as it must be."""

    def __init__(self, what: str, table: Table, action: Action | None = None) -> None:
        done = "" if action is None else f" after {action}"
        super().__init__(f"{what}{done}, on the table {json.dumps(table_json(table))}")


def names() -> tuple[str, ...]:
    """The small games, by the names of their rule files."""
    return tuple(sorted(path.stem for path in SMALL.glob("*.toml")))


def load(name: str) -> Ruleset:
    """The rules of a small game."""
    return load_ruleset(SMALL / f"{name}.toml")


# -- what lies on a table -------------------------------------------------------


Pile = tuple[str, int | str | None, tuple[Card, ...]]
"""A place: the name of the zone, the seat or the colour that it belongs to, and the cards in it."""


def piles(table: Table) -> list[Pile]:
    """All places of a table."""
    found: list[Pile] = [
        ("deck", None, table.deck),
        ("market", None, table.market),
        ("discard", None, table.discard),
        ("picked", None, () if table.picked is None else (table.picked,)),
    ]
    for colour, cards in zip(table.ruleset.components.colours, table.jackpots, strict=True):
        found.append(("jackpots", colour.name, cards))
    for seat, player in enumerate(table.players):
        found += [
            ("hand", seat, player.hand),
            ("line", seat, player.line.cards),
            ("scored", seat, player.scored),
        ]
    return found


def with_piles(table: Table, cards: list[tuple[Card, ...]]) -> Table:
    """The table with other cards in its places, which are in the order of `piles`."""
    deck, market, discard, picked = cards[:4]
    jackpots = 4 + len(table.jackpots)
    players: list[Player] = []
    for seat, player in enumerate(table.players):
        hand, line, scored = cards[jackpots + 3 * seat :][:3]
        line_with = evolve(player.line, cards=line)
        players.append(evolve(player, hand=hand, line=line_with, scored=scored))
    return evolve(
        table,
        deck=deck,
        market=market,
        discard=discard,
        picked=picked[0] if picked else None,
        jackpots=tuple(cards[4:jackpots]),
        players=tuple(players),
    )


def key_of(table: Table) -> bytes:
    """A short key, the same for two tables if all that lies on them is."""
    rest = [(player.tokens, player.stopped) for player in table.players]
    said = [f"{table.phase} {table.round} {table.first} {table.seat} {table.played} {rest}"]
    said += [" ".join([card.code for card in cards]) for _, _, cards in piles(table)]
    return blake2b("|".join(said).encode(), digest_size=16).digest()


def points(player: Player) -> int:
    """The points of a player."""
    return len(player.scored) + sum(player.tokens)


# -- what must be true of every table -------------------------------------------


def faults(table: Table, deck: list[str]) -> Iterator[str]:
    """What is wrong with a table, whose cards should be those of the deck, sorted."""
    limits = table.ruleset.plain_limits
    if sorted([card.code for _, _, cards in piles(table) for card in cards]) != deck:
        yield "not every card of the deck is in exactly one place"
    settled = Counter(card.value for card in table.discard if card.value is not None)
    settled.subtract(abs(token) for player in table.players for token in player.tokens)
    if min(settled.values(), default=0) < 0:
        yield "a token lies there without its Bet card in the discard"
    for player in table.players:
        yield from faults_of_player(player, table.ruleset)
    for colour, cards in zip(table.ruleset.colours, table.jackpots, strict=True):
        if any([card.colour != colour for card in cards]):
            yield "a card lies under the jackpot of another colour"
    if len(table.market) > len(table.players) + limits["market_extra"]:
        yield "the market has too many cards"


def faults_of_player(player: Player, rules: Ruleset) -> Iterator[str]:
    """What is wrong with what lies before a player."""
    limits = rules.plain_limits
    numbers = [card.number for card in player.line.cards if card.number is not None]
    ways = {one < other for one, other in pairwise(numbers)}
    if len(ways) > 1:
        yield "a line goes up and down"
    if len(player.line.cards) - len(numbers) > limits["bets_per_line"]:
        yield "a line has too many Bet cards"
    if len(player.hand) > limits["hand"]:
        yield "a hand has too many cards"
    if any([card.number is None for card in player.scored]):
        yield "a Bet card lies in a score pile"


def faults_at_the_end(table: Table) -> Iterator[str]:
    """What is wrong with the table of a game that is over."""
    if table.deck or table.market or table.picked:
        yield "cards are left in the deck, the market or a hand that picked one"
    if any(player.line.cards for player in table.players):
        yield "a line is not scored"


def faults_of_step(table: Table, after: Table, events: tuple[Event, ...]) -> Iterator[str]:
    """What is wrong with the events of a step."""
    now = table
    for event in events:
        before, now = now, event.change(now)
        yield from faults_of_event(before, event, now)
    if now != after:
        yield "the events make another table"
    told = [(event.points, event.winners) for event in events if isinstance(event, GameEnded)]
    if told or is_over(after):
        own = tuple(points(player) for player in after.players)
        winners = tuple(seat for seat, each in enumerate(own) if each == max(own))
        if told != [(own, winners)] or not is_over(after):
            yield "the end, the points or the winners are told wrong"


def faults_of_event(before: Table, event: Event, after: Table) -> Iterator[str]:
    """What an event changes otherwise than it tells: where cards lie, and the tokens."""
    lying = {(zone, owner): cards for zone, owner, cards in piles(before)}
    tokens = [player.tokens for player in before.players]
    if isinstance(event, CardsMoved):
        source, to = place(event, event.source), place(event, event.to)
        if not set(event.cards) <= set(lying[source]):
            yield "an event moves cards that lie elsewhere"
        lying[source] = tuple([card for card in lying[source] if card not in event.cards])
        lying[to] = event.cards + lying[to] if event.top else lying[to] + event.cards
    elif isinstance(event, TokenTaken):
        tokens[event.seat] = (*tokens[event.seat], event.value)
    if lying != {(zone, owner): cards for zone, owner, cards in piles(after)}:
        yield "an event puts cards elsewhere than it tells"
    if tokens != [player.tokens for player in after.players]:
        yield "an event gives other tokens than it tells"


def place(event: CardsMoved, zone: str) -> tuple[str, int | str | None]:
    """The place of a zone that a move means."""
    if zone in ("hand", "line", "scored"):
        return zone, event.seat
    return zone, event.colour if zone == "jackpots" else None


def faults_of_refusals(table: Table, accepted: tuple[Action, ...]) -> Iterator[str]:
    """Where an action that is not legal is not refused, or there is a reason for one that is."""
    rules = table.ruleset
    for action in [Action(verb, card) for verb in rules.verbs for card in (None, *rules.cards)]:
        reason = why_not(table, action)
        if (reason is None) is not (action in accepted):
            yield f"of {action} legal and why_not do not say the same"
        if action in accepted:
            continue
        try:
            step(table, action)
        except IllegalAction as refused:
            if refused.reason != reason:
                yield f"{action} is refused for another reason than why_not tells"
        else:
            yield f"{action} is accepted, but not legal"


def faults_of_json(table: Table) -> Iterator[str]:
    """Whether the table comes back from JSON as it was."""
    data = table_json(table)
    again = parse_table(json.loads(json.dumps(data)), table.ruleset)
    if again != table or hash(again) != hash(table) or table_json(again) != data:
        yield "it does not survive JSON"


# -- who sees what --------------------------------------------------------------


def viewers(table: Table) -> list[tuple[int | None, Memory]]:
    """Each seat and a spectator, with both memories."""
    seats = (*range(len(table.players)), None)
    return [(seat, memory) for seat in seats for memory in MEMORIES]


def opened(table: Table, viewer: int | None, memory: str) -> list[bool]:
    """Whether the rule file shows each of the places to a viewer, read from its data."""
    zones = table.ruleset.document["zones"]
    found = []
    for zone, owner, _ in piles(table):
        audience = zones[zone][memory] if zone in zones else "all"
        found.append(audience == "all" or (audience == "owner" and owner == viewer is not None))
    return found


def open_cards(table: Table, visible: list[bool]) -> set[str]:
    """The codes of the cards in the places that are visible."""
    places = zip(piles(table), visible, strict=True)
    return {card.code for (_, _, cards), is_open in places if is_open for card in cards}


def codes_in(data: Any, deck: list[str]) -> set[str]:
    """Every code of a card in some JSON data."""
    return set(re.findall('"([^"]*)"', json.dumps(data))) & set(deck)


def faults_of_views(table: Table, deck: list[str]) -> Iterator[str]:
    """What views show though it is hidden, or hide though it is open."""
    places = piles(table)
    for viewer, memory in viewers(table):
        who = f"the view of {viewer}, {memory},"
        visible = opened(table, viewer, memory)
        seen = view(table, viewer, memory)
        data = view_json(seen)
        told = [
            data["deck"],
            data["market"],
            data["discard"],
            [] if data["picked"] is None else [data["picked"]],
            *(data["jackpots"][colour] for colour in table.ruleset.colours),
            *(each[zone] for each in data["players"] for zone in ("hand", "line", "scored")),
        ]
        cards = [
            [card.code for card in there] if is_open else len(there)
            for (_, _, there), is_open in zip(places, visible, strict=True)
        ]
        if told != cards:
            yield f"{who} shows other cards than lie open"
        if codes_in(data, deck) != open_cards(table, visible):
            yield f"{who} has other codes than lie open"
        if view(turned(table, visible), viewer, memory) != seen:
            yield f"{who} changes with cards that are hidden"


def turned(table: Table, visible: list[bool]) -> Table:
    """The table where each card of a hidden place lies where the next one lay."""
    places = [cards for _, _, cards in piles(table)]
    closed = [cards for cards, is_open in zip(places, visible, strict=True) if not is_open]
    hidden = [card for cards in closed for card in cards]
    moved = iter(hidden[1:] + hidden[:1])
    return with_piles(
        table,
        [
            cards if is_open else tuple(next(moved) for _ in cards)
            for cards, is_open in zip(places, visible, strict=True)
        ],
    )


def faults_of_seen_events(
    table: Table, events: tuple[Event, ...], deck: list[str]
) -> Iterator[str]:
    """What events show of cards that lay open neither before nor after."""
    with_cards = []
    for event in events:
        after = event.change(table)
        if isinstance(event, CardsMoved | TokenTaken):
            with_cards.append((event, table, after))
        table = after
    for viewer, memory in viewers(table):
        visible = opened(table, viewer, memory)
        for event, before, after in with_cards:
            codes = codes_in(seen_event_json(event, table.ruleset, viewer, memory), deck)
            hidden = codes - open_cards(before, visible) - open_cards(after, visible)
            if hidden:
                yield f"{type(event).__name__} shows {viewer}, {memory}, a card that is hidden"


# -- the walk -------------------------------------------------------------------


@define
class Counts:
    """What a walk counted."""

    players: int
    cards: int
    deals: int = 0
    tables: int = 0
    decisions: int = 0
    ends: int = 0
    games: int = 0
    tables_by_depth: list[int] = field(factory=list)
    paths_by_depth: list[int] = field(factory=list)
    events: dict[str, int] = field(factory=dict)

    @property
    def data(self) -> dict[str, Any]:
        """The counts as they are pinned."""
        return {name.replace("_", " "): value for name, value in asdict(self).items()}


@define
class Walk:
    """A walk over all tables of a game; every `every`-th is looked at in every way."""

    rules: Ruleset
    every: int = 1
    counts: Counts = field(init=False)
    deck: list[str] = field(init=False)
    numbers: dict[bytes, int] = field(factory=dict)
    onward: list[tuple[int, ...]] = field(factory=list)
    told: Counter[str] = field(factory=Counter)
    situations: dict[object, tuple[Action, ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        least, most = self.rules.components.players
        if least != most:
            raise ValueError(
                f"{self.rules.name} is for {least} to {most} players, not for one number"
            )
        self.deck = sorted(card.code for card in self.rules.cards)
        self.counts = Counts(least, len(self.deck))

    def run(self) -> Counts:
        """Walk to the end of every game."""
        found: dict[int, Table] = {}
        deals: Counter[int] = Counter()
        for deck in permutations(self.rules.cards):
            table, _ = begin(set_up(self.rules, self.counts.players, deck))
            deals[self.number(table, found)] += 1
        while found:
            following: dict[int, Table] = {}
            for number in list(found):
                self.visit(found.pop(number), following)
            found = following
        self.counts.deals = deals.total()
        self.counts.tables = len(self.numbers)
        self.counts.events = dict(sorted(self.told.items()))
        self.count_by_depth(deals)
        return self.counts

    def number(self, table: Table, found: dict[int, Table]) -> int:
        """The number of a table, which is added to those found where it is new."""
        number = self.numbers.setdefault(key_of(table), new := len(self.numbers))
        if number == new:
            found[number] = table
        elif number in found and found[number] != table:
            raise WrongTable("it is not equal to one on which the same lies", table)
        return number

    def visit(self, table: Table, following: dict[int, Table]) -> None:
        """Look at a table, and take every action on it."""
        whole = len(self.onward) % self.every == 0
        actions = legal(table)
        self.look(table, actions, whole)
        onward = []
        for action in actions:
            after, events = step(table, action)
            self.look_at_step(table, action, after, events, whole)
            onward.append(self.number(after, following))
        self.onward.append(tuple(onward))

    def count_by_depth(self, deals: Mapping[int, int]) -> None:
        """Count the tables at each depth, and the paths to them, over all that was found."""
        paths = deals
        while paths:
            if len(self.counts.paths_by_depth) > DECISIONS_A_CARD * len(self.deck):
                raise AssertionError(f"{self.rules.name}: there are games to which no end comes")
            self.counts.tables_by_depth.append(len(paths))
            self.counts.paths_by_depth.append(sum(paths.values()))
            following: dict[int, int] = defaultdict(int)
            for number, ways in paths.items():
                for after in self.onward[number]:
                    following[after] += ways
                if not self.onward[number]:
                    self.counts.games += ways
            paths = following

    def look(self, table: Table, actions: tuple[Action, ...], whole: bool) -> None:
        """Raise `WrongTable` where something is wrong with a table; count it."""
        over = table.phase in [phase.name for phase in self.rules.phases if phase.actor == "end"]
        found = list(faults(table, self.deck))
        if over:
            found += faults_at_the_end(table)
        if over is bool(actions) or over is not is_over(table):
            found.append("it is a dead end, or goes on after the end")
        if len(set(actions)) < len(actions):
            found.append("an action is legal twice")
        player = table.players[table.seat]
        before_player = (player.hand, player.line.cards, player.stopped, table.played)
        situation = (table.phase, table.market, table.picked, before_player)
        if situation not in self.situations:
            self.situations[situation] = actions
            found += faults_of_refusals(table, actions)
        if actions != self.situations[situation]:
            found.append("what is legal depends on more than what lies before the player")
        if whole:
            if over is waits(table):
                found.append("waits does not say whether a player is to decide")
            found += faults_of_json(table)
            found += faults_of_views(table, self.deck)
        if found:
            raise WrongTable(found[0], table)
        self.counts.decisions += len(actions)
        self.counts.ends += over

    def look_at_step(
        self, table: Table, action: Action, after: Table, events: tuple[Event, ...], whole: bool
    ) -> None:
        """Raise `WrongTable` where something is wrong with a step; count its events."""
        found = list(faults_of_step(table, after, events))
        if whole:
            found += faults_of_seen_events(table, events, self.deck)
        if found:
            raise WrongTable(found[0], table, action)
        self.told.update([kind(event) for event in events])


def kind(event: Event) -> str:
    """What an event is counted as: its type, and the word that brought it about, if it has one."""
    name = type(event).__name__
    return f"{name} {event.word}" if isinstance(event, CardsMoved | TokenTaken) else name


# -- the counts that are pinned ---------------------------------------------------


def pinned() -> dict[str, Any]:
    """The counts of all small games, as they were pinned."""
    if not COUNTS.exists():
        return {}
    found: dict[str, Any] = json.loads(COUNTS.read_text("utf-8"))
    return found


def pin(counts: dict[str, Any]) -> None:
    """Write the counts, one line for each that is counted."""
    games = []
    for name in sorted(counts):
        lines = [
            f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in counts[name].items()
        ]
        games.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    COUNTS.write_text("{\n" + ",\n".join(games) + "\n}\n", "utf-8")


@contextmanager
def without_collector() -> Iterator[None]:
    """Millions of tables refer to nothing in circles: it would take long to look for that."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def main() -> int:
    """Walk, and tell what was counted; 1 where something is wrong, or not as it is pinned."""
    parser = ArgumentParser(description="Every state of small games.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names()))
    parser.add_argument("--write", action="store_true", help="pin what is counted")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="look at fewer views")
    arguments = parser.parse_args()
    bad = False
    counts = pinned()
    for name in arguments.names or names():
        began = time.perf_counter()
        try:
            with without_collector():
                found = Walk(load(name), arguments.every).run().data
        except WrongTable as wrong:
            print(f"{name}: {wrong}", flush=True)
            bad = True
            continue
        seconds = time.perf_counter() - began
        each = "each" if arguments.every == 1 else f"every {arguments.every}th"
        print(
            f"{name}: {found['tables']:,} tables, {found['decisions']:,} decisions, "
            f"{found['games']:,} games, in {seconds:.0f} s; {each} was looked at in every way"
        )
        for depth, (tables, paths) in enumerate(
            zip(found["tables by depth"], found["paths by depth"], strict=True)
        ):
            print(f"{depth:>6} {tables:>12,} {paths:>14,}", flush=True)
        if arguments.write:
            counts = pinned() | {name: found}
            pin(counts)
        for key, value in found.items():
            if counts.get(name, {}).get(key) != value:
                print(f"    {key}: pinned is {counts.get(name, {}).get(key)}, and it is {value}")
                bad = True
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
