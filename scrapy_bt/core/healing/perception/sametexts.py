"""Pages that say the same whatever was asked for: what stands in place of content, in any language.

A page whose text is drawn by a program says the same to readers, and something else to machines.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable
from hashlib import blake2b
from itertools import islice

from ...documents.elements import Element
from ..machinedata import read_machine_data
from ..pages import is_silent

_VARIES = re.compile(r"\S{8,}|\d{1,2}:\d\d(?::\d\d)?")
"""Long words, which are numbers of requests and incidents where they have a digit, and times."""
_DIGIT = re.compile(r"\d")
_READ = 200_000
_MOST_PIECES = 20_000
_MOST_TEXTS = 200
PLAIN = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")
"""Two words, as names and sentences have them, and tokens of a request have not."""


class SameTexts:
    """The latest odd pages by what they say."""

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, str] = OrderedDict()

    def is_elsewhere(self, root: Element, url: str) -> bool:
        """Whether a page of another address has said the same, but for numbers of the request."""
        text = " ".join(islice(pieces_of(root), _MOST_PIECES))[:_READ].replace(url, "")
        text += " ".join(value for value in read_machine_data(root).values() if PLAIN.search(value))
        said = " ".join(_VARIES.sub(_without_numbers, text).split())
        told = blake2b(said.encode("utf-8", "replace"), digest_size=16).digest()
        first = self._seen.setdefault(told, url)
        self._seen.move_to_end(told)
        if len(self._seen) > _MOST_TEXTS:
            self._seen.popitem(last=False)
        return first != url


def _without_numbers(found: re.Match[str]) -> str:
    return "" if _DIGIT.search(found[0]) else found[0]


def pieces_of(root: Element) -> Iterable[str]:
    """The visible texts of a page, in order."""
    for at in root.iter():
        if isinstance(at.tag, str) and not is_silent(at) and at.text:
            yield at.text
        if at.tail:
            yield at.tail
