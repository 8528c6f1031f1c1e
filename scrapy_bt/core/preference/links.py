"""The links of a page: what is written on them and around them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from urllib.parse import urljoin

from w3lib.url import safe_url_string

from .pages import text_of
from .surroundings import around

_SECTIONS = ("h1", "h2", "h3")
_READ = ("a", "area", *_SECTIONS)
_AROUND = 100
"""Characters on either side of a link that are read."""
_LONGEST = 500
"""Characters of what is written on the links to one URL that are read."""
_MOST_ANCHORS = 50
_PLAIN = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)*/?", re.ASCII)
"""A relative link that is simply appended to its folder."""
_NO_TAILS = ("", ".", "..")
"""Endings of links, such as `..`, whose absolute URLs end otherwise."""


class Link(NamedTuple):
    """What is known of a link where it stands."""

    anchor: str = ""
    around: str = ""
    section: str = ""
    """The heading above it."""


class _Anchor(NamedTuple):
    """A link of a page, and the heading above it, as elements."""

    element: Any
    heading: Any


class LinkIndex:
    """The links below an element, found by where they lead from the URL *base*; they are read when asked for."""

    def __init__(self, root: Any, base: str) -> None:
        self._root, self._base = root, base
        self._found: tuple[str, list[_Anchor]] = "", []
        self._sections: dict[Any, str] = {}

    @cached_property
    def _folder(self) -> str:
        return _join(self._base, ".")

    @cached_property
    def _by_tail(self) -> dict[str, list[tuple[str, _Anchor]]]:
        whole, heading = self._base.partition("?")[0], None
        found: dict[str, list[tuple[str, _Anchor]]] = {}
        for element in self._root.iter(*_READ):
            href = element.get("href")
            if href is None:
                heading = element if element.tag in _SECTIONS else heading
            elif _PLAIN.fullmatch(href):
                found.setdefault(_tail(href), []).append((href, _Anchor(element, heading)))
            elif href := page_of(href.strip()):
                href = whole + href if href[0] == "?" else href
                tail = _tail(href)
                if tail in _NO_TAILS:
                    tail = _tail(self._absolute(href))
                found.setdefault(tail, []).append((href, _Anchor(element, heading)))
        return found

    def said(self, url: str) -> str:
        """What is written on the links to *url*."""
        return _joined(_title(anchor.element) for anchor in self._leading_to(url))

    def find(self, url: str) -> Link:
        """All that is known of the links to *url*; nothing where no link leads there."""
        anchors = self._leading_to(url)
        surroundings = _joined(around(anchor.element, _AROUND) for anchor in anchors)
        return Link(
            self.said(url), surroundings, _joined(map(self._section, {anchor.heading: 0 for anchor in anchors}))
        )

    def leads_to(self, url: str) -> bool:
        """Whether there is a link to *url*."""
        return bool(self._leading_to(url))

    def _leading_to(self, url: str) -> list[_Anchor]:
        whole = page_of(url)
        if self._found[0] != whole:
            near = self._by_tail.get(_tail(whole), ())[:_MOST_ANCHORS]
            self._found = whole, [anchor for href, anchor in near if self._absolute(href) == whole]
        return self._found[1]

    def _absolute(self, href: str) -> str:
        if _PLAIN.fullmatch(href):
            return self._folder + href
        return _join(self._folder, href)

    def _section(self, heading: Any) -> str:
        if heading is not None and heading not in self._sections:
            self._sections[heading] = text_of(heading, _LONGEST)
        return self._sections.get(heading, "")


def page_of(url: str) -> str:
    """The URL without its fragment, as a request has it: links to places of one page lead to that page."""
    page = url.partition("#")[0]
    return page if page.isascii() and " " not in page else _quoted(page)


@lru_cache(1 << 12)
def _quoted(url: str) -> str:
    try:
        return str(safe_url_string(url))
    except ValueError:
        return url


@lru_cache(1 << 12)
def _join(base: str, href: str) -> str:
    """The absolute URL, empty where there is none; kept, since pages of a site share many links."""
    try:
        return urljoin(base, href)
    except ValueError:
        return ""


def _joined(texts: Iterable[str]) -> str:
    """The different ones, as far as they are read."""
    found: dict[str, None] = {}
    length = 0
    for text in texts:
        if text and text not in found:
            found[text] = None
            length += len(text)
            if length >= _LONGEST:
                break
    return " \u2016 ".join(found)[:_LONGEST]


def _tail(url: str) -> str:
    """The last part of its path, and its query."""
    return url.rstrip("/").rpartition("/")[2]


def _title(anchor: Any) -> str:
    return (
        text_of(anchor, _LONGEST)
        or (anchor.get("title") or anchor.get("aria-label") or _picture(anchor)).strip()[:_LONGEST]
    )


def _picture(anchor: Any) -> str:
    image = anchor.find(".//img")
    return "" if image is None else image.get("alt") or ""
