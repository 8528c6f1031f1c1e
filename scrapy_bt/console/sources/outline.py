"""The nodes of a crawl as rows of an outline, each below the one that its path names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

STATES = ("ready", "running", "delayed", "parked", "paused", "dead")

Row = dict[str, Any]


def make_rows(snapshot: Mapping[str, Any], paths: Iterable[tuple[str, str]] = ()) -> dict[str, Row]:
    """Rows by their keys, parents before their children; *paths*: tree and node of places that may have no task now.

    A row has the counts of its own node; what stands between nodes is no place of tasks, and has none.
    """
    rows: dict[str, Row] = {}
    for tree, node in sorted({*paths, *((each["tree"], each["node"]) for each in snapshot["nodes"])}):
        _add(rows, tree, node)
        rows[_key(tree, node)]["is_place"] = True
    for each in snapshot["nodes"]:
        row = rows[_key(each["tree"], each["node"])]
        for state in STATES:
            row[state] += each[state]
        row["executions"] = max(row["executions"], each["executions"])
        row["weight"] = each["weight"]
        row["number"] = _least(row["number"], each["number"])
        row["oldest"] = _most(row["oldest"], each["oldest_wait"])
        row["boost"] = row["boost"] or each["boost"]
        row["requires"] = row["requires"] or each["requires"]
    return rows


def add_rates(rows: Mapping[str, Row], before: Mapping[str, Row], seconds: float) -> None:
    """Executions a second of each node, from those that it had *seconds* ago."""
    for key, row in rows.items():
        old = before.get(key)
        if old is not None and seconds > 0:
            row["rate"] = max(0.0, round((row["executions"] - old["executions"]) / seconds, 2))


def find_changes(rows: Mapping[str, Row], before: Mapping[str, Row]) -> tuple[list[Row], list[str]]:
    """The rows that are new or different, and the keys of those that are gone."""
    changed = [row for key, row in rows.items() if before.get(key) != row]
    return changed, [key for key in before if key not in rows]


def _add(rows: dict[str, Row], tree: str, node: str) -> None:
    parts = node.split("/") if node else []
    for depth in range(len(parts) + 1):
        path = "/".join(parts[:depth])
        key = _key(tree, path)
        if key not in rows:
            rows[key] = {
                "key": key,
                "parent": _key(tree, "/".join(parts[: depth - 1])) if depth else "",
                "tree": tree,
                "node": path,
                "name": parts[depth - 1] if depth else tree,
                "level": depth + 1,
                "is_place": depth == 0,
                **dict.fromkeys(STATES, 0),
                "executions": 0,
                "rate": 0.0,
                "weight": None,
                "number": None,
                "oldest": None,
                "boost": 0.0,
                "requires": "",
            }


def _key(tree: str, node: str) -> str:
    return f"{tree}/{node}" if node else tree


def _least(one: float | None, other: float | None) -> float | None:
    return one if other is None else other if one is None else min(one, other)


def _most(one: float | None, other: float | None) -> float | None:
    return one if other is None else other if one is None else max(one, other)
