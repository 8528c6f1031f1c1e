"""The text around an element, as far as the paragraph, entry or cell goes in which it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..documents.elements import UNSEEN
from .pages import enough

_BLOCKS = frozenset(
    {"p", "li", "td", "th", "dd", "dt", "div", "section", "article", "blockquote", "figure", "tr", "nav"}
)


def around(element: Any, most: int) -> str:
    """At most so many characters on either side, with one space between words; what is farther away is not read."""
    block = next((one for one in element.iterancestors() if one.tag in _BLOCKS), element)
    before = " ".join("".join(reversed(enough(_before(element, block), most))).split())
    after = " ".join("".join(enough(_after(element, block), most)).split())
    return f"{before[-most:]} {after[:most]}".strip()


def _before(element: Any, block: Any) -> Iterator[str | None]:
    """The texts before an element in its block, the nearest first."""
    while element is not block:
        previous = element.getprevious()
        if previous is None:
            element = element.getparent()
        else:
            yield previous.tail
            element = previous
            while len(element):
                element = element[-1]
                yield element.tail
        yield _own(element)


def _after(element: Any, block: Any) -> Iterator[str | None]:
    """The texts after an element in its block."""
    while element is not block:
        yield element.tail
        following = element.getnext()
        if following is None:
            element = element.getparent()
            continue
        element = following
        yield _own(element)
        while len(element):
            element = element[0]
            yield _own(element)


def _own(element: Any) -> str | None:
    """The text before its first child; none of what nobody reads."""
    return element.text if isinstance(element.tag, str) and element.tag not in UNSEEN else None
