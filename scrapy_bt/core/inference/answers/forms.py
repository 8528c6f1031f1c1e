"""Forms of pages: which fields are sent together."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from lxml import etree

from ...samples.bodies import kind_of
from ...samples.traffic import Answer
from .extraction import page_of

_CONTROLS = "input", "select", "textarea", "button"


@lru_cache(256)
def forms_of(answer: Answer) -> tuple[frozenset[str], ...]:
    """The names of the fields and buttons of each form."""
    root = page_of(answer).root if answer.body and kind_of(answer) == "html" else None
    if not isinstance(root, etree._Element):  # noqa: SLF001 - lxml has no public name for it
        return ()
    named = (
        {str(each.get("name")) for each in form.iter(*_CONTROLS) if each.get("name")} for form in root.iter("form")
    )
    return tuple(frozenset(names) for names in named if names)


def are_of_one_form(names: Collection[str], answer: Answer) -> bool:
    """Whether a form of the page has fields of all these names."""
    return any(form.issuperset(names) for form in forms_of(answer))
