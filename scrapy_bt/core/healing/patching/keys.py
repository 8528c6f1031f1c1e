"""Edits keys of a JSON answer that Python source reads one by one: `row["price"]["amount"]`, `row.get("name")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from ....sentences import say
from ..keypaths import steps_of
from .pieces import TextEdit, UneditableError, put
from .sources import SourceText, body_of, module_of, quoted

_GETTERS = ("get", "pop")


@dataclass(frozen=True, eq=False)
class _ReadKey:
    """One key that is read."""

    key: ast.Constant
    of: str
    """The expression that it is read from."""
    is_item: bool
    """Whether it is read in brackets; otherwise by a method."""
    before: _ReadKey | None
    """The key right before it in the same expression."""

    @property
    def name(self) -> str:
        return str(self.key.value)


class _Change(NamedTuple):
    """The keys of a path that have changed."""

    at: int
    length: int
    keys: tuple[str, ...]


def replace_keys(source: str, *, function: str, old: str, new: str) -> str:
    """The source with the keys of the path *new* where *function* reads those of *old*; the others stay.

    The same source where they stand there already. Raises `UneditableError` where a key is read at several places, or
    at none.
    """
    was, now = _keys(old), _keys(new)
    module = module_of(source)
    changes = list(_changes(was, now))
    told = say("keys of response.json() are read one by one: {} is {} now", old, new)
    if not changes:
        raise UneditableError(told)
    text = SourceText(source)
    for body in (body_of(module, function), module):
        reads = _reads(body)
        is_made = all(_is_made(reads, was, now, change) for change in changes)
        try:
            pieces = [_pieces(text, reads, was, change) for change in changes]
        except UneditableError:
            if is_made:
                return source
            raise
        if all(pieces):
            return put(source, chain.from_iterable(pieces))
        if is_made:
            return source
    raise UneditableError(told)


def _keys(path: str) -> list[str]:
    """The names in a path, without the items of lists."""
    return [step for step in steps_of(path) or () if not step.startswith("[")]


def _changes(was: Sequence[str], now: Sequence[str]) -> Iterator[_Change]:
    """The renamed keys, or the key from which on all stands deeper or less deep than before."""
    if len(was) == len(now):
        yield from (_Change(at, 1, (key,)) for at, (one, key) in enumerate(zip(was, now, strict=True)) if one != key)
        return
    head = next((at for at, pair in enumerate(zip(was, now, strict=False)) if pair[0] != pair[1]), -1)
    more = len(now) - len(was)
    inner = max(0, more), max(0, -more)
    if head >= 0 and now[head + inner[0] :] == was[head + inner[1] :]:
        yield _Change(head, 1 + inner[1], tuple(now[head : head + inner[0] + 1]))


def _reads(body: ast.AST) -> list[_ReadKey]:
    found: dict[int, _ReadKey] = {}

    def note(node: ast.AST) -> _ReadKey | None:
        key = _key_of(node)
        if key is None:
            return None
        if id(node) not in found:
            of = _base(node)
            found[id(node)] = _ReadKey(key, ast.dump(of), isinstance(node, ast.Subscript), note(_without_items(of)))
        return found[id(node)]

    for node in ast.walk(body):
        note(node)
    return list(found.values())


def _key_of(node: ast.AST) -> ast.Constant | None:
    key: ast.AST | None = None
    if isinstance(node, ast.Subscript):
        key = node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GETTERS:
        key = node.args[0] if node.args else None
    return key if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def _base(node: ast.AST) -> ast.AST:
    """The expression that a key, an item or a function's value is taken from."""
    if isinstance(node, ast.Call):
        node = node.func
    return node.value if isinstance(node, (ast.Subscript, ast.Attribute)) else node


def _without_items(node: ast.AST) -> ast.AST:
    """The expression that an item of a list is taken from."""
    while isinstance(node, ast.Subscript) and _key_of(node) is None:
        node = node.value
    return node


def _pieces(text: SourceText, reads: Sequence[_ReadKey], was: Sequence[str], change: _Change) -> list[TextEdit]:
    """The edits where keys are read, all from the same expression; empty where they are not read."""
    last = change.at + change.length - 1
    behind = {id(one.before): one.name for one in reads if one.before is not None}
    around = was[last - 1] if last else "", was[last + 1] if last + 1 < len(was) else ""
    found = [one for one in reads if one.name == was[last]]
    for place in (0, 1):
        told = [(one, (one.before.name if one.before else "", behind.get(id(one), ""))[place]) for one in found]
        found = [one for one, key in told if key and key == around[place]] or [one for one, key in told if not key]
    if len({(one.of, one.is_item) for one in found}) > 1:
        raise UneditableError(
            say("the key {} is read of several things, and which one is meant cannot be told", repr(was[last]))
        )
    return [_piece(text, one, change) for one in found]


def _piece(text: SourceText, one: _ReadKey, change: _Change) -> TextEdit:
    """The edit of a key, or of several that are read one right after the other."""
    piece = text.literal(one.key, change.keys[-1])
    if change.length == len(change.keys) == 1:
        return piece
    first = one
    for _ in range(change.length - 1):
        if not first.is_item or first.before is None:
            raise UneditableError(
                say("the key {} stands less deep now, and what is around it is read elsewhere", repr(one.name))
            )
        first = first.before
    if not first.is_item:
        told = say(
            "the key {} is read by a method, and stands elsewhere now: {}", repr(one.name), ".".join(change.keys)
        )
        raise UneditableError(told)
    start, _ = text.span(first.key)
    return TextEdit(start, piece.end, "][".join(quoted(key, piece.text[0]) for key in change.keys))


def _is_made(reads: Sequence[_ReadKey], was: Sequence[str], now: Sequence[str], change: _Change) -> bool:
    """Whether the keys of today are read already, by the edit of another field."""
    at = change.at + len(change.keys) - 1
    around = {now[at - 1]} if at else set()
    if len(change.keys) == 1:
        around.add("")
    gone = was[change.at] if change.length > 1 else ""
    is_read = any(one.name == now[at] and (one.before.name if one.before else "") in around for one in reads)
    return is_read and all(one.name != gone for one in reads)
