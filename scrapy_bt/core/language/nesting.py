"""How deeply a tree nests: everything that walks trees may recurse, so there is a limit."""

from __future__ import annotations

import msgspec

from ...errors import Place
from ...sentences import say
from ..tree.nodes import Document, Entry, Node
from .report import Report

DEPTH_LIMIT = 200
"""Nodes within nodes; a block counts as two, each operator of a chain as one."""


def report_too_deep(document: Document, report: Report) -> list[Entry]:
    """Report each entry that nests beyond the limit, at the first node that does; return those entries."""
    found: list[Entry] = []
    for entry in document.entries:
        layer: list[Node] = [entry]
        for _ in range(DEPTH_LIMIT):
            layer = [child for node in layer for child in node.children]
            if not layer:
                break
        else:
            found.append(entry)
            report.add(
                "too-deep",
                _beginning(layer[0].place),
                say("this is nested too deeply, more than {} levels", DEPTH_LIMIT),
                say("declare the inner part as a tree of its own and call it; a long `a | b | …` may be an `or { … }`"),
            )
    return found


def _beginning(place: Place | None) -> Place | None:
    return None if place is None else msgspec.structs.replace(place, end_line=place.line, end_column=place.column + 1)
