"""How much a page says that no other page says: what stands in place of content has hardly anything of its own.

It is told in any language, also where it repeats what was asked for: what stands in its address is not its own.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote_plus, urlsplit

from ...documents.elements import Element
from ..machinedata import read_machine_data
from .sametexts import PLAIN, pieces_of

_TOKEN = re.compile(r"[!-~]+|[^\s\x00-\x7f]+")
"""A word with its signs; in scripts without spaces, what stands between ASCII letters."""
_SIGNS = "!\"'()*,-./:;?[]_|"
_TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
_NUMBERED = 8
"""The fewest characters of a word with a digit that is the number of a request or an incident."""
_READ = 20_000
_SMALL = 1_500
"""The most characters of text on a page that a program draws."""
_MOST_PIECES = 5_000
_MOST_LINKS = 300
_COMPARED = 8
"""How many latest pages of its node a page is compared with."""
_KEPT = 32
"""How many latest pages of all nodes have their words kept."""
_SHARE = 3
"""A page in place of content has less than one in so many of the own text of nearly all pages."""


class Own(NamedTuple):
    """The number of characters of words and links that only one page has."""

    whole: int
    unlinked: int
    """Outside of links: what a page is about, and not what it leads to."""


class OwnTexts:
    """The words and links of the latest pages, by node: lists name what each of their pages tells."""

    def __init__(self) -> None:
        self._latest: deque[tuple[str, str, dict[str, bool]]] = deque(maxlen=_KEPT)

    def of(self, node: str, root: Element, url: str) -> Own:
        """What a page of a node has that the most alike of its latest pages of other addresses has not."""
        told = _told(root, url)
        others = [other for name, address, other in self._latest if name == node and address != url][-_COMPARED:]
        self._latest.append((node, url, told))
        return min(_without(told, other) for other in others) if others else _without(told, {})


def is_little(own: Own, usual: Sequence[Own]) -> bool:
    """Whether it is far less than what nearly all pages have, as far as they have something; *usual*: of some of them.

    Where pages are mostly about something, what they lead to does not stand for it.
    """
    if not usual:
        return False
    whole = _least(one.whole for one in usual)
    unlinked = _least(one.unlinked for one in usual)
    return _SHARE * own.whole < whole or (2 * unlinked > whole and _SHARE * own.unlinked < unlinked)


def _least(sizes: Iterable[int]) -> int:
    """The least size that all but one reach."""
    return sorted(sizes)[:2][-1]


def _without(told: Mapping[str, bool], other: Container[str]) -> Own:
    own = [(len(one), is_linked) for one, is_linked in told.items() if one not in other]
    return Own(sum(size for size, _ in own), sum(size for size, is_linked in own if not is_linked))


def _told(root: Element, url: str) -> dict[str, bool]:
    """The words of a page, without those of its address, and whether they stand in links; and where these lead."""
    parts = urlsplit(url)
    asked = unquote_plus(f"{parts.path}?{parts.query}").casefold()
    text = " ".join(islice(pieces_of(root), _MOST_PIECES))[:_READ].replace(url, "")
    if len(text) < _SMALL:
        text += " ".join(value for value in read_machine_data(root).values() if PLAIN.search(value))[:_READ]
    told = {word: False for word in _words(text) if word not in asked}
    told.update((word, True) for word in _words(_linked(root)) if word in told)
    for link in islice(root.iter("a"), _MOST_LINKS):
        address = (link.get("href") or "").partition("?")[0].partition("#")[0]
        if address and address not in url:
            told[address] = True
    return told


def _linked(root: Element) -> str:
    """The text of links, as much as is read of all text, since links may hold others."""
    pieces: list[str] = []
    left = _READ
    for link in islice(root.iter("a"), _MOST_LINKS):
        for piece in link.itertext():
            pieces.append(piece[:left])
            left -= len(piece) + 1
            if left <= 0:
                return " ".join(pieces)
    return " ".join(pieces)


def _words(text: str) -> Iterable[str]:
    for word in _TOKEN.findall(text):
        plain = word.strip(_SIGNS).casefold()
        is_of_request = len(plain) >= _NUMBERED and any(map(str.isdigit, plain))
        if plain and not is_of_request and not _TIME.fullmatch(plain):
            yield plain
