"""The seven kinds of change that a field of a page can suffer."""

from __future__ import annotations

from enum import Enum

from ..documents.elements import Element
from .pages import Candidate
from .shapes import shape_of

_NEAR = 0.35
_RELATED = 3


class ChangeKind(Enum):
    """What has happened to a field; the first kind that fits."""

    NONE = "unchanged"
    GONE = "gone"
    FORMAT = "text format changed"
    TAG = "tag renamed"
    ATTRIBUTES = "attributes renamed"
    SIBLINGS = "moved among siblings"
    LEVEL = "moved up or down"
    LAYOUT = "layout replaced"


def kind_of_change(old: Candidate, new: Candidate | None) -> ChangeKind:
    """The kind of change from *old* to *new*; changes around a field count before changes within it."""
    if new is None:
        return ChangeKind.GONE
    before, after = old.inner, new.inner
    parent = old.outer.getparent()
    if not _is_there(parent, new):
        return ChangeKind.LAYOUT
    if _depth(before) != _depth(after):
        return ChangeKind.LEVEL
    if before.tag != after.tag:
        return ChangeKind.TAG
    if _named(before) != _named(after):
        return ChangeKind.ATTRIBUTES
    if _position(old.outer) != _position(new.outer):
        return ChangeKind.SIBLINGS
    return ChangeKind.FORMAT if _differs(old.text, new.text) else ChangeKind.NONE


def _is_there(parent: Element | None, new: Candidate) -> bool:
    """Whether the old parent, or one with its names, stands around the new element."""
    if parent is None:
        return True
    wanted = (parent.tag, *_named(parent))
    at = new.outer.getparent()
    for _ in range(_RELATED):
        if at is None:
            return False
        if (at.tag, *_named(at)) == wanted:
            return True
        at = at.getparent()
    return False


def _named(element: Element) -> tuple[str, ...]:
    return (*sorted((element.get("class") or "").split()), f"#{element.get('id') or ''}")


def _depth(element: Element) -> int:
    return sum(1 for _ in element.iterancestors())


def _position(element: Element) -> int:
    return sum(1 for _ in element.itersiblings(preceding=True))


def _differs(one: str, other: str) -> bool:
    """Whether two texts look differently: digits for words, a sign in front, a label before."""
    first, second = shape_of(one), shape_of(other)
    marks = sum(abs(a - b) for a, b in zip(first[11:], second[11:], strict=True))
    return abs(first[3] - second[3]) > _NEAR or marks >= 2
