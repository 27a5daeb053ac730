"""The methods of the protocol about rulesets."""

from __future__ import annotations

from typing import Any

from lineit.frontends.rpc.errors import BAD_RULESET, protocol_error
from lineit.frontends.rpc.params import DifferencesParams, LangParams
from lineit.frontends.rpc.results import (
    ColourAbout,
    DataChange,
    Differences,
    LimitAbout,
    PhaseAbout,
    PlayerNumbers,
    RuleChange,
    RulesetAbout,
    RulesetTitle,
    VerbAbout,
    ZoneAbout,
)
from lineit.model.bounds import short
from lineit.model.ruleset import Ruleset
from lineit.model.zones import ZONES, Zone
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.text import catalog
from lineit.text.differences import data_differences, rule_differences
from lineit.text.narrate import rule_text, title


def chosen(rules: Any, params: LangParams) -> Ruleset:
    """Return the built-in ruleset of this name, or that of a rule file's data.

    A name is never read as a path. Raises `RpcError` or `RulesetError` if there is none.
    """
    if isinstance(rules, str) and rules not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise protocol_error(BAD_RULESET, "no_ruleset", params, ruleset=short(rules), known=known)
    return load_ruleset(rules)


def rulesets(lang: str) -> list[RulesetTitle]:
    """Return the built-in rulesets."""
    known = [load_ruleset(name) for name in ruleset_names()]
    return [
        RulesetTitle(name=rules.name, title=title(rules, lang), digest=rules.digest)
        for rules in known
    ]


def about(rules: Ruleset, lang: str) -> RulesetAbout:
    """Return all about a ruleset that a frontend shows.

    >>> described = about(load_ruleset("standard"), "de")
    >>> described.rules["one-bet"], described.verbs[0].title
    ('In einer Linie darf höchstens 1 Wettkarte liegen.', 'eine Karte nehmen')
    """

    def named(kind: str, name: str) -> str:
        own = catalog.own_sentence(rules.text, kind, name, {"card": None, "rule": None}, lang)
        return name if own is None else own

    least, most = rules.components.players
    return RulesetAbout(
        name=rules.name,
        title=title(rules, lang),
        digest=rules.digest,
        lineage=list(rules.lineage),
        players=PlayerNumbers(least=least, most=most),
        colours=[
            ColourAbout(name=each.name, title=named("colours", each.name), glyph=each.glyph)
            for each in rules.components.colours
        ],
        cards=[card.code for card in rules.cards],
        phases=[
            PhaseAbout(
                name=phase.name,
                title=named("phases", phase.name),
                prompt=catalog.own_sentence(rules.text, "prompts", phase.name, {}, lang),
                actor=phase.actor,
                rule=phase.rule,
            )
            for phase in rules.phases
        ],
        verbs=[VerbAbout(name=verb, title=named("verbs", verb)) for verb in rules.verbs],
        limits=[
            LimitAbout(
                name=name,
                title=named("limits", name),
                value=limit if isinstance(limit, int) else list(limit),
            )
            for name, limit in rules.limits.items()
        ],
        zones=[_zone(zone, rules, lang) for zone in ZONES.values()],
        rules={rule: rule_text(rules, rule, lang) for rule in rules.rules},
    )


def _zone(zone: Zone, rules: Ruleset, lang: str) -> ZoneAbout:
    """Return all about a zone."""
    rule = rules.zone(zone.name)
    return ZoneAbout(
        name=zone.name,
        title=catalog.zone_name(zone.name, lang),
        whose=zone.whose,
        table=rule.table,
        perfect=rule.perfect,
        at_most=rule.at_most,
        rule=rule.rule,
    )


def differences(params: DifferencesParams) -> Differences:
    """Return what differs between two rulesets."""
    rules, other = chosen(params.ruleset, params), chosen(params.other, params)
    return Differences(
        rules=[
            RuleChange(rule=found.rule, before=found.before, now=found.now)
            for found in rule_differences(rules, other, params.lang)
        ],
        data=[
            DataChange(where=found.where, before=found.before, now=found.now)
            for found in data_differences(rules, other)
        ],
    )
