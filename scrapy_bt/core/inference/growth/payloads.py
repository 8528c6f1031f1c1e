"""Bodies of requests as attributes: JSON with its types, JSON within fields, XML, the parts of a multipart form."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from ...documents.json import read_json
from ...samples import jsontext, manyvalues, multipart, risontext, xmltext
from ...samples.parameters import ALL, Key
from ...samples.requestbodies import body_text
from ...samples.requestparts import Where
from ...tree import nodes as bt
from ..answers.values import Constant
from ..plans.plan import PlannedStep
from .expressions import as_value, concatenated

Leaf = Callable[[Key, str], bt.Expression | None]
"""What stands for a parameter, by its key and recorded value; None if it is left out."""


@dataclass(frozen=True)
class Filling:
    """How the parameters of one request are written."""

    planned: PlannedStep
    leaf: Leaf
    number: Leaf
    """What stands for a parameter that is a number in JSON."""
    truth: Leaf
    """What stands for a parameter that is a truth value in JSON."""
    say: Callable[[bt.Node, Key], None]
    """Comments on a node about a parameter."""
    ask: Callable[[Key], bt.Reference]
    """The argument by which a parameter is given."""
    as_json: Callable[[Key, bt.Value], bt.Reference]
    """A variable with the value as JSON text."""
    as_xml: Callable[[Key, bt.Expression], bt.Reference]
    """A variable with the value as it is written within XML."""
    as_rison: Callable[[Key, bt.Expression], bt.Reference]
    """A variable with the value as it is written within a string of Rison."""
    as_objects: Callable[[bt.Reference, str, Mapping[str, Any]], bt.Reference]
    """A variable with an object for each value of a list: the value by its name, and what all of them say."""


LONGEST = 2000
"""Characters of a file that stands in a tree."""


def with_leaves_of(key: Key, text: str, filling: Filling) -> bt.Expression | None:
    """A field's value; if it is JSON some of whose leaves have values of their own, JSON text with these in it."""
    bound, left_out = filling.planned.bound, filling.planned.left_out
    leaves = [] if key in bound or key in left_out else jsontext.nested_leaves(key.name, text)
    named = [(place, Key(key.where, name), recorded) for place, (name, recorded) in enumerate(leaves)]
    own = [each for each in named if each[1].name != key.name and (each[1] in bound or each[1] in left_out)]
    if not own:
        return filling.leaf(key, text)
    changes: dict[int, str | None] = {}
    for place, leaf, recorded in own:
        is_fixed = leaf in left_out or isinstance(bound[leaf], Constant)
        value = filling.leaf(leaf, recorded) if is_fixed else bt.Reference("")
        if value is not None and not isinstance(value, bt.Literal):
            if (inner := risontext.leaves_of(text)) is not None:
                return _rison_value(text, inner, [key for _, key, _ in named], filling)
            made = _Json(filling, key.where).value(read_json(text, largest=None, loosely=True), f"{key.name}$")
            return None if made is None else filling.as_json(key, made)
        changes[place] = None if value is None else str(value.value)
    written = jsontext.with_nested(text, changes)
    return None if written is None else bt.Literal(written)


def _rison_value(
    text: str, leaves: Sequence[risontext.RisonLeaf], keys: Sequence[Key], filling: Filling
) -> bt.Expression | None:
    """Rison some of whose leaves have values of their own; strings among these are quoted."""
    changes: dict[int, str | None] = {}
    made: dict[int, Sequence[bt.Expression | str]] = {}
    for place, (key, leaf) in enumerate(zip(keys, leaves, strict=True)):
        value = (filling.leaf if leaf.is_string else filling.number)(key, leaf.value)
        if value is None or isinstance(value, bt.Literal):
            changes[place] = None if value is None else str(value.value)
        else:
            made[place] = ("'", filling.as_rison(key, value), "'") if leaf.is_string else (value,)
    parts: list[bt.Expression | str] = []
    for part in risontext.parts_of(text, changes, frozenset(made)):
        parts += (part,) if isinstance(part, str) else made[part]
    return concatenated(parts)


def json_value(filling: Filling) -> bt.Value:
    """A JSON body."""
    body = (filling.planned.sent.body or b"").decode("utf-8", "replace").lstrip("\ufeff")
    value = _Json(filling, "json").value(read_json(body, largest=None, loosely=True), "")
    return bt.Attributes() if value is None else value


def xml_value(filling: Filling) -> bt.Value:
    """An XML body."""
    text = body_text(filling.planned.sent)[0]
    leaves = xmltext.leaves_of(text) or []
    seen = defaultdict[str, Iterator[int]](count)
    keys = [Key("xml", name, next(seen[name])) for name, _ in leaves]
    values = [filling.leaf(key, recorded) for key, (_, recorded) in zip(keys, leaves, strict=True)]
    changes: dict[int, str | None] = {}
    for place, value in enumerate(values):
        if value is None or isinstance(value, bt.Literal):
            changes[place] = None if value is None else str(value.value)
    parts: list[bt.Expression | str] = []
    for part in xmltext.parts_of(text, changes):
        if isinstance(part, str):
            parts.append(part)
            continue
        place, written = part
        value = values[place]
        parts.append(written if place in changes or value is None else filling.as_xml(keys[place], value))
    return as_value(concatenated(parts))


class _Json:
    """JSON as a value of the language; *where*: in which part of the request it stands."""

    def __init__(self, filling: Filling, where: Where) -> None:
        self._filling, self._where = filling, where
        self._seen: dict[str, int] = {}

    def value(self, data: Any, path: str) -> bt.Value | None:
        """The value at a path; None if all of it is left out."""
        if isinstance(data, dict) and data:
            entries = []
            for name, inner in data.items():
                step = jsontext.path_step(name)
                inner_path = path + (f".{step}" if path and not step.startswith("[") else step)
                value = self.value(inner, inner_path)
                if value is not None:
                    entry = bt.Attribute(name, value)
                    self._filling.say(entry, Key(self._where, inner_path))
                    entries.append(entry)
            return bt.Attributes(tuple(entries)) if entries else None
        if isinstance(data, list) and data:
            if (listed := self._listed(data, path)) is not None:
                return listed
            values = [self.value(inner, f"{path}[{number}]") for number, inner in enumerate(data)]
            kept = [value for value in values if value is not None]
            return bt.ListValue(tuple(kept)) if kept else None
        return self._scalar(data, path)

    def _listed(self, data: list[Any], path: str) -> bt.Value | None:
        """What gives all values of a list at once; None if they are written one by one."""
        names = [
            name
            for where, name in self._filling.planned.sent.lists
            if (where, name[: len(path) + 2]) == (self._where, f"{path}[]")
        ]
        if not names:
            return None
        inner = names[0][len(path) + 2 :].removeprefix(".")
        first = data[0][inner] if inner else data[0]
        recorded = manyvalues.written(
            [
                each if isinstance(each, str) else json.dumps(each)
                for each in ((one[inner] for one in data) if inner else data)
            ]
        )
        fill = self._filling.number if isinstance(first, (int, float)) else self._filling.leaf
        value = fill(Key(self._where, names[0], ALL), recorded)
        beside = manyvalues.template_of(data, inner) if inner else {}
        if not isinstance(value, bt.Reference) or beside is None:
            return None
        return self._filling.as_objects(value, inner, beside) if inner else value

    def _scalar(self, data: Any, path: str) -> bt.Value | None:
        key = Key(self._where, path, self._seen.get(path, 0))
        self._seen[path] = key.number + 1
        text = data if isinstance(data, str) else json.dumps(data)
        if isinstance(data, bool):
            value = self._filling.truth(key, text)
        elif isinstance(data, (int, float)):
            value = self._filling.number(key, text)
        else:
            value = with_leaves_of(key, text, self._filling)
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
        return bt.Literal(read_json(text, largest=None, loosely=True))
    except ValueError:
        return bt.Literal(text)


def multipart_value(filling: Filling) -> bt.Attributes:
    """The parts of a multipart form; a file is `{ filename = …  type = …  content = … }`."""
    sent = filling.planned.sent
    entries: dict[str, list[bt.Value]] = {}
    first: dict[str, Key] = {}
    seen: dict[str, int] = {}
    for part in multipart.parts_of(sent.body or b"", sent.header("content-type") or ""):
        key = Key("multipart", part.name, seen.get(part.name, 0))
        seen[part.name] = key.number + 1
        text = part.content.decode("utf-8", "replace")
        value = with_leaves_of(key, text, filling) if part.filename is None else _file(key, part, filling)
        if value is None:
            continue
        if not isinstance(value, (bt.Literal, bt.Reference, bt.Template, bt.Attributes)):
            raise TypeError(f"not a value of an attribute: {value!r}")
        entries.setdefault(part.name, []).append(value)
        first.setdefault(part.name, key)
    attributes = []
    for name, values in entries.items():
        entry = bt.Attribute(name, values[0] if len(values) == 1 else bt.ListValue(tuple(values)))
        filling.say(entry, first[name])
        attributes.append(entry)
    return bt.Attributes(tuple(attributes))


def _file(key: Key, part: multipart.Part, filling: Filling) -> bt.Attributes | None:
    if key in filling.planned.left_out:
        return None
    named = filling.leaf(Key("multipart", f"{key.name};filename", key.number), part.filename or "")
    entries: list[bt.Attribute] = []
    if isinstance(named, (bt.Literal, bt.Reference, bt.Template)):
        entries.append(bt.Attribute("filename", named))
    if part.type:
        entries.append(bt.Attribute("type", bt.Literal(part.type)))
    text = _as_text(part.content)
    if text is None:
        entries.append(bt.Attribute("base64", filling.ask(key)))
        return bt.Attributes(tuple(entries))
    content = filling.leaf(key, text)
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
