"""Whether pages tell what their addresses name, as `/lamps/green-desk-lamp` does, and no longer do.

Pages of another kind, which stand at the same addresses and have a heading and text too, do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple
from urllib.parse import unquote_plus, urlsplit

_WORD = re.compile(r"[^\W\d_]{3,}|\d{2,}")
_NUMBER = re.compile(r"\d+")
_MOST_WORDS = 20
_READ = 200_000
_LEAST = 3
"""Pages, of before and of today, that say something."""
_MOSTLY, _HARDLY = 0.75, 0.25
"""Shares of them."""


class Told(NamedTuple):
    """A page that is kept: its address, and the text that is seen."""

    url: str
    text: str


class Telling(Enum):
    """What addresses say of the pages of today."""

    HOLDS = "as before, pages tell what their addresses name"
    ENDED = "pages tell no more what their addresses name"
    UNKNOWN = "addresses name nothing"


def telling(before: Sequence[Told], now: Sequence[Told]) -> Telling:
    """Compare how many pages tell half of the words of their address at least, before and now."""
    words = [_words(page.url) for page in (*before, *now)]
    common = {word for word, count in Counter(one for each in words for one in each).items() if 2 * count > len(words)}
    was, is_ = (
        [_tells(page.text, named) for page in pages if (named := _words(page.url) - common)] for pages in (before, now)
    )
    if min(len(was), len(is_)) < _LEAST or sum(was) < _MOSTLY * len(was):
        return Telling.UNKNOWN
    if sum(is_) >= _MOSTLY * len(is_):
        return Telling.HOLDS
    return Telling.ENDED if sum(is_) <= _HARDLY * len(is_) else Telling.UNKNOWN


def _words(url: str) -> set[str]:
    parts = urlsplit(url)
    return set(_WORD.findall(unquote_plus(f"{parts.path} {parts.query}").casefold())[:_MOST_WORDS])


def _tells(text: str, named: set[str]) -> bool:
    folded = text[:_READ].replace("\N{SOFT HYPHEN}", "").casefold()
    numbers = set(_NUMBER.findall(folded))
    return 2 * sum(word in (numbers if word.isdecimal() else folded) for word in named) >= len(named)
