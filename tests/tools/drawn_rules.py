"""A check of rule files that are drawn at random over the whole vocabulary (`support/drawing.py`).

`python tests/tools drawn_rules` draws 5,000 files. Each is accepted or refused:

- A refused file has problems with known ids, a place and how to mend it, in printable sentences.
- An accepted file is the same from its data and from TOML. Games are played by it at random, with
  several numbers of players. At their tables, whatever the library says must agree: legal actions
  with choices, explanations, the mask and what is refused; events with tables; views with the
  audiences of the zones; saved games with the games; undo and redo with what was before. No card is
  lost, and all that is said is printable, in each language.
- Each file and each step takes a bounded number of calls (`support/work.py`).

`--files N` changes the number of files, and `--seed N` the seed of the first one; each next file
has the next seed. The tool prints totals, and what made games stop. A finding is printed with its
seed, and `--files 1 --seed N` repeats it; the exit code is then 1.
"""

from __future__ import annotations

import json
import sys
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

from attrs import define, field

from lineit import (
    Game,
    LineitError,
    Ruleset,
    RulesetError,
    Table,
    action_index,
    all_actions,
    event_json,
    legal_mask,
    load_ruleset,
    parse_event,
    parse_record,
    parse_table,
    parse_view,
    points_range,
    record_json,
    replay,
    step,
    table_json,
    view,
    view_json,
)
from lineit.conformance.trial import trial
from lineit.engine.machine import waits
from lineit.formats.diagrams import mermaid, scxml, xstate
from lineit.model.zones import Memory
from lineit.rules.problem_ids import IN_A_GAME, MUST_REFUSE, OWN, SHOULD_REFUSE
from lineit.sampling import sample
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import NAMES, rule_text, tell, tell_seen, title
from support.drawing import Document, drawn, inside, toml
from support.invariants import every_card_lies_in_one_place
from support.work import TooMuchWork, limited_work
from tools.doors import Scratch, read_quickly, refused, said

MEMORIES: tuple[Memory, ...] = ("table", "perfect")

MOST_PLIES = 60
"""Maximum number of decisions in most games. One game in `LONG` has up to `LONG` times as many."""

LONG = 10

TRIED = 6
"""Number of actions that are tried at a table, whether or not they are legal."""

LONGEST_LINE = 380
"""Maximum length of a text that is written as TOML, in characters: a line has at most 400."""


@define
class Totals:
    """What happened to the files that were drawn so far."""

    drawn: int = 0
    accepted: int = 0
    games: int = 0
    over: int = 0
    decisions: int = 0
    tables: int = 0
    load_calls: int = 0
    step_calls: int = 0
    refused: Counter[str] = field(factory=Counter)
    stopped: Counter[str] = field(factory=Counter)
    stuck: set[int] = field(factory=set)
    unseen: set[int] = field(factory=set)

    def __str__(self) -> str:
        ids = ", ".join(f"{name} {count:,}" for name, count in self.refused.most_common())
        ends = ", ".join(f"{name} {count:,}" for name, count in self.stopped.most_common())
        return "\n".join(
            [
                f"{self.drawn:,} files drawn, {self.accepted:,} accepted",
                f"refused for: {ids or 'nothing'}",
                f"{self.games:,} games, {self.decisions:,} decisions, {self.tables:,} tables",
                f"{self.over:,} games came to an end; stopped by an error: {ends or 'none'}",
                f"{len(self.stuck):,} accepted files had a game that stopped by an error; "
                f"the trial games of `lineit check` find all but {len(self.unseen):,} of them",
                f"at most {self.load_calls:,} calls to load a file, {self.step_calls:,} for a step",
            ]
        )


# -- a file ---------------------------------------------------------------------------------------

SCRATCH: list[Scratch] = []
"""The file for rules as TOML, once it is needed."""


def try_file(document: Document, seed: int, totals: Totals) -> None:
    """Load the file, and play by it if it is accepted. Raise any error if a check fails."""
    totals.drawn += 1
    before = json.dumps(document)
    rules = loaded(document, totals)
    assert json.dumps(document) == before, "the data was changed"
    if rules is None:
        return
    totals.accepted += 1
    check_same_from_toml(document, rules)
    assert load_ruleset(rules.document) == rules, "not as its whole data"
    check_texts(rules)
    chance = Random(seed)
    least, most = rules.components.players
    for number, players in enumerate(sorted({least, chance.randint(least, most), most})):
        long = seed % LONG == number == 0
        play(rules, players, seed, MOST_PLIES * LONG if long else MOST_PLIES, totals)
    if seed in totals.stuck and not trial(rules, "drawn.toml"):
        totals.unseen.add(seed)


def loaded(document: Document, totals: Totals) -> Ruleset | None:
    """Return the rules of the file; None if it is refused. Check the refusal."""
    with limited_work() as calls:
        try:
            rules = load_ruleset(document)
        except RulesetError as error:
            rules, refusal = None, error
    totals.load_calls = max(totals.load_calls, calls.count)
    if rules is None:
        refused(refusal)
        assert refusal.problems, "refused without a problem"
        for problem in refusal.problems:
            assert problem.id in {*MUST_REFUSE, *SHOULD_REFUSE, *OWN}, f"unknown id: {problem}"
            whole_file = problem.id in ("too-large", "shape", "more", "unreadable")
            assert problem.where or whole_file, f"no place: {problem}"
            assert problem.mend, f"no mend: {problem}"
        totals.refused.update({problem.id for problem in refusal.problems})
    return rules


def check_same_from_toml(document: Document, rules: Ruleset) -> None:
    """Check that the file has the same rules if it is written as TOML."""
    if any(holder[key] is None for holder, key in inside(document)):  # TOML has no null
        return
    text = toml(document)
    if max(map(len, text.split("\n"))) > LONGEST_LINE or len(text.encode()) > 64 * 1024:
        return
    if not SCRATCH:
        SCRATCH.append(Scratch("drawn.toml"))
    from_toml = load_ruleset(SCRATCH[0].write(text.encode()))
    same = (from_toml.digest, from_toml.document) == (rules.digest, rules.document)
    assert same, "as TOML it differs"


def check_texts(rules: Ruleset) -> None:
    """Check all that is said of the rules without a game."""
    for lang in LANGUAGES:
        shown(title(rules, lang))
        for rule in rules.rules:
            shown(rule_text(rules, rule, lang))
    for export in (mermaid, scxml, xstate):
        assert export(rules)


def shown(text: str) -> None:
    """Check that the text can be shown. It may be long, as it may list all cards of a box."""
    assert text, "nothing is said"
    assert all(line.isprintable() for line in text.split("\n")), f"not printable: {text!a}"


# -- a game ---------------------------------------------------------------------------------------


def play(rules: Ruleset, players: int, seed: int, most: int, totals: Totals) -> None:
    """Play a game at random, and check some of its tables and its end."""
    chance = Random(seed)
    totals.games += 1
    game: Game | None = None
    try:
        with limited_work() as calls:
            game = Game.new(players, rules=rules, seed=seed, first=chance.randrange(players))
        check_table(game, chance, totals)
        while not game.over and game.ply < most:
            action = chance.choice(game.legal)
            with limited_work() as calls:
                game.apply(action)
            totals.step_calls = max(totals.step_calls, calls.count)
            if game.ply < 4 or chance.random() < 0.1:
                check_table(game, chance, totals)
    except RulesetError as error:
        ids = [problem.id for problem in error.problems]
        assert {*ids} <= {*IN_A_GAME, "too-much-work"}, f"a game stopped with {ids}"
        refused(error)
        totals.stopped.update(ids)
        totals.stuck.add(seed)
    if game is None:
        return
    totals.decisions += game.ply
    totals.over += game.over
    check_table(game, chance, totals)
    check_saved(game)
    check_undo(game, chance)
    assert replay(game.undealt, game.events) == game.table, "the events make another table"
    assert game.stats is not None


def check_table(game: Game, chance: Random, totals: Totals) -> None:
    """Check all that the library says of the present table."""
    totals.tables += 1
    table = game.table
    assert table.problems() == (), f"problems: {[str(each.text()) for each in table.problems()]}"
    every_card_lies_in_one_place(table)
    assert game.over or waits(table), "nobody can decide"
    assert parse_table(json.loads(json.dumps(table_json(table))), game.ruleset) == table
    shown(str(table))
    least, most = points_range(game.ruleset, len(table.players))
    assert all(least <= player.points <= most for player in table.players), "points out of range"
    check_actions(game, chance)
    check_views(table, chance)
    check_told(game, chance)


def check_actions(game: Game, chance: Random) -> None:
    """Check that legal actions, choices, reasons, the mask and refusals agree."""
    table, legal, rules = game.table, game.legal, game.ruleset
    assert len({*legal}) == len(legal), "a legal action twice"
    offered = [choice.action for choice in game.choices if choice.reason is None]
    assert offered == [*legal], "the choices differ from the legal actions"
    for choice in chance.sample(game.choices, min(TRIED, len(game.choices))):
        if choice.reason is not None:
            said(choice.reason)
    mask = legal_mask(table)
    at = {index for index, allowed in enumerate(mask) if allowed}
    assert at == {action_index(action, rules) for action in legal}, "the mask differs"
    actions = all_actions(rules)
    tried = [chance.choice(actions) for _ in range(TRIED if actions else 0)]
    for action in (*tried, *legal[:1]):
        reason = game.explain(str(action))
        assert (reason is None) is (action in legal), f"explain errs about {action}"
        if reason is None:
            continue
        said(reason)
        assert refusal_of(table, str(action)) == reason.text(), "explain says another thing"


def refusal_of(table: Table, action: str) -> str | None:
    """Return what an action is refused with; None if it is done."""
    try:
        step(table, action)
    except LineitError as error:
        return error.reason.text()
    return None


def check_views(table: Table, chance: Random) -> None:
    """Check that each viewer sees the cards that the audiences of the zones allow, and no other."""
    codes = {card.code for card in table.ruleset.cards}
    for memory in MEMORIES:
        for viewer in (None, *range(len(table.players))):
            allowed = set()
            for zone, owner, cards in table.piles():
                rule = table.ruleset.zone(zone)
                audience = rule.table if memory == "table" else rule.perfect
                if audience == "all" or (audience == "owner" and owner == viewer is not None):
                    allowed |= {card.code for card in cards}
            seen = view(table, viewer, memory)
            data = view_json(seen)
            shown = {text for text in texts_in(data) if text in codes}
            assert shown == allowed, f"{viewer} sees {shown ^ allowed} with {memory}"
            assert parse_view(data, table.ruleset) == seen, "as JSON the view differs"
    viewer = chance.choice([None, *range(len(table.players))])
    seen = view(table, viewer, "table")
    assert view(sample(seen, 1), viewer, "table") == seen, "a guess looks different"


def texts_in(data: Any) -> Iterator[str]:
    """Yield all texts inside JSON data, without keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from texts_in(part)


def check_told(game: Game, chance: Random) -> None:
    """Check the events of the last step: as JSON, and as sentences for all and for a viewer."""
    rules, seats = game.ruleset, len(game.table.players)
    names = NAMES[:seats]
    events = game.steps[-1].events
    for event in chance.sample(events, min(TRIED, len(events))):
        data = json.loads(json.dumps(event_json(event)))
        assert parse_event(data, rules) == event, "as JSON an event differs"
        viewer = chance.choice([None, *range(seats)])
        for lang in LANGUAGES:
            shown(tell(event, rules, names, lang))
            shown(tell_seen(event, rules, names, viewer, lang))


def check_saved(game: Game) -> None:
    """Check that the game is the same if it is saved and loaded."""
    saved = json.dumps(record_json(game))
    again = parse_record(saved)
    same = (again.table, again.events, again.over) == (game.table, game.events, game.over)
    assert same, "saved and loaded it differs"
    assert json.dumps(record_json(again)) == saved, "saved again it differs"


def check_undo(game: Game, chance: Random) -> None:
    """Check that undo leads to the earlier tables, and redo back."""
    table, steps = game.table, game.steps
    back = chance.randint(0, game.ply)
    game.undo(back)
    assert game.table is steps[len(steps) - 1 - back].table, "undo leads elsewhere"
    if back:
        assert steps[len(steps) - back].action in game.legal, "the undone action is not legal"
    game.redo(back)
    assert (game.table, game.steps) == (table, steps), "redo leads elsewhere"


# -- all files ------------------------------------------------------------------------------------


def run(files: int, seed: int, totals: Totals) -> dict[int, str]:
    """Draw and try so many files. Return the findings by their seeds."""
    findings = {}
    with patch("lineit.rules.load._read_built_in", read_quickly):
        for each in range(seed, seed + files):
            try:
                try_file(drawn(each), each, totals)
            except (Exception, TooMuchWork) as error:
                findings[each] = "".join(traceback.format_exception(error))
    return findings


def main() -> int:
    """Draw and try files, print what was found, and return the exit code, 1 if anything was."""
    parser = ArgumentParser(description="Try rule files that are drawn at random.")
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    totals, found = Totals(), False
    for seed in range(arguments.seed, arguments.seed + arguments.files):
        for report in run(1, seed, totals).values():
            print(f"seed {seed}: {report[-1500:]}", flush=True)
            found = True
    print(totals)
    return int(found)


if __name__ == "__main__":
    sys.exit(main())
