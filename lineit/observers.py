"""Observers of a game: functions that are called after each change."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable

from lineit.model.errors import CallbackError, Reason
from lineit.model.events import Event
from lineit.model.table import Table

Observer = Callable[[tuple[Event, ...], Table], object]

_LOG = logging.getLogger("lineit")


class Observers:
    """The observers of a game. One that is added twice is called twice.

    An exception in an observer does not stop the game: the logger `lineit` logs it. If an observer
    takes an action, all observers are called for it after the current call.

    >>> observers = Observers()
    >>> stop = observers.add(lambda events, table: print(len(events)))
    >>> from lineit import Game
    >>> observers.tell((), Game.new(players=2, seed=7).table)
    0
    """

    def __init__(self) -> None:
        self._all: dict[object, Observer] = {}
        self._news: list[tuple[tuple[Event, ...], Table]] = []

    def add(self, observer: Observer) -> Callable[[], None]:
        """Add an observer. Return a function that removes it.

        Raises `CallbackError` for a coroutine function.
        """
        call = getattr(observer, "__call__", None)  # noqa: B004 # `__call__` may be async
        if inspect.iscoroutinefunction(observer) or inspect.iscoroutinefunction(call):
            what = getattr(observer, "__name__", type(observer).__name__)
            raise CallbackError(Reason("coroutine", None, {"what": what}))
        subscription = object()
        self._all[subscription] = observer

        def stop() -> None:
            self._all.pop(subscription, None)

        return stop

    def tell(self, events: tuple[Event, ...], table: Table) -> None:
        """Call all observers with what happened, and the table after it."""
        if not self._all:
            return
        self._news.append((events, table))
        if len(self._news) > 1:  # a call is going on; it also sends this news
            return
        try:
            while self._news:
                for subscription, observer in tuple(self._all.items()):
                    if subscription not in self._all:  # it was removed during this loop
                        continue
                    try:
                        observer(*self._news[0])
                    except Exception:
                        _LOG.exception("an observer failed")
                del self._news[0]
        finally:
            self._news.clear()
