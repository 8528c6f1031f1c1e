"""The part of the store of healing that holds proposals, and what has become of them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection
from typing import Any

from ..core.documents.json import read_json
from ..core.healing.perception.samples import likeness
from ..core.healing.proposals import Decider, Filed, Proposal, State
from ..core.healing.redesigns import SAME_LAYOUT
from ..errors import BTError
from ..sentences import say
from .healing_connections import StoreConnection, reading
from .healing_decisions import DecisionTable

SCHEMA = """
CREATE TABLE IF NOT EXISTS proposals (
    id {number}, spider TEXT NOT NULL, node TEXT NOT NULL, field TEXT NOT NULL,
    old TEXT NOT NULL, state TEXT NOT NULL, time {time} NOT NULL, selector TEXT NOT NULL, digest TEXT NOT NULL,
    healed INTEGER NOT NULL, written INTEGER NOT NULL, facts TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS proposals_by_field ON proposals (spider, node, field);
"""
_RENEW_DIGEST = "UPDATE proposals SET digest = ? WHERE digest = ? AND digest != ''"
_COLUMNS = "id, spider, state, time, selector, digest, healed, written, facts"
_MOST = 1_000
"""Proposals of a spider that are kept."""
_MOST_PRECEDENTS = 300


class ProposalTable:
    """Proposals by spider, node and field."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection, self._transaction, self._read = connection, connection.transaction, connection.read
        self.decisions, self.decider = DecisionTable(connection), Decider()
        self.on_decided: Callable[[], None] = lambda: None
        """Called when something was decided, and others may read it."""

    def file(self, spider: str, proposal: Proposal, *, digest: str = "") -> Filed:
        """Keep a proposal; an open one for the same selector is brought up to date."""
        key = (spider, proposal.node, proposal.field, proposal.old)
        facts = json.dumps(proposal.plain(), ensure_ascii=False)
        now = time.time()
        with self._transaction() as connection:
            found = connection.execute(
                "SELECT id FROM proposals WHERE spider = ? AND node = ? AND field = ? AND old = ? AND state = 'open'",
                key,
            ).fetchone()
            if found is not None:
                connection.execute(
                    "UPDATE proposals SET time = ?, selector = ?, digest = ?, facts = ? WHERE id = ?",
                    (now, proposal.new, digest, facts, found[0]),
                )
                number = found[0]
            else:
                number = connection.execute(
                    "INSERT INTO proposals (spider, node, field, old, state, time, selector, digest, healed, written,"
                    " facts) VALUES (?, ?, ?, ?, 'open', ?, ?, ?, 0, 0, ?) RETURNING id",
                    (*key, now, proposal.new, digest, facts),
                ).fetchone()[0]
                connection.execute(
                    "DELETE FROM proposals WHERE spider = ? AND id <= ? AND state NOT IN ('live', 'rejected')",
                    (spider, number - _MOST),
                )
        return self.get(number)

    def revision(self) -> Any:
        """A number that changes when another connection has written."""
        return self._connection.revision()

    def get(self, number: int) -> Filed:
        """The proposal of that number; raises `BTError` if there is none."""
        rows = self._read(f"SELECT {_COLUMNS} FROM proposals WHERE id = ?", number)  # noqa: S608 - names of our own
        if not rows:
            raise BTError(say("there is no proposal {}; `scrapy bt heal review --json` lists them", number))
        return _filed(rows[0])

    def of(self, spider: str, *states: State) -> list[Filed]:
        """The proposals of a spider in these states, or in all, the newest last."""
        rows = self._read(f"SELECT {_COLUMNS} FROM proposals WHERE spider = ? ORDER BY id", spider)  # noqa: S608
        return [one for one in map(_filed, rows) if not states or one.state in states]

    def precedents(self) -> list[Filed]:
        """What has become of selectors of all spiders: the latest decided proposals, the newest last."""
        rows = self._read(
            f"SELECT {_COLUMNS} FROM proposals WHERE state IN ('accepted', 'live')"  # noqa: S608
            f" ORDER BY id DESC LIMIT {_MOST_PRECEDENTS}"
        )
        return [one for one in map(_filed, rows) if one.selector][::-1]

    def decide(self, number: int, state: State, *, selector: str | None = None, before: State | None = None) -> Filed:
        """Say what has become of one; raises `BTError` where it is not in the state *before* any more."""
        changes = {"state": state.value, "selector": selector}
        told = {name: value for name, value in changes.items() if value is not None}
        states = [state.value for state in (State if before is None else (before,))]
        filed = self.get(number)
        with self._transaction() as connection:
            decided = connection.execute(
                f"UPDATE proposals SET {', '.join(f'{name} = ?' for name in told)}"  # noqa: S608
                f" WHERE id = ? AND state IN ({', '.join('?' * len(states))})",
                (*told.values(), number, *states),
            )
            if decided.rowcount:
                self.decisions.note(connection, filed, state, selector or filed.selector, self.decider)
        if not decided.rowcount:
            raise BTError(say("proposal {} has been decided by somebody else meanwhile: look at it again", number))
        self.on_decided()
        return self.get(number)

    def note_healed(self, counts: Collection[tuple[int, int]]) -> None:
        """Add pages that were healed, by proposal."""
        with self._transaction() as connection:
            connection.executemany(
                "UPDATE proposals SET healed = healed + ? WHERE id = ?", [(count, number) for number, count in counts]
            )

    def note_edit(self, filed: Filed, state: State, *, selector: str, digest: str, written: bool) -> Filed:
        """Say that its file was edited; all at once, so that the file is the one that the others are for, too."""
        with self._transaction() as connection:
            connection.execute(_RENEW_DIGEST, (digest, filed.digest))
            connection.execute(
                "UPDATE proposals SET state = ?, selector = ?, digest = ?, written = ? WHERE id = ?",
                (state.value, selector, digest, int(written), filed.id),
            )
            if state is not filed.state:
                self.decisions.note(connection, filed, state, selector, self.decider)
        self.on_decided()
        return self.get(filed.id)

    def note_file(self, before: str, after: str) -> None:
        """Say that a file was edited beside its selectors; *before*, *after*: its digests."""
        with self._transaction() as connection:
            connection.execute(_RENEW_DIGEST, (after, before))
        self.on_decided()

    def is_refused(self, spider: str, node: str, field: str, selector: str, layout: Collection[str]) -> bool:
        """Whether somebody has rejected a selector of a field for such a layout, or it did not prove itself."""
        return any(
            likeness(tuple(layout), one.proposal.layout) >= SAME_LAYOUT
            for one in self.of(spider, State.REJECTED, State.ROLLED_BACK)
            if (one.proposal.node, one.proposal.field, one.selector) == (node, field, selector)
        )


def _filed(row: tuple[Any, ...]) -> Filed:
    number, spider, state, when, selector, digest, healed, written, facts = row
    with reading():
        proposal = Proposal.read(read_json(facts))
        return Filed(number, spider, proposal, State(state), when, selector, digest, healed, bool(written))
