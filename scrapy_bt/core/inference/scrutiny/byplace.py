"""Whether what leads to the next page is told from links to other pages of the series by its place alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...documents.onward import SAYS_ONWARD
from ...samples.traffic import Answer
from ..answers.elements.markup import LAST
from ..findings import Loop
from ..origins.links import linked, whole
from ..steps.pagination.page_pairs import innermost, leads_on

_TEXT = re.compile(r'normalize-space\((?:translate\([^)]*\))?\)="([^"]*)"')
"""In a path, all that a link says."""
_MOST_PAGES = 3
"""Of a series, up to which a place that moves with the number of pages may hold by chance."""
_SEVERAL = 2
"""Pages of the series that one page has to lead to."""


def told_by_place(loops: Iterable[Loop], series: Sequence[Sequence[Answer]]) -> str:
    """The selector of such a link; empty if there is none. *series*: the pages of each recording."""
    if max(map(len, series), default=0) > _MOST_PAGES:
        return ""
    for loop in loops:
        extraction = innermost(loop.next) if loop.kind == "link" else None
        if extraction is None or extraction.how not in ("css", "xpath") or _says_which(extraction.text):
            continue
        if any(_pages_linked(page, pages) >= _SEVERAL for pages in series for page in pages):
            return extraction.text
    return ""


def _says_which(selector: str) -> bool:
    """Whether it goes by what the link says or shows, or takes the last of all, however many there are."""
    text = _TEXT.search(selector)
    says_onward = leads_on(selector) or (text is not None and SAYS_ONWARD.search(text[1]) is not None)
    return says_onward or LAST in selector or ":has(" in selector


def _pages_linked(page: Answer, pages: Sequence[Answer]) -> int:
    """To how many of the pages a page leads, itself among them."""
    return len(linked(page, has_bare=True).keys() & {whole(each.url) for each in pages})
