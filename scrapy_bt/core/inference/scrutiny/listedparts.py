"""Whether data says that what it lists is a part of what there is: `{"results": […], "total": 96}`."""

from __future__ import annotations

import re

from ...samples.traffic import Answer
from ..answers.extraction import page_of

_TOTAL = re.compile(
    r"count|num_?found|records_?filtered|total(?:_?(?:count|elements|entries|hits|items|records|results))?",
    re.IGNORECASE,
)
_PAGES = re.compile(r"(?:num(?:ber_?of)?|total)_?pages|last_?page|page_?count", re.IGNORECASE)


def lists_a_part(page: Answer) -> bool:
    """Whether data tells of more entries than its longest list has, or of several pages, beside that list."""
    longest, totals, pages = 0, [0], [0]
    waiting = [page_of(page).json]
    while waiting:
        value = waiting.pop()
        for name, inner in value.items() if isinstance(value, dict) else ():
            if isinstance(inner, list):
                longest = max(longest, len(inner))
            elif isinstance(inner, int):
                totals += [inner] if _TOTAL.fullmatch(name) else []
                pages += [inner] if _PAGES.fullmatch(name) else []
            else:
                waiting.append(inner)
    return longest > 0 and (max(totals) > longest or max(pages) > 1)
