"""A crawl that is over: what its last record says, and the dead letters of its JOBDIR."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from ...core.tree.program import Program
from ...crawl.watching.records import RunRecord
from ...errors import BTError
from ...frontier.entries import DeadLetter
from ...frontier.listings import STATES, ControlTarget, TaskLine, TaskPage
from ...operations.dead_letters import JobDeadLetters, open_job
from ...sentences import say
from .crawl import FoundTask, Kind


class FinishedCrawl:
    """Implements `Crawl`; takes orders for its dead letters only."""

    kind: Kind = "finished"

    def __init__(self, record: RunRecord, *, id: str = "") -> None:  # noqa: A002 - as `Crawl` calls it
        self.record = record
        self.name = record.name
        self.id = id or record.name
        self.place: str = record.jobdir or say("process {}, over", record.pid)

    def status(self) -> dict[str, Any]:
        record = self.record
        tasks = {state: record.tasks.get(state, 0) for state in STATES}
        nodes = [
            {
                "tree": record.name,
                "node": node,
                "boost": 0.0,
                "requires": "",
                "slot": "",
                **dict.fromkeys(STATES, 0),
                "number": None,
                "weight": math.sqrt(squares / count) if count else None,
                "executions": count,
                "oldest_wait": None,
            }
            for node, (count, squares) in sorted(record.weights.items())
        ]
        return {
            "name": record.name,
            "key": record.id,
            "feeds": [],
            "fed_by": [],
            "schemes": [],
            "arguments": dict(record.arguments),
            "tasks": tasks,
            "finished": None,
            "oldest_wait": None,
            "nodes": nodes,
            "resources": [],
            "shared": [],
            "workers": [],
            "orders": {"pauses": [], "boosts": []},
            "ended": record.ended,
            "reason": record.reason,
        }

    def peek(self, target: ControlTarget, state: str, after: str, count: int) -> TaskPage:  # noqa: ARG002 - as promised
        return TaskPage()

    def find(self, task: int) -> FoundTask | None:
        with self._open() as job:
            letter = job.get(task) if job is not None else None
        return None if letter is None else FoundTask(TaskLine(letter.entry, "dead", since=letter.when), letter)

    def dead_letters(self, first: int, count: int) -> tuple[int, Sequence[DeadLetter]]:
        with self._open() as job:
            return (0, ()) if job is None else (job.count(), job.page(first, count))

    def program(self) -> Program | None:
        return None

    def check(self, target: ControlTarget) -> None:  # noqa: ARG002 - as promised
        raise BTError(say("the crawl of '{}' is over: nothing of it can be paused or stopped", self.name))

    def order(self, action: str, target: ControlTarget, seconds: float) -> int:  # noqa: ARG002 - as promised
        self.check(target)
        return 0

    def treat(self, action: str, ids: Sequence[int] | None) -> int:
        with self._open() as job:
            if job is None:
                raise BTError(say("the crawl of '{}' had no JOBDIR: its dead letters went with it", self.name))
            return job.requeue(ids) if action == "requeue" else job.drop(ids)

    def dispatch(self) -> list[dict[str, Any]]:
        return []

    def close(self) -> None:
        """There is nothing."""

    def _open(self) -> AbstractContextManager[JobDeadLetters | None]:
        folder = Path(self.record.jobdir) if self.record.jobdir else None
        if folder is None or not (folder / "bt" / "frontier.sqlite").is_file():
            return nullcontext(None)
        return open_job(folder)
