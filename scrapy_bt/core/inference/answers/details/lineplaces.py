"""Where a line of a page stands: by an ID, an attribute or a class that says what it is, or else by its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ....documents.elements import Element
from ....documents.lettering import words_in
from ....tree.literals import literal, of_class
from ..elements.classes import stable_classes, word_of
from ..elements.elementnames import is_plain
from ..fields.fieldnames import field_name

_PLAIN = re.compile(r"[A-Za-z][\w-]*")
_NAMING = ("data-testid", "data-test", "data-qa", "data-field", "data-name", "aria-label", "name")
"""Attributes that say what an element is."""
BY_PLACE = "/html/body"
"""What a path begins with that tells an element by its place alone."""
_DEEPEST = 8
"""Steps from the body down to what only its place tells."""


def called_by_class(roots: Sequence[Any], element: Element, label: str) -> tuple[str, str] | None:
    """The name and the path of an element whose class says a word of its label, and stands once on each page.

    The label may be another one elsewhere, as “Files added:” before the class `files`; the class is not.
    """
    said = frozenset(words_in(label))
    for name in stable_classes(element):
        own = words_in(word_of(name))
        path = _of_class(element, name)
        if own and said.issuperset(own) and all(len(root.xpath(path)) == 1 for root in roots):
            return field_name(word_of(name)), path
    return None


def _of_class(element: Element, name: str) -> str:
    return f"//{element.tag}[{of_class(name)}]"


def path_of(root: Any, element: Element) -> str:
    """By the nearest ID or a class that stands once, and places below it; empty: only by places."""
    steps = ""
    while element is not None and element.tag not in ("body", "html"):
        if not is_plain(element.tag):
            return ""
        identity = element.get("id") or ""
        if _PLAIN.fullmatch(identity) and not any(map(str.isdigit, identity)):
            return f'//*[@id="{identity}"]{steps}'
        for name in _NAMING:
            own = f"//{element.tag}[@{name}={literal(element.get(name) or '')}]"
            if element.get(name) and len(root.xpath(own)) == 1:
                return own + steps
        for name in stable_classes(element)[:2]:
            own = _of_class(element, name)
            if len(root.xpath(own)) == 1:
                return own + steps
        parent = element.getparent()
        alike = [child for child in parent if child.tag == element.tag] if parent is not None else []
        steps = f"/{element.tag}{f'[{alike.index(element) + 1}]' if len(alike) > 1 else ''}{steps}"
        element = parent
    return f"{BY_PLACE}{steps}" if steps and steps.count("/") <= _DEEPEST else ""


def is_steady(path: str, roots: Sequence[Any]) -> bool:
    """Whether a place is there on all pages, among as many others: then what stands there is the same thing."""
    found = [root.xpath(path) for root in roots]
    return all(found) and len({len(own[0].getparent()) for own in found}) == 1
