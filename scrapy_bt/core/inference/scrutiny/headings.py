"""What a page is about, as its heading and its title say: a record without it lacks what matters most."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from ...samples.traffic import Answer
from ..answers.elements.markup import text_within
from ..answers.elements.wholetexts import text_behind
from ..answers.extraction import page_of
from ..answers.pages.contents import content_of

_HEADINGS = ("h1", "h2", "h3")
_WORD = re.compile(r"\w+")


def heading_left_out(pages: Sequence[Answer], changing: Collection[str], held: Sequence[str]) -> str:
    """The heading of the first page, if each page has a heading that no field says; else empty.

    *changing*: what differs between the pages; *held*: by page, what the fields hold. A word that the headings of all
    pages have says nothing of one.
    """
    told = [[title for title in _titles(page) if title in changing] for page in pages]
    words = [set().union(*map(_words, titles)) for titles in told]
    common = set.intersection(*words) if len(words) > 1 else set()
    found = [
        next((title for title in titles if not _words(title) <= common | _words(said)), "")
        for titles, said in zip(told, held, strict=True)
    ]
    return found[0] if found and all(found) else ""


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _titles(page: Answer) -> list[str]:
    """The headings that stand in the title of a page as well, also what stands behind a menu in one."""
    root: Any = page_of(page).root
    title = content_of(page).title
    headings = root.iter(*_HEADINGS) if title and hasattr(root, "iter") else ()
    texts = (text for heading in headings for text in (text_within(heading), text_behind(heading)))
    return [text for text in texts if text and text in title]
