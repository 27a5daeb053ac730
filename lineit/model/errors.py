"""The errors of the library. Each has a reason, as data and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from lineit.model.bounds import printable, short


@frozen
class Reason:
    """Why something was refused: a code, the id of the rule if there is one, and parameters, which
    say what stood in the way. A parameter may be another reason.

    With `by_rules` the code is a guard of the rule file, after `not_` if the guard must not hold.
    Otherwise it is a code of the library. `told` has the texts of the rule file by language.

    >>> from lineit import Game
    >>> Game.new(players=2, seed=7).explain("pick 1")  # doctest: +ELLIPSIS
    Reason(code='card_not_there', rule='pick', params={'card': '1', ...}, by_rules=False)
    """

    code: str
    rule: str | None = None
    params: Mapping[str, Any] = field(factory=dict, hash=False)
    told: Mapping[Any, Any] = field(factory=dict, eq=False, repr=False)
    by_rules: bool = False

    def text(self, lang: str = "en") -> str:
        """Return the reason as a sentence, in a language that `lineit.text.catalog` knows."""
        from lineit.text import catalog  # noqa: PLC0415 # only needed when a text is read

        params = {
            name: value.text(lang) if isinstance(value, Reason) else value
            for name, value in self.params.items()
        }
        if self.by_rules:
            sentence = catalog.guard_sentence(self.told, self.code, params, lang)
        else:
            sentence = catalog.sentence("reasons", self.code, params, lang, self.told)
        inner = [value.rule for value in self.params.values() if isinstance(value, Reason)]
        return sentence if self.rule is None or self.rule in inner else f"{sentence} [{self.rule}]"


class LineitError(ValueError):
    """The base class of all errors of this library. `reason` says the same as data."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason.text()


class NotAnAction(LineitError):
    """A text that is not an action of the ruleset."""


class IllegalAction(LineitError):
    """An action that the rules do not allow now."""


class GameOver(IllegalAction):
    """An action after the end of the game."""


class NotYourTurn(IllegalAction):
    """A decision of a seat that is not on turn."""


class StaleRevision(LineitError):
    """A decision about a game that has changed since the revision that was seen."""


class UnknownCard(LineitError):
    """A card code that the deck of the ruleset does not have [deck]."""

    def __init__(self, code: object, ruleset: str, rule: str | None = None) -> None:
        if isinstance(code, str):
            params = {"code": short(code).strip("'"), "ruleset": ruleset}
            super().__init__(Reason("unknown_card", rule, params))
        else:
            super().__init__(Reason("card_code", rule, {"card": short(code)}))
        self._from = (code, ruleset, rule)

    def __reduce__(self) -> tuple[type[UnknownCard], tuple[object, str, str | None]]:
        return UnknownCard, self._from


class UnknownRule(LineitError):
    """A rule id that the ruleset does not have."""


class PlayersError(LineitError):
    """A number of players, a seat or names that the game does not allow [players]."""


class DeckError(LineitError):
    """A deck or a seed that is not valid: a deck has each card of the ruleset once [deck]."""


class TableError(LineitError):
    """Data that is not a table, a view or an event of the ruleset."""


class ViewError(LineitError):
    """A view for an unknown seat or memory."""


class RecordError(LineitError):
    """A saved game that cannot be loaded."""


class VectorError(LineitError):
    """Vectors that cannot be found, or data that is not a vector."""


class ExportError(LineitError):
    """An export of a ruleset that needs a program which is missing or fails."""


class LanguageError(LineitError):
    """A language for which the library has no texts."""


class TagsError(LineitError):
    """Tags of a game that are not texts, or too many."""


class UndoError(LineitError):
    """An undo of more steps than were taken, a redo of more steps than were undone, or an undo that
    the policy of the game forbids.
    """


class CallbackError(LineitError):
    """A callback or an observer that cannot be called, or a forbidden change of a machine."""


@frozen
class Problem:
    """One thing that is wrong with a rule file: its place, its rule, and how to mend it.

    `id` is the kind of problem, such as `unknown-guard`; `lineit.rules.problem_ids` lists them.
    """

    file: str
    where: str
    message: str = ""
    mend: str = ""
    rule: str | None = None
    id: str = ""

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.file, self.where, self.message) if part)
        text += f" [{self.rule}]" if self.rule else ""
        return printable(f"{text}; {self.mend}" if self.mend else text)


class RulesetError(LineitError):
    """A rule file that cannot be used. `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        params = {"count": len(problems), "first": str(problems[0])}
        super().__init__(Reason("ruleset", None, params))
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

    def __reduce__(self) -> tuple[type[RulesetError], tuple[tuple[Problem, ...]]]:
        return RulesetError, (self.problems,)
