"""Linked collections of pages that Debian ships, as graphs, and walks through them: which page is fetched when."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from urllib.parse import urljoin

from lxml import etree, html

from scrapy_bt.core.preference.links import Link, LinkIndex
from scrapy_bt.core.preference.pages import PageText, Passage

_ADDRESS = "http://collection.test/"
Score = Callable[[str, str, Link], float]
"""Of the page on which a link stands, of where it leads, and of what stands on it."""


@dataclass(frozen=True)
class Collection:
    """*links*: by page, those to other pages as they stand on it; *beginnings*: what some pages are asked for."""

    start: str
    links: dict[str, dict[str, Link]]
    texts: dict[str, list[Passage]]
    beginnings: dict[str, Callable[[int], str]]

    def walk(
        self, score: Score, visit: Callable[[str], None], most: int, *, fallen: Callable[[str], float] | None = None
    ) -> list[str]:
        """The first pages fetched when the link with the lowest score goes first, of equal ones the earliest.

        *fallen*: a page that waits goes forward when another link to it has a lower score, and back by what this gives
        of it when its turn comes; of equal ones the latest goes first, as in Scrapy's queue.
        """
        queue, places, done, order = [(0.0, 0, self.start)], {self.start: (0.0, 0)}, set(), []
        came = count(1) if fallen is None else count(-1, -1)
        while queue and len(order) < most:
            waited, _, page = heappop(queue)
            if page in done or waited != places[page][0]:
                continue
            if fallen is not None and (more := fallen(page)):
                places[page] = waited + more, next(came)
                heappush(queue, (*places[page], page))
                continue
            done.add(page)
            order.append(page)
            visit(page)
            for target, link in self.links[page].items():
                before = places.get(target)
                if before is None or (fallen is not None and target not in done):
                    found = score(page, target, link)
                    if before is None or found < before[0]:
                        places[target] = found, next(came)
                        heappush(queue, (*places[target], target))
        return order

    def reachable(self) -> list[str]:
        """All pages, breadth first."""
        return self.walk(lambda *_: 0.0, lambda _: None, len(self.links))

    def walk_knowing(self, wanted: set[str], most: int) -> list[str]:
        """What an oracle fetches until it has all: always the first step of the shortest way to a wanted page."""
        done, order, open_ = {self.start}, [self.start], dict.fromkeys(self.links[self.start])
        while open_ and len(order) < most and not wanted <= done:
            page = self._step(open_, wanted, done)
            del open_[page]
            done.add(page)
            order.append(page)
            open_.update(dict.fromkeys(target for target in self.links[page] if target not in done))
        return order

    def _step(self, open_: dict[str, None], wanted: set[str], done: set[str]) -> str:
        ways, seen = deque((page, page) for page in open_), set(open_)
        while ways:
            page, first = ways.popleft()
            if page in wanted and page not in done:
                return first
            for target in self.links[page]:
                if target not in seen and target not in done:
                    seen.add(target)
                    ways.append((target, first))
        return next(iter(open_))


def load(folder: Path, start: str = "index.html") -> Collection:
    """The HTML files of a folder."""
    root = folder.resolve()
    roots = dict(_read(root))
    links = {url: dict(_links(url, page, roots, LinkIndex(page, url))) for url, page in roots.items()}
    texts = {url: PageText(page) for url, page in roots.items()}
    beginnings = {url: text.beginning for url, text in texts.items()}
    return Collection(_ADDRESS + start, links, {url: list(text) for url, text in texts.items()}, beginnings)


def _read(folder: Path) -> Iterator[tuple[str, html.HtmlElement]]:
    for path in sorted(folder.rglob("*.html")):
        try:
            page = html.parse(path).getroot()
        except (OSError, etree.LxmlError):
            continue
        if page is not None:
            yield _ADDRESS + path.relative_to(folder).as_posix(), page


def _links(
    url: str, page: html.HtmlElement, known: dict[str, html.HtmlElement], index: LinkIndex
) -> Iterator[tuple[str, Link]]:
    seen = {url}
    for anchor in page.iter("a"):
        try:
            target = urljoin(url, anchor.get("href", "")).partition("#")[0]
        except ValueError:
            continue
        if target in known and target not in seen:
            seen.add(target)
            yield target, index.find(target)
