"""Why something was refused: one family of errors, each with a reason as data and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from lineit import texts
from lineit.shapes import printable, short


@frozen
class Reason:
    """Why not: a code, the id of the rule where there is one, and what stood in the way; among
    that may be another reason.

    With `by_rules` the code is a guard of the rule file (`not_` before it where the guard must not
    hold), else one of the library's own. `told` has the texts of the rule file by language.

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
        """Return the reason as a sentence for a player, in a language of `lineit.texts`."""
        params = {
            name: value.text(lang) if isinstance(value, Reason) else value
            for name, value in self.params.items()
        }
        if self.by_rules:
            told = texts.guard_sentence(self.told, self.code, params, lang)
        else:
            told = texts.sentence("reasons", self.code, params, lang, self.told)
        inner = [value.rule for value in self.params.values() if isinstance(value, Reason)]
        return told if self.rule is None or self.rule in inner else f"{told} [{self.rule}]"


class LineitError(ValueError):
    """The family of all errors of this library. `reason` is the same as data."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason.text()


class NotAnAction(LineitError):
    """A text that is not an action of the ruleset at all."""


class IllegalAction(LineitError):
    """An action that the rules do not allow now."""


class GameOver(IllegalAction):
    """An action after the end of the game."""


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
    """Players, a first seat or names that the game does not take [players]."""


class DeckError(LineitError):
    """A deck that is not each card of the ruleset once [deck]."""


class TableError(LineitError):
    """Data that is no table, or no event, of the ruleset."""


class ViewError(LineitError):
    """A view for a seat, or with a memory, that is not there."""


class RecordError(LineitError):
    """A saved game that can not be loaded."""


class VectorError(LineitError):
    """Vectors that are not there, or data that is none."""


class ExportError(LineitError):
    """A form into which a ruleset can not be brought here."""


class LanguageError(LineitError):
    """A language in which nothing is said."""


class UndoError(LineitError):
    """More steps taken back than were taken, or taken again than were taken back."""


class CallbackError(LineitError):
    """A callback or an observer that cannot be called, or a change of the shared machine."""


@frozen
class Problem:
    """One thing wrong with a rule file: where, under which rule, and how to mend it."""

    file: str
    where: str
    message: str = ""
    mend: str = ""
    rule: str | None = None

    def __str__(self) -> str:
        told = ": ".join(part for part in (self.file, self.where, self.message) if part)
        told += f" [{self.rule}]" if self.rule else ""
        return printable(f"{told}; {self.mend}" if self.mend else told)


class RulesetError(LineitError):
    """A rule file that can not be used. `problems` says all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        params = {"count": len(problems), "first": str(problems[0])}
        super().__init__(Reason("ruleset", None, params))
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

    def __reduce__(self) -> tuple[type[RulesetError], tuple[tuple[Problem, ...]]]:
        return RulesetError, (self.problems,)
