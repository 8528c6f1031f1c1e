"""How one page leads to another: its address as the page before spells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

from ...samples.traffic import Answer
from ..answers.elements.markup import markup_of
from ..answers.extraction import page_of
from ..answers.locating.headerlinks import links_in_headers
from ..answers.locating.locations import ValueLocation
from ..answers.pages.addresses import joined
from ..answers.values import Value
from ..plans.rendering import MissingValue, Situation, render
from .derivation import hold


def whole(url: str) -> str:
    """The address without its fragment."""
    return url.partition("#")[0]


def local(url: str) -> str:
    """Path and query."""
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def last(url: str) -> str:
    """The last piece of the path, and the query; empty where the path ends with a slash."""
    path, sign, query = local(url).partition("?")
    return "" if path.endswith("/") else path.rpartition("/")[2] + sign + query


def query(url: str) -> str:
    """The query alone, as links to the same page with other values have it."""
    found = urlsplit(url).query
    return f"?{found}" if found else ""


def names_at_end(address: str, value: str) -> bool:
    """Whether the last piece of an address is a value."""
    return value == _end_of(address)


@lru_cache(4096)
def path_pieces(address: str) -> frozenset[str]:
    """The pieces of the path of an address, decoded."""
    try:
        return frozenset(map(unquote, filter(None, urlsplit(address).path.split("/"))))
    except ValueError:
        return frozenset()


@lru_cache(4096)
def _end_of(address: str) -> str | None:
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    asked = [text for _, text in parse_qsl(parts.query)]
    return asked[-1] if asked else parts.path.rstrip("/").rpartition("/")[2]


_MOST = 30
"""Places of a link that are told: a pager has many, and only some say where they lead."""
SPELLINGS: tuple[Callable[[str], str], ...] = (whole, local, last, query)
"""The ways in which a page may spell a link, the longest first."""


@lru_cache(512)
def linked(answer: Answer, *, has_bare: bool = False) -> Mapping[str, str]:
    """How a page spells where its links lead, by address: `../hills/`, or `hills/`, in whatever way it is relative.

    *has_bare*: a link without an address leads to the page itself, as the number of the current page in a pager.
    """
    page = page_of(answer)
    base = page.base
    links = (
        text
        for text, places in markup_of(answer).exact.items()
        if any(place.attribute == "href" and place.element.tag in ("a", "area") for place in places)
    )
    found: dict[str, str] = {}
    for text in links:
        found.setdefault(whole(joined(base, text)), text)
    if has_bare and page.root is not None and page.root.xpath("//a[not(normalize-space(@href))]"):
        found.setdefault(whole(base), "")
    return found


def spelled(url: str, answer: Answer) -> Iterator[str]:
    """The ways in which a page may spell a link to an address, that of its own links last."""
    yield from (spell(url) for spell in SPELLINGS)
    if text := linked(answer).get(whole(url)):
        yield text


def links_to(url: str, answer: Answer, step: int) -> Iterator[ValueLocation]:
    """The places of an answer that hold the address of another page as a whole."""
    yield from links_in_headers(whole(url), answer, step)
    for text in spelled(url, answer):
        if len(text) > 1 or text == local(url):
            found = [place for place in hold({0: answer}, {0: text}, step, most=_MOST) if not place.is_part]
            if found:
                yield from found
                return


def leads_to(value: Value, answer: Answer, step: int) -> str | None:
    """The absolute address that a value taken from an answer is; None if it finds nothing that leads anywhere."""
    try:
        text = render(value, Situation(answers={step: answer})).strip()
        if text in ("", "#") or text.lower().startswith("javascript:"):
            return None
    except MissingValue:
        return None
    return joined(page_of(answer).base, text) or None
