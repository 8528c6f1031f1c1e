"""What the person typed and chose: fields with their values in each recording."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ....documents.lettering import COLONS, words_in
from ....samples.events import is_secret_element
from ....samples.secretnames import is_password_name
from ....samples.traffic import Element, Event, Recording
from ....tree.keywords import TAKEN_NAMES
from .names import is_made_up

_TYPING = frozenset({"input", "change", "paste", "keyup", "keydown", "keypress", "blur"})
_ENDING = frozenset({"click", "submit", "navigate"})
_BUTTONS = frozenset({"submit", "button", "image", "reset"})


@dataclass(frozen=True)
class TypedField:
    """A field that the person filled; *values*: by recording, none where it was not."""

    argument: str
    called: str
    """The same without the number that tells it from others: what the page calls the field."""
    names: frozenset[str]
    """All that the field is called: its name, id, label."""
    values: tuple[str | None, ...]
    times: tuple[float | None, ...]
    """When it had that value, in seconds since the epoch."""
    is_secret: bool = False
    texts: tuple[str | None, ...] = ()
    """Of a list of choices, or of radio buttons, what the chosen one is called."""


@dataclass(frozen=True)
class _TypedEntry:
    element: Element
    value: str
    at: float


def typed_fields(recordings: Sequence[Recording]) -> list[TypedField]:
    """The fields in the order in which the first recording that has them shows them.

    A field that is filled again, as a search box, is one more field each time.
    """
    entries = [_entries(recording.events) for recording in recordings]
    identities = list(dict.fromkeys(identity for own in entries for identity in own))
    fields: list[TypedField] = []
    taken: set[str] = set()
    for identity in identities:
        most = max(len(own.get(identity, ())) for own in entries)
        for turn in range(most):
            found = [own[identity][turn] if turn < len(own.get(identity, ())) else None for own in entries]
            element = next(entry.element for entry in found if entry is not None)
            called = argument_of(element)
            name = _unused(called, taken)
            taken.add(name)
            attributes = element.attributes
            fields.append(
                TypedField(
                    name,
                    called,
                    frozenset(filter(None, (attributes.get("name"), attributes.get("id"), element.label))),
                    tuple(None if entry is None else entry.value for entry in found),
                    tuple(None if entry is None else entry.at for entry in found),
                    is_secret_element(element) or is_password_name(attributes.get("name", "")),
                    tuple(None if entry is None else _chosen_text(entry.element) for entry in found)
                    if _chosen_text(element)
                    else (),
                )
            )
    return fields


def _chosen_text(element: Element) -> str:
    if element.tag == "select":
        return element.text
    return element.label if element.attributes.get("type", "").lower() == "radio" else ""


def argument_of(element: Element) -> str:
    """A name for an argument, from what the page calls the field."""
    attributes = element.attributes
    own, label = attributes.get("name"), element.label.rstrip(f" *{COLONS}")
    # A letter is a name for programs, but for `q`, which everybody knows.
    told = (label, own) if own and len(own) == 1 and own != "q" else (own, label)
    for text in (*told, attributes.get("id"), attributes.get("placeholder")):
        if text and not re.search(r"[$:]|\d{3}", text) and (name := identifier(text)):
            return name
    fallback = (attributes.get("name") or attributes.get("id") or "").replace(":", "$").rpartition("$")[2]
    return identifier(fallback) or "value"


def identifier(text: str) -> str:
    """A name that the language allows; empty if nothing of the text can stand in one."""
    name = "_".join(words_in(text)[:4])
    if not name:
        return ""
    name = name if name[0].isalpha() else f"value_{name}"
    return f"{name}_value" if name in TAKEN_NAMES else name


def identity_of(event: Event, shared: Collection[str] = ()) -> str:
    """The identity of an event's field: its name, id or label, or else its place; no key that each load makes anew.

    *shared*: labels that say nothing, because several fields have them.
    """
    element = event.element
    if element is None:
        return ""
    own = (element.attributes.get(name, "") for name in ("name", "id"))
    told = next((text for text in own if text and not is_made_up(text)), "")
    label = "" if element.label in shared else element.label
    return f"{element.tag} {told or label or element.path}"


def _shared_labels(events: Sequence[Event]) -> set[str]:
    """The labels that several fields of one page have, which stand in other places."""
    elements = ((each.url, each.element) for each in events if each.element and _is_field(each.element))
    places = {(url, element.label, element.path) for url, element in elements}
    return {label for (_, label), count in Counter(place[:2] for place in places).items() if count > 1}


def _entries(events: Sequence[Event]) -> Mapping[str, list[_TypedEntry]]:
    """By field, what it held each time when the person went on."""
    entries: dict[str, list[_TypedEntry]] = defaultdict(list)
    pending: dict[str, _TypedEntry] = {}
    shared = _shared_labels(events)
    for event in events:
        if event.type in _TYPING and event.element is not None and event.value is not None and _is_field(event.element):
            identity = identity_of(event, shared)
            entry = _TypedEntry(event.element, event.value, _held_since(pending.get(identity), event.value, event.at))
            if event.element.attributes.get("type", "").lower() == "checkbox":
                # Of boxes with one name, each that is ticked is a value of its own.
                _flush(entries, {identity: entry})
            else:
                pending[identity] = entry
        elif event.type in _ENDING and not (event.type == "click" and event.element and _is_field(event.element)):
            _flush(entries, pending)
    _flush(entries, pending)
    return entries


def _held_since(earlier: _TypedEntry | None, value: str, at: float) -> float:
    """When a field came to its value: browsers tell it once more when the field is left, however long after."""
    return earlier.at if earlier is not None and earlier.value == value else at


def _flush(entries: dict[str, list[_TypedEntry]], pending: dict[str, _TypedEntry]) -> None:
    for identity, entry in pending.items():
        known = entries[identity]
        if entry.value and (not known or known[-1].value != entry.value):
            known.append(entry)
    pending.clear()


def _is_field(element: Element) -> bool:
    if element.tag == "input":
        return element.attributes.get("type", "text").lower() not in _BUTTONS
    return element.tag in ("select", "textarea") or element.attributes.get("contenteditable") in ("", "true")


def _unused(name: str, taken: set[str]) -> str:
    number, found = 2, name
    while found in taken:
        found = f"{name}{number}"
        number += 1
    return found
