"""Bodies of requests as attributes: JSON with its types, JSON within fields, and the parts of a multipart form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ...samples import jsontext, multipart
from ...samples.parameters import Key
from ...tree import nodes as bt
from ..replay.plan import PlannedStep
from .gathering import joined

Leaf = Callable[[Key, str], bt.Expression | None]
"""What stands for a parameter, by its key and recorded value; none: it is left out."""
Say = Callable[[bt.Node, Key], None]
"""Comments on a node about a parameter."""
Ask = Callable[[Key], bt.Reference]
"""The argument by which a parameter is given."""

LONGEST = 2000
"""Characters of a file that stands in a tree."""

_MARK = "7919{:04}9197"
_MARKS = re.compile(r"7919(\d{4})9197")
"""What stands in the place of a value while JSON is written: digits, so that numbers stay without quotes."""
_PLAIN_NAME = re.compile(r'[^.\[\]$"\s]+')


def with_leaves_of(key: Key, text: str, leaf: Leaf, planned: PlannedStep) -> bt.Expression | None:
    """A field's value; if it is JSON some of whose leaves have values of their own, a text with these in it."""
    changed = {*planned.bound, *planned.left_out}
    if key in changed or not any(
        other.where == key.where and other.name.startswith(f"{key.name}$") for other in changed
    ):
        return leaf(key, text)
    leaves = jsontext.nested_leaves(key.name, text)
    changes: dict[int, str | None] = {}
    values: dict[int, bt.Expression] = {}
    seen: dict[str, int] = {}
    for place, (name, recorded) in enumerate(leaves):
        own = Key(key.where, name, seen.get(name, 0))
        seen[name] = own.number + 1
        if own in changed:
            value = leaf(own, recorded)
            changes[place] = None if value is None else _MARK.format(place)
            if value is not None:
                values[place] = value
    written = jsontext.with_nested(text, changes)
    if written is None:
        return None
    pieces = _MARKS.split(written)
    parts: list[bt.Expression | str] = [
        values[int(piece)] if number % 2 else piece for number, piece in enumerate(pieces)
    ]
    return joined(parts)


def json_value(planned: PlannedStep, leaf: Leaf, number: Leaf, say: Say) -> bt.Value:
    """A JSON body; *number* stands for a parameter that is one."""
    body = (planned.sent.body or b"").decode("utf-8", "replace").lstrip("\ufeff")
    value = _Json(planned, leaf, number, say).value(json.loads(body), "")
    return bt.Attributes() if value is None else value


class _Json:
    def __init__(self, planned: PlannedStep, leaf: Leaf, number: Leaf, say: Say) -> None:
        self._planned, self._leaf, self._number, self._say = planned, leaf, number, say
        self._seen: dict[str, int] = {}

    def value(self, data: Any, path: str) -> bt.Value | None:
        if isinstance(data, dict) and data:
            entries = []
            for name, inner in data.items():
                step = name if _PLAIN_NAME.fullmatch(name) else f"[{json.dumps(name, ensure_ascii=False)}]"
                inner_path = path + (f".{step}" if path and not step.startswith("[") else step)
                value = self.value(inner, inner_path)
                if value is not None:
                    entry = bt.Attribute(name, value)
                    self._say(entry, Key("json", inner_path))
                    entries.append(entry)
            return bt.Attributes(tuple(entries)) if entries else None
        if isinstance(data, list) and data:
            values = [self.value(inner, f"{path}[{number}]") for number, inner in enumerate(data)]
            kept = [value for value in values if value is not None]
            return bt.ListValue(tuple(kept)) if kept else None
        return self._scalar(data, path)

    def _scalar(self, data: Any, path: str) -> bt.Value | None:
        key = Key("json", path, self._seen.get(path, 0))
        self._seen[path] = key.number + 1
        text = data if isinstance(data, str) else json.dumps(data)
        is_number = isinstance(data, (int, float)) and not isinstance(data, bool)
        leaf = self._number if is_number else self._leaf
        value = with_leaves_of(key, text, leaf, self._planned)
        if isinstance(value, bt.Literal) and not isinstance(data, str):
            return _typed(data, str(value.value))
        if value is None or isinstance(value, (bt.Literal, bt.Reference, bt.Template)):
            return value
        raise TypeError(f"not a value of an attribute: {value!r}")


def _typed(data: Any, text: str) -> bt.Value:
    """A number, a truth value or null stays one."""
    if data in ({}, []):
        return bt.Attributes() if data == {} else bt.ListValue(())
    try:
        return bt.Literal(json.loads(text))
    except ValueError:
        return bt.Literal(text)


def multipart_value(planned: PlannedStep, leaf: Leaf, say: Say, ask: Ask) -> bt.Attributes:
    """The parts of a multipart form; a file is `{ filename = …  type = …  content = … }`.

    *ask* gives the argument by which a file comes that cannot stand in the tree.
    """
    entries: dict[str, list[bt.Value]] = {}
    first: dict[str, Key] = {}
    seen: dict[str, int] = {}
    for part in multipart.parts_of(planned.sent.body or b"", planned.sent.header("content-type") or ""):
        key = Key("multipart", part.name, seen.get(part.name, 0))
        seen[part.name] = key.number + 1
        text = part.content.decode("utf-8", "replace")
        value = (
            with_leaves_of(key, text, leaf, planned) if part.filename is None else _file(key, part, planned, leaf, ask)
        )
        if value is None:
            continue
        if not isinstance(value, (bt.Literal, bt.Reference, bt.Template, bt.Attributes)):
            raise TypeError(f"not a value of an attribute: {value!r}")
        entries.setdefault(part.name, []).append(value)
        first.setdefault(part.name, key)
    attributes = []
    for name, values in entries.items():
        entry = bt.Attribute(name, values[0] if len(values) == 1 else bt.ListValue(tuple(values)))
        say(entry, first[name])
        attributes.append(entry)
    return bt.Attributes(tuple(attributes))


def _file(key: Key, part: multipart.Part, planned: PlannedStep, leaf: Leaf, ask: Ask) -> bt.Attributes | None:
    if key in planned.left_out:
        return None
    named = leaf(Key("multipart", f"{key.name};filename", key.number), part.filename or "")
    entries: list[bt.Attribute] = []
    if isinstance(named, (bt.Literal, bt.Reference, bt.Template)):
        entries.append(bt.Attribute("filename", named))
    if part.type:
        entries.append(bt.Attribute("type", bt.Literal(part.type)))
    text = _as_text(part.content)
    if text is None:
        entries.append(bt.Attribute("base64", ask(key)))
        return bt.Attributes(tuple(entries))
    content = leaf(key, text)
    if isinstance(content, (bt.Literal, bt.Reference, bt.Template)):
        entries.append(bt.Attribute("content", content))
    return bt.Attributes(tuple(entries))


def _as_text(content: bytes) -> str | None:
    """None where a file is no text, or too long a one to stand in a tree."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    return text if len(text) <= LONGEST and "\0" not in text else None
