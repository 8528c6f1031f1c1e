"""Items: a record has fields."""

from __future__ import annotations

from ...tree.nodes import Item
from ..report import place_of_name, show
from .subject import Subject


def check_items(subject: Subject) -> None:
    """No item is without fields."""
    for declaration in subject.complete_declarations:
        if isinstance(declaration, Item) and not declaration.fields:
            message = f"{show(declaration)} has no fields: its records would be empty"
            subject.report.add("empty-item", place_of_name(declaration), message, 'write `item { name = css "…" }`')
