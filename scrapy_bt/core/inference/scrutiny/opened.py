"""What a person opened beside the target, from the same page: a tree that brings one of them may miss the others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from urllib.parse import urlsplit

from ...documents.onward import TURNS_PAGES
from ...samples.traffic import Answer, Event, Exchange, Recording, Sent
from ..answers.pages.addresses import bare_address
from ..answers.requests.names import looks_made
from ..answers.requests.shapes import values_of
from ..origins.links import whole
from ..steps.addresses import AddressKind
from ..steps.alignment import alikeness
from ..steps.causes import cause_of, glimpsed_from, place_of_event
from ..steps.series import ALIKE


def opened_beside(recording: Recording, pages: Sequence[Answer], visited: Collection[str]) -> str:
    """The address of a page like the target that was opened from the same page as the target; empty if there is none.

    *pages*: of the target; *visited*: what the tree asked for, without fragments.
    """
    wanted = {whole(page.url) for page in pages}
    asked = [each for each in recording.exchanges if each.sent.method == "GET"]
    targets = [each for each in asked if whole(each.sent.url) in wanted]
    for each in asked:
        url = whole(each.sent.url)
        if url in wanted or url in visited:
            continue
        if any(_are_beside(each, target, recording.events) for target in targets):
            return url
    return next(_glimpsed(recording, wanted, visited), "")


def _glimpsed(recording: Recording, wanted: Collection[str], visited: Collection[str]) -> Iterator[str]:
    """The addresses of the target's kind that a script showed from where the target was, and nothing asked for."""
    for event in recording.events:
        if event.type == "navigate" and event.url and whole(event.url_after) in wanted:
            kind = AddressKind.of([whole(event.url_after)])
            for url in sorted(glimpsed_from(event.url, recording) - {*visited, whole(event.url)}):
                yield from [url] if kind is not None and kind.has(url) else []


def _are_beside(one: Exchange, other: Exchange, events: Sequence[Event]) -> bool:
    """Whether two answers of one kind and of other paths were opened from one page, data by rows of one list.

    In place of a path they may have keys in their queries, as hashes, which name what is opened, too.
    """
    urls = [one.sent.url, other.sent.url]
    if one.kind == other.kind and one.kind != "document" and _have_keys_of_their_own((one, other)):
        return not events or _is_by_rows_of_one_list(one, other, events)
    if one.kind == other.kind == "document" and not events and _are_numbered(one, other):
        return _is_alike(one, other)
    if one.kind != other.kind or len({urlsplit(url).path for url in urls}) < 2:
        return False
    is_opened = _is_from_one_page if one.kind == "document" else _is_by_rows_of_one_list
    return is_opened(one, other, events) and AddressKind.of(urls) is not None and _is_alike(one, other)


def _have_keys_of_their_own(both: Sequence[Exchange]) -> bool:
    """Whether the addresses differ in one value of their queries, which a program has made."""
    _, values = _differing([each.sent.url for each in both])
    return bool(values) and all(map(looks_made, values))


def _are_numbered(one: Exchange, other: Exchange) -> bool:
    """Whether pages of one list led to both, which only a number in the query tells, and these have no such number."""
    name, values = _differing([one.sent.url, other.sent.url])
    lists = [each.sent.header("referer") or "" for each in (one, other)]
    is_from_list = all(lists) and len(set(map(bare_address, lists))) == 1
    is_new = not any(key.name == name for url in lists for key in values_of(Sent("GET", url)))
    return len(values) == len(lists) and all(map(str.isdecimal, values)) and is_from_list and is_new


def _differing(urls: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The name and the values of what alone differs between addresses, in their queries; empty if more does."""
    queries = [{key: text for key, text in values_of(Sent("GET", url)).items() if key.where == "query"} for url in urls]
    differing = [key for key in {*chain(*queries)} if len({query.get(key) for query in queries}) > 1]
    if len({urlsplit(url).path for url in urls}) != 1 or len(differing) != 1:
        return "", ()
    return differing[0].name, [query[differing[0]] for query in queries if differing[0] in query]


def _is_from_one_page(one: Exchange, other: Exchange, _: Sequence[Event]) -> bool:
    pages = [each.sent.header("referer") or "" for each in (one, other)]
    is_one = all(pages) and (pages[0] == pages[1] or _are_of_one_series(pages))
    return is_one and not {*pages} & {one.sent.url, other.sent.url}


def _are_of_one_series(urls: Sequence[str]) -> bool:
    """Whether the number of a page alone tells addresses apart, which the first may lack."""
    name, values = _differing(urls)
    return bool(values) and all(map(str.isdecimal, values)) and TURNS_PAGES.search(name) is not None


def _is_by_rows_of_one_list(one: Exchange, other: Exchange, events: Sequence[Event]) -> bool:
    causes = [cause_of(each, events) for each in (one, other)]
    clicks = [events[place] for place in causes if place is not None and events[place].type == "click"]
    paths = [click.element.path for click in clicks if click.element is not None]
    return len(set(paths)) == len(causes) and len(set(map(place_of_event, clicks))) == 1


def _is_alike(one: Exchange, other: Exchange) -> bool:
    return alikeness(one.answer, other.answer) >= ALIKE
