"""Whether pages of today speak of the same things as pages of before.

Pages tell what their addresses name, as `/lamps/green-desk-lamp` does, and a page of an address tells what it told
before. Pages of another kind, which stand at the same addresses and have a heading and text too, do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple
from urllib.parse import unquote_plus, urlsplit

from ...sentences import Sentence, say

_WORD = re.compile(r"[^\W\d_]{3,}|\d{2,}")
_NUMBER = re.compile(r"\d+")
_MOST_WORDS = 20
_READ = 200_000
_LEAST = 3
"""The fewest pages, before and today, whose addresses say something."""
_LEAST_PAIRS = 2
"""The fewest pages before that are asked for again today and whose values say something."""
_SHORTEST, _BEGINNING = 3, 80
"""Characters of a value that is looked for: the fewest, and how many of a longer one."""
_MOSTLY = 0.75
"""The share of pages, or of words, that counts as most of them."""


class SeenPage(NamedTuple):
    """A kept page: its address and its visible text."""

    url: str
    text: str


class Again(NamedTuple):
    """A page before whose address has a page today, too."""

    values: Sequence[str]
    """What its fields gave before."""
    elsewhere: Sequence[str]
    """The texts of other pages before."""
    now: str
    """The text of today."""


class Telling(Enum):
    """Whether pages of today speak of the same things."""

    HOLDS = "holds"
    ENDED = "ended"
    UNKNOWN = "unknown"

    @property
    def words(self) -> Sentence:
        """The same as a person is told it."""
        return _WORDS[self]


_WORDS = {
    Telling.HOLDS: say("pages of today speak of the same things as before"),
    Telling.ENDED: say("pages of today speak of other things than before"),
    Telling.UNKNOWN: say("nothing tells whether pages of today speak of the same things as before"),
}


def telling(before: Sequence[SeenPage], now: Sequence[SeenPage]) -> Telling:
    """Compare how many pages tell at least half of the words of their address, before and now."""
    words = [_words(page.url) for page in (*before, *now)]
    common = {word for word, count in Counter(one for each in words for one in each).items() if 2 * count > len(words)}
    was, is_ = (
        [_tells(page.text, named) for page in pages if (named := _words(page.url) - common)] for pages in (before, now)
    )
    if min(len(was), len(is_)) < _LEAST or sum(was) < _MOSTLY * len(was):
        return Telling.UNKNOWN
    if sum(is_) >= _MOSTLY * len(is_):
        return Telling.HOLDS
    return Telling.ENDED if sum(is_) <= (1 - _MOSTLY) * len(is_) else Telling.UNKNOWN


def telling_again(pages: Sequence[Again]) -> Telling | None:
    """Compare how many pages still tell more than half of the values that were theirs alone, and how many tell none.

    None: too few pages had such values.
    """
    texts = {text: (_unspaced(text), _numbers(text)) for page in pages for text in (*page.elsewhere, page.now)}
    told = [fields for page in pages if (fields := _told_values(page, texts))]
    if len(told) < _LEAST_PAIRS:
        return None
    if sum(2 * sum(fields) > len(fields) for fields in told) >= _MOSTLY * len(told):
        return Telling.HOLDS
    return Telling.ENDED if sum(not any(fields) for fields in told) >= _MOSTLY * len(told) else Telling.UNKNOWN


def _told_values(page: Again, texts: Mapping[str, tuple[str, set[str]]]) -> list[bool]:
    """Of each value that no other page told: whether it is there, or its numbers are, however they are written.

    *texts*: of each text that pages have, its letters without spaces, and its numbers.
    """
    others = [texts[text] for text in page.elsewhere]
    now, now_numbers = texts[page.now]
    told = []
    for value in page.values:
        whole, numbers = _unspaced(value)[:_BEGINNING], _numbers(value)
        is_own = len(whole) >= _SHORTEST and not any(whole in text for text, _ in others)
        has_own_number = any(len(one) > 1 for one in numbers.difference(*(known for _, known in others)))
        if is_own or has_own_number:
            told.append((is_own and whole in now) or (has_own_number and numbers <= now_numbers))
    return told


def _words(url: str) -> set[str]:
    parts = urlsplit(url)
    return set(_WORD.findall(unquote_plus(f"{parts.path} {parts.query}").casefold())[:_MOST_WORDS])


def _tells(text: str, named: set[str]) -> bool:
    folded, numbers = _folded(text), _numbers(text)
    return 2 * sum(word in (numbers if word.isdecimal() else folded) for word in named) >= len(named)


def _folded(text: str) -> str:
    return text[:_READ].replace("\N{SOFT HYPHEN}", "").casefold()


def _unspaced(text: str) -> str:
    return "".join(_folded(text).split())


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text[:_READ]))
