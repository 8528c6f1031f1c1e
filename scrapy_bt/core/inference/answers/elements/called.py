"""What an XPath says to find an element by all of its text."""

from __future__ import annotations

from ....documents.elements import Element
from ....tree.literals import literal

_GLUE = "\u00a0"
"""A no-break space, which `normalize-space` leaves as it is."""


def is_called(element: Element, text: str) -> str:
    """The predicate for an element like this one that says *text*, but for blanks of any kind around and within it."""
    said = f"translate(., {literal(_GLUE)}, ' ')" if _GLUE in "".join(map(str, element.itertext())) else ""
    return f"normalize-space({said})={literal(text)}"
