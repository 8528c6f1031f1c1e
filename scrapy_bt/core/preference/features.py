"""What is known of a link before anybody follows it, as numbers (learning.md, "Preferences")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from zlib import crc32

from .links import Link
from .relevance import Passage, Relevance
from .scripts import fold, words

SIZE = 1 << 16
"""Weights."""
_MOST_WORDS = 12
"""Of each part of a link."""
_MOST_PLACES = 96
"""Of all links to one URL."""
_MOST_TEXT = 5_000
"""Characters of a page whose words are read; what a page is about stands at its beginning."""
_PREFERRED = (4.0, 3.0, 1.0)
"""Weights of what is preferred on a link, in its URL, and around it."""


class Features(NamedTuple):
    """Of the links to a URL."""

    preferred: float
    """The log odds by what of it is preferred."""
    hashed: tuple[int, ...]
    """Places of its other weights."""
    words: tuple[int, ...]
    """Places of the words on it and in its URL."""

    def beside(self, other: Features) -> Features:
        """The same of the links to a URL that stand on two pages."""
        hashed, said = dict.fromkeys((*self.hashed, *other.hashed)), dict.fromkeys((*self.words, *other.words))
        preferred = max(self.preferred, other.preferred, key=abs)
        return Features(preferred, tuple(hashed)[:_MOST_PLACES], tuple(said)[:_MOST_PLACES])


def features_of(url: str, link: Link, relevance: Relevance, *, source: float) -> Features:
    """*source*: how far the page is relevant on which the link stands, −1 to 1."""
    split = urlsplit(url)
    path = unquote(f"{split.path} {split.query}").replace("_", " ").replace("-", " ")
    parts = (link.anchor, path.replace("/", " ").replace(".", " "), link.around)
    preferred = sum(weight * relevance.of_phrase(part) for weight, part in zip(_PREFERRED, parts, strict=True))
    found = [f"h {split.netloc}"]
    folder = split.path.rpartition("/")[0]
    found += [f"p {split.netloc}{folder}", f"s {round(source * 4)}"]
    for mark, text in (("a", link.anchor), ("u", path), ("c", link.around), ("t", link.section)):
        found += [f"{mark} {word}" for word in words(fold(text))[:_MOST_WORDS]]
    said = [word for part in parts[:2] for word in words(fold(part))[: 2 * _MOST_WORDS]]
    return Features(preferred, _places(found), _places(said))


def words_of(passages: Iterable[Passage]) -> tuple[int, ...]:
    """The places of the words of a page, as `Features.words` has them of a link."""
    text = " ".join([passage.text[:_MOST_TEXT] for passage in passages])
    return _places(words(fold(text[:_MOST_TEXT])))


def _places(names: Iterable[str]) -> tuple[int, ...]:
    """Where the weights of features stand, each once."""
    return tuple(dict.fromkeys([crc32(name.encode("utf-8", "replace")) % SIZE for name in dict.fromkeys(names)]))
