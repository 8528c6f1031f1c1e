"""Whether the page on which a series ended leads on, to one that was not visited."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import parse_qsl, urlsplit

from ...documents.elements import is_element
from ...documents.lettering import words_in
from ...documents.onward import SAYS_ONWARD
from ...samples.traffic import Answer, Sent
from ..answers.extraction import page_of
from ..answers.locating.headerlinks import next_in_headers
from ..answers.pages.addresses import bare_address, joined
from ..answers.values import Extraction
from ..origins.links import whole
from ..steps.sortings import is_other_order
from .signs import said_by

_NUMBER = re.compile(r"\d{1,18}")
_PAGES = r"(?:page|link|ur[li]|href|address|record|result|item|row|set|batch|chunk|odata)s?"
_NEXT = re.compile(rf"(?:{_PAGES})*next(?:{_PAGES})*")
"""The words of a name that leads on, in one; other names with it lead to another chapter, or a step of an order."""
_PAGE = re.compile(r"\b(?:page|seite|página|pagina|strona|side|sida|страница)\s*(\d+)\W*$", re.IGNORECASE)
_OF_PAGES = re.compile(r"links?|pag(?:e|er|es|ing|ination)|cursors?|meta|metadata|search_metadata")
_ADDRESS = re.compile(r"https?://|[/?]")


def leads_further(page: Answer, visited: Collection[str], before: Answer | None = None) -> str:
    """The address of a further page; empty if there is none.

    It is told by `rel=next`, in the page or its headers, by an entry of data that says so (`next`, `nextLink`), or by
    an address that is as this one but for a number, or with one more parameter, where the link says that it leads on,
    or shows the number of the next page. What the page *before* calls the next one, too, is none: it is next to the
    whole series, as another chapter is.
    """
    asked = {_without_empty(whole(url)) for url in (*visited, page.url)}
    passed = set[str]() if before is None else set(_further(before, asked))
    return next((url for url in _further(page, asked) if url not in passed), "")


def leads_on_alike(page: Answer, extraction: Extraction, visited: Collection[str]) -> str:
    """The address that a page gives by what it was led to by, of its own kind and not *visited*; empty if none is.

    So it is where a page gives one more piece of a list, and that gives the next one; another order is none.
    """
    found = page_of(page)
    own = urlsplit(page.url)
    asked = {_without_empty(whole(url)) for url in (*visited, page.url)}
    for text in found.extract(extraction)[:1]:
        url = joined(found.base, text)
        other = urlsplit(url)
        names = [{name for name, _ in parse_qsl(parts.query)} for parts in (own, other)]
        is_alike = (own.netloc, own.path) == (other.netloc, other.path) and names[0] == names[1] != set()
        is_same = is_other_order(Sent("GET", page.url), Sent("GET", url))
        if text and is_alike and not is_same and _without_empty(whole(url)) not in asked:
            return url
    return ""


def _further(page: Answer, visited: Collection[tuple[str, ...]]) -> Iterator[str]:
    told = next_in_headers(page)
    if told and _without_empty(told) not in visited:
        yield told
    root, data = page_of(page).root, page_of(page).json
    if data is not None:
        links = ((joined(page_of(page).base, text), is_told) for text, is_told in _onward_in_data(data))
        place = bare_address(whole(page.url))
        alike = (url for url, is_told in links if url and (is_told or bare_address(url) == place))
        yield from (url for url in alike if _without_empty(url) not in visited)
    if data is not None or not is_element(root):
        return
    own = whole(page.url)
    for element in root.iter("a", "link"):
        address = (element.get("href") or "").strip()
        if not address or address.startswith(("#", "javascript:")):
            continue
        url = joined(page_of(page).base, address)
        if not url or _without_empty(url) in visited:
            continue
        shown = said_by(element)
        is_told = "next" in (element.get("rel") or "").split()
        if is_told or (element.tag == "a" and (_is_next(own, url, shown) or _adds(own, url, shown))):
            yield url


def _onward_in_data(data: object) -> Iterator[tuple[str, bool]]:
    """The addresses that data give under a name with `next`, and whether it is called a page; none within lists."""
    waiting = [("", data)]
    while waiting:
        holder, value = waiting.pop()
        for name, inner in value.items() if isinstance(value, dict) else ():
            if isinstance(inner, dict):
                inner = inner.get("href", inner)  # noqa: PLW2901 - an object about the link, as in HAL
            if isinstance(inner, dict):
                waiting.append((name, inner))
            elif isinstance(inner, str) and _ADDRESS.match(inner) and "next" in (words := words_in(name)):
                is_told = _OF_PAGES.fullmatch("_".join(words_in(holder))) or _NEXT.fullmatch("".join(words))
                yield inner, is_told is not None


def _without_empty(url: str) -> tuple[str, ...]:
    """What a URL asks for: fields of a form that are empty ask for nothing, and their order says nothing."""
    parts = urlsplit(url)
    return (parts.netloc, parts.path, *sorted(map("=".join, parse_qsl(parts.query))))


def _is_next(own: str, url: str, shown: str) -> bool:
    if _NUMBER.sub("#", own) != _NUMBER.sub("#", url):
        return False
    pairs = list(zip(_NUMBER.findall(own), _NUMBER.findall(url), strict=True))
    differ = [(int(one), int(other)) for one, other in pairs if one != other]
    if len(differ) != 1:
        return False
    here, there = differ[0]
    is_named = there == here + 1 and (shown == str(there) or _is_page(shown, str(there)))
    return there > here and (is_named or bool(SAYS_ONWARD.search(shown)))


def _adds(own: str, url: str, shown: str) -> bool:
    """Whether the first page of a series, which is asked for without what turns pages, leads to the second."""
    here, there = urlsplit(own), urlsplit(url)
    before, after = dict(parse_qsl(here.query)), dict(parse_qsl(there.query))
    if (here.netloc, here.path) != (there.netloc, there.path) or not before.items() <= after.items():
        return False
    added = [after[name] for name in after.keys() - before.keys()]
    is_second = added == ["2"] and (shown == "2" or _is_page(shown, "2"))
    return len(added) == 1 and (is_second or bool(SAYS_ONWARD.search(shown)))


def _is_page(shown: str, number: str) -> bool:
    """Whether a link says that it leads to the page of this number, as “Go to page 2” does."""
    told = _PAGE.search(shown)
    return told is not None and told[1] == number
