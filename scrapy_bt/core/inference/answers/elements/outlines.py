"""How an element is built, by tags and classes."""

from __future__ import annotations

from typing import Any

from lxml import etree

from ....documents.elements import Element
from .classes import stable_classes


def outline(element: Element) -> tuple[Any, ...]:
    """Its tag and classes, and at last those of what is in it."""
    inner = tuple(named(each) for each in element.iter(etree.Element) if each is not element)
    return (*named(element), inner)


def named(element: Element) -> tuple[str, ...]:
    """Its tag and classes."""
    return (str(element.tag), *stable_classes(element))
