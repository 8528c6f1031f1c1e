"""What a page is about, as its heading and its title say: a record without it lacks what matters most."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ...samples.traffic import Answer
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.contents import content_of

_HEADINGS = ("h1", "h2", "h3")


def heading_left_out(pages: Sequence[Answer], left_out: Collection[str]) -> str:
    """The heading of the first page, if each page has a heading that is in no field; else empty.

    *left_out*: what differs between the pages and is in no field.
    """
    found = [next(filter(set(left_out).__contains__, _titles(page)), "") for page in pages]
    return found[0] if found and all(found) else ""


def _titles(page: Answer) -> list[str]:
    """The headings that stand in the title of a page as well."""
    root: Any = page_of(page).root
    title = content_of(page).title
    texts = map(text_within, root.iter(*_HEADINGS)) if title and hasattr(root, "iter") else ()
    return [text for text in texts if text and text in title]
