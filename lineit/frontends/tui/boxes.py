"""Cards drawn as cards: boxes with the number and the sign, side by side."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

WIDE = 120
"""Number of columns from which cards are drawn as boxes."""


def boxed(pieces: Iterable[tuple[Text, bool]], width: int) -> Text:
    """Return pieces side by side in rows of at most this width, in three lines each. Those that are
    cards (True) are framed.

    >>> print(boxed([(Text("Market"), False), (Text("91♠"), True), (Text("Bet 4"), True)], 40))
           ╭─────╮ ╭───────╮
    Market │ 91♠ │ │ Bet 4 │
           ╰─────╯ ╰───────╯
    """
    rows: list[list[list[Text]]] = [[]]
    left = width
    for piece, is_card in pieces:
        drawn = _framed(piece) if is_card else [Text(), piece, Text()]
        needed = max(line.cell_len for line in drawn) + 1
        if needed > left and rows[-1]:
            rows.append([])
            left = width
        rows[-1].append(drawn)
        left -= needed
    return Text("\n").join(_side_by_side(row) for row in rows)


def _framed(label: Text) -> list[Text]:
    edge, style = "─" * (label.cell_len + 2), str(label.style)
    return [
        Text(f"╭{edge}╮", style),
        Text.assemble(("│ ", style), label, (" │", style)),
        Text(f"╰{edge}╯", style),
    ]


def _side_by_side(row: list[list[Text]]) -> Text:
    lines = [Text(), Text(), Text()]
    for drawn in row:
        width = max(line.cell_len for line in drawn)
        for line, part in zip(lines, drawn, strict=True):
            line.append_text(part)
            line.append(" " * (width - part.cell_len + 1))
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)
