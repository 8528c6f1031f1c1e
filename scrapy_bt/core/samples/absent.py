"""Places within JSON that a request lacks and another one of its kind has, as the cursor of all pages but the first."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from ...sentences import say
from ..documents.json import read_json
from . import fields
from .parameters import Key, parameters_of
from .requestbodies import body_kind, body_text, encoded, form_text
from .traffic import Sent

_STEP = re.compile(r'\[(\d{1,18})\]|\[("(?:[^"\\]|\\.)*")\]|(\$)|\.?([^.\[\]$"\s]+)')
_TEXT = "$"
"""What follows stands in a text of JSON."""


def with_place(sent: Sent, key: Key, like: Sent) -> Sent:
    """The request with an empty place for a key that *like* has in JSON, so that it can be filled; else as it is.

    Empty is an empty text where *like* has a text, and else null.
    """
    if any(parameter.key == key for parameter in parameters_of(sent)):
        return sent
    try:
        if key.where == "json" and body_kind(sent) == body_kind(like) == "json":
            text, charset = body_text(sent)
            return replace(sent, body=encoded(_with_place(text, body_text(like)[0], _steps(key.name)), charset))
        if _TEXT in key.name and key.where == "query":
            address, other = urlsplit(sent.url), urlsplit(like.url)
            return replace(sent, url=address._replace(query=_in_field(address.query, other.query, key)).geturl())
        if _TEXT in key.name and key.where == "form" and body_kind(sent) == body_kind(like) == "form":
            return replace(sent, body=_in_field(form_text(sent), form_text(like), key).encode("latin-1"))
    except (ValueError, LookupError, TypeError):
        return sent  # they are not of one kind after all
    return sent


def _in_field(text: str, like: str, key: Key) -> str:
    """A query or a form with that place in one of its fields."""
    name, _, path = key.name.partition(_TEXT)
    mine, others = (
        [(place, field.value) for place, field in enumerate(fields.fields_of(each)) if field.name == name]
        for each in (text, like)
    )
    place, value = mine[key.number]
    return fields.with_fields(text, {place: _with_place(value, others[key.number][1], _steps(path))})


def _with_place(text: str, like: str, steps: Sequence[str | int]) -> str:
    data, other = (read_json(each.removeprefix("\ufeff"), largest=None, loosely=True) for each in (text, like))
    return json.dumps(_grown(data, other, steps), ensure_ascii=False, separators=None if '": ' in text else (",", ":"))


def _grown(data: Any, other: Any, steps: Sequence[str | int]) -> Any:
    """The data with all that the steps lead through; what is there stays."""
    if not steps:
        return "" if isinstance(other, str) else None
    step, rest = steps[0], steps[1:]
    if step == _TEXT:
        return _with_place(data or "{}", other, rest)
    if isinstance(step, int):
        entries = list(data or [])
        entries[step : step + 1] = [_grown(entries[step] if step < len(entries) else None, other[step], rest)]
        return entries
    return {**(data or {}), step: _grown((data or {}).get(step), other[step], rest)}


def _steps(path: str) -> list[str | int]:
    found = list(_STEP.finditer(path))
    if "".join(each[0] for each in found) != path:
        raise ValueError(say("no path in JSON: {}", path))
    return [_step(*each.groups()) for each in found]


def _step(place: str | None, quoted: str | None, text: str | None, name: str | None) -> str | int:
    if place:
        return int(place)
    return str(read_json(quoted, largest=None)) if quoted else text or name or ""
