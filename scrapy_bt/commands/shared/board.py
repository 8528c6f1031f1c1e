"""What `scrapy bt up` shows: the queues, and the processes that work on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...operations.queues import Queue
from ...operations.snapshots import take_snapshot
from .processes import Process
from .summaries import list_lines
from .tables import TextTable


class Dashboard:
    """Looks at the queues of *names* among those that *find* gives, and at processes."""

    def __init__(self, find: Callable[[], list[Queue]], names: Sequence[str], processes: Sequence[Process]) -> None:
        self._find, self._names, self._processes = find, names, processes

    def look(self) -> list[dict[str, Any]]:
        """The lines as they are now; raises `BTError`."""
        return [take_snapshot(queue) for queue in self._find() if queue.name in self._names]

    def listings(self, lines: list[dict[str, Any]]) -> list[TextTable]:
        """For a terminal."""
        rows = [(process.name, str(process.pid), process.state, str(process.log)) for process in self._processes]
        columns = ("process", "pid", "state", "log")
        return [list_lines(lines), TextTable("Processes", columns, rows, frozenset({"pid"}))]

    def line(self, lines: list[dict[str, Any]]) -> str:
        """For a log."""
        parts = []
        for line in lines:
            tasks = line["tasks"]
            queued = sum(tasks[state] for state in ("ready", "delayed", "parked", "paused"))
            dead = f", {tasks['dead']} dead" if tasks["dead"] else ""
            parts.append(
                f"{line['name']}: {queued} queued, {tasks['running']} in execution, {line['finished']} finished{dead}"
            )
        workers = [process for process in self._processes if process.is_worker]
        living = sum(process.is_alive for process in workers)
        others = [f"{process.name} runs" for process in self._processes if process.is_alive and not process.is_worker]
        return "; ".join([*parts, f"{living} of {len(workers)} workers run", *others])
