"""Lines of a page about one thing that a link begins or ends: `<a>plan.pdf</a>: 3 pages`, `By <a>Ada</a>`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....documents.elements import Element
from ....documents.lettering import COLONS
from ..elements.markup import text_within
from .samefacts import LONGEST_LABEL

_BEHIND_NAME = re.compile(rf"\s*[{COLONS}]\s*\S")
_RELATIONS = ("author", "category", "license", "tag")
"""What a link's `rel` says that its text is; other relations say what programs do with it."""


def is_led(element: Element) -> bool:
    """Whether a line begins with a link and a colon, and says more behind it, as `<a>plan.pdf</a>: 3 pages`."""
    links = list(element.iter("a"))
    return (
        len(links) == 1
        and links[0].getparent() is element
        and len(links[0]) == 0
        and not (element.text or "").strip()
        and _BEHIND_NAME.match(links[0].tail or "") is not None
    )


def ending_links(element: Element) -> tuple[str, list[Element]] | None:
    """A few words and the links that a line ends with: `By <a>Ada</a>`, `In <a>walks</a>, <a>mills</a>`."""
    links = [each for each in element.iter("a") if text_within(each)]
    outside = (" ".join(str(text).split()) for text in element.xpath(".//text()[not(ancestor::a)]"))
    words = [text for text in outside if any(map(str.isalnum, text))]
    is_label = len(words) == 1 and len(words[0]) <= LONGEST_LABEL and text_within(element).startswith(words[0])
    return (words[0], links) if is_label and links and not any(map(len, links)) else None


def relation_of(links: Sequence[Element]) -> str:
    """What all of the links say that they lead to, as an author or a tag; empty if they say nothing of it."""
    told = {name for link in links for name in (link.get("rel") or "").split() if name in _RELATIONS}
    return told.pop() if len(told) == 1 else ""
