"""The part of the store of healing that tells what has become of selectors, who decided it, when and why."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from ..core.documents.json import read_json
from ..core.healing.proposals import Decider, Filed, State
from .healing_connections import StoreConnection, reading

SCHEMA = """
CREATE TABLE IF NOT EXISTS decisions (
    id {number}, spider TEXT NOT NULL, node TEXT NOT NULL, field TEXT NOT NULL, time {time} NOT NULL,
    proposal INTEGER NOT NULL, decided TEXT NOT NULL, old TEXT NOT NULL, selector TEXT NOT NULL,
    who TEXT NOT NULL, means TEXT NOT NULL, why TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS decisions_by_field ON decisions (spider, node, field);
"""
_COLUMNS = "node, field, time, proposal, decided, old, selector, who, means, why"
_MOST = 1_000
"""Of a spider."""
BY_HAND = "by hand"


@dataclass(frozen=True)
class SelectorDecision:
    """What has become of a selector."""

    node: str
    field: str
    time: float
    proposal: int
    """Its number; 0: there was none."""
    decided: str
    """A state of proposals, or `by hand`: a crawl has met another selector in the file."""
    old: str
    selector: str
    decider: Decider
    kind: str
    """The kind of change, as the proposal tells it."""
    views: tuple[str, ...]
    """In what the field had changed."""

    @property
    def name(self) -> str:
        """The node and the field."""
        return f"{self.node}/{self.field}" if self.field else self.node


class DecisionTable:
    """Decisions by spider, node and field."""

    def __init__(self, connection: StoreConnection) -> None:
        self._read = connection.read

    def note(self, connection: Any, filed: Filed, state: State, selector: str, decider: Decider) -> None:
        """Keep one on a proposal, within a transaction."""
        one = filed.proposal
        why = json.dumps({"kind": one.kind, "views": one.views})
        told = (filed.id, state.value, one.old, selector, *decider, why)
        self._add(connection, (filed.spider, one.node, one.field), told)

    def note_met(self, connection: Any, field: tuple[str, str, str], selector: str) -> None:
        """Keep that a crawl has met a selector, of spider, node and field, which is another one than the one before."""
        known = connection.execute(
            "SELECT selector, time FROM fields WHERE spider = ? AND node = ? AND field = ?", field
        ).fetchone()
        if known is None or not known[0] or not selector or known[0] == selector:
            return
        latest = connection.execute(
            "SELECT MAX(time) FROM decisions WHERE spider = ? AND node = ? AND field = ?", field
        ).fetchone()[0]
        if latest is None or latest < known[1]:  # otherwise it comes of what was decided
            self._add(connection, field, (0, BY_HAND, known[0], selector, "", "", "{}"))

    def of(self, spider: str) -> list[SelectorDecision]:
        """The decisions on a spider's proposals, the newest first."""
        rows = self._read(f"SELECT {_COLUMNS} FROM decisions WHERE spider = ? ORDER BY id DESC", spider)  # noqa: S608
        return [_read(row) for row in rows]

    def _add(self, connection: Any, field: tuple[str, str, str], told: tuple[Any, ...]) -> None:
        connection.execute(
            f"INSERT INTO decisions (spider, {_COLUMNS}) VALUES ({', '.join('?' * 11)})",  # noqa: S608 - names of our own
            (*field, time.time(), *told),
        )
        connection.execute(
            "DELETE FROM decisions WHERE spider = ? AND id <= (SELECT id FROM decisions WHERE spider = ?"
            " ORDER BY id DESC LIMIT 1 OFFSET ?)",
            (field[0], field[0], _MOST),
        )


def _read(row: tuple[Any, ...]) -> SelectorDecision:
    with reading():
        node, field, when, proposal, decided, old, selector, who, means, why = row
        reasons = read_json(why, shape=dict[str, Any])
        kind, views = str(reasons.get("kind", "")), tuple(reasons.get("views", ()))
        return SelectorDecision(node, field, when, proposal, decided, old, selector, Decider(who, means), kind, views)
