"""What an XPath says to find an element by all of its text, whatever blanks it has."""

from __future__ import annotations

from ....documents.elements import Element
from ....tree.literals import literal

_GLUE = "\u00a0\u202f"
"""No-break spaces, wide and narrow, which `normalize-space` leaves as they are."""


def is_called(element: Element, text: str) -> str:
    """The predicate for an element like this one that says *text*, but for blanks of any kind around and within it."""
    return f"normalize-space({with_blanks('', ''.join(map(str, element.itertext())))})={literal(text)}"


def with_blanks(path: str, written: str) -> str:
    """The path of a text in which no-break spaces, if what is *written* there has such, are blanks; empty: the node."""
    return f"translate({path or '.'}, '{_GLUE}', '  ')" if any(sign in written for sign in _GLUE) else path
