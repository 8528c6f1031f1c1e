"""The nodes of a crawl as rows of an outline, each below the one that its path names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.documents.numbers import as_counted
from ...frontier.controls import covers
from ...frontier.entries import Bucket
from ...frontier.listings import STATES, ControlTarget

Row = dict[str, Any]


@dataclass
class Blanks:
    """Rows without counts, and the keys of the nodes for which they were made."""

    keys: set[str] = field(default_factory=set)
    rows: dict[str, Row] = field(default_factory=dict)


_NOTHING = dict.fromkeys(STATES, 0)


def make_rows(
    snapshot: Mapping[str, Any],
    paths: Iterable[tuple[str, str]] = (),
    *,
    at: float = 0.0,
    blanks: Blanks | None = None,
) -> dict[str, Row]:
    """Rows by their keys, parents before their children; *paths*: tree and node of places that may have no task now.

    A row has the counts of its own node; what stands between nodes is no place of tasks, and has none. *at*: when the
    snapshot was taken; what waits is told by when it was queued, which stays the same while it waits. *blanks*: of
    earlier looks at the same crawl.
    """
    keys = [_key(each["tree"], each["node"]) for each in snapshot["nodes"]]
    blanks = Blanks() if blanks is None else blanks
    if blanks.keys != set(keys):
        blanks.keys, blanks.rows = set(keys), {}
        places = {*paths, *((each["tree"], each["node"]) for each in snapshot["nodes"])}
        for tree, node in sorted(places, key=_in_order):
            _add(blanks.rows, tree, node)
            blanks.rows[_key(tree, node)]["is_place"] = True
    rows = {key: blank.copy() for key, blank in blanks.rows.items()}
    for key, each in zip(keys, snapshot["nodes"], strict=True):
        row = rows[key]
        for state in STATES:
            row[state] += each[state]
        row["executions"] = max(row["executions"], each["executions"])
        row["weight"] = each["weight"]
        row["number"] = _least(row["number"], each["number"])
        row["since"] = _least(row["since"], None if each["oldest_wait"] is None else at - each["oldest_wait"])
        row["boost"] = row["boost"] or each["boost"]
        row["requires"] = row["requires"] or each["requires"]
    _mark_paused(rows, snapshot["orders"]["pauses"])
    return rows


def add_rates(rows: Mapping[str, Row], before: Mapping[str, Row], seconds: float) -> None:
    """Executions a second of each node, from those that it had *seconds* ago."""
    for key, row in rows.items():
        old = before.get(key)
        if old is not None and seconds > 0 and row["executions"] != old["executions"]:
            row["rate"] = max(0.0, round((row["executions"] - old["executions"]) / seconds, 2))


def keep_times(rows: Mapping[str, Row], before: Mapping[str, Row]) -> None:
    """Let times that differ by less than a second from those *before* be the same, as a look takes a moment."""
    for key, row in rows.items():
        old = before.get(key)
        if old is not None and None not in (row["since"], old["since"]) and abs(row["since"] - old["since"]) < 1.0:
            row["since"] = old["since"]


def find_changes(rows: Mapping[str, Row], before: Mapping[str, Row]) -> tuple[list[Row], list[str]]:
    """The rows that are new or different, and the keys of those that are gone."""
    changed = [row for key, row in rows.items() if before.get(key) != row]
    return changed, [key for key in before if key not in rows]


def _in_order(place: tuple[str, str]) -> tuple[list[str | tuple[int, str, str]], ...]:
    """Names with numbers stand as people count: `page_2` before `page_10`; what is below a node, behind it."""
    tree, node = place
    return tuple(as_counted(part) for part in (tree, *node.split("/")))


def _add(rows: dict[str, Row], tree: str, node: str) -> None:
    key = _key(tree, node)
    if key in rows:
        return
    above, _, name = node.rpartition("/")
    parent = _key(tree, above) if node else ""
    if node:
        _add(rows, tree, above)
    rows[key] = {
        "key": key,
        "parent": parent,
        "tree": tree,
        "node": node,
        "name": name if node else tree,
        "level": rows[parent]["level"] + 1 if node else 1,
        "is_place": not node,
        "is_paused": False,
        **_NOTHING,
        "executions": 0,
        "rate": 0.0,
        "weight": None,
        "number": None,
        "since": None,
        "boost": 0.0,
        "requires": "",
    }


def _mark_paused(rows: Mapping[str, Row], pauses: Sequence[Mapping[str, Any]]) -> None:
    """Where tasks are held back that come there; of several orders for a node the last one holds."""
    rules = [(ControlTarget(node=each["node"], tree=each["tree"]), each["paused"]) for each in reversed(pauses)]
    for row in rows.values() if rules else ():
        place = Bucket(row["tree"], row["node"])
        row["is_paused"] = next((paused for target, paused in rules if covers(target, place)), False)


def _key(tree: str, node: str) -> str:
    return f"{tree}/{node}" if node else tree


def _least(one: float | None, other: float | None) -> float | None:
    return one if other is None else other if one is None else min(one, other)
