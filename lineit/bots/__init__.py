"""Bots, and contests between them."""

from __future__ import annotations

from collections.abc import Callable

from lineit.bots.bot import Bot, bot_action, play_out
from lineit.bots.chance import RandomBot
from lineit.bots.greedy import GreedyBot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "bot_action", "play_out"]

BOTS: dict[str, Callable[[int], Bot]] = {"greedy": lambda _seed: GreedyBot(), "random": RandomBot}
"""The bots by name: each value is a function that makes a bot from a seed."""
