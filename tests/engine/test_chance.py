"""Steps that turn cards up."""

from __future__ import annotations

import pytest

from lineit.engine.chance import step_with
from lineit.model.errors import DeckError, Reason
from support.tables import STANDARD, table


@pytest.mark.parametrize("codes", [["9"], ["60", "60"]])
def test_the_reason_lists_the_cards_that_are_not_in_the_deck(codes: list[str]) -> None:
    before = table(phase="pick", market="1 9", deck="60 61")
    with pytest.raises(DeckError) as refused:
        step_with(before, "pick 1", [STANDARD.card(code) for code in codes])
    assert refused.value.reason == Reason("not_in_deck", "deck", {"cards": codes})
