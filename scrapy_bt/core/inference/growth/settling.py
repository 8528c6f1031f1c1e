"""The last touch of a grown tree: rows of several visits stand once, and what is used once stands in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...language.printer import Comment
from ...tree import nodes as bt
from ...tree.inplace import InlinedDocument, write_in_place
from .vocabulary import MENTION

_MENTIONED = re.compile(f"{MENTION}([^{MENTION}]*){MENTION}")


@dataclass(frozen=True)
class Settled:
    """*comments* are about nodes of *document*; *names*: by what a node was called, the name of its place."""

    document: bt.Document
    comments: tuple[Comment, ...]
    names: Mapping[str, str]


def settle(document: bt.Document, comments: Sequence[Comment], *, named: bool) -> Settled:
    """The document with tables that say each row once; if not *named*, the nodes in place that need no name."""
    document = replace(document, entries=tuple(_with_common_tables(document.entries)))
    placed = InlinedDocument(document, {}, {}) if named else write_in_place(document)

    def moved(comment: Comment) -> Comment:
        text = _MENTIONED.sub(lambda found: placed.names.get(found[1], found[1]), comment.text)
        return replace(comment, node=placed.now.get(id(comment.node), comment.node), text=text)

    return Settled(placed.document, tuple(map(moved, comments)), placed.names)


def _with_common_tables(entries: Sequence[bt.Entry]) -> Iterable[bt.Entry]:
    """The rows of several tables stand in one table for their nodes; those of every visit in the table of all."""
    visits = {entry.name for entry in entries if isinstance(entry, bt.Visit)}
    nodes: dict[bt.StateRow, tuple[str, ...]] = {}
    for table in [entry for entry in entries if isinstance(entry, bt.States)]:
        for row in table.rows:
            nodes[row] = (*nodes.get(row, ()), *table.nodes)
    groups: dict[tuple[str, ...], list[bt.StateRow]] = {}
    for row, stated in sorted(nodes.items(), key=lambda found: -len(found[1])):
        names = () if len(stated) > 1 and set(stated) == visits else stated
        # A node has the table of all visits, one with others, and one of its own.
        is_of_others = any(set(names) & set(group) for group in groups if group != names)
        if len(names) != 1 and not is_of_others:
            groups.setdefault(names, []).append(row)
    common = {row for rows in groups.values() for row in rows}
    for entry in entries:
        if not isinstance(entry, bt.States):
            yield entry
            continue
        for names, rows in groups.items():
            yield bt.States(names, tuple(rows))
        groups = {}
        left = tuple(row for row in entry.rows if row not in common)
        if left:
            yield entry if left == entry.rows else replace(entry, rows=left)
