"""The texts of a rule file: names and sentences for people."""

from __future__ import annotations

import re
from typing import Annotated, Any

from attrs import field, frozen

from lineit.model.bounds import Entries, Id, OneLine, Text, Word

Template = Annotated[str, Text(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]+", 1000, "a line of text")]

Failing = Annotated[str, Text("[a-z][a-z0-9_]*", 44)]
"""A guard that failed, or `not_` and a guard that must not hold but does."""


Sentence = Template | dict[str, Any]
"""A sentence with parameters in braces, or a table with one for each value of a parameter."""


@frozen
class Texts:
    """The texts of a rule file in one language, by kind and then by the name of the thing."""

    title: OneLine | None = None
    rules: Annotated[dict[Id, Sentence], Entries] = field(factory=dict)
    verbs: Annotated[dict[Id, Sentence], Entries] = field(factory=dict)
    phases: Annotated[dict[Id, OneLine], Entries] = field(factory=dict)
    prompts: Annotated[dict[Id, OneLine], Entries] = field(factory=dict)
    reasons: Annotated[dict[Failing, Sentence], Entries] = field(factory=dict)
    events: Annotated[dict[Word, Sentence], Entries] = field(factory=dict)
    limits: Annotated[dict[Word, OneLine], Entries] = field(factory=dict)
    colours: Annotated[dict[Word, OneLine], Entries] = field(factory=dict)


PARAMETER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""The pattern of a parameter in a template."""
