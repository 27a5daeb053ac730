"""The ids of the problems that a rule file can have, which `spec/README.md` lists."""

from __future__ import annotations

from types import MappingProxyType

MUST_REFUSE = MappingProxyType(
    {
        "unreadable": "The file cannot be read, or is neither TOML nor JSON.",
        "shape": "A value is missing, unknown, of another type or out of its bounds.",
        "too-large": "The file, a text or a word is larger than its bound.",
        "unknown-ruleset": "`extends` names a file that does not exist, or a file outside "
        "of the folder.",
        "extends-circle": "Files extend one another in a circle, or more than 8 deep.",
        "removes-nothing": "`[remove]` names something that is not there.",
        "unknown-rule": "A name is not in `[rules]`.",
        "unknown-phase": "A name is no phase.",
        "unknown-guard": "A name is not in `[guards]`.",
        "unknown-effect": "A name is not in `[effects]`.",
        "unknown-limit": "A name is not in `[limits]`.",
        "unknown-cards": "`of` or `move` names neither a kind of cards nor a colour.",
        "listed-twice": "A phase, transition, colour, value of bets or counted zone is "
        "there twice.",
        "players": "The minimum number of players is greater than the maximum.",
        "reserved-name": "A limit, colour or word has a name with another meaning: see below.",
        "nested-sum": "A sum adds a limit that is itself a sum.",
        "two-forms": "A word has several forms, such as `count` and `all`, or a move has several "
        "of `first`, `last` and `up_to`.",
        "not-built-in": "A word has no form, and is not built in.",
        "circle": "A word is made of itself.",
        "key-missing": "A word lacks a key without which it says nothing.",
        "card-missing": "A word is about a card, but the transition names none.",
        "card-unasked": "A transition without `on` names a card, so nobody chooses it.",
        "two-card-zones": "Transitions with the same `from` and `on` name different zones.",
        "phase-actor": "A transition leads out of an end, or has `on` in a phase of the table.",
    }
)
"""Problems for which every implementation must refuse a file: it says nothing, or two things."""

SHOULD_REFUSE = MappingProxyType(
    {
        "key-superfluous": "A key means nothing in this word.",
        "no-effect": "A count is always the same, or an effect changes nothing.",
        "constant": "A comparison always holds, or never.",
        "contrary-terms": "Terms require both a guard and its opposite.",
        "contradiction": "The terms of a transition or word cannot all hold.",
        "unused-limit": "A limit is used by nothing.",
        "audience": "Eyes that see more of a zone than the zone allows, or less than they did.",
        "no-action": "A phase of the player offers no action.",
        "never-waits": "A phase of the player always goes on by itself.",
        "no-open-transition": "A phase of the table may have no open transition.",
        "hidden-transition": "An earlier transition is always open when this one is.",
        "no-end": "No phase is an end.",
        "unreachable-phase": "No transitions lead to a phase.",
        "endless-phase": "No transitions lead from a phase to an end.",
        "nested-players": "A question about some player is part of another one.",
        "too-much-work": "All transitions together ask, do or look at too much.",
        "picked-card": "A picked card is missing, left behind, or picked twice.",
        "two-picked": "Several cards may move to `picked`.",
        "card-elsewhere": "An effect takes a card from a zone where it does not lie.",
        "bet-under-jackpot": "A Bet card may come under a jackpot.",
        "overfull-zone": "A zone may get more cards than it can hold.",
        "unseen-cards": "A decision depends on cards that the player does not see.",
        "deck-too-small": "An effect takes more cards than the deck has.",
        "text-subject": "A sentence is about something that does not exist.",
        "text-parameter": "A sentence has a parameter that is not known there.",
        "text-choice": "A table of sentences has no `by` or `other`, or cannot choose one.",
        "text-characters": "A sentence is empty, or has characters that it cannot have.",
    }
)
"""Problems for which an implementation should refuse a file: a game could become stuck, or a part
of the file would never matter. Finding them takes an analysis of the whole file.
"""

IN_A_GAME = MappingProxyType(
    {
        "stuck": "The game cannot go on: no transition is open, or too much happens.",
        "endless-game": "The game did not end within its maximum number of decisions.",
    }
)
"""Problems that show only in a game, as error 4 of the protocol."""

OWN = MappingProxyType(
    {
        "more": "The file has more problems than are listed.",
        "changed-rules": "A pickle was made with other rules of this name.",
    }
)
"""Problems of this library alone."""
