"""Games with mutated rules that load: no card is lost, and only `RulesetError` is raised."""

from __future__ import annotations

import copy
import tomllib
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from lineit import Game, RulesetError, load_ruleset, parse_table, ruleset_names, table_json
from lineit.formats.tables import cards_on
from support.paths import ROOT
from tools.vector_quality import changes, mutants

RULESETS = ROOT / "spec/rulesets"


def mutants_of(name: str) -> list[tuple[str, dict[str, Any]]]:
    return list(mutants(tomllib.loads((RULESETS / f"{name}.toml").read_text("utf-8"))))


def play(rules: dict[str, Any], seed: int) -> None:
    """Load the rules and take up to 300 random actions."""
    chance = Random(seed)
    with suppress(RulesetError):
        ruleset = load_ruleset(rules)
        players = chance.randint(*ruleset.components.players)
        game = Game.new(players, rules=ruleset, seed=seed)
        for _ in range(300):
            assert sorted(cards_on(game.table), key=str) == sorted(ruleset.cards, key=str)
            if game.over:
                break
            game.apply(chance.choice(game.legal))
        assert parse_table(table_json(game.table), ruleset) == game.table


@pytest.mark.slow
@pytest.mark.parametrize("name", ruleset_names())
def test_rules_with_one_mutation_lose_no_card(name: str) -> None:
    for seed, (_, rules) in enumerate(mutants_of(name)):
        play(rules, seed)


@pytest.mark.slow
def test_rules_with_two_mutations_lose_no_card() -> None:
    chance = Random(1)
    standard = tomllib.loads((RULESETS / "standard.toml").read_text("utf-8"))
    for seed in range(400):
        rules = copy.deepcopy(standard)
        for _ in range(2):
            _, change = chance.choice(list(changes(rules)))
            change(rules)
        play(rules, seed)
