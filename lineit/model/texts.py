"""The texts of a rule file: names and sentences for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from attrs import field, frozen

from lineit.model.bounds import Entries, Id, OneLine, Text, Word
from lineit.model.read_only import read_only

Template = Annotated[str, Text(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]+", 1000, "a line of text")]

Failing = Annotated[str, Text("[a-z][a-z0-9_]*", 44)]
"""A guard that failed, or `not_` and a guard that must not hold but does."""


Sentence = Template | Mapping[str, Any]
"""A sentence with parameters in braces, or a table with one for each value of a parameter."""


@frozen
class Texts:
    """The texts of a rule file in one language, by kind and then by the name of the thing."""

    title: OneLine | None = None
    rules: Annotated[Mapping[Id, Sentence], Entries] = field(factory=dict, converter=read_only)
    verbs: Annotated[Mapping[Id, Sentence], Entries] = field(factory=dict, converter=read_only)
    phases: Annotated[Mapping[Id, OneLine], Entries] = field(factory=dict, converter=read_only)
    prompts: Annotated[Mapping[Id, OneLine], Entries] = field(factory=dict, converter=read_only)
    reasons: Annotated[Mapping[Failing, Sentence], Entries] = field(
        factory=dict, converter=read_only
    )
    events: Annotated[Mapping[Word, Sentence], Entries] = field(factory=dict, converter=read_only)
    limits: Annotated[Mapping[Word, OneLine], Entries] = field(factory=dict, converter=read_only)
    colours: Annotated[Mapping[Word, OneLine], Entries] = field(factory=dict, converter=read_only)


PARAMETER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""The pattern of a parameter in a template."""
