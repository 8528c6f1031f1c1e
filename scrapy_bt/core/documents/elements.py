"""Elements of lxml, which has no public type for them."""

from __future__ import annotations

from typing import Any, TypeGuard

from lxml import etree

Element = Any


def is_element(value: object) -> TypeGuard[etree._Element]:
    """Whether it is an element (a comment and an instruction are, too), and no text or number that was selected."""
    return isinstance(value, etree._Element)  # noqa: SLF001 - as above
