"""What a person chose by its name, where its number or key is sent: the page tells what belongs to which name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from unicodedata import normalize

from ...documents.elements import is_element
from ...regex.patterns import compile_pattern
from ...samples.parameters import WHOLE_URL, Key
from ...samples.traffic import Answer, Element, Event, Exchange, Recording
from ...tree.literals import literal
from ...tree.values import to_text
from ..answers.data.groups import told_lists
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.requests.names import looks_made
from ..answers.values import Argument, Called, Extraction, Within
from ..blackboard.workflow import Workflow
from ..origins.links import names_at_end, whole
from .causes import cause_of
from .choicelists import are_apart, choices_of, ways_of_fields
from .sayings import steps_before

_FIELDS = ("input", "select", "textarea", "option", "form")
_BY_LINK = (
    ("//a[normalize-space()=", "]/@href"),
    ("//a[normalize-space(text())=", "]/@href"),
    ("//a[*[normalize-space()=", "]]/@href"),
    ('//a[normalize-space(substring-before(concat(., "("), "("))=', "]/@href"),
)
"""What stands around a name in the XPath of the address of its link: it says that, or how many there are behind it."""
_COUNT = re.compile(r"(?:[(\[]\s*\d[\d.,' ]*[)\]]|\s\d+(?:[.,']+\d+)*)[\W_]*$")
"""What stands behind a name to say how many there are of it, as in `lamp (12)`."""
_BADGE = re.compile(r"(?<=[^\W\d_])\s*\d+(?:[.,']+\d+)*$")
"""The same in an element of its own, right behind the one with the name: `lamp12`."""
_AROUND = re.compile(r"^\W+|\W+$")
"""What stands around a name and is none of its letters."""
ENDING = re.compile(r"(?<=\w)\.[a-z]{2,5}$", re.IGNORECASE)
"""Of a file: no letters of what it is about."""
Names = tuple[str | None, ...]
"""By recording."""
Says = Callable[[str, Exchange | None, Sequence[Event]], str]
"""What a value was called; empty if nothing called it."""
Acts = Callable[[str, Exchange | None, Recording], Sequence[Event]]


def chosen_name(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """What the person called a value that says nothing by itself; empty if it says something, or was typed."""
    if any(map(str.isalpha, value)) and not looks_made(value):
        return ""
    for event in events:
        if event.element is None or event.value != value:
            continue
        if event.element.tag == "select":
            return _other(event.element.text, value)
        if event.element.attributes.get("type", "").lower() == "radio":
            return _other(event.element.label, value)
        if event.element.tag in ("input", "textarea"):
            return ""
    if exchange is not None and (name := _of_link(value, exchange, events)):
        return name
    element = _clicked(exchange, events)
    return _other(element.text, value) if element is not None and element.tag not in _FIELDS else ""


def uncounted_name(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """The same without how many there are of it, which are others on another day: `lamp` of “lamp (12)”."""
    name = chosen_name(value, exchange, events)
    return without_count(name) if _COUNT.search(name) else name


def slug_name(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """What the person clicked or typed, of which a value is the spelling in addresses: `red-shoes` of “Red shoes”."""
    told, value = value, ENDING.sub("", value)
    element = _clicked(exchange, events)
    typed = [event.value for event in reversed(events) if event.value]
    for text in (element.text if element is not None else "", *typed):
        name = " ".join(text.split())
        # A folder that a listing shows with a slash behind it is spelled as it is called.
        bare = _AROUND.sub("", name.casefold())
        if bare != told.casefold() and _letters(name) and _letters(name) == _letters(value):
            return name
    return ""


def link_name(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """What the person clicked, where that says nothing of the value: `lamp` of “lamp (12)”, which leads to `cat-3`."""
    text = clicked_link(exchange, events)
    return "" if _letters(value) in _letters(text) else without_count(text)


def badged_name(_: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """What the person clicked, without the number that ends it: a page has to tell that this is a badge of its own."""
    text = clicked_link(exchange, events)
    found = _BADGE.search(text)
    return text[: found.start()] if found is not None else ""


def text_of_link(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """All that the link says which the person clicked, where that is more: `03/2021` for the address `/2021/03/`."""
    text = clicked_link(exchange, events)
    return "" if _letters(value) == _letters(text) else text


def clicked_link(exchange: Exchange | None, events: Sequence[Event]) -> str:
    """The text of the link that was clicked for a request; empty if it was none, or says nothing."""
    element = _clicked(exchange, events)
    text = " ".join(element.text.split()) if element is not None and element.tag == "a" else ""
    return text if any(map(str.isalnum, text)) else ""


def label_name(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """What the person clicked, in place of which a key is sent that says something else: `nrt` for “North”."""
    element = _clicked(exchange, events)
    name = without_count(" ".join(element.text.split())) if element is not None and element.tag not in _FIELDS else ""
    is_said = _letters(value) in _letters(name) or name.casefold() in value.casefold()
    return "" if is_said else _other(name, value)


def without_count(text: str) -> str:
    """A name without how many there are of it, and without signs behind it."""
    found = _COUNT.search(text)
    return (_to_last_word(text[: found.start()]) if found is not None else "") or _to_last_word(text) or text


def _to_last_word(text: str) -> str:
    return text[: next((place for place in range(len(text), 0, -1) if text[place - 1].isalnum()), 0)]


def _letters(text: str) -> str:
    plain = normalize("NFKD", text.casefold())
    return "".join(filter(str.isalnum, plain))


def _clicked(exchange: Exchange | None, events: Sequence[Event]) -> Element | None:
    """What was clicked for a request; None if it was something else that caused it."""
    place = cause_of(exchange, events) if exchange is not None else None
    act = events[place] if place is not None else None
    return act.element if act is not None and act.type == "click" else None


def _of_link(value: str, exchange: Exchange, events: Sequence[Event]) -> str:
    """What the first clicked link to the value's own page said; empty if none was clicked, or it says the value.

    An application goes on to ask for the same key, whatever is clicked there.
    """
    for event in events:
        address = event.element.attributes.get("href", "") if event.element is not None else ""
        if event.type == "click" and event.at <= exchange.started and names_at_end(address, value):
            return _other(event.element.text, value) if event.element is not None else ""
    return ""


def names_of(
    values: Names,
    exchanges: Sequence[Exchange | None],
    recordings: Sequence[Recording],
    called: Says = chosen_name,
    acts: Acts = lambda _, __, recording: recording.events,
) -> Names:
    """By recording, what a value was called; empty if it was not in all recordings that sent it, or the same in all.

    *exchanges*: the requests that it was sent with; *acts*: what the person did for a value.
    """
    found = tuple(
        called(value, exchanges[number], acts(value, exchanges[number], recordings[number])) or None if value else None
        for number, value in enumerate(values)
    )
    is_told = all(name for name, value in zip(found, values, strict=True) if value)
    return found if is_told and len(set(filter(None, found))) > 1 else ()


def called(
    step: int,
    key: Key,
    values: Names,
    names: Names,
    workflow: Workflow,
    argument: str,
    fields: Iterable[str] = (),
) -> Called | None:
    """What takes each value from the latest page before that has it for its name; None if no page has all of them.

    *values*: of a field, also called as *fields* are, or, with the key of a whole address, addresses. A choice is taken
    by its value, too, unless another one is called so.
    """
    if key != WHOLE_URL and any(values) and (in_data := _called_in_data(step, values, names, workflow, argument)):
        return in_data
    own = () if key == WHOLE_URL else tuple(dict.fromkeys((key.name, *fields)))
    either = {way.by_label: way.either_way for way in ways_of_fields(own)}
    gives: Callable[[Answer, str], str] = _address if key == WHOLE_URL else _text
    wanted = [number for number, value in enumerate(values) if value]
    for producer in steps_before(step, names, workflow):
        pages = [answer for number in wanted if (answer := workflow.answer(producer, number)) is not None]
        for before, after in (either or _BY_LINK) if 0 < len(pages) == len(wanted) else ():
            if all(
                gives(page, f"{before}{literal(names[number] or '')}{after}") == values[number]
                for page, number in zip(pages, wanted, strict=True)
            ):
                offered = ((each.value, each.label) for page in pages for each in choices_of(page, own))
                pieces = either.get((before, after)) if are_apart(offered) else None
                return Called(producer, Argument(argument), pieces or (before, after))
    return None


def key_in_link(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Within | None:
    """What takes each key out of the address of the link of its name, in the latest page before that has all of them.

    None also where these links lead to the step itself: then their addresses are taken as a whole.
    """
    wanted = [
        (number, value, name) for number, (value, name) in enumerate(zip(values, names, strict=True)) if value and name
    ]
    sent = {whole(exchange.sent.url) for exchange in workflow.exchanges[step] if exchange is not None}
    for producer in steps_before(step, names, workflow):
        found = [(workflow.answer(producer, number), value, name) for number, value, name in wanted]
        pages = [
            (page, value, name) for page, value, name in found if page is not None and name in _said_by_links(page)
        ]
        for before, after in _BY_LINK if len(pages) == len(wanted) else ():
            addresses = [(_text(page, f"{before}{literal(name)}{after}"), value) for page, value, name in pages]
            if pattern := _piece(addresses):
                leads = {whole(joined(page_of(pages[0][0]).base, address)) for address, _ in addresses}
                taken = Within(Called(producer, Argument(argument), (before, after)), Extraction("re", pattern))
                return taken if leads.isdisjoint(sent) else None
    return None


@lru_cache(256)
def _said_by_links(answer: Answer) -> frozenset[str]:
    """What the links of a page say, also without what stands in brackets behind it."""
    root = page_of(answer).root
    links = root.iter("a") if is_element(root) else ()
    texts = {text for link in links for text in (text_within(link), link.text or "", *map(text_within, link))}
    return frozenset(" ".join(part.split()) for text in texts for part in (text, text.partition("(")[0]))


def _piece(addresses: Sequence[tuple[str, str]]) -> str:
    """The pattern that takes a value out of each address, by the word before it; empty if there is none."""
    for found in re.finditer(rf"(?<![^/?&])([^/?&]*[/=])({re.escape(addresses[0][1])})(?![^/?&#])", addresses[0][0]):
        pattern = rf"{re.escape(found[1])}([^/?&#]+)"
        taken = (compile_pattern(pattern).findall(address)[:1] == [value] for address, value in addresses)
        if any(map(str.isalpha, found[1])) and all(taken):
            return pattern
    return ""


def _called_in_data(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Called | None:
    """What takes each value from the object that has its name, in the latest data before."""
    pairs = [(number, str(names[number]), value) for number, value in enumerate(values) if value]
    for producer in steps_before(step, names, workflow):
        answers = [workflow.answer(producer, number) for number, _, _ in pairs]
        if any(answer is None or not isinstance(page_of(answer).json, (dict, list)) for answer in answers):
            continue
        ways = [
            set(_ways(answer, name, value))
            for answer, (_, name, value) in zip(answers, pairs, strict=True)
            if answer is not None
        ]
        if shared := sorted(set.intersection(*ways)):
            path, named, held = shared[0]
            pieces: tuple[str, ...] = (
                f"{path} | [?base64(to_string({named}))=='",
                f"'] | [0]{'' if held.startswith('[') else '.'}{held}",
            )
            told = [own for answer in answers if answer is not None for own in dict(told_lists(answer))[path]]
            entries = {(to_text(own[held]), to_text(own[named])) for own in told if held in own and named in own}
            if are_apart(entries) and len({key for key, _ in entries}) == len(entries):
                pieces = (pieces[0], f"' || base64(to_string({held}))=='", pieces[1])
            return Called(producer, Argument(argument), pieces, "json")
    return None


def _ways(answer: Answer, name: str, value: str) -> Iterator[tuple[str, str, str]]:
    """The lists whose only object of a name has the value: their paths, and the names of both fields; yes is no key."""
    for path, told in told_lists(answer):
        for named in dict.fromkeys(key for own in told for key, text in own.items() if text == name):
            alike = [own for own in told if own.get(named) == name]
            if len(alike) == 1 and len(told) > 1:
                keys = (key for key, inner in alike[0].items() if key != named and not isinstance(inner, bool))
                held = (key for key in keys if to_text(alike[0][key]) == value)
                yield from ((path, named, key) for key in held)


def _text(answer: Answer, path: str) -> str:
    return next(iter(page_of(answer).extract(Extraction("xpath", path))), "")


def _address(answer: Answer, path: str) -> str:
    found = _text(answer, path)
    return whole(joined(page_of(answer).base, found)) if found else ""


def _other(text: str, value: str) -> str:
    name = " ".join(text.split())
    return name if any(map(str.isalpha, name)) and value not in name else ""
