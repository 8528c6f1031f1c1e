"""Pages of data that hold rows of the next one too: asked for with more than is shown, to see whether that is all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.values import Extraction
from ..findings import Loop

_PLAIN = re.compile(r"[\w.]+")
"""A path that a slice can be written behind; others go on behind a pipe (JMESPath)."""
_FEWEST = 2
"""Pages that are followed by one, from which it is told where nothing is counted."""


def without_lookahead(each: Extraction, loop: Loop, series: Sequence[Sequence[Answer]]) -> Extraction:
    """The rows of data that are a page's own, if each page that is followed by another ends with the first of that.

    *series*: by recording, its pages in order. They have to be of one length, and all to share as many rows. A row may
    have come in before the others meanwhile: so a counter has to count what is a page's own, and else two pages tell.
    """
    pairs = [pair for pages in series for pair in pairwise([page_of(page).elements(each) for page in pages])]
    if each.how != "json" or not pairs:
        return each
    shared = {_shared(page, following) for page, following in pairs}
    lengths = {len(page) for page, _ in pairs}
    own = max(lengths) - max(shared)
    if len(shared) > 1 or len(lengths) > 1 or not max(shared) or own <= 0:
        return each
    if loop.by != own if loop.kind == "counter" else len(pairs) < _FEWEST:
        return each
    piece = f"[:{own}]"
    return replace(each, text=f"{each.text}{piece}" if _PLAIN.fullmatch(each.text) else f"{each.text} | {piece}")


def _shared(page: Sequence[object], following: Sequence[object]) -> int:
    """How many of a page's last rows the next one begins with."""
    most = min(len(page) - 1, len(following))
    found = (count for count in range(most, 0, -1) if page[-count:] == following[:count])
    return next((count for count in found if all(page.count(row) == 1 for row in following[:count])), 0)
