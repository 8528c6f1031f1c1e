"""What a person called something: what was clicked or chosen for a value that says nothing by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from unicodedata import normalize

from ...samples.traffic import Element, Event, Exchange, Recording
from ..answers.requests.names import looks_made
from ..origins.links import names_at_end, path_pieces
from .causes import cause_of

_FIELDS = ("input", "select", "textarea", "option", "form")
_OPTIONS = ("option", "menuitem", "menuitemradio", "radio", "tab")
"""Roles of what is one of several to choose from (WAI-ARIA)."""
_BOXES = ("checkbox", "radio")
_PARTING = ("-", "_", ".", ":")
"""What parts a key from the name of its field in an ID."""
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
            if name := _of_box(value, event):
                return name
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


def opened_name(value: str, _: Exchange | None, events: Sequence[Event]) -> str:
    """What a link said that was clicked at any time and has the value in its path, also if the value holds that.

    Who chooses what an application has opened by itself clicks after the request.
    """
    for event in events:
        address = event.element.attributes.get("href", "") if event.element is not None else ""
        if event.type == "click" and event.element is not None and value in path_pieces(address):
            return " ".join(event.element.text.split())
    return ""


def option_name(value: str, events: Sequence[Event]) -> str:
    """What an entry of a list said that a script had drawn, and that holds another text as its key; empty without."""
    for event in events:
        element = event.element if event.type == "click" else None
        if element is None or element.attributes.get("role") not in _OPTIONS:
            continue
        name = " ".join(element.text.split())
        if value in element.attributes.values() and not is_said(value, name):
            return _other(name, value)
    return ""


def offered_name(_: str, __: Exchange | None, events: Sequence[Event]) -> str:
    """What was offered for a value, also if the value holds that: *events* are the choice alone."""
    return " ".join(events[-1].element.text.split()) if events and events[-1].element is not None else ""


def without_count(text: str) -> str:
    """A name without how many there are of it, and without signs behind it."""
    found = _COUNT.search(text)
    return (_to_last_word(text[: found.start()]) if found is not None else "") or _to_last_word(text) or text


def _to_last_word(text: str) -> str:
    return text[: next((place for place in range(len(text), 0, -1) if text[place - 1].isalnum()), 0)]


def is_said(value: str, name: str) -> bool:
    """Whether a name holds a value, however it is written: `due` of “Due soon”."""
    return _letters(value) in _letters(name)


def _letters(text: str) -> str:
    plain = normalize("NFKD", text.casefold())
    return "".join(filter(str.isalnum, plain))


def _clicked(exchange: Exchange | None, events: Sequence[Event]) -> Element | None:
    """What was clicked for a request; None if it was something else that caused it."""
    place = cause_of(exchange, events) if exchange is not None else None
    act = events[place] if place is not None else None
    return act.element if act is not None and act.type == "click" else None


def _of_box(value: str, event: Event) -> str:
    """The label of a box that was ticked, which only its ID says: `color-3`."""
    element = event.element
    if event.type != "change" or element is None or element.attributes.get("type", "").lower() not in _BOXES:
        return ""
    own = element.attributes.get("id", "")
    return _other(element.label, value) if own.endswith(value) and own[: -len(value)].endswith(_PARTING) else ""


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


def _other(text: str, value: str) -> str:
    name = " ".join(text.split())
    return name if any(map(str.isalpha, name)) and value not in name else ""
