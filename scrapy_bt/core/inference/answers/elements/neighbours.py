"""What stands right beside an element of a page, as a reader sees it: comments and instructions are nothing there."""

from __future__ import annotations

from typing import Any

from lxml import etree

Element = Any
"""An element of lxml, which has no public type for it."""


def before(element: Element) -> Element | None:
    """The element right before it, in the same parent; none: it is the first one."""
    return next(iter(element.itersiblings(etree.Element, preceding=True)), None)


def after(element: Element) -> Element | None:
    """The element right behind it, in the same parent; none: it is the last one."""
    return next(iter(element.itersiblings(etree.Element)), None)


def text_before(element: Element) -> str:
    """The text between an element and the one before it, or else the beginning of its parent."""
    told, at = "", element
    while (at := at.getprevious()) is not None:
        told = (at.tail or "") + told
        if isinstance(at.tag, str):
            return told
    parent = element.getparent()
    return ("" if parent is None else parent.text or "") + told
