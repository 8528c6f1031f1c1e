"""Keys in the addresses of links that a person chose: by what a link says, or by the row that it stands in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache

from ...documents.elements import is_element
from ...regex.patterns import compile_pattern
from ...samples.traffic import Answer, Exchange, Recording
from ...tree.literals import literal
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.values import Argument, Called, Extraction, Within
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from .callednames import BY_LINK, text_at
from .rownames import row_called
from .sayings import steps_before
from .solenames import Way, said_by, sole_way
from .spokennames import Names


def key_in_link(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Within | None:
    """What takes each key out of the address of the link of its name, in the latest page before that has all of them.

    None also where these links lead to the step itself: then their addresses are taken as a whole.
    """
    wanted = [
        (number, value, name) for number, (value, name) in enumerate(zip(values, names, strict=True)) if value and name
    ]
    if len(wanted) > 1 and len({value for _, value, _ in wanted}) == 1:
        return None  # what is the same for other names is the key of none
    sent = {whole(exchange.sent.url) for exchange in workflow.exchanges[step] if exchange is not None}
    for producer in steps_before(step, names, workflow):
        found = [(workflow.answer(producer, number), value, name) for number, value, name in wanted]
        pages = [
            (page, value, name) for page, value, name in found if page is not None and name in _said_by_links(page)
        ]
        taken = _way_of_links(pages) if len(pages) == len(wanted) else None
        if taken is not None:
            way, pattern, leads = taken
            link = Called(producer, Argument(argument), way, is_alone=len(way) > 2)
            return Within(link, Extraction("re", pattern)) if leads.isdisjoint(sent) else None
    return None


def _way_of_links(told: Sequence[tuple[Answer, str, str]]) -> tuple[Way, str, AbstractSet[str]] | None:
    """How the links of names are found, the pattern of the keys in their addresses, and these; None: they have none."""

    def addresses(way: Way) -> list[tuple[str, str]]:
        return [(text_at(page, literal(name).join(way)), value) for page, value, name in told]

    chosen = [(page, name) for page, _, name in told]
    if not (way := sole_way(BY_LINK, lambda way: bool(_piece(addresses(way))), chosen, said_by)):
        return None
    found = addresses(way)
    return way, _piece(found), {whole(joined(page_of(told[0][0]).base, address)) for address, _ in found}


@lru_cache(256)
def _said_by_links(answer: Answer) -> frozenset[str]:
    """What the links of a page say, also without what stands in brackets behind it."""
    root = page_of(answer).root
    links = root.iter("a") if is_element(root) else ()
    return frozenset().union(*map(said_by, links))


def _piece(addresses: Sequence[tuple[str, str]]) -> str:
    """The pattern that takes a value out of each address, by the whole word before it; empty if there is none."""
    for found in re.finditer(rf"(?<![^/?&])([^/?&]*[/=])({re.escape(addresses[0][1])})(?![^/?&#])", addresses[0][0]):
        pattern = rf"{'[/?&]' if found.start() else '(?:^|[/?&])'}{re.escape(found[1])}([^/?&#]+)"
        taken = (compile_pattern(pattern).findall(address)[:1] == [value] for address, value in addresses)
        if any(map(str.isalpha, found[1])) and all(taken):
            return pattern
    return ""


def key_in_row(
    step: int,
    values: Names,
    workflow: Workflow,
    recordings: Sequence[Recording],
    argument_of: Callable[[Names], str],
) -> tuple[Names, Within] | None:
    """The same for links that say the same each time, as a count, or nothing: the row of each has a name.

    None also where these links lead to the step itself.
    """
    asked = workflow.exchanges[step]
    urls = tuple(
        _followed(value, exchange, own) if value and exchange is not None else None
        for value, exchange, own in zip(values, asked, recordings, strict=True)
    )
    sent = {whole(exchange.sent.url) for exchange in asked if exchange is not None}
    led = [(url, value) for url, value in zip(urls, values, strict=True) if url and value]
    is_other = len(set(filter(None, values))) > 1
    if not is_other or len(led) < len(list(filter(None, values))) or not sent.isdisjoint(urls):
        return None
    found, pattern = row_called(step, urls, workflow, ""), _piece(led)
    if found is None or not pattern:
        return None
    link, names = found
    return names, Within(replace(link, name=Argument(argument_of(names))), Extraction("re", pattern))


def _followed(value: str, exchange: Exchange, recording: Recording) -> str | None:
    """Where the last link led that was followed before a request, and whose address says a value."""
    before = [event for event in recording.events if event.type == "click" and event.at <= exchange.started]
    links = [(event.url, event.element.attributes.get("href", "")) for event in before if event.element is not None]
    opened = (each.sent.url for each in recording.exchanges[: exchange.index] if each.kind == "document")
    led = [joined(page, href) for page, href in links if href] if recording.events else opened
    return next((whole(url) for url in reversed(list(led)) if _piece([(url, value)])), None)
