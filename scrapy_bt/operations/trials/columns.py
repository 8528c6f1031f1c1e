"""What a crawl makes of the rows of a trial, and what is lost on the way into their columns."""

from __future__ import annotations

from ...core.rules.groups import GroupRow
from ...core.rules.notes import TextCut
from ...core.rules.rule import Column
from ...core.rules.trials import GroupTrial
from ...core.tree.conversions import as_number
from ...crawl.reading.rulebooks import note_of_number


def typed(trial: GroupTrial, row: GroupRow) -> list[str | float | None]:
    """The values as a crawl gives them; values of other pages stay the names of their tags."""
    pairs = zip(trial.group.columns, row.values, strict=True)
    return [as_number(value) if is_number(column, value) else value for column, value in pairs]


def is_number(column: Column, value: str) -> bool:
    """Whether a value of this page is to become a number."""
    return column.type == "number" and value != f"‹{column.tag}›"


def losses(trial: GroupTrial, url: str) -> list[str]:
    """What is lost on the way into columns: the first of each kind, and how many more."""
    found: dict[tuple[type, str], list[str]] = {}
    for row in trial.rows:
        for column, value in zip(trial.group.columns, row.values, strict=True):
            note = note_of_number(trial.group.name, column.name, value, url) if is_number(column, value) else None
            if note is not None:
                found.setdefault((type(note), column.name), []).append(str(note))
            if column.name in row.cut:
                text = f"a text is longer than column {column.name} takes, and is cut to {column.length} characters"
                found.setdefault((TextCut, column.name), []).append(text)
    return [texts[0] + (f" (and {len(texts) - 1} more)" if texts[1:] else "") for texts in found.values()]
