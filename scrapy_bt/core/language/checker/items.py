"""Items: a record has fields, and those of an element read the element."""

from __future__ import annotations

import re

from ....sentences import say
from ...tree.nodes import Item
from ...tree.references import sources_of_field
from ..report import place_of_name, show
from .checkeddocument import CheckedDocument

_FROM_ROOT = re.compile(r"\s*/")


def _has_fault_within(checked: CheckedDocument, item: Item) -> bool:
    place = item.place
    return place is not None and any(
        (place.line, place.column) < (fault.place.line, fault.place.column) <= (place.end_line, place.end_column)
        for fault in checked.report.faults
    )


def check_items(checked: CheckedDocument) -> None:
    """No item is without fields."""
    for declaration in checked.complete_declarations:
        if isinstance(declaration, Item) and not declaration.fields:
            if _has_fault_within(checked, declaration):
                continue  # its fields could not be read
            message = say("{} has no fields: its records would be empty", show(declaration))
            checked.report.add(
                "empty-item", place_of_name(declaration), message, say('write `item { name = css "…" }`')
            )
        if isinstance(declaration, Item) and declaration.each is not None:
            _check_each(checked, declaration)


def _check_each(checked: CheckedDocument, item: Item) -> None:
    for field in item.fields:
        for source in sources_of_field(field):
            text = next((text for text in source.texts if isinstance(text, str) and _FROM_ROOT.match(text)), None)
            if source.how == "xpath" and text is not None:
                message = say("`{}` begins at the whole page, so that every record gets the same", text)
                advice = say(
                    'write `xpath ".{}"`; what the page has once is taken before: `x = xpath "…"`', text.lstrip()
                )
                checked.report.warn("page-in-each", source.place, message, advice)
