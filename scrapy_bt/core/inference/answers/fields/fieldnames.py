"""Names of fields, by what stands in the markup, as the language allows them."""

from __future__ import annotations

import re

from ....documents.elements import HEADINGS, Element
from ....documents.lettering import words_in
from ....tree.keywords import TAKEN_NAMES
from ..elements.classes import says_looks, stable_classes, word_of

INLINE = frozenset({"b", "i", "em", "strong", "u", "small", "sub", "sup", "mark", "code", "br", "wbr"})
_NUMBERS = re.compile(r"_?\d+")
PLAIN_NAMES = {"a": "title", "p": "text", "span": "text", "div": "text", "li": "text", "b": "text", "td": "value"}


def field_name(text: str) -> str:
    """A name for a field, which the language allows; empty if nothing of the text can stand in one."""
    name = with_one_number("_".join(words_in(text)[:4]))
    if not name:
        return ""
    if not name[0].isalpha():
        name = f"field_{name}"
    return f"{name}_value" if name in TAKEN_NAMES else name


def with_one_number(name: str) -> str:
    """A name without the numbers behind its first one."""
    first = _NUMBERS.search(name)
    return name if first is None else name[: first.end()] + _NUMBERS.sub("", name[first.end() :])


def unused(name: str, seen: set[str]) -> str:
    """The name, or one with a number, the only one in it, which is then among those that are *seen*."""
    if name in seen:
        stem, number = _NUMBERS.sub("", name) or name, 2
        while f"{stem}{number}" in seen:
            number += 1
        name = f"{stem}{number}"
    if name:
        seen.add(name)
    return name


def name_around(row: Element, element: Element) -> str:
    """What an element without a name of its own is called: as what it stands in, or else as its tag."""
    parent = element.getparent()
    return (label_of(parent) if parent is not row and element.tag in (*INLINE, "a", "span") else "") or PLAIN_NAMES.get(
        str(element.tag), str(element.tag)
    )


def label_of(element: Element | None) -> str:
    """What an element says that it is, by microdata or by a class; empty if there is nothing."""
    if element is None:
        return ""
    telling = (name for name in stable_classes(element) if not says_looks(name))
    for text in (element.get("itemprop"), word_of(next(telling, ""))):
        if text:
            return str(text)
    return "title" if element.tag in HEADINGS else ""
