"""What stands right beside an element of a page, as a reader sees it: comments and instructions are nothing there."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from ....documents.elements import Element

_SHORT = 6
"""Letters of the number of a page."""
_FIRMNESS = 0.615
"""More than by a class that others beside it may have, too."""


def before(element: Element) -> Element | None:
    """The element right before it, in the same parent; None if it is the first one."""
    return next(iter(element.itersiblings(etree.Element, preceding=True)), None)


def after(element: Element) -> Element | None:
    """The element right behind it, in the same parent; None if it is the last one."""
    return next(iter(element.itersiblings(etree.Element)), None)


def behind_unlinked(element: Element, path: str) -> Iterator[tuple[str, float]]:
    """A selector with its firmness: by what stands before an element, and holds no link, as this page's number does.

    *path*: what selects it, or something within it, by itself.
    """
    previous = before(element)
    if previous is None or previous.tag != element.tag or previous.find(".//a") is not None:
        return
    if 0 < len("".join(map(str, previous.itertext())).strip()) <= _SHORT:
        yield f"{previous.tag}:not(:has(a)) + {path}", _FIRMNESS


def text_before(element: Element) -> str:
    """The text between an element and the one before it, or else the beginning of its parent."""
    told, at = "", element
    while (at := at.getprevious()) is not None:
        told = (at.tail or "") + told
        if isinstance(at.tag, str):
            return told
    parent = element.getparent()
    return ("" if parent is None else parent.text or "") + told
