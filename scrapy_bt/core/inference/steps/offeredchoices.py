"""What a person must have chosen for a value to be sent, where no events were recorded: what answers before offer.

An entry of a list of choices, a radio button, a link to the very address, or an entry of data that has the key.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from ...documents.elements import is_element
from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Element, Event, Exchange, Recording
from ...tree.values import to_text
from ..answers.data.groups import told_lists
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.requests.names import looks_made
from ..answers.requests.shapes import parameters
from ..origins.links import names_at_end, whole
from .calledinscripts import name_in_scripts

_BEFORE = 0.01
"""Seconds between a choice and the request that it brings."""
_NAMES = ("name", "title", "label", "text", "caption", "display", "description")
"""What data call the names of their entries, the likeliest first."""
_KEY = re.compile(r"(?:^|[._])(?:id|key|code|value|no|number|slug)$|Id$")
"""What data call the key of an entry: that may be as short as it likes."""
_LONGEST = 80
"""Letters of a name."""


def acts_for(value: str, exchange: Exchange | None, recording: Recording) -> Sequence[Event]:
    """The recording's events; where it has none, the choice that the latest answer before offers for a value."""
    if recording.events or exchange is None:
        return recording.events
    before = [each for each in recording.exchanges if each.index < exchange.index]
    opened = {whole(each.sent.url) for each in (*before, exchange)}
    for answer in (each.answer for each in reversed(before)):
        if answer is not None and (found := next(_offered(answer, value, exchange, opened), None)) is not None:
            kind = "change" if found.tag in ("select", "input") else "click"
            chosen = value if kind == "change" else None
            return (Event(exchange.started - _BEFORE, kind, answer.url, found, chosen),)
    return ()


def _offered(answer: Answer, value: str, exchange: Exchange, opened: Collection[str]) -> Iterator[Element]:
    if kind_of(answer) == "html":
        names = {each.key.name for each in parameters(exchange.sent) if each.value == value}
        yield from _choices(answer, value, names)
        links = _links(answer)
        if text := links.get(whole(exchange.sent.url)):
            yield Element("a", attributes={"href": exchange.sent.url}, text=text)
        if len(value) > 1 and (name := name_in_scripts(answer, value)):
            yield Element("li", text=name)
        # What a script asks for by the key in the address of its page.
        for address in links.keys() & opened if value else ():
            if names_at_end(address, value):
                yield Element("a", attributes={"href": address}, text=links[address])
    elif name := _called(answer, value):
        yield Element("li", text=name)


def _choices(answer: Answer, value: str, names: Collection[str]) -> Iterator[Element]:
    root = page_of(answer).root
    for element in root.iter("select", "input") if is_element(root) else ():
        if element.get("name") not in names:
            continue
        kind = (element.get("type") or "").lower()
        own = {"name": element.get("name") or "", "type": kind}
        if element.tag == "select":
            texts = (text_within(option) for option in element.iter("option") if option.get("value") == value)
            yield from (Element("select", attributes=own, text=text) for text in texts if text)
        elif kind == "radio" and element.get("value") == value:
            label = next(element.iterancestors("label"), None)
            labels = root.xpath("//label[@for=$own]", own=element.get("id") or "") if label is None else [label]
            yield from (Element("input", attributes=own, label=text_within(each)) for each in labels[:1])


@lru_cache(256)
def _links(answer: Answer) -> Mapping[str, str]:
    """By address, what the first link there says."""
    page, found = page_of(answer), dict[str, str]()
    for link in page.root.iter("a") if is_element(page.root) else ():
        text, address = text_within(link), link.get("href") or ""
        if address and any(map(str.isalnum, text)):
            found.setdefault(whole(joined(page.base, address)), text)
    return found


def _called(answer: Answer, value: str) -> str:
    """What the only entry of a list of data is called that has a key; empty: there is none, or it has no name."""
    for _, entries in told_lists(answer) if value else ():
        for held in dict.fromkeys(key for own in entries for key, text in own.items() if to_text(text) == value):
            if len(value) == 1 and _KEY.search(held) is None:
                continue
            alike = [own for own in entries if to_text(own.get(held)) == value]
            if len(alike) == 1 < len(entries) and (name := _name_in(alike[0], held)):
                return name
    return ""


def _name_in(entry: Mapping[str, object], held: str) -> str:
    texts = {key: text for key, text in entry.items() if key != held and isinstance(text, str) and _is_name(text)}
    for word in _NAMES:
        found = [text for key, text in texts.items() if word in key.lower()]
        if found:
            return found[0]
    return next(iter(texts.values())) if len(texts) == 1 else ""


def _is_name(text: str) -> bool:
    is_short = 0 < len(text) <= _LONGEST and any(map(str.isalpha, text))
    return is_short and not looks_made(text) and "://" not in text and not text.startswith("/")
