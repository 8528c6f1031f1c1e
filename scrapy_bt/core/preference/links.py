"""The links of a page: what is written on them and around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import urljoin

from lxml import etree

from .relevance import HEADING, Passage

_HEADINGS = ("title", "h1", "h2")
_SILENT = ("script", "style", "noscript", "template")
_TEXTS = etree.XPath("descendant::text()", smart_strings=False)
_BLOCKS = frozenset(
    {"p", "li", "td", "th", "dd", "dt", "div", "section", "article", "blockquote", "figure", "tr", "nav"}
)
_AROUND = 100
"""Characters on either side of a link that are read."""
_LONGEST = 500
"""Characters of what is written on the links to one URL that are read."""
_MOST_ANCHORS = 50


class Link(NamedTuple):
    """What is known of a link where it stands."""

    anchor: str = ""
    around: str = ""
    section: str = ""
    """The heading above it."""


class LinkIndex:
    """The links of one page, found by where they lead."""

    def __init__(self, root: Any, base: str) -> None:
        self._base = base
        self._by_tail: dict[str, list[Any]] = {}
        for anchor in root.iter("a", "area"):
            href = anchor.get("href")
            if href and not href.startswith("#"):
                self._by_tail.setdefault(_tail(href), []).append(anchor)

    def said(self, url: str) -> str:
        """What is written on the links to *url*."""
        return _joined(map(_title, self._anchors(url)))

    def find(self, url: str) -> Link:
        """All that is known of the links to *url*; nothing where no link leads there."""
        links = [_read(anchor) for anchor in self._anchors(url)]
        return Link(*(_joined(texts) for texts in zip(*links, strict=True))) if links else Link()

    def leads_to(self, url: str) -> bool:
        """Whether there is a link to *url*."""
        return any(True for _ in self._anchors(url))

    def _anchors(self, url: str) -> Iterator[Any]:
        whole = url.partition("#")[0]
        for anchor in self._by_tail.get(_tail(url), ())[:_MOST_ANCHORS]:
            if urljoin(self._base, anchor.get("href").strip()).partition("#")[0] == whole:
                yield anchor


def passages(root: Any) -> Iterator[Passage]:
    """The text of a page, and its title and main headings once more, so that each counts as `HEADING`."""
    for element in root.iter(*_HEADINGS):
        yield Passage(_text(element), HEADING - 1)
    silent = {element.text for element in root.iter(*_SILENT)}
    texts: Any = _TEXTS(root)
    yield Passage(" ".join([text for text in texts if text not in silent]))


def _joined(texts: Iterable[str]) -> str:
    return " \u2016 ".join(dict.fromkeys(filter(None, texts)))[:_LONGEST]


def _tail(url: str) -> str:
    return url.strip().partition("#")[0].rpartition("/")[2]


def _title(anchor: Any) -> str:
    return _text(anchor) or (anchor.get("title") or anchor.get("aria-label") or _picture(anchor)).strip()


def _read(anchor: Any) -> Link:
    text = _title(anchor)
    around = _text(_block(anchor)).partition(text)
    before, after = around[0][-_AROUND:], around[2][:_AROUND]
    return Link(text[:_LONGEST], " ".join(f"{before} {after}".split()), _section(anchor))


def _block(anchor: Any) -> Any:
    """The paragraph, entry or cell in which a link stands."""
    return next((element for element in anchor.iterancestors() if element.tag in _BLOCKS), anchor)


def _picture(anchor: Any) -> str:
    image = anchor.find(".//img")
    return "" if image is None else image.get("alt") or ""


_SECTION = etree.XPath("(ancestor::*[position() < 8]/preceding-sibling::*[self::h1 or self::h2 or self::h3])[last()]")


def _section(anchor: Any) -> str:
    found: Any = _SECTION(anchor)
    return _text(found[0])[:_LONGEST] if found else ""


def _text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())
