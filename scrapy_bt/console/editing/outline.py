"""The outline of a file: one row for each part that can be changed, with the path that leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...core.documents.nodes import ListNode, Mapping, Scalar
from ...core.documents.pieces import UneditableError
from ...core.language import paths
from ...core.language.parser import read
from ...core.rules.entries import EntryError, EntryUrls
from ...core.services.paths import leaves, root_of
from ...core.tree.nodes import Body, If, Item, Node, States, Tree
from ...core.tree.notation import one_line

_LONGEST = 120
_NAMES = ("layer", "tag", "group", "name", "replace", "insert", "rule")


@dataclass(frozen=True)
class OutlineRow:
    """*path*: as `scrapy bt edit` takes it; *is_block*: something can be put into it."""

    path: str
    level: int
    text: str
    is_block: bool
    is_statement: bool = False
    name: str = ""
    about: str = ""
    """What a field of a rule means."""
    urls: int | None = None
    """How many an entry of a rule has."""


def outline_of(kind: str, text: str) -> list[OutlineRow]:
    """The rows of a tree or of a rule, none of a scheme; of a file with faults those parts that can be read."""
    if kind == "schemes":
        return []
    return [row for row, *_ in tree_rows(text)] if kind == "trees" else list(_rule_rows(text))


def tree_rows(text: str) -> Iterator[tuple[OutlineRow, Node, str]]:
    """The rows of a tree, each with its node and its whole text."""
    document = read(text).document
    for number, entry in enumerate(document.entries):
        yield from _rows(entry, (number,), 1, is_statement=False)


def _rows(
    node: Node, path: tuple[str | int, ...], level: int, *, is_statement: bool
) -> Iterator[tuple[OutlineRow, Node, str]]:
    try:
        inside: tuple[Node, ...] = paths.parts(node)
        is_block = True
    except UneditableError:
        inside, is_block = (), False
    line = one_line(node)
    holds_statements = is_block and not isinstance(node, (Item, States)) and hasattr(node, "body")
    if inside and holds_statements:
        line = line.split("{", 1)[0].rstrip()
    name = getattr(node, "name", "") if not is_statement else ""
    shown = line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
    yield OutlineRow("/".join(map(str, path)), level, shown, is_block, is_statement, name), node, line
    if isinstance(node, (Tree, Item, States)) or holds_statements:
        for number, part in enumerate(inside):
            yield from _rows(part, (*path, number), level + 1, is_statement=holds_statements)
    if isinstance(node, If) and node.otherwise is not None:
        other = node.otherwise
        place = (*path, "else")
        if isinstance(other, Body):
            yield OutlineRow("/".join(map(str, place)), level, "else", is_block=True), other, "else"
            for number, part in enumerate(other.statements):
                yield from _rows(part, (*place, number), level + 1, is_statement=True)
        else:
            yield from _rows(other, place, level, is_statement=False)


def _rule_rows(text: str) -> Iterator[OutlineRow]:
    root = root_of(text)
    if root is None:
        return
    meanings = {
        "/".join(map(str, leaf.path)): leaf.field.meaning for leaf in leaves(root) if leaf.is_key and leaf.field
    }
    for row in _fields(root, (), 1):
        about = meanings.get(row.path)
        yield replace(row, about=about) if about else row


def _fields(mapping: Mapping, path: tuple[str | int, ...], level: int) -> Iterator[OutlineRow]:
    for entry in mapping:
        here = (*path, entry.key.text)
        yield from _value_rows(entry.value, here, level, f"{entry.key.text}: ")


def _value_rows(
    node: Mapping | ListNode | Scalar, path: tuple[str | int, ...], level: int, label: str
) -> Iterator[OutlineRow]:
    shown = "/".join(map(str, path))
    if isinstance(node, Scalar):
        value = node.text if len(node.text) <= _LONGEST else f"{node.text[: _LONGEST - 1]}…"
        yield OutlineRow(shown, level, f"{label}{value}", is_block=False, urls=_count_urls(path, node.text))
        return
    name = ""
    if isinstance(node, Mapping):
        first = next((entry for entry in node if entry.key.text in _NAMES and isinstance(entry.value, Scalar)), None)
        if first is not None and isinstance(first.value, Scalar) and isinstance(path[-1], int):
            name = first.value.text
            label = f"{first.key.text} {name}"
    yield OutlineRow(shown, level, label.rstrip(": "), is_block=isinstance(node, ListNode), name=name)
    if isinstance(node, Mapping):
        yield from _fields(node, path, level + 1)
    else:
        for number, item in enumerate(node.items):
            yield from _value_rows(item, (*path, number), level + 1, "")


def _count_urls(path: tuple[str | int, ...], text: str) -> int | None:
    """Those of an entry of a layer; none where it is something else, or has a fault."""
    if path[0] != "layers" or path[2:3] != ("entries",):
        return None
    try:
        return EntryUrls(text).count
    except EntryError:
        return None
