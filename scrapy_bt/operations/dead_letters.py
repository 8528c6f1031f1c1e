"""Dead letters of a queue in Redis, of a running crawl or of a JOBDIR, and what is written in them."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Protocol

from ..core.documents.json import read_json
from ..core.samples.hiding import HIDDEN, hide, hide_values, secret_values
from ..core.tree.task import decode_task
from ..crawl.redis.codec import read_fields
from ..crawl.visits.requests import REQUESTS
from ..errors import BTError, TaskError
from ..frontier.entries import Bucket, DeadLetter, Entry
from ..frontier.journal import Journal
from ..frontier.memory import MemoryFrontier
from ..frontier.messages import MESSAGES, StartMessage
from ..frontier.records import RECORDS, RefusedRecord
from ..frontier.redis.dead_letters import treat_dead_letters
from ..sentences import say, spoken
from .queues import Queue

_PART = 500
"""Letters that are looked at, and ids that are sent, in one call."""


class DeadLetters(Protocol):
    """The dead letters of a crawl."""

    name: str
    """What the crawl is called."""

    def count(self) -> int: ...

    def page(self, first: int, count: int) -> Sequence[DeadLetter]:
        """Letters in the order of their deaths."""

    def get(self, task: int) -> DeadLetter | None: ...

    def requeue(self, tasks: Sequence[int] | None) -> int:
        """Queue letters again (all if none is named); returns how many."""

    def drop(self, tasks: Sequence[int] | None) -> int: ...


class QueueDeadLetters:
    """The dead letters of a queue in Redis."""

    def __init__(self, queue: Queue) -> None:
        self._queue, self.name = queue, queue.name

    def count(self) -> int:
        return self._queue.ask(self._queue.calls.counts()).dead

    def page(self, first: int, count: int) -> Sequence[DeadLetter]:
        return self._queue.ask(self._queue.calls.dead_letters(first, count))

    def get(self, task: int) -> DeadLetter | None:
        return self._queue.ask(self._queue.calls.dead_letter(task))

    def requeue(self, tasks: Sequence[int] | None) -> int:
        return treat_dead_letters(self._queue.order, self._queue.calls, self._queue.calls.requeue, tasks)

    def drop(self, tasks: Sequence[int] | None) -> int:
        return treat_dead_letters(self._queue.order, self._queue.calls, self._queue.calls.drop, tasks)


class RunningCrawl(Protocol):
    """A crawl with its tasks in its own process: what is needed here of it."""

    id: str

    def dead_letters(self, first: int, count: int) -> tuple[int, Sequence[DeadLetter]]:
        """How many there are, and some of them in the order of their deaths."""

    def treat(self, action: str, ids: Sequence[int] | None) -> int:
        """Requeue or drop letters (all if none is named)."""


class RunningDeadLetters:
    """The dead letters of a running crawl."""

    def __init__(self, crawl: RunningCrawl) -> None:
        self._crawl, self.name = crawl, crawl.id

    def count(self) -> int:
        return self._crawl.dead_letters(0, 0)[0]

    def page(self, first: int, count: int) -> Sequence[DeadLetter]:
        """Of a long page the crawl gives a part at a time."""
        found: list[DeadLetter] = []
        while len(found) < count and (part := self._crawl.dead_letters(first + len(found), count - len(found))[1]):
            found += part
        return found

    def get(self, task: int) -> DeadLetter | None:
        return next((letter for letter in all_of(self) if letter.entry.id == task), None)

    def requeue(self, tasks: Sequence[int] | None) -> int:
        return self._crawl.treat("requeue", tasks)

    def drop(self, tasks: Sequence[int] | None) -> int:
        return self._crawl.treat("drop", tasks)


class JobDeadLetters:
    """The dead letters of a JOBDIR that no crawl has open."""

    def __init__(self, frontier: MemoryFrontier, folder: Path) -> None:
        self._frontier, self.name = frontier, str(folder)
        self._letters = {letter.entry.id: letter for letter in frontier.dead_letters()}

    def count(self) -> int:
        return len(self._letters)

    def page(self, first: int, count: int) -> Sequence[DeadLetter]:
        return list(self._letters.values())[first : first + count]

    def get(self, task: int) -> DeadLetter | None:
        return self._letters.get(task)

    def requeue(self, tasks: Sequence[int] | None) -> int:
        return self._frontier.requeue(tasks)

    def drop(self, tasks: Sequence[int] | None) -> int:
        return self._frontier.drop(tasks)


@contextmanager
def open_job(folder: Path) -> Iterator[JobDeadLetters]:
    """The letters of a JOBDIR; raises `BTError` when it is something else, or a crawl runs on it."""
    place = folder / "bt"
    if not (place / "frontier.sqlite").is_file():
        raise BTError(say("{}: there is no crawl of a tree in this folder; give the JOBDIR of one", folder))
    frontier = MemoryFrontier(_no_number, limits={}, journal=Journal(place))
    try:
        yield JobDeadLetters(frontier, folder)
    finally:
        frontier.close()


def all_of(letters: DeadLetters) -> Iterator[DeadLetter]:
    """Every letter, page by page."""
    first = 0
    while part := letters.page(first, _PART):
        yield from part
        first += len(part)


def describe(letter: DeadLetter, *, secrets: bool) -> dict[str, Any]:
    """A letter as data for JSON; without *secrets*, values of names like `password` are hidden."""
    when = datetime.fromtimestamp(letter.when, timezone.utc).isoformat(timespec="seconds")
    age = max(0.0, time.time() - letter.when)
    return describe_entry(letter.entry, secrets=secrets, reason=letter.reason, when=when, age=age)


def describe_entry(entry: Entry, *, secrets: bool, **facts: Any) -> dict[str, Any]:
    """A stored task as data for JSON, with further *facts*."""
    told = {
        "id": entry.id,
        "tree": entry.bucket.tree,
        "node": entry.bucket.node,
        **facts,
        **_content(entry, secrets=secrets),
    }
    if secrets:
        return _plain(told)
    hidden, known = hide(told), secret_values(told)
    # A visit writes variables into its URL, and the reason may name it.
    return _plain({**hidden, **{key: hide_values(hidden[key], known) for key in ("url", "reason") if key in hidden}})


def _content(entry: Entry, *, secrets: bool) -> dict[str, Any]:
    try:
        if entry.bucket.node == REQUESTS:
            return {"request": read_fields(entry.payload)}
        if entry.bucket.node == RECORDS:
            refused = RefusedRecord.decode(entry.payload)
            return {"store": refused.store, "kind": refused.kind, "record": dict(refused.fields)}
        if entry.bucket.node == MESSAGES:
            message = StartMessage.decode(entry.payload)
            return {"message": {"bytes": message.size, "content": _readable(message.content, secrets=secrets)}}
        task = decode_task(entry.payload, id=entry.id)
    except TaskError as error:
        return {"unreadable": spoken(error)}
    variables: dict[str, Any] = {}
    for frame in task.frames:
        variables.update(frame.variables)
    url = {"url": task.repeat.url} if task.repeat is not None and task.repeat.url else {}
    return {**url, "variables": variables, "frames": [frame.variables for frame in task.frames]}


def _readable(content: bytes, *, secrets: bool) -> Any:
    """What a message holds; hidden if nothing names the values in it."""
    try:
        return read_json(content, shape=dict[str, Any])
    except ValueError:
        return content if secrets else HIDDEN


def _no_number(bucket: Bucket) -> float:  # noqa: ARG001 - called as `Number`
    """Nothing is leased here, so nothing is ranked."""
    return 0.0


def _plain(value: Any) -> Any:
    """The value as JSON can hold it."""
    if isinstance(value, dict):
        return {key if isinstance(key, str) else str(_plain(key)): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(part) for part in value]
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return f"base64:{base64.b64encode(value).decode()}"
    return value if value is None or isinstance(value, str | int | float) else str(value)
