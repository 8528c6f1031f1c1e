"""What a person must have chosen for a value to be sent, where no events were recorded: what answers before offer.

An entry of a list of choices, a radio button, a link to the very address, or an entry of data that has the key.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, product
from typing import NamedTuple

from ...documents.elements import is_element
from ...documents.lettering import slug
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
from .calledinscripts import named_beside, named_in_scripts
from .choicelists import choices_in, choices_of, is_kept

_BEFORE = 0.01
"""Seconds between a choice and the request that it brings."""
_NAMES = ("name", "title", "label", "text", "caption", "display", "description")
"""What data call the names of their entries, the likeliest first."""
_LABELS = ("name", "Name", "label", "key")
"""How data call the name of a value that stands beside it."""
_KEY = re.compile(r"(?:^|[._])(?:id|key|code|value|no|number|slug)$|Id$")
"""What data call the key of an entry: that may be as short as it likes."""
_LIKE_KEYS = re.compile(rf"{_KEY.pattern}|[a-z](?:Key|Code|Value|No|Number|Slug)$|_(?:id|key|code|value|no|number)$")
_WORDS = re.compile(r"\w+")
_LONGEST = 80
"""Letters of a name."""
_DISTINCT = 0.8
"""How many of the values of a key are different ones; a list may have an entry twice."""
_MOST = 100
"""Answers before a request that are looked at: what is chosen was offered not long ago."""


class _Offers(NamedTuple):
    """What an answer offers to choose from, the first of each."""

    choices: Mapping[tuple[str, str], Element]
    """By the name of the field and the value."""
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
    latest = _before(exchange, recording)
    opened = dict.fromkeys(whole(each.sent.url) for each in (exchange, *(each for each, _ in latest)))
    # What a script asks for by the key in the address of its page.
    by_key = [address for address in opened if names_at_end(address, value)] if value else []
    asked = dict.fromkeys(each.key.name for each in parameters(exchange.sent) if each.value == value)
    addresses = [whole(exchange.sent.url), *by_key]
    for takes_any, (_, answer) in product((False, True), latest):
        if (found := next(_chosen(answer, value, asked, addresses, takes_any=takes_any), None)) is not None:
            kind = "change" if found.tag in ("select", "input") else "click"
            chosen = None if found.tag == "a" or takes_any else value
            return (Event(exchange.started - _BEFORE, kind, answer.url, found, chosen),)
    return ()


def was_left(
    name: str, values: Sequence[str | None], exchanges: Sequence[Exchange | None], recordings: Sequence[Recording]
) -> bool:
    """Whether each of several recordings sends the same, which its page has chosen by itself in a field of the name.

    No if events were recorded, which tell it better; and one recording alone says no more than that.
    """
    told = zip(values, exchanges, recordings, strict=True)
    sent = [(value, exchange, own) for value, exchange, own in told if value and exchange is not None]
    is_same = len(recordings) > 1 and len({value for value, _, _ in sent}) == 1
    return is_same and all(_is_left(name, *each) for each in sent)


def labels_offered(
    name: str, values: Sequence[str | None], exchanges: Sequence[Exchange | None], recordings: Sequence[Recording]
) -> tuple[str | None, ...]:
    """By recording, what the latest list of choices with that field calls a value that it had not chosen by itself.

    A list that a script draws in place of the page's own tells nothing of it in events. Empty if all send the same.
    """
    if len(recordings) > 1 and len(set(filter(None, values))) < 2:
        return ()
    told = zip(values, exchanges, recordings, strict=True)
    labels = [_label_of(name, value, sent, own) if value else None for value, sent, own in told]
    return tuple(labels) if any(labels) else ()


def _label_of(name: str, value: str, exchange: Exchange | None, recording: Recording) -> str | None:
    before = _before(exchange, recording) if exchange is not None else ()
    offered = next(filter(None, (choices_of(answer, (name,)) for _, answer in before)), [])
    own = {each.label for each in offered if each.value == value and not each.is_preset}
    # Two forms may have fields of one name: what they call the value, or what has that label, is not told then.
    is_told = len(own) == 1 and len({each.value for each in offered if each.label in own}) == 1
    return own.pop() if is_told else None


def _is_left(name: str, value: str, exchange: Exchange, recording: Recording) -> bool:
    if recording.events:
        return False
    offers = (is_kept(answer, name, value) for _, answer in _before(exchange, recording))
    return next((kept for kept in offers if kept is not None), False)


def _before(exchange: Exchange, recording: Recording) -> list[tuple[Exchange, Answer]]:
    """The answers before a request, the latest first."""
    before = (each for each in reversed(recording.exchanges) if each.index < exchange.index and each.answer is not None)
    return [(each, each.answer) for each in islice(before, _MOST) if each.answer is not None]


def _chosen(
    answer: Answer, value: str, asked: Iterable[str], addresses: Sequence[str], *, takes_any: bool
) -> Iterator[Element]:
    """What is offered for a value; *asked*: by which names it is sent; *addresses*: of the request, then of others.

    *takes_any*: also what data calls by a text that does not look like a key, as an area of 37.
    """
    offers = _offers(answer)
    yield from (offers.choices[name, value] for name in asked if (name, value) in offers.choices)
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
        for held, value, name in _called(answer):
            names[value].append((held, name))
        return _Offers({}, {}, names)
    named = {value: [("", name)] for value, name in named_in_scripts(answer).items() if len(value) > 1}
    return _Offers(dict(reversed([*_choices(answer)])), _links(answer), named)


def _choices(answer: Answer) -> Iterator[tuple[tuple[str, str], Element]]:
    """The element of each choice, by each name of its field and its value."""
    for choice in choices_in(answer):
        kind = {"type": "radio"} if choice.kind == "input" else {}
        text, label = ("", choice.label) if kind else (choice.label, "")
        for name in choice.fields:
            yield (name, choice.value), Element(choice.kind, attributes={"name": name, **kind}, text=text, label=label)


def _links(answer: Answer) -> Mapping[str, str]:
    """By address, what the first link there says."""
    page, found = page_of(answer), dict[str, str]()
    for link in page.root.iter("a") if is_element(page.root) else ():
        text, address = text_within(link), link.get("href") or ""
        if address and any(map(str.isalnum, text)):
            found.setdefault(whole(joined(page.base, address)), text)
    return found


def _called(answer: Answer) -> Iterator[tuple[str, str, str]]:
    """Where each value stands that only one entry of a list of data has, the value, and what the entry is called."""
    for _, entries in told_lists(answer):
        holders: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, entry in enumerate(entries):
            for held, text in entry.items():
                holders[held, to_text(text)].append(place)
        texts = [
            {
                _labelled(key, entry): text
                for key, text in entry.items()
                if isinstance(text, str) and _is_name(text) and len(holders[key, text]) == 1
            }
            for entry in entries
        ]
        by_names = list(map(_by_names, texts))
        filled = Counter(held for (held, value), places in holders.items() if value for _ in places)
        distinct = Counter(held for held, value in holders if value)
        for (held, value), places in holders.items():
            is_key = len(value) > 1 or (value and _KEY.search(held) is not None)
            # What several entries share, as the place where they are, is no key of the one that shares it with none.
            is_key = is_key and distinct[held] >= _DISTINCT * filled[held] and len(places) == 1 < len(entries)
            if is_key and (name := _name_in(texts[places[0]], by_names[places[0]], held)):
                yield held, value, name


def _labelled(key: str, entry: Mapping[str, object]) -> str:
    """How a value is called: as it says itself, where name and value stand side by side in an object of their own."""
    above, _, last = key.rpartition(".")
    beside = (entry.get(f"{above}.{name}") for name in _LABELS) if above and last.lower() == "value" else ()
    return next((f"{key}.{label}" for label in beside if isinstance(label, str)), key)


def _by_names(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The texts of an entry by what they are called, those first that are most likely a name."""
    keys = [(key, key.lower()) for key in texts]
    return [(key, texts[key]) for word in _NAMES for key, small in keys if word in small]


def _name_in(texts: Mapping[str, str], by_names: Sequence[tuple[str, str]], held: str) -> str:
    """What an entry is called; *held*: where its key stands."""
    if found := next((text for key, text in by_names if key != held), ""):
        # What is called `walks` for programs is shown as “Walks”.
        shown = (text for key, text in by_names if key != held and text != found and slug(text) == found)
        return next(shown, found)
    is_alone = len(texts) - (held in texts) == 1
    return next(text for key, text in texts.items() if key != held) if is_alone else ""


def _is_name(text: str) -> bool:
    is_short = 0 < len(text) <= _LONGEST and any(map(str.isalpha, text))
    return is_short and not looks_made(text) and "://" not in text and not text.startswith("/")
