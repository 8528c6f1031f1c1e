"""What is known of a link before anybody follows it, as numbers (learning.md, "Preferences")."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from zlib import crc32

from .links import Link
from .relevance import Relevance
from .scripts import encoded_words, fold

SIZE = 1 << 16
"""Weights."""
_MOST_WORDS = 12
"""Of each part of a link."""
_MOST_PLACES = 96
"""Of all links to one URL."""
_PREFERRED = (4.0, 3.0, 1.0)
"""The weights of preferred words on a link, in its URL, and around it."""
_HOST, _FOLDER, _SOURCE, _GROUP, *_PARTS = map(crc32, (b"h ", b"p ", b"s ", b"g ", b"a ", b"u ", b"c ", b"t "))
"""Kinds of features: what their hashes begin with."""
_SPACED = str.maketrans("_-/.", "    ")


class Features(NamedTuple):
    """The features of the links to a URL."""

    preferred: float
    """The log odds by what of it is preferred."""
    hashed: tuple[int, ...]
    """Places of its other weights."""
    words: tuple[int, ...]
    """Places of the words on it and in its URL."""
    sources: float = 0.0
    """The sum of how relevant the pages are that the links stand on."""

    @property
    def prior(self) -> float:
        """The log odds before anything is learned."""
        return self.preferred + math.log1p(self.sources)

    def again(self, source: float) -> Features:
        """The same features, with one more page of that relevance that links to the URL."""
        return self._replace(sources=self.sources + max(0.0, source))

    def beside(self, other: Features) -> Features:
        """The features of the links to a URL on two pages, put together."""
        hashed, said = dict.fromkeys((*self.hashed, *other.hashed)), dict.fromkeys((*self.words, *other.words))
        preferred = max(self.preferred, other.preferred, key=abs)
        places = tuple(hashed)[:_MOST_PLACES], tuple(said)[:_MOST_PLACES]
        return Features(preferred, *places, self.sources + other.sources)


def features_of(url: str, link: Link, relevance: Relevance, *, source: float, page: str = "") -> Features:
    """*source*: how relevant the page is that the link stands on, −1 to 1; *page*: its URL, where that is known."""
    split = urlsplit(url)
    path = unquote(f"{split.path} {split.query}").translate(_SPACED)
    parts = (link.anchor, path, link.around, link.section)
    preferred = 0.0
    if relevance.may_prefer("\n".join(parts[: len(_PREFERRED)])):
        preferred = sum(weight * relevance.of_phrase(part) for weight, part in zip(_PREFERRED, parts, strict=False))
    of_anchor, of_path, *others = map(_words, parts)
    folder = split.path.rpartition("/")[0]
    own = [(_HOST, split.netloc), (_FOLDER, f"{split.netloc}{folder}"), (_SOURCE, str(round(source * 4)))]
    own += [(_GROUP, f"{page} {link.section}")] if page else []
    hashed = [crc32(text.encode("utf-8", "replace"), kind) for kind, text in own]
    for kind, said in zip(_PARTS, (of_anchor, of_path, *others), strict=True):
        hashed += [crc32(word, kind) for word in said[:_MOST_WORDS]]
    told = (*of_anchor[: 2 * _MOST_WORDS], *of_path[: 2 * _MOST_WORDS])
    return Features(preferred, _places(hashed), _places(map(crc32, told)), max(0.0, source))


def words_of(folded: str) -> tuple[int, ...]:
    """The places of the words of a text in lower case, as `Features.words` has them of a link."""
    return _places(map(crc32, dict.fromkeys(encoded_words(folded))))


@lru_cache(1 << 12)
def _words(text: str) -> tuple[bytes, ...]:
    """Cached: links of a page share their section and folder, and links to one URL often have the same text."""
    return tuple(encoded_words(fold(text))) if text else ()


def _places(hashes: Iterable[int]) -> tuple[int, ...]:
    """Where the weights of features stand, each once."""
    return tuple(dict.fromkeys([number % SIZE for number in hashes]))
