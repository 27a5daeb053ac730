"""A ruleset made ready to run: its machine, and the possible actions in each phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from lineit.engine.driver import BY_ITSELF, GuardedTransition, Machine, build, transitions_of
from lineit.engine.effects import Cursor
from lineit.engine.guards import Failed, Question
from lineit.model.actions import Action
from lineit.model.cards import Card
from lineit.model.errors import Problem, RulesetError
from lineit.model.events import PhaseEntered
from lineit.model.ruleset import Actor, Phase, Ruleset
from lineit.model.table import READERS, Reader, Table, cards_in
from lineit.model.zones import ZONES, ZoneName

MOST_PHASES_A_STEP = 500
"""Maximum number of phases that a step goes through by itself; guards against endless rules."""

MOST_EVENTS_A_STEP, EVENTS_A_CARD = 500, 4
"""Maximum number of events in one step, and how many more there may be for each card."""

NO_ACTION = "the player on turn has no legal action"
"""The message about a phase that waits for a player who cannot do anything."""


class Actions(dict[str, Action]):
    """The actions with a verb by the code of their card, or by an empty text. Each is made when it
    is first asked for, as a large box has many.
    """

    def __init__(self, verb: str, ruleset: Ruleset) -> None:
        super().__init__()
        self._verb, self._ruleset = verb, ruleset

    def __missing__(self, code: str) -> Action:
        self[code] = Action(self._verb, self._ruleset.card(code) if code else None)
        return self[code]


@frozen
class Option:
    """The actions with one verb in one phase.

    `zone` is the zone of the card that the action is about. `cards` returns the cards that the
    action can name; it is None if the action names none. `ask` is the question whether any of the
    `transitions` is open.
    """

    verb: str
    actions: Mapping[str, Action]
    zone: ZoneName | None
    cards: Reader | None
    transitions: Sequence[GuardedTransition]
    ask: Question

    def to_try(self, table: Table) -> Iterator[tuple[Action, Card | None]]:
        """Yield every action that names a card in the zone, and the card that it is about."""
        if self.cards is None:
            yield self.actions[""], table.picked
        else:
            for card in self.cards(table, table.seat):
                yield self.actions[card.code], card

    def legal(self, table: Table) -> list[Action]:
        """Return the legal actions with this verb."""
        seat, ask, actions = table.seat, self.ask, self.actions
        if self.cards is None:
            return [actions[""]] if ask(table, seat, table.picked) is None else []
        cards = self.cards(table, seat)
        return [actions[card.code] for card in cards if ask(table, seat, card) is None]

    def offers(self, table: Table) -> bool:
        """Return whether any action with this verb is legal."""
        seat, ask = table.seat, self.ask
        for card in (table.picked,) if self.cards is None else self.cards(table, seat):
            if ask(table, seat, card) is None:
                return True
        return False

    def may_name(self, table: Table, card: Card | None) -> bool:
        """Return whether an action with this card, or with None, names what it can name."""
        return card is None if self.cards is None else card in self.cards(table, table.seat)


def _any_open(transitions: Sequence[GuardedTransition]) -> Question:
    """Return the question whether any is open; if none is, it answers why the first is not."""
    questions = [transition.failing for transition in transitions]
    if len(questions) == 1:
        return questions[0]

    def any_open(table: Table, seat: int, card: Card | None) -> Failed | None:
        answers = [ask(table, seat, card) for ask in questions]
        return None if None in answers else answers[0]

    return any_open


@frozen
class PhaseOptions:
    """The options of a player in one phase, by verb, and its transitions that go by themselves."""

    actor: Actor
    options: Mapping[str, Option]
    by_itself: Sequence[GuardedTransition]

    def goes_on(self, table: Table) -> bool:
        """Return whether the table leaves this phase without a decision."""
        if self.actor == "table":
            return True
        for transition in self.by_itself:
            if transition.failing(table, table.seat, table.picked) is None:
                return True
        return False

    def offers(self, table: Table) -> bool:
        """Return whether the player on turn has a legal action."""
        for option in self.options.values():
            if option.offers(table):
                return True
        return False


@frozen(eq=False)
class Compiled:
    """A ruleset made ready to run."""

    machine: Machine
    phases: Mapping[str, PhaseOptions]
    entered: Mapping[str, PhaseEntered]
    most_events: int

    def trigger(self, verb: str, cursor: Cursor) -> bool:
        """Trigger the machine with a verb, and return whether a transition was open. All steps go
        through here.
        """
        return self.machine.events[verb].trigger(cursor)

    def go_on(self, cursor: Cursor) -> None:
        """Take the transitions that need no player, until the table waits or the game is over.

        Raises `RulesetError` if that takes too many events, if no transition is open, or if the
        player on turn has no legal action.
        """
        for _ in range(MOST_PHASES_A_STEP):
            if len(cursor.events) > self.most_events:
                break
            table = cursor.table
            phase = self.phases[table.phase]
            cursor.card = table.picked
            if not phase.goes_on(table):
                if phase.actor == "player" and not phase.offers(table):
                    raise stuck(table, NO_ACTION)
                return
            if not self.trigger(BY_ITSELF, cursor):
                raise stuck(table, "waits for no player, but none of its transitions is open")
        message = (
            f"the step did not end after {MOST_PHASES_A_STEP} phases or {self.most_events} events"
        )
        raise stuck(cursor.table, message, "make it lead to a phase that waits, or to an end")


def stuck(
    table: Table, message: str, mend: str = "add a transition that is open there"
) -> RulesetError:
    """Return the error for rules with which the game cannot go on at this table."""
    phase = table.ruleset.phase(table.phase)
    where = f"phase {phase.name}"
    return RulesetError([Problem(table.ruleset.name, where, message, mend, phase.rule, id="stuck")])


@lru_cache(maxsize=64)
def compiled(ruleset: Ruleset) -> Compiled:
    """Return the ruleset, ready to run. The last 64 rulesets are cached."""
    machine = build(ruleset)
    phases = {phase.name: _phase(ruleset, machine, phase) for phase in ruleset.phases}
    entered = {phase.name: PhaseEntered(phase.rule, phase.name) for phase in ruleset.phases}
    most_events = MOST_EVENTS_A_STEP + EVENTS_A_CARD * len(ruleset.cards)
    return Compiled(machine, phases, entered, most_events)


def _phase(ruleset: Ruleset, machine: Machine, phase: Phase) -> PhaseOptions:
    options = {}
    for entry in ruleset.transitions:
        verb = entry.on
        if entry.source == phase.name and verb is not None and verb not in options:
            actions = Actions(verb, ruleset)
            found = transitions_of(machine, verb, entry.source)
            cards = _cards(entry.card) if entry.card and entry.names_card else None
            options[verb] = Option(verb, actions, entry.card, cards, found, _any_open(found))
    return PhaseOptions(phase.actor, options, transitions_of(machine, BY_ITSELF, phase.name))


def _cards(zone: ZoneName) -> Reader:
    """Return the function that returns the cards of a zone, from which an action names one."""
    if ZONES[zone].whose == "colour":
        return lambda table, seat: cards_in(table, zone, seat)
    return READERS[zone]
