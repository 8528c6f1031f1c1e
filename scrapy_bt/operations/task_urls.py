"""The URLs that waiting tasks will fetch next, as far as they are known before, without secrets."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from ..core.samples.hiding import hide_in_url, hide_values, secret_values
from ..core.tree.interpreter import Interpreter
from ..core.tree.task import decode_task
from ..crawl.reading.selectors import PageReader
from ..errors import NodeError, TaskError
from ..frontier.entries import Entry
from ..frontier.listings import MOST_PEEKED, PEEKED, ControlTarget
from .dead_letters import QueueDeadLetters, describe_entry
from .queues import Queue
from .targets import read_tree

_WEB = ("http://", "https://")


def read_queued_urls(queue: Queue) -> dict[str, str]:
    """The web addresses of all tasks of a queue in Redis, dead letters too, in the order they are found.

    With the node at which a task stands first that has it, by its path.
    """
    program = read_tree(queue)
    interpreter = None if program is None else Interpreter(program, PageReader())
    found: dict[str, str] = {}
    for entry in _entries(queue):
        url = url_of_task(entry, describe_entry(entry, secrets=False), interpreter)
        if url.startswith(_WEB):
            found.setdefault(url, entry.bucket.node)
    return found


def url_of_task(entry: Entry, told: dict[str, Any], interpreter: Interpreter | None) -> str:
    """The URL of a task; empty if none is known. *told*: what `describe_entry` says of the task."""
    texts = (value for value in (told.get("variables") or {}).values() if isinstance(value, str))
    urls = (told.get("url"), (told.get("request") or {}).get("url"), _visit(entry, interpreter))
    return next(filter(None, (*urls, *(text for text in texts if text.startswith(_WEB)))), "")


def _visit(entry: Entry, interpreter: Interpreter | None) -> str:
    """The URL of the visit at which a task stands; empty if it stands elsewhere."""
    if interpreter is None:
        return ""
    try:
        task = decode_task(entry.payload, id=entry.id)
        url = interpreter.request(task, time.time()).url
    except (TaskError, NodeError):
        return ""
    return hide_in_url(hide_values(url, secret_values([frame.variables for frame in task.frames])))


def _entries(queue: Queue) -> Iterator[Entry]:
    for state in PEEKED:
        after = ""
        while True:
            page = queue.ask(queue.calls.peek(ControlTarget(), state, after, MOST_PEEKED))
            yield from (line.entry for line in page.tasks)
            if not (after := page.after):
                break
    letters = QueueDeadLetters(queue)
    for first in range(0, letters.count(), MOST_PEEKED):
        yield from (letter.entry for letter in letters.page(first, MOST_PEEKED))
