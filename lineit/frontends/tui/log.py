"""The log: what happened, as sentences, a round at a time."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.events import Resize
from textual.widgets import RichLog

from lineit.frontends.tui.draw import Pen
from lineit.model.events import Event, RoundBegun
from lineit.model.zones import Memory
from lineit.text.narrate import NOTHING_MOVES

ROUNDS = 10
"""Number of rounds in the log, the current one included. Each is there from its beginning."""


class Log(RichLog):
    """The sentences of the last rounds. It scrolls by the mouse wheel, and by keys if it has the
    focus; its lines are broken anew when its width changes.
    """

    def __init__(self) -> None:
        super().__init__(id="log", wrap=True, min_width=10)
        self._told: list[Text] = []
        self._broken_at = 0

    def tell(
        self,
        events: Sequence[Event],
        pen: Pen,
        viewer: int | None = None,
        memory: Memory = "table",
    ) -> None:
        """Show the events of the last rounds, as the viewer saw them, down to the last one."""
        begins = [at for at, event in enumerate(events) if isinstance(event, RoundBegun)]
        since = begins[-ROUNDS] if len(begins) > ROUNDS else 0
        self._told = []
        for event in events[since:]:
            if not isinstance(event, NOTHING_MOVES):
                sentence = pen.event(event, viewer, memory)
                sentence.stylize("bold" if isinstance(event, RoundBegun) else "")
                self._told.append(sentence)
        self._write()

    def turn(self, pages: int) -> None:
        """Scroll by this many pages. A line of the page before stays in sight."""
        self.scroll_relative(y=pages * max(1, self.size.height - 1), animate=False)

    def on_resize(self, _: Resize) -> None:
        """Break the lines anew if the width has changed."""
        if self.scrollable_content_region.width != self._broken_at:
            self._write()

    def _write(self) -> None:
        if not self.size.width:  # it is not on the screen yet
            return
        self._broken_at = self.scrollable_content_region.width
        self.clear()
        for sentence in self._told:
            self.write(sentence)
