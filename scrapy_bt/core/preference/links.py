"""What a page says, and its links: what is written on them and around them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urljoin

from lxml import etree

from .relevance import HEADING, Passage

_HEADINGS = frozenset({"title", "h1", "h2"})
_SILENT = frozenset({"script", "style", "noscript", "template"})
_ANCHORS = frozenset({"a", "area"})
_READ = (*_HEADINGS, *_SILENT, *_ANCHORS)
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


class LinkIndex:
    """The links of one page, *anchors*, found by where they lead from the URL *base*."""

    def __init__(self, anchors: Iterable[Any], base: str) -> None:
        self._base, self._folder = base, _join(base, ".")
        whole = base.partition("?")[0]
        self._by_tail: dict[str, list[tuple[str, Any]]] = {}
        self._found: tuple[str, list[Any]] = "", []
        self._block: tuple[Any, str] = None, ""
        for anchor in anchors:
            href = anchor.get("href", "").strip().partition("#")[0]
            if href:
                self._by_tail.setdefault(_tail(whole + href if href[0] == "?" else href), []).append((href, anchor))

    def said(self, url: str) -> str:
        """What is written on the links to *url*."""
        return _joined(map(_title, self._anchors(url)))

    def find(self, url: str) -> Link:
        """All that is known of the links to *url*; nothing where no link leads there."""
        links = [self._read(anchor) for anchor in self._anchors(url)]
        return Link(*(_joined(texts) for texts in zip(*links, strict=True))) if links else Link()

    def leads_to(self, url: str) -> bool:
        """Whether there is a link to *url*."""
        return bool(self._anchors(url))

    def _anchors(self, url: str) -> list[Any]:
        whole = url.partition("#")[0]
        if self._found[0] != whole:
            near = self._by_tail.get(_tail(whole), ())[:_MOST_ANCHORS]
            self._found = whole, [anchor for href, anchor in near if self._absolute(href) == whole]
        return self._found[1]

    def _absolute(self, href: str) -> str:
        if _PLAIN.fullmatch(href):
            return self._folder + href
        return _join(self._base if href[0] == "?" else self._folder, href)

    def _read(self, anchor: Any) -> Link:
        text = _title(anchor)
        whole = self._text_of(_block(anchor))
        before, _, after = whole.partition(text) if text else ("", "", whole)
        return Link(text[:_LONGEST], " ".join(f"{before[-_AROUND:]} {after[:_AROUND]}".split()), _section(anchor))

    def _text_of(self, block: Any) -> str:
        """Its text; many links in a row stand in one block."""
        if self._block[0] is not block:
            self._block = block, _text(block)
        return self._block[1]


def read_page(root: Any, base: str) -> tuple[list[Passage], LinkIndex]:
    """The text of a page, before it its title and main headings, so that they count as `HEADING`; and its links."""
    headings, silent, anchors = [], set(), []
    for element in root.iter(*_READ):
        tag = element.tag
        if tag in _ANCHORS:
            anchors.append(element)
        elif tag in _HEADINGS:
            headings.append(_text(element))
        else:
            silent.add(element.text)
    texts: Any = _TEXTS(root)
    whole = " ".join([text for text in texts if text not in silent] if silent else texts)
    return [Passage("\n".join(headings), HEADING - 1), Passage(whole)], LinkIndex(anchors, base)


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


_SECTION = etree.XPath("(ancestor::*[position() < 8]/preceding-sibling::*[self::h1 or self::h2 or self::h3])[last()]")


def _section(anchor: Any) -> str:
    found: Any = _SECTION(anchor)
    return _text(found[0])[:_LONGEST] if found else ""


def _text(element: Any) -> str:
    text = "".join(element.itertext()) if len(element) else element.text or ""
    return " ".join(text.split())
