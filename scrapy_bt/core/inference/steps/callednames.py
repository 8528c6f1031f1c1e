"""What a person chose by its name, where its number or key is sent: the page tells what belongs to which name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import parse_qsl, urlsplit

from ...samples.parameters import WHOLE_URL, Key
from ...samples.traffic import Answer, Event, Exchange, Recording
from ..answers.addresses import joined
from ..answers.extraction import page_of
from ..answers.markup import literal
from ..answers.names import looks_made
from ..answers.values import Argument, Called, Extraction
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from .causes import cause_of

_BY_LINK = ("//a[normalize-space()=", "]/@href")
Names = tuple[str | None, ...]
"""By recording."""


def chosen_name(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """What the person called a value that says nothing by itself; empty: it says something, or was typed."""
    if any(map(str.isalpha, value)) and not looks_made(value):
        return ""
    for event in events:
        if event.element is None or event.value != value:
            continue
        if event.element.tag == "select":
            return _other(event.element.text, value)
        if event.element.attributes.get("type", "").lower() == "radio":
            return _other(event.element.label, value)
    if exchange is not None and (name := _of_link(value, exchange, events)):
        return name
    place = cause_of(exchange, events) if exchange is not None else None
    act = events[place] if place is not None else None
    if act is None or act.type != "click" or act.element is None or act.element.tag != "a":
        return ""
    return _other(act.element.text, value)


def _of_link(value: str, exchange: Exchange, events: Sequence[Event]) -> str:
    """What the first link to the value's own page said that was clicked before; empty: none was, or it says the value.

    An application goes on to ask for the same key, whatever is clicked there.
    """
    for event in events:
        address = event.element.attributes.get("href", "") if event.element is not None else ""
        if event.type == "click" and event.at <= exchange.started and _names_at_end(address, value):
            return _other(event.element.text, value) if event.element is not None else ""
    return ""


def _names_at_end(address: str, value: str) -> bool:
    """Whether the last piece of an address is a value."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    asked = [text for _, text in parse_qsl(parts.query)]
    return value == (asked[-1] if asked else parts.path.rstrip("/").rpartition("/")[2])


def names_of(values: Names, exchanges: Sequence[Exchange | None], recordings: Sequence[Recording]) -> Names:
    """By recording, what a value was called; empty: it was not in all recordings that sent it, or the same in all.

    *exchanges*: the requests that it was sent with.
    """
    found = tuple(
        chosen_name(value, exchanges[number], recordings[number].events) or None if value else None
        for number, value in enumerate(values)
    )
    is_told = all(name for name, value in zip(found, values, strict=True) if value)
    return found if is_told and len(set(filter(None, found))) > 1 else ()


def called(step: int, key: Key, values: Names, names: Names, workflow: Workflow, argument: str) -> Called | None:
    """What takes each value from the latest page before that has it for its name; none: no page has all of them.

    *values*: of a field of a form, or, with the key of a whole address, addresses.
    """
    is_link = key == WHOLE_URL
    ways = (_BY_LINK,) if is_link else _by_field(literal(key.name))
    gives: Callable[[Answer, str], str] = _address if is_link else _text
    wanted = [number for number, value in enumerate(values) if value]
    for producer in reversed([number for number in workflow.numbers() if number < step]):
        answers = [workflow.answer(producer, number) for number in wanted]
        for before, after in ways:
            if all(
                answer is not None and gives(answer, f"{before}{literal(names[number] or '')}{after}") == values[number]
                for number, answer in zip(wanted, answers, strict=True)
            ):
                return Called(producer, Argument(argument), before, after)
    return None


def _by_field(name: str) -> tuple[tuple[str, str], ...]:
    """What stands around a name in the XPath of its value: an entry of a list of choices, or a button's label."""
    return (
        (f"//select[@name={name}]//option[normalize-space()=", "]/@value"),
        (f"//input[@name={name}][ancestor::label[normalize-space()=", "]]/@value"),
        (f"//input[@name={name}][@id=//label[normalize-space()=", "]/@for]/@value"),
    )


def _text(answer: Answer, path: str) -> str:
    return next(iter(page_of(answer).extract(Extraction("xpath", path))), "")


def _address(answer: Answer, path: str) -> str:
    found = _text(answer, path)
    return whole(joined(page_of(answer).base, found)) if found else ""


def _other(text: str, value: str) -> str:
    name = " ".join(text.split())
    return name if any(map(str.isalpha, name)) and value not in name else ""
