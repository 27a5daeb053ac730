"""A walk over every table of small games.

`python tests/tools exhaustive [NAME …]` takes each rule file of `tests/data/small/`, or the named
ones. It finds *every* table that can be reached, from every order of the deck and by every choice
of every player. It prints the number of tables at each depth, which is the number of decisions
until then. It fails (exit code 1) if a check fails, or if a count differs from the one in
`tests/data/small/counts.json`; `--write` pins the new counts. All games together take more than an
hour; `--every 200` checks less.

It checks every table, with plain code of its own:

- Each card of the deck lies in exactly one place. Lines go one way. Lines do not have too many Bet
  cards, and hands not too many cards. No Bet card is in a score pile or under a jackpot, and only
  cards of its colour are under a jackpot. Each token belongs to a Bet card that was discarded.
- There is a legal action unless the game is over. At the end, no cards are left over.
- Every legal action is accepted. Its events turn the table before into the table after, and each
  moves exactly the cards that it names. The player with the most points at the end wins.
- What is legal is the same at all tables in the same situation: the same phase, market and picked
  card, and the same cards of the player on turn. Once for each situation, every other action (each
  verb with each card, and without) is refused, and `why_not` returns a reason for exactly these.

It also checks every table, or every N-th one with `--every N`, for this:

- The table survives JSON.
- A view shows what `[zones]` says, has no code of a hidden card, and stays the same when hidden
  cards change places. Events show no card that was hidden both before and after.

Two tables are equal if the same cards lie on them in the same order. The walk goes breadth first,
and visits each table once. "tables", "decisions", "ends" and "events" also count each table once.
The counts by depth are made afterwards. A table that can be reached by different numbers of
decisions is among the "tables by depth" of each depth. "paths by depth" counts the ways to the
tables, as perft does in chess, and "games" counts the ways to the end. If games never end, there is
no last depth.
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
from lineit.engine.machine import begin, is_over, waits
from lineit.formats.views import seen_event_json, view_json
from lineit.model.events import CardsMoved, GameEnded, TokenTaken
from lineit.model.table import set_up
from lineit.model.zones import Memory
from lineit.views import view
from support.paths import TESTS

SMALL = TESTS / "data/small"
COUNTS = SMALL / "counts.json"

DECISIONS_A_CARD = 10
"""Maximum number of decisions for each card of the deck; a longer game is taken not to end."""

MEMORIES: tuple[Memory, ...] = ("table", "perfect")


class WrongTable(AssertionError):
    """The error for a table, or for a step from it, that fails a check."""

    def __init__(self, what: str, table: Table, action: Action | None = None) -> None:
        done = "" if action is None else f" after {action}"
        super().__init__(f"{what}{done}, on the table {json.dumps(table_json(table))}")


def names() -> tuple[str, ...]:
    """Return the names of the small games, which are those of their rule files."""
    return tuple(sorted(path.stem for path in SMALL.glob("*.toml")))


def load(name: str) -> Ruleset:
    """Return the ruleset of a small game."""
    return load_ruleset(SMALL / f"{name}.toml")


# -- what lies on a table -------------------------------------------------------


Pile = tuple[str, int | str | None, tuple[Card, ...]]
"""A pile: the name of its zone, the seat or the colour that it belongs to, and its cards."""


def piles(table: Table) -> list[Pile]:
    """Return all piles of a table."""
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
    """Return the table with other cards in its piles, which are in the order of `piles`."""
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
    """Return a short key, which is equal for equal tables."""
    rest = [(player.tokens, player.stopped) for player in table.players]
    said = [f"{table.phase} {table.round} {table.first} {table.seat} {table.played} {rest}"]
    said += [" ".join([card.code for card in cards]) for _, _, cards in piles(table)]
    return blake2b("|".join(said).encode(), digest_size=16).digest()


def points(player: Player) -> int:
    """Return the points of a player."""
    return len(player.scored) + sum(player.tokens)


# -- what must be true of every table -------------------------------------------


def faults(table: Table, deck: list[str]) -> Iterator[str]:
    """Yield what is wrong with a table. `deck` has the codes of all its cards, sorted."""
    limits = table.ruleset.plain_limits
    if sorted([card.code for _, _, cards in piles(table) for card in cards]) != deck:
        yield "not every card of the deck is in exactly one place"
    settled = Counter(card.value for card in table.discard if card.value is not None)
    settled.subtract(abs(token) for player in table.players for token in player.tokens)
    if min(settled.values(), default=0) < 0:
        yield "the Bet card of a token is not in the discard"
    for player in table.players:
        yield from faults_of_player(player, table.ruleset)
    for colour, cards in zip(table.ruleset.colours, table.jackpots, strict=True):
        if any([card.colour != colour for card in cards]):
            yield "a card lies under the jackpot of another colour"
    if len(table.market) > len(table.players) + limits["market_extra"]:
        yield "the market has too many cards"


def faults_of_player(player: Player, rules: Ruleset) -> Iterator[str]:
    """Yield what is wrong with the cards of a player."""
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
    """Yield what is wrong with the table of a game that is over."""
    if table.deck or table.market or table.picked:
        yield "cards are left in the deck or the market, or a picked card is left"
    if any(player.line.cards for player in table.players):
        yield "a line is not scored"


def faults_of_step(table: Table, after: Table, events: tuple[Event, ...]) -> Iterator[str]:
    """Yield what is wrong with the events of a step."""
    now = table
    for event in events:
        before, now = now, event.change(now)
        yield from faults_of_event(before, event, now)
    if now != after:
        yield "the events make another table"
    results = [(event.points, event.winners) for event in events if isinstance(event, GameEnded)]
    if results or is_over(after):
        own = tuple(points(player) for player in after.players)
        winners = tuple(seat for seat, each in enumerate(own) if each == max(own))
        if results != [(own, winners)] or not is_over(after):
            yield "the end, the points or the winners in the events are wrong"


def faults_of_event(before: Table, event: Event, after: Table) -> Iterator[str]:
    """Yield what an event changes but does not say: where cards lie, and the tokens."""
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
        yield "an event puts cards elsewhere than it says"
    if tokens != [player.tokens for player in after.players]:
        yield "an event gives other tokens than it says"


def place(event: CardsMoved, zone: str) -> tuple[str, int | str | None]:
    """Return the zone and the owner of the pile that a move means."""
    if zone in ("hand", "line", "scored"):
        return zone, event.seat
    return zone, event.colour if zone == "jackpots" else None


def faults_of_refusals(table: Table, accepted: tuple[Action, ...]) -> Iterator[str]:
    """Yield the illegal actions that are accepted, and the actions with a wrong reason."""
    rules = table.ruleset
    for action in [Action(verb, card) for verb in rules.verbs for card in (None, *rules.cards)]:
        reason = why_not(table, action)
        if (reason is None) is not (action in accepted):
            yield f"legal and why_not do not say the same about {action}"
        if action in accepted:
            continue
        try:
            step(table, action)
        except IllegalAction as refused:
            if refused.reason != reason:
                yield f"{action} is refused for another reason than why_not returns"
        else:
            yield f"{action} is accepted, but not legal"


def faults_of_json(table: Table) -> Iterator[str]:
    """Yield a fault if JSON changes the table."""
    data = table_json(table)
    again = parse_table(json.loads(json.dumps(data)), table.ruleset)
    if again != table or hash(again) != hash(table) or table_json(again) != data:
        yield "the table does not survive JSON"


# -- who sees what --------------------------------------------------------------


def viewers(table: Table) -> list[tuple[int | None, Memory]]:
    """Return each seat and a spectator, with both memories."""
    seats = (*range(len(table.players)), None)
    return [(seat, memory) for seat in seats for memory in MEMORIES]


def opened(table: Table, viewer: int | None, memory: str) -> list[bool]:
    """Return for each pile whether a viewer sees it, as the rule file says."""
    zones = table.ruleset.document["zones"]
    found = []
    for zone, owner, _ in piles(table):
        audience = zones[zone][memory] if zone in zones else "all"
        found.append(audience == "all" or (audience == "owner" and owner == viewer is not None))
    return found


def open_cards(table: Table, visible: list[bool]) -> set[str]:
    """Return the codes of the cards in the visible piles."""
    places = zip(piles(table), visible, strict=True)
    return {card.code for (_, _, cards), is_open in places if is_open for card in cards}


def codes_in(data: Any, deck: list[str]) -> set[str]:
    """Return every code of a card in JSON data."""
    return set(re.findall('"([^"]*)"', json.dumps(data))) & set(deck)


def faults_of_views(table: Table, deck: list[str]) -> Iterator[str]:
    """Yield what views show that is hidden, or hide that is open."""
    places = piles(table)
    for viewer, memory in viewers(table):
        who = f"the view of {viewer}, {memory},"
        visible = opened(table, viewer, memory)
        seen = view(table, viewer, memory)
        data = view_json(seen)
        shown = [
            data["deck"],
            data["market"],
            data["discard"],
            [] if data["picked"] is None else [data["picked"]],
            *(data["jackpots"][colour] for colour in table.ruleset.colours),
            *(each[zone] for each in data["players"] for zone in ("hand", "line", "scored")),
        ]
        expected = [
            [card.code for card in cards] if is_open else len(cards)
            for (_, _, cards), is_open in zip(places, visible, strict=True)
        ]
        if shown != expected:
            yield f"{who} shows other cards than lie open"
        if codes_in(data, deck) != open_cards(table, visible):
            yield f"{who} has other codes than lie open"
        if view(turned(table, visible), viewer, memory) != seen:
            yield f"{who} changes with cards that are hidden"


def turned(table: Table, visible: list[bool]) -> Table:
    """Return the table with each hidden card in the place of another hidden card."""
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
    """Yield what events show of cards that are hidden both before and after."""
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
    """The counts of a walk."""

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
        """Return the counts as they are pinned."""
        return {name.replace("_", " "): value for name, value in asdict(self).items()}


@define
class Walk:
    """A walk over all tables of a game. Every `every`-th table gets all checks."""

    rules: Ruleset
    every: int = 1
    counts: Counts = field(init=False)
    deck: list[str] = field(init=False)
    numbers: dict[bytes, int] = field(factory=dict)
    onward: list[tuple[int, ...]] = field(factory=list)
    events: Counter[str] = field(factory=Counter)
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
        """Walk to the end of every game, and return the counts."""
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
        self.counts.events = dict(sorted(self.events.items()))
        self.count_by_depth(deals)
        return self.counts

    def number(self, table: Table, found: dict[int, Table]) -> int:
        """Return the number of a table. Add the table to `found` if it is new."""
        number = self.numbers.setdefault(key_of(table), new := len(self.numbers))
        if number == new:
            found[number] = table
        elif number in found and found[number] != table:
            raise WrongTable("the table is not equal to one with the same cards", table)
        return number

    def visit(self, table: Table, following: dict[int, Table]) -> None:
        """Check a table, and take every action on it."""
        whole = len(self.onward) % self.every == 0
        actions = legal(table)
        self.check(table, actions, whole)
        onward = []
        for action in actions:
            after, events = step(table, action)
            self.check_step(table, action, after, events, whole)
            onward.append(self.number(after, following))
        self.onward.append(tuple(onward))

    def count_by_depth(self, deals: Mapping[int, int]) -> None:
        """Count the tables at each depth, and the paths to them."""
        paths = deals
        while paths:
            if len(self.counts.paths_by_depth) > DECISIONS_A_CARD * len(self.deck):
                raise AssertionError(f"{self.rules.name}: there are games that never end")
            self.counts.tables_by_depth.append(len(paths))
            self.counts.paths_by_depth.append(sum(paths.values()))
            following: dict[int, int] = defaultdict(int)
            for number, ways in paths.items():
                for after in self.onward[number]:
                    following[after] += ways
                if not self.onward[number]:
                    self.counts.games += ways
            paths = following

    def check(self, table: Table, actions: tuple[Action, ...], whole: bool) -> None:
        """Count a table. Raise `WrongTable` if something is wrong with it."""
        over = table.phase in [phase.name for phase in self.rules.phases if phase.actor == "end"]
        found = list(faults(table, self.deck))
        if over:
            found += faults_at_the_end(table)
        if over is bool(actions) or over is not is_over(table):
            found.append("the table is a dead end, or the game goes on after the end")
        if len(set(actions)) < len(actions):
            found.append("an action is legal twice")
        player = table.players[table.seat]
        before_player = (player.hand, player.line.cards, player.stopped, table.played)
        situation = (table.phase, table.market, table.picked, before_player)
        if situation not in self.situations:
            self.situations[situation] = actions
            found += faults_of_refusals(table, actions)
        if actions != self.situations[situation]:
            found.append("what is legal depends on more than the situation of the player")
        if whole:
            if over is waits(table):
                found.append("waits does not say whether a player decides next")
            found += faults_of_json(table)
            found += faults_of_views(table, self.deck)
        if found:
            raise WrongTable(found[0], table)
        self.counts.decisions += len(actions)
        self.counts.ends += over

    def check_step(
        self, table: Table, action: Action, after: Table, events: tuple[Event, ...], whole: bool
    ) -> None:
        """Count the events of a step. Raise `WrongTable` if something is wrong with it."""
        found = list(faults_of_step(table, after, events))
        if whole:
            found += faults_of_seen_events(table, events, self.deck)
        if found:
            raise WrongTable(found[0], table, action)
        self.events.update([kind(event) for event in events])


def kind(event: Event) -> str:
    """Return what an event is counted as: its type, and its word if it has one."""
    name = type(event).__name__
    return f"{name} {event.word}" if isinstance(event, CardsMoved | TokenTaken) else name


# -- the counts that are pinned ---------------------------------------------------


def pinned() -> dict[str, Any]:
    """Return the pinned counts of all small games."""
    if not COUNTS.exists():
        return {}
    found: dict[str, Any] = json.loads(COUNTS.read_text("utf-8"))
    return found


def pin(counts: dict[str, Any]) -> None:
    """Write the counts, with one line for each."""
    games = []
    for name in sorted(counts):
        lines = [
            f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in counts[name].items()
        ]
        games.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    COUNTS.write_text("{\n" + ",\n".join(games) + "\n}\n", "utf-8")


@contextmanager
def without_collector() -> Iterator[None]:
    """Turn the garbage collector off: with millions of tables it takes long, and finds nothing."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def main() -> int:
    """Walk, print the counts and return the exit code, 1 if a check fails or a count differs."""
    parser = ArgumentParser(description="Check every table of small games.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(names()))
    parser.add_argument("--write", action="store_true", help="pin the counts")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="check views and JSON of every Nth table"
    )
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
            f"{found['games']:,} games, in {seconds:.0f} s; {each} got all checks"
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
                print(f"    {key}: expected {counts.get(name, {}).get(key)}, found {value}")
                bad = True
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
