"""What a page says, and its links: what is written on them and around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from urllib.parse import urljoin

from lxml import etree

from .relevance import HEADING, Passage

_HEADINGS = frozenset({"title", "h1", "h2"})
_SECTIONS = frozenset({"h1", "h2", "h3"})
_SILENT = frozenset({"script", "style", "noscript", "template"})
_ANCHORS = frozenset({"a", "area"})
_READ = tuple(_HEADINGS | _SECTIONS | _SILENT | _ANCHORS)
_TEXTS = etree.XPath("descendant::text()", smart_strings=False)
_BLOCKS = frozenset(
    {"p", "li", "td", "th", "dd", "dt", "div", "section", "article", "blockquote", "figure", "tr", "nav"}
)
_AROUND = 100
"""Characters on either side of a link that are read."""
_LONGEST = 500
"""Characters of what is written on the links to one URL that are read."""
_MOST_ANCHORS = 50
_PLAIN = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*/?", re.ASCII)
"""A link that only has to be put behind its folder."""


class Link(NamedTuple):
    """What is known of a link where it stands."""

    anchor: str = ""
    around: str = ""
    section: str = ""
    """The heading above it."""


class Anchor(NamedTuple):
    """A link of a page, and the heading above it, as elements."""

    element: Any
    heading: Any


class LinkIndex:
    """The links of one page, *anchors*, found by where they lead from the URL *base*; they are read when asked for."""

    def __init__(self, anchors: Sequence[Anchor], base: str) -> None:
        self._base, self._folder = base, _join(base, ".")
        self._anchors = anchors
        self._found: tuple[str, list[Anchor]] = "", []
        self._block: tuple[Any, str] = None, ""

    @cached_property
    def _by_tail(self) -> dict[str, list[tuple[str, Anchor]]]:
        whole = self._base.partition("?")[0]
        found: dict[str, list[tuple[str, Anchor]]] = {}
        for anchor in self._anchors:
            href = page_of(anchor.element.get("href", "").strip())
            if href:
                found.setdefault(_tail(whole + href if href[0] == "?" else href), []).append((href, anchor))
        return found

    def said(self, url: str) -> str:
        """What is written on the links to *url*."""
        return _joined([_title(anchor.element) for anchor in self._leading_to(url)])

    def find(self, url: str) -> Link:
        """All that is known of the links to *url*; nothing where no link leads there."""
        links = [self._read(anchor) for anchor in self._leading_to(url)]
        return Link(*(_joined(texts) for texts in zip(*links, strict=True))) if links else Link()

    def leads_to(self, url: str) -> bool:
        """Whether there is a link to *url*."""
        return bool(self._leading_to(url))

    def _leading_to(self, url: str) -> list[Anchor]:
        whole = page_of(url)
        if self._found[0] != whole:
            near = self._by_tail.get(_tail(whole), ())[:_MOST_ANCHORS]
            self._found = whole, [anchor for href, anchor in near if self._absolute(href) == whole]
        return self._found[1]

    def _absolute(self, href: str) -> str:
        if _PLAIN.fullmatch(href):
            return self._folder + href
        return _join(self._base if href[0] == "?" else self._folder, href)

    def _read(self, anchor: Anchor) -> Link:
        text = _title(anchor.element)
        whole = self._text_of(_block(anchor.element))
        before, _, after = whole.partition(text) if text else ("", "", whole)
        around = " ".join(f"{before[-_AROUND:]} {after[:_AROUND]}".split())
        return Link(text[:_LONGEST], around, _section(anchor.heading))

    def _text_of(self, block: Any) -> str:
        """Its text; many links in a row stand in one block."""
        if self._block[0] is not block:
            self._block = block, _text(block)
        return self._block[1]


def read_page(root: Any, base: str) -> tuple[list[Passage], LinkIndex]:
    """The text of a page, before it its title and main headings, so that they count as `HEADING`; and its links."""
    headings, silent, anchors, above = [], set(), [], None
    for element in root.iter(*_READ):
        tag = element.tag
        if tag in _ANCHORS:
            anchors.append(Anchor(element, above))
        elif tag in _SILENT:
            silent.add(element.text)
        else:
            above = element if tag in _SECTIONS else above
            if tag in _HEADINGS:
                headings.append(_text(element))
    texts: Any = _TEXTS(root)
    whole = " ".join([text for text in texts if text not in silent] if silent else texts)
    return [Passage("\n".join(headings), HEADING - 1), Passage(whole)], LinkIndex(anchors, base)


def page_of(url: str) -> str:
    """The URL without its fragment: links to places of one page lead to that page."""
    return url.partition("#")[0]


@lru_cache(1 << 12)
def _join(base: str, href: str) -> str:
    """The absolute URL, empty where there is none; kept, since pages of a site share many links."""
    try:
        return urljoin(base, href)
    except ValueError:
        return ""


def _joined(texts: Iterable[str]) -> str:
    return " \u2016 ".join(dict.fromkeys(filter(None, texts)))[:_LONGEST]


def _tail(url: str) -> str:
    return url.rpartition("/")[2]


def _title(anchor: Any) -> str:
    return _text(anchor) or (anchor.get("title") or anchor.get("aria-label") or _picture(anchor)).strip()


def _block(anchor: Any) -> Any:
    """The paragraph, entry or cell in which a link stands."""
    return next((element for element in anchor.iterancestors() if element.tag in _BLOCKS), anchor)


def _picture(anchor: Any) -> str:
    image = anchor.find(".//img")
    return "" if image is None else image.get("alt") or ""


def _section(heading: Any) -> str:
    return "" if heading is None else _text(heading)[:_LONGEST]


def _text(element: Any) -> str:
    text = "".join(element.itertext()) if len(element) else element.text or ""
    return " ".join(text.split())
