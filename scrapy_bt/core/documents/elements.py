"""Elements of lxml, which has no public type for them."""

from __future__ import annotations

from typing import Any, TypeGuard

from lxml import etree

Element = Any
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
UNSEEN = frozenset({"script", "style", "noscript", "template"})
"""Elements whose text no reader of a page sees."""


def is_element(value: object) -> TypeGuard[etree._Element]:
    """Whether it is an element (a comment and an instruction are, too), and no text or number that was selected."""
    return isinstance(value, etree._Element)  # noqa: SLF001 - as above
