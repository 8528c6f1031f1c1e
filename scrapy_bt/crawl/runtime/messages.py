"""Start messages as tasks: what each means for the tree, and a dead letter for one that means nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler

from ...core.documents.json import read_json
from ...errors import LONGEST_LINE, ArgumentsError, TaskError
from ...frontier.completion import Completion, Requeue
from ...frontier.entries import Bucket, Entry, Lease
from ...frontier.messages import LARGEST, MESSAGES, StartMessage
from ...sentences import say

if TYPE_CHECKING:
    from ...core.tree.program import Program
    from .leases import Leases


class Messages:
    """Reads messages; the arguments of the crawl hold for all of them. *first_entry* makes a task of arguments."""

    def __init__(
        self, crawler: Crawler, program: Program, leases: Leases, *, first_entry: Callable[[Mapping[str, Any]], Entry]
    ) -> None:
        self._crawler, self._program, self._leases, self._first_entry = crawler, program, leases, first_entry
        self._encoding = crawler.settings.get("REDIS_ENCODING") or "utf-8"

    def task_of(self, content: bytes) -> Requeue:
        """The task of a message; where it fits none, one that becomes a dead letter when its turn comes."""
        message = StartMessage.of(content)
        try:
            return Requeue(self._entry(message))
        except TaskError:
            return Requeue(Entry(Bucket(self._program.name, MESSAGES), message.encode()))

    def begin(self, lease: Lease) -> None:
        """Go on as the task of a message, if it fits one by now."""
        with self._leases.answering_for(lease):
            entry = self._entry(StartMessage.decode(lease.entry.payload))
            self._leases.complete(lease, Completion(Requeue(entry)))

    def _entry(self, message: StartMessage) -> Entry:
        """Raises `TaskError`: it fits no task."""
        if message.size > LARGEST:
            raise TaskError(say("the start message has {:,} bytes, and may have {:,}", message.size, LARGEST))
        common: Mapping[str, Any] = getattr(self._crawler.spider, "arguments", {})
        try:
            text = message.content.decode(self._encoding)
            return self._first_entry({**common, **read_arguments(self._program, text, common)})
        except (ArgumentsError, ValueError, OverflowError, TypeError) as error:
            # Only names: a value may be a password.
            reason = " ".join(str(error).split())
            shown = reason if len(reason) <= LONGEST_LINE else f"{reason[:LONGEST_LINE]}…"
            raise TaskError(say("the start message fits no task: {}", shown)) from None


def read_arguments(program: Program, text: str, common: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that a message gives: an object of JSON, or the one value that is still missing, as it stands."""
    if not text.lstrip().startswith("{"):
        return {_name_missing(program, common): text}
    try:
        given = read_json(text)
    except ValueError as error:
        raise ArgumentsError(say("it begins like an object of JSON, but is not: {}", error)) from None
    return dict(given)


def _name_missing(program: Program, common: Mapping[str, Any]) -> str:
    open_ = [parameter for parameter in program.main.parameters if parameter.name not in common]
    needed = [parameter for parameter in open_ if parameter.default is None] or open_
    if len(needed) == 1:
        return needed[0].name
    known = ", ".join(parameter.name for parameter in program.main.parameters) or "none"
    raise ArgumentsError(
        say(
            '{} takes more than one value, or none ({}): write an object of JSON, {{"name": value}}',
            program.name,
            known,
        )
    )
