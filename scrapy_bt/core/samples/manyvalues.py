"""Many values under one name, as `id=17&id=18`, `ids[]=17`, `{"ids": [17, 18]}` or `{"items": [{"id": 17}]}`.

A name here is that of a field, or the path of a list of JSON: `ids[]`, `items[].id`, `params[0][]`. The values together
are written as a list of JSON texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..documents.json import read_json
from . import fields

FEWEST = 3
"""Values of one name that may be a list; fewer are rather chosen one by one."""
_STEP = r"[^.\[\]$\"\s]+"
_LAST_PLACE = re.compile(rf"\[\d+\](?=(?:\.{_STEP})?$)")
_PLAIN_PATH = re.compile(rf"{_STEP}(?:\[\d+\]|\.{_STEP})*\[\](?:\.{_STEP})?")
_STEPS = re.compile(r"\[(\d+)\]|[^.\[\]]+")


def name_of(where: str, name: str) -> str:
    """What the values beside a parameter share with it; empty if none can be beside it."""
    if where in ("query", "form"):
        return "" if "$" in name else name
    path = _LAST_PLACE.sub("[]", name) if where == "json" else ""
    return path if _PLAIN_PATH.fullmatch(path) else ""


def written(values: Sequence[str]) -> str:
    """Values as one."""
    return json.dumps(list(values), ensure_ascii=False)


def read(text: str) -> list[str]:
    """The values that are written as one; a text that is no list is one value."""
    try:
        found = read_json(text, largest=None, loosely=True)
    except ValueError:
        found = None
    return (
        [each if isinstance(each, str) else json.dumps(each) for each in found] if isinstance(found, list) else [text]
    )


def with_values(text: str, name: str, values: Sequence[str]) -> str:
    """A query or a form with other values of that name, where the first of them stood."""
    kept: list[str] = []
    is_there = False
    for piece in text.split("&"):
        field = next(iter(fields.fields_of(f"{piece}&")), None)
        if field is None or field.name != name:
            kept.append(piece)
        elif not is_there:
            is_there = True
            own = piece.partition("=")[0]
            kept += [f"{own}={fields.written_field('', value).removeprefix('=')}" for value in values]
    return "&".join(kept)


def with_json_values(text: str, path: str, values: Sequence[str]) -> str:
    """A JSON text with other values in its list at that path; numbers stay numbers, objects keep what else they say."""
    data = read_json(text.removeprefix("\ufeff"), largest=None, loosely=True)
    place, _, inner = path.partition("[]")
    *above, last = (int(step[1]) if step[1] else step[0] for step in _STEPS.finditer(place))
    holder = data
    for step in above:
        holder = holder[step]
    old = holder[last]
    holder[last] = list(_as_before(old, inner.removeprefix("."), values))
    separators = (",", ":") if '": ' not in text else None
    return json.dumps(data, ensure_ascii=False, separators=separators)


def template_of(data: Any, inner: str) -> Mapping[str, Any] | None:
    """What all objects of a list say beside their own values; None if they differ in something else, or are none."""
    if not isinstance(data, list) or not data or not all(isinstance(each, dict) and inner in each for each in data):
        return None
    rest = [{name: value for name, value in each.items() if name != inner} for each in data]
    return rest[0] if all(each == rest[0] for each in rest) else None


def _as_before(old: Sequence[Any], inner: str, values: Sequence[str]) -> Iterator[Any]:
    first = old[0][inner] if inner else old[0]
    for value in values:
        made = _number(value) if isinstance(first, (int, float)) else value
        yield {**old[0], inner: made} if inner else made


def _number(text: str) -> Any:
    try:
        return read_json(text, largest=None, loosely=True)
    except ValueError:
        return text
