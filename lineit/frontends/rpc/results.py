"""The results of each method, and the data of errors, as models: see `params`."""

from __future__ import annotations

from typing import Annotated, Any

import attrs
from attrs import frozen

from lineit.frontends.rpc.params import Json
from lineit.model.bounds import Doc, Shape
from lineit.model.history import EndedEarly
from lineit.model.ruleset import Actor
from lineit.model.zones import Audience, Whose, ZoneName

ActionName = Annotated[str, Shape("Action")]
Title = Annotated[str, Doc("Its title in the language.")]
Digest = Annotated[str, Doc("The digest of its rules.")]
RulesetName = Annotated[str, Shape("RulesetName"), Doc("The name of the ruleset.")]
RuleId = Annotated[str, Doc("The id of the rule about it.")]
Code = Annotated[str, Doc("The code of the reason, such as `card_not_there`.")]
OptionalCode = Annotated[str | None, Doc("The code of the reason, such as `card_not_there`.")]
OptionalParams = Annotated[Json | None, Doc("What the sentence names, such as the card.")]
Params = Annotated[Json, Doc("What the sentence names, such as the card.")]


@frozen(kw_only=True)
class Hello:
    """What the server is and offers."""

    name: Annotated[str, Doc("The name of the library, `lineit`.")]
    version: Annotated[str, Doc("The version of the library.")]
    spec: Annotated[str, Doc("The version of the rules, the shapes of data and the vectors.")]
    protocol: Annotated[int, Doc("The version of the protocol, 2.")]
    methods: Annotated[list[str], Doc("The methods.")]
    languages: Annotated[list[str], Doc("The languages of sentences.")]
    bots: Annotated[list[str], Doc("The bots.")]


@frozen(kw_only=True)
class State:
    """A game after a step."""

    ply: Annotated[int, Doc("The number of decisions since the game began.")]
    revision: Annotated[int, Doc("A number that grows with each change of the game, also an undo.")]
    phase: Annotated[
        str, Shape("Phase"), Doc("The phase, such as `pick`; `over` at the end of the game.")
    ]
    seat: Annotated[int, Doc("The seat on turn, from 0; it has no meaning at the end of the game.")]
    legal: Annotated[list[ActionName], Doc("The legal actions; none when the game is over.")]
    events: Annotated[list[Annotated[Json, Shape("SeenEvent")]], Doc("What happened, in order.")]
    winners: Annotated[
        list[int] | None,
        Doc("The seats that have won, maybe none, as in `game-ended`; null before the end."),
    ]
    ended_early: Annotated[
        EndedEarly | None, Doc("How the game ended before its end by the rules, or null.")
    ]


@frozen(kw_only=True)
class News:
    """What happened since a revision: the events from the ply `after` to the present one."""

    revision: Annotated[int, Doc("The present revision.")]
    ply: Annotated[int, Doc("The present ply.")]
    after: Annotated[
        int | None,
        Doc(
            "The ply before the events. If you showed a later one, show `view` at this `ply` first."
            " Null: the events begin with the first deal."
        ),
    ]
    events: Annotated[list[Annotated[Json, Shape("SeenEvent")]], Doc("What happened, in order.")]


@frozen(kw_only=True)
class Opened(State):
    """A game that was opened: its state, and what stays the same."""

    game: Annotated[str, Doc("The id of the game.")]
    digest: Annotated[str, Doc("The digest of its rules.")]


@frozen(kw_only=True)
class Explanation:
    """Whether an action is legal, and if not, why: all other keys are null if it is."""

    legal: Annotated[bool, Doc("Whether the action is legal.")]
    rule: Annotated[str | None, Doc("The id of the rule that forbids it, or null.")]
    code: OptionalCode
    message: Annotated[str | None, Doc("Why not, as a sentence.")]
    params: OptionalParams


@frozen(kw_only=True)
class MenuEntry:
    """An action for a menu, and why it is not legal: `code`, `message` and `params` are null if it
    is.
    """

    action: Annotated[ActionName, Doc("The action; without a card if there is none to name.")]
    label: Annotated[str, Doc("The action in the language.")]
    legal: Annotated[bool, Doc("Whether the action is legal.")]
    rule: Annotated[str | None, Doc("The id of the rule that allows or forbids it, or null.")]
    code: OptionalCode
    message: Annotated[str | None, Doc("Why not, as a sentence.")]
    params: OptionalParams


@frozen(kw_only=True)
class Told:
    """Sentences."""

    events: Annotated[list[str], Doc("A sentence for each event.")]
    actions: Annotated[list[str], Doc("A label for each action.")]


@frozen(kw_only=True)
class BotAnswer:
    """What a bot would do. Nothing is applied."""

    action: Annotated[ActionName, Doc("The action that the bot chooses.")]


@frozen(kw_only=True)
class UndoCosts:
    """What an undo would take back beside the decisions of one seat."""

    others: Annotated[list[int], Doc("The other seats whose decisions it would take back.")]
    revealed: Annotated[
        int,
        Doc("The number of cards that the decisions showed, though who decided had not seen them."),
    ]


@frozen(kw_only=True)
class RulesetTitle:
    """A ruleset, in short."""

    name: RulesetName
    title: Title
    digest: Digest


@frozen(kw_only=True)
class PlayerNumbers:
    """The numbers of players that a ruleset allows."""

    least: Annotated[int, Doc("The least number of players.")]
    most: Annotated[int, Doc("The greatest number of players.")]


@frozen(kw_only=True)
class ColourAbout:
    """A colour of number cards."""

    name: Annotated[str, Doc("The name of the colour in data.")]
    title: Title
    glyph: Annotated[str, Doc("Its sign, such as `♠`.")]


@frozen(kw_only=True)
class PhaseAbout:
    """A phase of the game."""

    name: Annotated[str, Shape("Phase"), Doc("The name of the phase in data.")]
    title: Title
    prompt: Annotated[str | None, Doc("What to ask the player on turn, or null.")]
    actor: Annotated[Actor, Doc("Who goes on: a player, the table by itself, or nobody.")]
    rule: RuleId


@frozen(kw_only=True)
class VerbAbout:
    """A verb of actions."""

    name: Annotated[str, Shape("Verb"), Doc("The verb.")]
    title: Title


@frozen(kw_only=True)
class LimitAbout:
    """A number of the rules."""

    name: Annotated[str, Doc("The name of the limit in data.")]
    title: Title
    value: Annotated[int | list[str], Doc("The number, or the names of the limits to add up.")]


@frozen(kw_only=True)
class ZoneAbout:
    """A place for cards."""

    name: Annotated[ZoneName, Doc("The name of the zone in data.")]
    title: Title
    whose: Annotated[Whose, Doc("Whether there is one for the table, or one for each of these.")]
    table: Annotated[Audience, Doc("Who sees its cards with the memory `table`.")]
    perfect: Annotated[Audience, Doc("Who sees its cards with the memory `perfect`.")]
    at_most: Annotated[
        int | str | None, Doc("The most cards it may hold: a number, or the name of a limit.")
    ]
    rule: Annotated[str | None, Doc("The id of the rule about it, or null.")]


@frozen(kw_only=True)
class RulesetAbout(RulesetTitle):
    """A ruleset, with its titles and sentences in the language."""

    lineage: Annotated[list[str], Doc("The rulesets that it extends, the nearest first.")]
    players: Annotated[PlayerNumbers, Doc("How many may play.")]
    colours: Annotated[list[ColourAbout], Doc("The colours, in order.")]
    cards: Annotated[list[str], Doc("The codes of all cards.")]
    phases: Annotated[list[PhaseAbout], Doc("The phases.")]
    verbs: Annotated[list[VerbAbout], Doc("The verbs of actions.")]
    limits: Annotated[list[LimitAbout], Doc("The numbers of the rules.")]
    zones: Annotated[list[ZoneAbout], Doc("The places for cards, and who sees what.")]
    rules: Annotated[dict[str, str], Doc("Each rule as a sentence, by its id.")]


@frozen(kw_only=True)
class RuleChange:
    """A rule with another sentence."""

    rule: Annotated[str, Doc("The id of the rule.")]
    before: Annotated[str | None, Doc("Its sentence in the other ruleset; null if it has none.")]
    now: Annotated[str | None, Doc("Its sentence in this ruleset; null if it has none.")]


@frozen(kw_only=True)
class DataChange:
    """An entry of the rule file with another value."""

    where: Annotated[str, Doc("The place in the rule file, such as `limits.hand`.")]
    before: Annotated[Any, Doc("What the other ruleset has there; null if nothing.")]
    now: Annotated[Any, Doc("What this ruleset has there; null if nothing.")]


@frozen(kw_only=True)
class Differences:
    """What differs between two rulesets. There is no `data` if they play the same."""

    rules: Annotated[list[RuleChange], Doc("The rules whose sentences differ.")]
    data: Annotated[list[DataChange], Doc("The entries of the rule files that differ.")]


@frozen(kw_only=True)
class RefusalData:
    """Why something was refused."""

    rule: Annotated[str | None, Doc("The id of the rule that forbids it, or null.")]
    code: Code
    message: Annotated[str, Doc("A sentence for the player.")]
    params: Params


@frozen(kw_only=True)
class RulesetErrorData:
    """What is wrong with a ruleset."""

    problems: Annotated[list[str], Doc("Each problem as a sentence, at most 50.")]
    ids: Annotated[list[str], Doc("The id of each problem, such as `unknown-guard`.")]


@frozen(kw_only=True)
class StaleData:
    """Where the game is now."""

    ply: Annotated[int, Doc("The present ply.")]
    revision: Annotated[int, Doc("The present revision.")]


def fields_of(model: Any) -> Json:
    """Return the fields of a model by name; those within them stay models.

    >>> fields_of(BotAnswer(action="pass"))
    {'action': 'pass'}
    """
    return attrs.asdict(model, recurse=False)
