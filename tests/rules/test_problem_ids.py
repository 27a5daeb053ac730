"""Every problem of a rule file has an id, which `lineit.rules.problem_ids` explains."""

from __future__ import annotations

from pathlib import Path

import pytest

from lineit import Game, RulesetError, load_ruleset, most_decisions
from lineit.model.errors import Problem
from lineit.rules.problem_ids import IN_A_GAME, MUST_REFUSE, SHOULD_REFUSE
from support.paths import TESTS

BROKEN = TESTS / "data/broken"


def found(path: Path) -> tuple[Problem, ...]:
    """The problems that a check finds in a file; none if they show only in a game."""
    try:
        load_ruleset(path)
    except RulesetError as error:
        return error.problems
    return ()


EXAMPLES = [
    ("audience", "zones-that-are-forgotten", "zones.discard",
        "hides from a perfect memory what lies open"),
    ("bet-under-jackpot", "jackpot-takes-a-bet", "transition a",
        "fill may put a Bet card under jackpots"),
    ("card-elsewhere", "cards-taken-from-elsewhere", "transition a",
        "place_in_line takes the card from the picked, but it is not there"),
    ("card-missing", "card-not-named", "transition mine",
        "card_fits is about a card, but the transition names none"),
    ("card-unasked", "card-without-an-action", "transition mine",
        "names a card, but has no action that chooses it"),
    ("circle", "effects-in-a-circle", "effects.one", "is made of itself"),
    ("constant", "count-that-contradicts-itself", "guards.a",
        "never holds: it requires at least 3 and at most 1"),
    ("contradiction", "terms-that-cannot-all-hold", "transition score",
        "is never taken: its terms cannot all hold"),
    ("contrary-terms", "says-both", "guards.a", "requires both is_bet and not is_bet"),
    ("deck-too-small", "deck-takes-more-than-there-is", "effects.a",
        "takes 107 cards from the deck, which has 106"),
    ("endless-phase", "dead-ends-at-once", "phase deal", "no end can be reached from it"),
    ("extends-circle", "extends-itself", "extends",
        "is in a circle or more than 8 files deep: extends-itself → extends-itself"),
    ("hidden-transition", "dead-ends-at-once", "transition mine",
        "is never reached: play-pass comes first and has no when"),
    ("key-missing", "count-compared-with-nothing", "guards.mine",
        "compares its count with nothing"),
    ("key-superfluous", "count-left-out", "guards.turns_left", "has below, but counts nothing"),
    ("listed-twice", "all-words-unknown", "components.bets", "lists 3 2 times"),
    ("nested-players", "some-within-some", "guards.e", "nests questions about some player"),
    ("nested-sum", "limits-that-are-sums", "limits.larger",
        "adds market_size, which is itself a sum"),
    ("never-waits", "player-never-asked", "phase play",
        "never waits for the player: play-nothing has no when"),
    ("no-action", "player-with-no-action", "phase play", "offers no action"),
    ("no-effect", "count-of-no-cards", "guards.c", "always counts 1: the card itself"),
    ("no-end", "no-end", "phase", "there is no end phase"),
    ("no-open-transition", "dead-ends-at-once", "phase cleanup", "may have no open transition"),
    ("not-built-in", "built-in-words-of-format-1", "guards.is_bet",
        "there is no built-in guard is_bet"),
    ("overfull-zone", "hand-too-small-for-the-words", "transition place-hand",
        "place_in_hand may put more than 0 cards into the hand"),
    ("phase-actor", "end-goes-on", "transition mine", "leads out of over, which is an end"),
    ("picked-card", "dead-ends-at-once", "transition mine",
        "goes to place without a picked card, but one must wait there"),
    ("players", "all-words-unknown", "components.players",
        "the minimum 5 is greater than the maximum 2"),
    ("removes-nothing", "everything-at-once", "remove.transition",
        "there is no 'nothing' to remove"),
    ("reserved-name", "colours-named-like-cards", "components.colours",
        "names a colour bets, which is the name of other cards"),
    ("shape", "box-rules-wrong", "components.rules.tokens", "must be a text, but is 3"),
    ("text-characters", "text-that-chooses-wrongly", "text.en.rules.points", "is empty"),
    ("text-choice", "text-that-chooses-wrongly", "text.en.rules.pick", "has no by"),
    ("text-parameter", "text-with-parameters-of-others", "text.en.rules.pick",
        "has an unknown parameter card"),
    ("text-subject", "text-about-what-is-not-there", "text.en.rules.place-hands",
        "is about place-hands, which does not exist"),
    ("too-large", "effects-explode", "effects.b18",
        "is made of more than 100 simple words or 10 levels"),
    ("too-much-work", "work-on-many-cards", "transition",
        "all together may look at 12638686 cards, but at most 1000000 are allowed"),
    ("two-card-zones", "cards-from-two-places", "transition mine",
        "takes its card from another zone than play, with the same action"),
    ("two-forms", "count-made-of-others", "guards.mine", "has count together with all or any"),
    ("two-picked", "picks-several", "effects.a",
        "may move several cards to picked, which holds one"),
    ("unknown-cards", "effect-of-unknown-kinds", "effects.a", "move names no kind of cards: cards"),
    ("unknown-effect", "all-words-unknown", "effects.mine", "there is no effect next_trun"),
    ("unknown-guard", "all-words-unknown", "guards.mine", "there is no guard is_bett"),
    ("unknown-limit", "limits-not-there-in-words", "zones.line",
        "at_most names no limit: there is no lines"),
    ("unknown-phase", "all-words-unknown", "start", "there is no phase deel"),
    ("unknown-rule", "all-words-unknown", "transition mine", "there is no rule plya"),
    ("unknown-ruleset", "extends-nothing", "extends", "there is no ruleset 'chess'"),
    ("unreachable-phase", "dead-ends-at-once", "phase endgame", "cannot be reached from deal"),
    ("unreadable", "toml-key-twice", "",
        "is not TOML: Cannot overwrite a value (at line 8, column 15)"),
    ("unseen-cards", "card-of-a-hidden-zone", "transition a",
        "asks for a card of the deck, which no player sees"),
    ("unused-limit", "everything-at-once", "limits.prize", "is not used by any word, zone or text"),
]  # fmt: skip


@pytest.mark.parametrize(("ident", "file", "where", "message"), EXAMPLES)
def test_a_problem_has_the_id_of_its_kind(ident: str, file: str, where: str, message: str) -> None:
    told = {(each.where, each.message): each.id for each in found(BROKEN / f"{file}.toml")}
    assert told[where, message] == ident


def test_each_id_is_shown_above() -> None:
    assert [ident for ident, *_ in EXAMPLES] == sorted({**MUST_REFUSE, **SHOULD_REFUSE})


def test_the_broken_files_have_no_problem_without_a_known_id() -> None:
    ids = {problem.id for path in BROKEN.glob("*.toml") for problem in found(path)}
    assert ids == MUST_REFUSE.keys() | SHOULD_REFUSE.keys()


def test_a_game_that_is_stuck_has_an_id() -> None:
    with pytest.raises(RulesetError) as caught:
        Game.new(2, rules=BROKEN / "trial-no-market.toml", seed=1)
    assert [problem.id for problem in caught.value.problems] == ["stuck"]


def test_a_game_without_end_has_an_id() -> None:
    game = Game.new(2, rules=BROKEN / "trial-no-end.toml", seed=1)
    while game.ply < most_decisions(game.ruleset):
        game.apply(game.legal[0])
    with pytest.raises(RulesetError) as caught:
        game.apply(game.legal[0])
    assert [problem.id for problem in caught.value.problems] == ["endless-game"]
    assert {"stuck", "endless-game"} == IN_A_GAME.keys()
