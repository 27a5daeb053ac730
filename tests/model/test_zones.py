"""The zones, and which of them each player has."""

from __future__ import annotations

from lineit.model.zones import ZONES


def test_the_zones_of_a_player() -> None:
    personal = [name for name, zone in ZONES.items() if zone.personal]
    assert personal == ["picked", "hand", "line", "scored"]
