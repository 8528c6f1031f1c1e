"""What an answer says and how it is built, so that two can be compared: its outline and its texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from parsel import Selector

from ....documents.elements import UNSEEN, Element, is_element
from ....documents.json import read_json
from ....samples.bodies import kind_of
from ....samples.traffic import Answer
from ..elements.pictures import alone_said
from ..elements.shown import unseen_in
from ..extraction import page_of
from ..values import Extraction
from .pagedata import data_within

MOST = 20_000
"""Texts of an answer that are looked at."""

MARKUP = re.compile(r"\s*<[a-z!][^<>]*>.*</[a-z]\w*>\s*", re.IGNORECASE | re.DOTALL)
"""A text that is a page, or a piece of one."""
_NEARLY = 0.9
"""How much of two outlines is in both, where pages with other titles are built alike."""
_WORD = re.compile(r"\w{2,}")
_ROOT = re.compile(r"(/html)(?:\.[^/]*)?(/body)?(?:\.[^/]*)?")
_ADDRESS = re.compile(r"\s*(?:(?:https?:)?/|\?\S[^\s=]*=)\S*")


@dataclass(frozen=True)
class Content:
    """*kind*: as `samples.bodies` tells it; *outline*: the places in which something stands, lists as one place."""

    kind: str
    outline: frozenset[str]
    texts: tuple[str, ...]
    """What a reader sees, in order; addresses are left out, since they repeat what was asked."""
    title: str = ""
    has_password: bool = False
    """It asks for a password."""
    data: Extraction | None = None
    """What takes data out of a page that says hardly anything else."""
    drawn: int = 0
    """How many of the texts, the last ones, stand in that data alone."""

    @property
    def written(self) -> tuple[str, ...]:
        """The texts that stand in the page itself."""
        return self.texts[: len(self.texts) - self.drawn]


@lru_cache(256)
def content_of(answer: Answer) -> Content:
    """What an answer says."""
    kind = kind_of(answer)
    page = page_of(answer)
    if kind == "json" and page.json is not None:
        pairs = list(_leaves(page.json))
        return Content(kind, frozenset(place for place, _ in pairs), _seen(text for _, text in pairs if text))
    if kind in ("html", "xml") and is_element(page.root):
        pairs = list(_nodes(page.root))
        shown = _seen(text for _, text in pairs if text)
        data = data_within(page.root, shown) if kind == "html" else None
        # What a script draws of data in the page is seen, too.
        drawn = list(_leaves(data.value)) if data is not None and not data.is_shown else []
        told = _seen(text for _, text in drawn if text)
        # Pictures in the page have titles, too.
        title = next((element.text or "" for element in page.root.iter("title")), "") if kind == "html" else ""
        return Content(
            kind,
            frozenset(place for place, _ in (*pairs, *drawn)),
            (*shown, *told),
            " ".join(title.split()),
            bool(page.root.xpath("//input[translate(@type, 'PASWORD', 'pasword') = 'password']")),
            None if data is None else data.taken,
            len(told),
        )
    if kind in ("binary", "empty"):
        return Content(kind, frozenset(), (str(len(answer.body or b"")),))
    return Content(kind, frozenset(), _seen(page.text.splitlines()))


@lru_cache(256)
def words_of(answer: Answer) -> frozenset[str]:
    """The words of an answer, without what is for the scripts of a page."""
    texts = (text for text in content_of(answer).texts if not is_data(text))
    return frozenset(word for text in texts for word in _WORD.findall(text.casefold()))


def is_data(text: str) -> bool:
    """Whether a text of a page is for its scripts, in an element that nobody sees."""
    try:
        return text[:1] in "{[" and isinstance(read_json(text, largest=None, loosely=True), (dict, list))
    except ValueError:
        return False


def says_something(text: str) -> bool:
    """Whether a text is more than blanks or an address, which only repeats the request."""
    return bool(text.strip()) and not _ADDRESS.fullmatch(text)


def common(one: tuple[str, ...], other: tuple[str, ...]) -> Counter[str]:
    """The texts that both say, with how often."""
    return Counter(one) & Counter(other)


def varied(answers: Sequence[Answer]) -> int:
    """How many characters each says, on the average, that not all of them say; of one answer all that it says."""
    said = [set(content_of(answer).texts) for answer in answers]
    same = set.intersection(*said) if len(said) > 1 else set()
    return sum(len(text) for own in said for text in own - same) // len(said)


def likeness(one: Content, other: Content) -> float:
    """How much of two outlines is in both, 0 to 1; 1 for two empty ones.

    Classes of `html` and `body` do not count where the title or nearly all else is the same: scripts note there how a
    page is used.
    """
    found = _overlap(one.outline, other.outline)
    bare = _overlap(*(frozenset(_ROOT.sub(r"\1\2", place) for place in each.outline) for each in (one, other)))
    return max(found, bare) if bare >= _NEARLY or one.title == other.title != "" else found


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    together = one | other
    return len(one & other) / len(together) if together else 1.0


def _seen(texts: Iterator[str] | list[str] | Any) -> tuple[str, ...]:
    seen: list[str] = []
    for text in texts:
        words = " ".join(text.split())
        if says_something(words):
            seen.append(words)
            if len(seen) == MOST:
                break
    return tuple(seen)


def _leaves(value: Any, place: str = "$") -> Iterator[tuple[str, str]]:
    """Places and texts of a JSON value; a stack, since documents may be nested deeper than Python calls."""
    stack: list[tuple[str, Any]] = [(place, value)]
    while stack:
        place, value = stack.pop()
        if isinstance(value, dict):
            yield f"{place}{{}}", ""
            stack += [(f"{place}.{name}", inner) for name, inner in reversed(value.items())]
        elif isinstance(value, list):
            yield f"{place}[]", ""
            stack += [(f"{place}[]", inner) for inner in reversed(value)]
        elif isinstance(value, str) and MARKUP.fullmatch(value):
            yield from _nodes(Selector(text=value, type="html").root, place)
        else:
            yield place, "" if value is None else str(value)


def _nodes(root: Element, place: str = "") -> Iterator[tuple[str, str]]:
    """Places (tags with their first class, from the root) and texts of a document, or of a page within data."""
    stack: list[tuple[str, Any]] = [(place, root)]
    unseen = unseen_in(root, UNSEEN)
    while stack:
        place, element = stack.pop()
        if isinstance(element, str):
            yield place, element
            continue
        if not isinstance(element.tag, str) or element.tag in unseen:
            continue
        classes = (element.get("class") or "").split()
        inner = f"{place}/{element.tag}{'.' + classes[0] if classes else ''}"
        yield inner, element.text or alone_said(element)
        for child in reversed(element):
            if child.tail:
                stack.append((inner, child.tail))
            stack.append((inner, child))
