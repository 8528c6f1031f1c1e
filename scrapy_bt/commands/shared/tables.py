"""Tables for people: drawn on a terminal, plain text with aligned columns elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich.console import Group
from rich.table import Table
from rich.text import Text

from ...core.documents.controls import shown


@dataclass(frozen=True)
class TextTable:
    """A heading, and rows below the names of their columns; what has neither is a line of text."""

    title: str
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = field(default=())
    numbers: frozenset[str] = frozenset()
    """Columns that are aligned to the right."""


def as_text(listings: Iterable[TextTable]) -> str:
    """The listings with a space of two between columns; nothing is cut off."""
    blocks = []
    for listing in listings:
        rows = [tuple(listing.columns), *map(tuple, listing.rows)] if listing.columns else []
        widths = [max(len(row[at]) for row in rows) for at in range(len(listing.columns))]
        lines = [
            "  ".join(
                cell.rjust(width) if name in listing.numbers else cell.ljust(width)
                for cell, width, name in zip(row, widths, listing.columns, strict=True)
            ).rstrip()
            for row in rows
        ]
        blocks.append("\n".join((listing.title, *(f"  {line}" for line in lines))))
    return "\n\n".join(blocks)


def as_tables(listings: Iterable[TextTable]) -> Group:
    """The listings for a terminal of any width."""
    parts: list[Table | Text] = []
    for listing in listings:
        if not listing.columns:
            parts.append(Text(shown(listing.title), style="bold"))
            continue
        table = Table(title=listing.title, title_justify="left", title_style="bold", header_style="dim", box=None)
        for name in listing.columns:
            table.add_column(name, justify="right" if name in listing.numbers else "left", overflow="fold")
        for row in listing.rows:
            table.add_row(*(Text(shown(cell)) for cell in row))
        parts.append(table)
    return Group(*parts)


def seconds(value: float | None) -> str:
    """A time of any size in two digits or three; nothing for none."""
    if value is None:
        return ""
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "min")):
        if value >= 2 * size:
            return f"{value / size:.1f} {unit}"
    return f"{value:.1f} s" if value >= 10 else f"{value:.2f} s"


def number(value: float | None, digits: int = 1) -> str:
    """A number; nothing for none."""
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else f"{value:.{digits}f}"
