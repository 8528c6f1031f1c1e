"""What a person must have chosen for a value to be sent, where no events were recorded: what answers before offer.

An entry of a list of choices, a radio button, a link to the very address, or an entry of data that has the key. Or a
link to a page before that was asked for by it: so the entry of one facet stays while others are chosen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, product
from typing import NamedTuple

from ...documents.elements import is_element
from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Element, Event, Exchange, Recording, Sent
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.requests.shapes import parameters
from ..origins.links import names_at_end, whole
from .calledinscripts import named_beside, named_in_scripts
from .choicelists import OfferedChoice, choices_in, choices_sent
from .listsbefore import answers_before
from .namesindata import KEY, named_in_data

_BEFORE = 0.01
"""Seconds between a choice and the request that it brings."""
_LIKE_KEYS = re.compile(rf"{KEY.pattern}|[a-z](?:Key|Code|Value|No|Number|Slug)$|_(?:id|key|code|value|no|number)$")
_WORDS = re.compile(r"\w+")


class _Offers(NamedTuple):
    """What an answer offers to choose from, the first of each."""

    choices: Mapping[tuple[str, str], Sequence[OfferedChoice]]
    """By the name of the field and the value, all of them."""
    links: Mapping[str, str]
    """By address, what the link says."""
    names: Mapping[str, Sequence[tuple[str, str]]]
    """By value, where data hold it, and what they or scripts call it."""


def acts_for(value: str, exchange: Exchange | None, recording: Recording) -> Sequence[Event]:
    """The recording's events; where it has none, the choice that the latest answer before offers for a value.

    Only the latest answers before are looked at, about a hundred.
    """
    if recording.events or exchange is None:
        return recording.events
    latest = answers_before(exchange, recording)
    opened = _opened_by(value, exchange, [each for each, _ in latest]) if value else {}
    for takes_any, (asked, answer) in product((False, True), latest):
        # What leads back to a page that was open before says nothing of how that was chosen.
        addresses = [whole(exchange.sent.url), *(url for url, place in opened.items() if asked.index < place)]
        if (found := next(_chosen(answer, value, exchange.sent, addresses, takes_any=takes_any), None)) is not None:
            kind = "change" if found.tag in ("select", "input") else "click"
            chosen = None if found.tag == "a" or takes_any else value
            return (Event(exchange.started - _BEFORE, kind, answer.url, found, chosen),)
    return ()


def _opened_by(value: str, exchange: Exchange, before: Sequence[Exchange]) -> dict[str, int]:
    """Addresses of pages that were asked for by the value, with the places of their first requests.

    A script asks for it where it ends an address; and the first page that has it in its query tells what was chosen
    where others have it, too, as the entry of one facet stays while others are chosen. *before*: the latest first.
    """
    places = {whole(each.sent.url): each.index for each in (exchange, *before)}
    asked = {(each.key.name, each.value) for each in parameters(exchange.sent) if each.value == value}
    queried = (whole(each.sent.url) for each in reversed(before) if asked & _queried(each.sent))
    by_key = [address for address in places if names_at_end(address, value)]
    return {address: places[address] for address in (*by_key, *islice(queried, 1))}


def _queried(sent: Sent) -> set[tuple[str, str]]:
    return {(each.key.name, each.value) for each in parameters(sent) if each.key.where == "query"}


def _chosen(answer: Answer, value: str, sent: Sent, addresses: Sequence[str], *, takes_any: bool) -> Iterator[Element]:
    """What is offered for a value that is *sent*; *addresses*: of the request, then of others.

    *takes_any*: also what data calls by a text that does not look like a key, as an area of 37.
    """
    offers = _offers(answer)
    asked = dict.fromkeys(each.key.name for each in parameters(sent) if each.value == value)
    for name in asked:
        choices = offers.choices.get((name, value), ())
        yield from (_element(choice, name) for choice in choices_sent(choices, answer, (name,), sent))
    yield from _linked(offers, addresses[:1])
    beside = (text for name in asked if value and (text := named_beside(answer, name, value)))
    fields = {_spelled(name) for name in asked}
    called = (text for held, text in offers.names.get(value, ()) if takes_any or _is_key(held, fields))
    yield from (Element("li", text=text) for text in chain(beside, called))
    yield from _linked(offers, addresses[1:])


def _is_key(held: str, fields: Collection[str]) -> bool:
    """Whether what data calls a value is a key, or called as it is sent; what a script says has no such name."""
    return not held or _LIKE_KEYS.search(held) is not None or _spelled(held) in fields


def _spelled(name: str) -> str:
    last = next((word for word in reversed(_WORDS.findall(name)) if not word.isdigit()), name)
    return last.replace("_", "").casefold()


def _linked(offers: _Offers, addresses: Iterable[str]) -> Iterator[Element]:
    for address in addresses if offers.links else ():
        if text := offers.links.get(address):
            yield Element("a", attributes={"href": address}, text=text)


@lru_cache(1024)
def _offers(answer: Answer) -> _Offers:
    if kind_of(answer) != "html":
        names: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for held, value, name in named_in_data(answer):
            names[value].append((held, name))
        return _Offers({}, {}, names)
    named = {value: [("", name)] for value, name in named_in_scripts(answer).items() if len(value) > 1}
    choices: dict[tuple[str, str], list[OfferedChoice]] = defaultdict(list)
    for choice in choices_in(answer):
        for name in choice.fields:
            choices[name, choice.value].append(choice)
    return _Offers(choices, _links(answer), named)


def _element(choice: OfferedChoice, name: str) -> Element:
    """What a person touches to choose."""
    if choice.kind == "input":
        return Element("input", attributes={"name": name, "type": "radio"}, label=choice.label)
    return Element("select", attributes={"name": name}, text=choice.label)


def _links(answer: Answer) -> Mapping[str, str]:
    """By address, what the first link there says; what opens a menu by `#` leads nowhere."""
    page, found = page_of(answer), dict[str, str]()
    for link in page.root.iter("a") if is_element(page.root) else ():
        text, address = text_within(link), link.get("href") or ""
        if address.strip("#") and any(map(str.isalnum, text)):
            found.setdefault(whole(joined(page.base, address)), text)
    return found
