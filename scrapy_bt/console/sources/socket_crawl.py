"""A crawl that has its tasks in its own process, reached over the socket that it serves."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from socket import socket
from typing import Any, TypeVar

import msgspec

from ...core.tree.program import Program
from ...crawl.redis.saying import read_report
from ...crawl.watching.folders import connect, pid_of
from ...crawl.watching.messages import CrawlQuery, DeadLetterPage, Snapshot, TreeText, read_answer, write_line
from ...errors import BTError
from ...frontier.entries import DeadLetter
from ...frontier.listings import ControlTarget, TaskLine, TaskPage
from ...frontier.redis.call import WorkerStatus
from ...operations.snapshots import compose
from ...operations.targets import check_among, read_program
from ...sentences import say
from .crawl import FoundTask, Kind

T = TypeVar("T")

_SECONDS = 10.0
"""The longest wait for an answer: a crawl that parses a page answers when that is done."""
_PART = 200


class SocketCrawl:
    """Implements `Crawl`; one question at a time, over one connection."""

    kind: Kind = "memory"

    def __init__(self, path: Path, *, id: str = "") -> None:  # noqa: A002 - as `Crawl` calls it
        self._path = path
        self._lock = threading.Lock()
        self._socket: socket | None = None
        self._file: Any | None = None
        self.pid = pid_of(path)
        self.name = id or self._ask(CrawlQuery("snapshot"), Snapshot).name
        self.id = f"{self.name}@{self.pid}"
        self.place: str = say("process {}", self.pid)

    def status(self) -> dict[str, Any]:
        snapshot = self._ask(CrawlQuery("snapshot"), Snapshot)
        said = msgspec.json.encode(snapshot.worker)
        name = f"{read_report(said).host or ''}:{self.pid}"
        status = WorkerStatus(name, said, 0.0, snapshot.description.counts.running)
        shown = compose(
            snapshot.description, snapshot.orders, workers=[status], weights=snapshot.weights, limits=snapshot.limits
        )
        return {
            "name": self.name,
            "key": self._path.name,
            "feeds": [],
            "fed_by": [],
            "schemes": [],
            "arguments": dict(snapshot.arguments),
            **shown,
        }

    def peek(self, target: ControlTarget, state: str, after: str, count: int) -> TaskPage:
        return self._ask(CrawlQuery("peek", target, state=state, after=after, count=count), TaskPage)

    def find(self, task: int) -> FoundTask | None:
        line: TaskLine | None = self._ask(CrawlQuery("find", ControlTarget(task=task)), TaskLine | None)  # type: ignore[arg-type]
        if line is not None:
            return FoundTask(line)
        first, total = 0, 1
        while first < total:
            total, letters = self.dead_letters(first, _PART)
            for letter in letters:
                if letter.entry.id == task:
                    return FoundTask(TaskLine(letter.entry, "dead", since=letter.when), letter)
            first += _PART
        return None

    def dead_letters(self, first: int, count: int) -> tuple[int, Sequence[DeadLetter]]:
        answer = self._ask(CrawlQuery("dead_letters", first=first, count=count), DeadLetterPage)
        return answer.total, answer.letters

    def program(self) -> Program | None:
        tree = self._ask(CrawlQuery("tree"), TreeText)
        return read_program(tree.text, name=tree.name, includes=tree.includes)

    def check(self, target: ControlTarget) -> None:
        if target.task is not None:
            found = self.find(target.task)
            if found is None or found.letter is not None:
                raise BTError(
                    say("there is no task {} in the crawl of '{}' that could be ordered", target.task, self.name)
                )
            return
        buckets = [node.bucket for node in self._ask(CrawlQuery("snapshot"), Snapshot).description.nodes]
        check_among(target, buckets, self.program())

    def order(self, action: str, target: ControlTarget, seconds: float) -> int:
        return self._ask(CrawlQuery(action, target, seconds=seconds), int)

    def treat(self, action: str, ids: Sequence[int] | None) -> int:
        return self._ask(CrawlQuery(action, ids=None if ids is None else tuple(ids)), int)

    def dispatch(self) -> list[dict[str, Any]]:
        return []

    def close(self) -> None:
        with self._lock:
            self._hang_up()

    def _ask(self, question: CrawlQuery, kind: type[T]) -> T:
        with self._lock:
            try:
                file = self._connect()
                file.write(write_line(question))
                file.flush()
                line = file.readline()
            except OSError as error:
                self._hang_up()
                raise BTError(say("the crawl in process {} does not answer: {}", self.pid, error)) from None
            if not line.endswith(b"\n"):
                self._hang_up()
                raise BTError(say("the crawl in process {} is over", self.pid))
            return read_answer(line, kind)

    def _connect(self) -> Any:
        if self._file is None:
            self._socket = connect(self._path, timeout=_SECONDS)
            self._file = self._socket.makefile("rwb")
        return self._file

    def _hang_up(self) -> None:
        file, self._file = self._file, None
        connection, self._socket = self._socket, None
        for each in (file, connection):
            if each is not None:
                try:
                    each.close()
                except OSError:
                    continue
