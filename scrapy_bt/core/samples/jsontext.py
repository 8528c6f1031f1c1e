"""JSON as a text whose leaves are named, and can be changed or left out without touching what is beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]  # public in all but the stubs

from ...sentences import say
from . import risontext

DEEPEST = 100
"""How deep containers may nest; a text with more is not parted."""

_SPACE = re.compile(r"[ \t\n\r]*")
_SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")
_PLAIN_NAME = re.compile(r'[^.\[\]$"\s]+')


@dataclass(frozen=True)
class _Node:
    start: int
    end: int
    members: tuple[tuple[int, str, _Node], ...] | None = None
    """Of a container: where each begins (with its name), its step of the path, and its value."""
    string: str | None = None


class NotJson(ValueError):  # noqa: N818  # what the text is
    """The text is no JSON object or array."""


def leaves_of(text: str) -> list[tuple[str, str]] | None:
    """The path and the value of each leaf, in their order; None if the text is no object or array with something in it.

    Values of strings are decoded; numbers and words are as they stand. A string that holds JSON is parted too, its
    paths going on after a `$`.
    """
    root = _parsed(text)
    return None if root is None else list(_leaves(text, root, ""))


def with_leaves(text: str, changes: Mapping[int, str | None]) -> str | None:
    """The text with some leaves changed or left out (none), by their places; None if nothing is left of it.

    A number, a truth value or null stays one if the new value reads as one. A container all of whose members are left
    out goes too.
    """
    root = _parsed(text)
    if root is None:
        raise NotJson(say("this is no JSON object or array"))
    return text if not changes else _written(text, root, changes, [0])


def path_step(name: str) -> str:
    """A name as a step of a path: `price`, `["unit price"]`."""
    return name if _PLAIN_NAME.fullmatch(name) else f"[{json.dumps(name, ensure_ascii=False)}]"


def _parsed(text: str) -> _Node | None:
    start = _after_space(text, 1 if text.startswith("\ufeff") else 0)
    if text[start : start + 1] not in ("{", "["):
        return None
    try:
        node = _node(text, start, 0)
    except NotJson:
        return None
    return node if node.members and _after_space(text, node.end) == len(text) else None


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _node(text: str, at: int, depth: int) -> _Node:
    match text[at : at + 1]:
        case "{" | "[" if depth < DEEPEST:
            return _container(text, at, depth)
        case '"':
            string, end = _string(text, at)
            return _Node(at, end, string=string)
        case _:
            found = _SCALAR.match(text, at)
            if found is None:
                raise NotJson
            return _Node(at, found.end())


def _string(text: str, at: int) -> tuple[str, int]:
    try:
        string, end = scanstring(text, at + 1)
    except json.JSONDecodeError as error:
        raise NotJson from error
    return str(string), int(end)


def _container(text: str, start: int, depth: int) -> _Node:
    is_object = text[start] == "{"
    closing = "}" if is_object else "]"
    members: list[tuple[int, str, _Node]] = []
    at = _after_space(text, start + 1)
    if text[at : at + 1] == closing:
        return _Node(start, at + 1, ())
    while True:
        begin, step = at, f"[{len(members)}]"
        if is_object:
            if text[at : at + 1] != '"':
                raise NotJson
            name, at = _string(text, at)
            step = path_step(name)
            at = _after_space(text, at)
            if text[at : at + 1] != ":":
                raise NotJson
            at = _after_space(text, at + 1)
        node = _node(text, at, depth + 1)
        members.append((begin, step, node))
        at = _after_space(text, node.end)
        sign = text[at : at + 1]
        if sign == closing:
            return _Node(start, at + 1, tuple(members))
        if sign != ",":
            raise NotJson
        at = _after_space(text, at + 1)


def _leaves(text: str, node: _Node, path: str) -> Iterator[tuple[str, str]]:
    if node.members:
        for _, step, member in node.members:
            yield from _leaves(text, member, path + (f".{step}" if path and not step.startswith("[") else step))
    else:
        yield from nested_leaves(path, text[node.start : node.end] if node.string is None else node.string)


def nested_leaves(name: str, value: str) -> list[tuple[str, str]]:
    """The leaves of a field: itself, or those of the JSON or Rison that it holds, their paths after a `$`."""
    inner = leaves_of(value) if value[:1] in "{[ \n" else None
    if inner is None and (written := risontext.leaves_of(value)) is not None:
        inner = [(leaf.path, leaf.value) for leaf in written]
    if inner is None:
        return [(name, value)]
    return [(f"{name}${'' if path.startswith('[') else '.'}{path}", leaf) for path, leaf in inner]


def with_nested(value: str, changes: Mapping[int, str | None]) -> str | None:
    """The field's value with some of its leaves changed; None if it is left out."""
    if not changes:
        return value
    if value[:1] in "{[ \n" and leaves_of(value) is not None:
        return with_leaves(value, changes)
    if risontext.leaves_of(value) is not None:
        return risontext.with_leaves(value, changes) or None
    return changes[0]


def _written(text: str, node: _Node, changes: Mapping[int, str | None], place: list[int]) -> str | None:
    raw = text[node.start : node.end]
    if not node.members:
        value = raw if node.string is None else node.string
        count = len(nested_leaves("", value))
        own = {number - place[0]: changes[number] for number in range(place[0], place[0] + count) if number in changes}
        place[0] += count
        new = with_nested(value, own)
        return raw if new == value else None if new is None else _scalar(raw, new, is_string=node.string is not None)
    kept = []
    for begin, _, member in node.members:
        written = _written(text, member, changes, place)
        if written is not None:
            kept.append((begin, text[begin : member.start] + written))
    if not kept:
        return None
    first, last = node.members[0], node.members[-1]
    opening, closing = text[node.start : first[0]], text[last[2].end : node.end]
    separator = text[first[2].end : node.members[1][0]] if len(node.members) > 1 else ","
    if len(kept) < len(node.members):
        return opening + separator.join(member for _, member in kept) + closing
    between = [
        text[former.end : begin] for (_, _, former), (begin, _, _) in zip(node.members, node.members[1:], strict=False)
    ]
    pieces = [piece for pair in zip((member for _, member in kept), [*between, ""], strict=True) for piece in pair]
    return opening + "".join(pieces) + closing


def _scalar(raw: str, value: str, *, is_string: bool) -> str:
    if not is_string and _reads_as_other_than_a_string(value):
        return value
    written = json.dumps(value, ensure_ascii="\\u" in raw)
    return written if not any("\ud800" <= letter <= "\udfff" for letter in written) else json.dumps(value)


def _reads_as_other_than_a_string(value: str) -> bool:
    return bool(_SCALAR.fullmatch(value)) or value in ("{}", "[]") or leaves_of(value) is not None
