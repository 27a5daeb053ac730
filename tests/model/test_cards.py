"""Cards by their codes."""

from __future__ import annotations

from typing import Any

import pytest

from lineit.model.errors import UnknownCard
from support.tables import STANDARD


def test_a_code_that_is_not_a_text_is_refused() -> None:
    code: Any = ["1"]
    with pytest.raises(UnknownCard, match="a list of 1 is not a card code"):
        STANDARD.card(code)
