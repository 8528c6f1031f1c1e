"""Items: a record has fields, and those of an element read the element."""

from __future__ import annotations

import re

from ....sentences import say
from ...tree.nodes import Item
from ...tree.references import sources_of_field
from ..report import place_of_name, show
from .subject import Subject

_FROM_ROOT = re.compile(r"\s*/")


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
            message = say("{} has no fields: its records would be empty", show(declaration))
            subject.report.add(
                "empty-item", place_of_name(declaration), message, say('write `item { name = css "…" }`')
            )
        if isinstance(declaration, Item) and declaration.each is not None:
            _check_each(subject, declaration)


def _check_each(subject: Subject, item: Item) -> None:
    for field in item.fields:
        for source in sources_of_field(field):
            text = next((text for text in source.texts if isinstance(text, str) and _FROM_ROOT.match(text)), None)
            if source.how == "xpath" and text is not None:
                message = say("`{}` begins at the whole page, so that every record gets the same", text)
                advice = say(
                    'write `xpath ".{}"`; what the page has once is taken before: `x = xpath "…"`', text.lstrip()
                )
                subject.report.warn("page-in-each", source.place, message, advice)
