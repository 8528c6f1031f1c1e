"""Rison, JSON as addresses write it (`(page:0,tags:!(red,'dark blue'))`): a text whose leaves are named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_DEEPEST = 100
_PLAIN = re.compile(r"[^\s'!:(),*@$]+")
_QUOTED = re.compile(r"'((?:[^'!]|![!'])*)'")
_WORD = re.compile(r"![tfn]")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?")
_ESCAPED = re.compile(r"!([!'])")
_NAME = re.compile(r"[^\s'!:(),*@$\d-][^\s'!:(),*@$]*")
"""A string that needs no quotes: one that begins like a number would be read as one."""


@dataclass(frozen=True)
class RisonLeaf:
    """A value of a Rison text: the path of names that leads to it, and whether it is a string."""

    path: str
    value: str
    """A string as it is read; others as they stand."""
    is_string: bool


@dataclass(frozen=True)
class _Written:
    raw: str = ""
    members: tuple[tuple[str, _Written], ...] | None = None
    """Of a container: each with its name, which is empty in a list."""
    is_list: bool = False


class _NotRisonError(ValueError):
    pass


def leaves_of(text: str) -> list[RisonLeaf] | None:
    """The leaves in their order; None if the text is no object of Rison with several members, or a sign of Rison's."""
    root = _parsed(text)
    return None if root is None else list(_leaves(root, ""))


def with_leaves(text: str, changes: Mapping[int, str | None]) -> str:
    """The text with some leaves changed or left out (none), by their places; a string stays one."""
    return "".join(part for part in parts_of(text, changes) if isinstance(part, str))


def parts_of(
    text: str, changes: Mapping[int, str | None], open_places: frozenset[int] = frozenset()
) -> list[str | int]:
    """The same in pieces, with the places of those leaves between them that are still open."""
    root = _parsed(text)
    if root is None:
        return [text]
    written = _written(root, changes, open_places, [0])
    return [] if written is None else written


def quoted(text: str) -> str:
    """A text as a string of Rison."""
    return "'" + text.replace("!", "!!").replace("'", "!'") + "'"


def _parsed(text: str) -> _Written | None:
    if text[:1] != "(":
        return None  # keys of many at once, as `!(3,7)`, are one value
    try:
        root, end = _node(text, 0, 0)
    except _NotRisonError:
        return None
    is_rison = end == len(text) and (len(root.members or ()) > 1 or "!" in text)
    return root if is_rison and any(_leaves(root, "")) else None


def _node(text: str, at: int, depth: int) -> tuple[_Written, int]:
    if depth < _DEEPEST and text.startswith("!(", at):
        return _container(text, at + 2, depth, is_list=True)
    if depth < _DEEPEST and text.startswith("(", at):
        return _container(text, at + 1, depth, is_list=False)
    found = _WORD.match(text, at) or _QUOTED.match(text, at) or _PLAIN.match(text, at)
    if found is None:
        raise _NotRisonError
    return _Written(found[0]), found.end()


def _container(text: str, at: int, depth: int, *, is_list: bool) -> tuple[_Written, int]:
    members: list[tuple[str, _Written]] = []
    while not text.startswith(")", at):
        if members:
            at = _after(text, at, ",")
        name = ""
        if not is_list:
            key, at = _node(text, at, _DEEPEST)
            name, at = key.raw, _after(text, at, ":")
        member, at = _node(text, at, depth + 1)
        members.append((name, member))
    return _Written(members=tuple(members), is_list=is_list), at + 1


def _after(text: str, at: int, sign: str) -> int:
    if not text.startswith(sign, at):
        raise _NotRisonError
    return at + 1


def _leaves(node: _Written, path: str) -> Iterator[RisonLeaf]:
    if node.members is None:
        yield RisonLeaf(path, _read(node.raw), _is_string(node.raw))
        return
    for number, (name, member) in enumerate(node.members):
        step = f"[{number}]" if node.is_list else f".{_read(name)}" if path else _read(name)
        yield from _leaves(member, path + step)


def _read(raw: str) -> str:
    found = _QUOTED.fullmatch(raw)
    return _ESCAPED.sub(r"\1", found[1]) if found else raw


def _written(
    node: _Written, changes: Mapping[int, str | None], open_places: frozenset[int], place: list[int]
) -> list[str | int] | None:
    """The pieces of a node; None if all of it is left out."""
    if node.members is None:
        number = place[0]
        place[0] += 1
        if number in open_places:
            return [number]
        new = changes.get(number, node.raw)
        return None if new is None else [node.raw if new in (node.raw, _read(node.raw)) else _scalar(node.raw, new)]
    pieces: list[str | int] = ["!(" if node.is_list else "("]
    for name, member in node.members:
        inner = _written(member, changes, open_places, place)
        if inner is not None:
            pieces += ["," * (len(pieces) > 1), "" if node.is_list else f"{name}:", *inner]
    if node.members and len(pieces) == 1:
        return None
    return [*pieces, ")"]


def _scalar(raw: str, new: str) -> str:
    is_plain = _NAME.fullmatch(new) if _is_string(raw) else not _is_string(new) or _NAME.fullmatch(new)
    return new if is_plain and raw[:1] != "'" else quoted(new)


def _is_string(raw: str) -> bool:
    return not _WORD.fullmatch(raw) and not _NUMBER.fullmatch(raw)
