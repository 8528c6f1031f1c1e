"""How one page leads to another: its address as the page before spells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urljoin, urlsplit

from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.locations import ValueLocation
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


_MOST = 30
"""Places of a link that are told: a pager has many, and only some say where they lead."""
SPELLINGS: tuple[Callable[[str], str], ...] = (whole, local, last, query)
"""The ways in which a page may spell a link, the longest first."""


def links_to(url: str, answer: Answer, step: int) -> Iterator[ValueLocation]:
    """The places of an answer that hold the address of another page as a whole."""
    for spell in SPELLINGS:
        text = spell(url)
        if len(text) > 1 or (text and spell in (whole, local)):
            found = [place for place in hold({0: answer}, {0: text}, step, most=_MOST) if not place.is_part]
            if found:
                yield from found
                return


def leads_to(value: Value, answer: Answer, step: int) -> str | None:
    """The absolute address that a value taken from an answer is; none: it finds nothing that leads anywhere."""
    try:
        text = render(value, Situation(answers={step: answer})).strip()
        if text in ("", "#") or text.lower().startswith("javascript:"):
            return None
        return whole(urljoin(page_of(answer).base, text))
    except (MissingValue, ValueError):
        return None
