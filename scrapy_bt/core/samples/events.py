"""Browser events as the lines of an `events.jsonl` have them, and which of them are secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from ...sentences import say
from .traffic import Element, Event

_SECRET_AUTOCOMPLETE = frozenset({"current-password", "new-password", "one-time-code", "cc-csc", "cc-number"})
_EVENT_FIELDS = {field.name for field in fields(Event)} - {"around"}
_TEXTS = frozenset({"type", "url", "url_after", "before", "after", "page"})
_NUMBERS = frozenset({"at", "x", "y"})


def event_from(line: Any) -> Event:
    """The event that a line tells; what it has beyond that is passed over; `ValueError` says what it lacks."""
    lacking = _lacking(line)
    if lacking:
        raise ValueError(lacking)
    values = {name: _value(name, line[name]) for name in _EVENT_FIELDS if line.get(name) is not None}
    return Event(**values)


def event_line(event: Event) -> dict[str, Any]:
    """What the line of an event holds: what is not empty."""
    return {
        name: value for name, value in asdict(event).items() if name in _EVENT_FIELDS and value not in (None, "", {})
    }


def is_secret_element(element: Element | None) -> bool:
    """Whether what is typed into an element is nobody else's business: a password, a code, the number of a card."""
    if element is None:
        return False
    autocomplete = element.attributes.get("autocomplete", "").lower().split()
    return element.attributes.get("type", "").lower() == "password" or bool(_SECRET_AUTOCOMPLETE & set(autocomplete))


def _lacking(line: Any) -> str:
    if not isinstance(line, dict):
        return "an event is an object"
    if not isinstance(line.get("at"), (int, float)) or isinstance(line.get("at"), bool):
        return "an event needs the time `at`, in seconds since the epoch"
    return "" if isinstance(line.get("type"), str) else "an event needs its `type`"


def _value(name: str, value: Any) -> Any:
    if name == "element":
        return _element(value)
    if name in _NUMBERS:
        return float(value) if isinstance(value, (int, float)) else None
    if name in _TEXTS or isinstance(value, str):
        return str(value)
    raise ValueError(say("the `{}` of an event is a text", name))


def _element(value: Any) -> Element | None:
    if not isinstance(value, Mapping):
        return None
    attributes = value.get("attributes")
    texts = {name: str(value.get(name) or "") for name in ("tag", "path", "text", "label")}
    pairs = attributes.items() if isinstance(attributes, Mapping) else ()
    return Element(**texts, attributes={str(name): str(text) for name, text in pairs})
