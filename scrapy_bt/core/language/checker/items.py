"""Items: a record has fields."""

from __future__ import annotations

from ...tree.nodes import Item
from ..report import place_of_name, show
from .subject import Subject


def _has_fault_within(subject: Subject, item: Item) -> bool:
    place = item.place
    return place is not None and any(
        (place.line, place.column) < (fault.place.line, fault.place.column) <= (place.end_line, place.end_column)
        for fault in subject.report.faults
    )


def check_items(subject: Subject) -> None:
    """No item is without fields."""
    for declaration in subject.complete_declarations:
        if isinstance(declaration, Item) and not declaration.fields:
            if _has_fault_within(subject, declaration):
                continue  # its fields could not be read
            message = f"{show(declaration)} has no fields: its records would be empty"
            subject.report.add("empty-item", place_of_name(declaration), message, 'write `item { name = css "…" }`')
