"""What the status with which a command ends tells; `docs/commands.md` shows this table."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from scrapy.crawler import Crawler

from ...errors import FrontierDamaged, NoRoom
from ...frontier.dead_letters import dead_letters_left

if TYPE_CHECKING:
    from typing_extensions import Self


class Status(IntEnum):
    """The status of a command; *meaning* as the documentation has it."""

    meaning: str

    def __new__(cls, number: int, meaning: str) -> Self:
        status = int.__new__(cls, number)
        status._value_ = number
        status.meaning = meaning
        return status

    DONE = 0, "all is well"
    FAULTY = 1, "something is wrong with a file, or with Redis and what is there"
    REFUSED = 2, "the command line, a setting or a file does not let it begin, or a crawl could not go on"
    DEAD = 3, "the crawl has dead letters: it ended in order, and tasks or records are missing"
    FULL = 4, "there was no room for what a crawl found: it goes on with all records when there is room"
    DAMAGED = 5, "what is stored of a crawl contradicts itself: somebody else has changed it; a new one begins empty"
    STOPPED = 130, "somebody pressed Ctrl-C before `seed` or `up` was done"
    UNREAD = 141, "nobody reads what it prints any more, as behind `| head`"


_BY_FAULT: tuple[tuple[type[BaseException], Status], ...] = (
    (NoRoom, Status.FULL),
    (FrontierDamaged, Status.DAMAGED),
    (BaseException, Status.REFUSED),
)
"""By what a crawl ended for (`spider.fault`); the first row that fits counts."""

_WORST_FIRST = (Status.REFUSED, Status.DAMAGED, Status.FULL, Status.FAULTY, Status.DEAD, Status.DONE)
"""Which one counts where several crawls ran in one process."""


def status_of(*crawlers: Crawler | None, has_failed: bool = False) -> Status:
    """The worst of what ended crawls came to; *has_failed*: Scrapy says that one could not begin."""
    found = [Status.FAULTY] if has_failed else []
    found += [_status_of(crawler) for crawler in crawlers if crawler is not None]
    return min(found, key=_WORST_FIRST.index, default=Status.DONE)


def _status_of(crawler: Crawler) -> Status:
    # Set by our schedulers and pipelines.
    fault = getattr(crawler.spider, "fault", None)
    if fault is not None:
        return next(status for kind, status in _BY_FAULT if isinstance(fault, kind))
    return Status.DEAD if dead_letters_left(crawler) else Status.DONE
