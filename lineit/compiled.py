"""A ruleset made ready to run: the machine, and by phase what a player may say there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from lineit.actions import Action
from lineit.cards import Card
from lineit.driver import BY_ITSELF, Machine, Transition, build, transitions_of
from lineit.effects import Cursor
from lineit.errors import Problem, RulesetError
from lineit.events import PhaseEntered
from lineit.guards import Failed, Question
from lineit.ruleset import Actor, Ruleset
from lineit.ruleset import Phase as PhaseEntry
from lineit.table import READERS, Reader, Table, cards_in
from lineit.zones import ZONES, ZoneName

MOST_EVENTS_A_STEP = 500
"""Maximum number of events in one step; guards against endless rules."""


@frozen
class Option:
    """What a player may say with one verb in one phase.

    `zone` is where the card lies that the action is about. `cards` gives the cards that may be
    named; None where the action names none. `ask` is the question whether any of the transitions is
    open.
    """

    verb: str
    actions: Mapping[str, Action]
    zone: ZoneName | None
    cards: Reader | None
    transitions: Sequence[Transition]
    ask: Question

    def to_try(self, table: Table) -> Iterator[tuple[Action, Card | None]]:
        """Yield every action that names a card which lies there, with the card it is about."""
        if self.cards is None:
            yield self.actions[""], table.picked
        else:
            for card in self.cards(table, table.seat):
                yield self.actions[card.code], card

    def legal(self, table: Table) -> list[Action]:
        """Return the actions with this verb that are accepted now."""
        seat, ask, actions = table.seat, self.ask, self.actions
        if self.cards is None:
            return [actions[""]] if ask(table, seat, table.picked) is None else []
        cards = self.cards(table, seat)
        return [actions[card.code] for card in cards if ask(table, seat, card) is None]

    def offers(self, table: Table) -> bool:
        """Whether any action with this verb is accepted now."""
        seat, ask = table.seat, self.ask
        for card in (table.picked,) if self.cards is None else self.cards(table, seat):
            if ask(table, seat, card) is None:
                return True
        return False

    def may_name(self, table: Table, card: Card | None) -> bool:
        """Whether the card lies where the action takes it from; None where none is named."""
        return card is None if self.cards is None else card in self.cards(table, table.seat)


def _any_open(transitions: Sequence[Transition]) -> Question:
    """The question whether any is open; where none is, it answers what the first fails at."""
    questions = [transition.failing for transition in transitions]
    if len(questions) == 1:
        return questions[0]

    def any_open(table: Table, seat: int, card: Card | None) -> Failed | None:
        answers = [ask(table, seat, card) for ask in questions]
        return None if None in answers else answers[0]

    return any_open


@frozen
class Phase:
    """What can happen in one phase: by a player's choice, by verb, and by itself."""

    actor: Actor
    options: Mapping[str, Option]
    by_itself: Sequence[Transition]

    def goes_on(self, table: Table) -> bool:
        """Whether the table leaves this phase without a player."""
        if self.actor == "table":
            return True
        for transition in self.by_itself:
            if transition.failing(table, table.seat, table.picked) is None:
                return True
        return False

    def offers(self, table: Table) -> bool:
        """Whether the player on turn can do anything."""
        for option in self.options.values():
            if option.offers(table):
                return True
        return False


@frozen(eq=False)
class Compiled:
    """A ruleset made ready to run."""

    machine: Machine
    phases: Mapping[str, Phase]
    entered: Mapping[str, PhaseEntered]

    def trigger(self, verb: str, cursor: Cursor) -> bool:
        """Let the machine move the cursor; False where nothing is open. The one place it is
        driven.
        """
        return self.machine.events[verb].trigger(cursor)

    def go_on(self, cursor: Cursor) -> None:
        """Take the transitions that wait for no player, until the table waits or the game is over.

        Raises `RulesetError` where neither comes, or nobody can do anything.
        """
        while len(cursor.events) <= MOST_EVENTS_A_STEP:
            table = cursor.table
            phase = self.phases[table.phase]
            cursor.card = table.picked
            if not phase.goes_on(table):
                if phase.actor == "player" and not phase.offers(table):
                    raise stuck(table, "leaves a player with nothing to do")
                return
            if not self.trigger(BY_ITSELF, cursor):
                raise stuck(table, "goes on by itself, but no transition is open")
        raise stuck(cursor.table, "goes on for ever, and waits for no player")


def stuck(table: Table, message: str) -> RulesetError:
    """Return the error of rules that lead to a table where the game cannot go on."""
    phase = table.ruleset.phase(table.phase)
    where, mend = f"phase {phase.name}", "add a transition for it"
    return RulesetError([Problem(table.ruleset.name, where, message, mend, phase.rule)])


@lru_cache(maxsize=64)
def compiled(ruleset: Ruleset) -> Compiled:
    """Return the ruleset ready to run. It is kept while it is among the last 64 that were used."""
    machine = build(ruleset)
    phases = {phase.name: _phase(ruleset, machine, phase) for phase in ruleset.phases}
    entered = {phase.name: PhaseEntered(phase.rule, phase.name) for phase in ruleset.phases}
    return Compiled(machine, phases, entered)


def _phase(ruleset: Ruleset, machine: Machine, phase: PhaseEntry) -> Phase:
    options = {}
    for row in ruleset.transitions:
        if row.source == phase.name and row.on is not None and row.on not in options:
            named = ruleset.cards if row.names_card else ()
            actions = {card.code: Action(row.on, card) for card in named} or {"": Action(row.on)}
            found = transitions_of(machine, row.on, row.source)
            cards = _cards(row.card) if row.card and row.names_card else None
            options[row.on] = Option(row.on, actions, row.card, cards, found, _any_open(found))
    return Phase(phase.actor, options, transitions_of(machine, BY_ITSELF, phase.name))


def _cards(zone: ZoneName) -> Reader:
    """The function that gives the cards of a zone from which an action names one."""
    if ZONES[zone].whose == "colour":
        return lambda table, seat: cards_in(table, zone, seat)
    return READERS[zone]
