"""What a project asks of its queue, in the settings that scrapy-redis has for that."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, TypeVar

from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings

from ...errors import BTError
from ...sentences import say
from ...settings import BTSettings
from .names import QUEUE_KEY

logger = logging.getLogger(__name__)

T = TypeVar("T")

_LIFO = ("LifoQueue", "SpiderStack", "SafeLifoQueue")
_FIFO = ("FifoQueue", "SpiderQueue", "SafeFifoQueue")


@dataclass(frozen=True)
class QueueOptions:
    """Settings of scrapy-redis, with the meaning that they have there."""

    persist: bool | None = None
    """`SCHEDULER_PERSIST`: whether the queue is kept when the last worker closes; None: until all of it is done."""
    flush_on_start: bool = False
    idle_before_close: int = 0
    """Seconds."""
    queue_key: str = QUEUE_KEY
    max_idle: float = 0
    """`MAX_IDLE_TIME_BEFORE_CLOSE`: seconds without a start message, 0: any time."""
    has_priorities: bool = True
    """Requests go by their priority; else by their age alone."""

    @classmethod
    def read(cls, settings: BaseSettings) -> QueueOptions:
        """Raises `BTError` for what cannot be meant, or cannot be meant together."""
        _refuse_contradictions(settings, BTSettings.read(settings))
        queue_class = _name_class(settings.get("SCHEDULER_QUEUE_CLASS"))
        if queue_class in _LIFO:
            raise BTError(
                say(
                    "SCHEDULER_QUEUE_CLASS is {}: this scheduler takes the oldest of equal priority first; remove"
                    " the setting, or keep scrapy_redis.scheduler.Scheduler",
                    queue_class,
                )
            )
        persist = (
            _read(settings.getbool, "SCHEDULER_PERSIST") if settings.get("SCHEDULER_PERSIST") is not None else None
        )
        return cls(
            persist=persist,
            flush_on_start=_read(settings.getbool, "SCHEDULER_FLUSH_ON_START"),
            idle_before_close=int(_read_seconds(settings, "SCHEDULER_IDLE_BEFORE_CLOSE")),
            queue_key=settings.get("SCHEDULER_QUEUE_KEY") or QUEUE_KEY,
            max_idle=_read_seconds(settings, "MAX_IDLE_TIME_BEFORE_CLOSE"),
            has_priorities=queue_class not in _FIFO,
        )


def warn_of_idle_settings(settings: BaseSettings, extra: dict[str, Any]) -> None:
    """Say which settings of scrapy-redis have no effect."""
    if settings.get("SCHEDULER_SERIALIZER"):
        logger.warning(
            "SCHEDULER_SERIALIZER has no effect here: requests are stored in a format of their own, without pickles",
            extra=extra,
        )


def _refuse_contradictions(settings: BaseSettings, bt: BTSettings) -> None:
    frontier = bt.frontier
    priority = settings.getpriority("BT_FRONTIER") or 0
    if frontier != "redis" and priority > SETTINGS_PRIORITIES["default"]:
        raise BTError(
            say(
                "SCHEDULER and BT_FRONTIER contradict each other: RedisScheduler queues in Redis, BT_FRONTIER is {};"
                " remove one of them",
                repr(frontier),
            )
        )
    if frontier == "redis" and settings.get("JOBDIR"):
        raise BTError(
            say(
                'BT_FRONTIER = "redis" and JOBDIR = {} contradict each other: the queue is kept in Redis, or in that'
                " folder for one process; remove one of them",
                repr(settings["JOBDIR"]),
            )
        )
    if _read(settings.getbool, "REDIS_START_URLS_AS_SET") and _read(settings.getbool, "REDIS_START_URLS_AS_ZSET"):
        raise BTError(
            say("REDIS_START_URLS_AS_SET and REDIS_START_URLS_AS_ZSET contradict each other: keep one of them")
        )
    if bt.linger >= bt.lease_seconds:
        raise BTError(
            say(
                "BT_LINGER = {:g} and BT_LEASE_SECONDS = {:g} contradict each other: a finished step has to travel"
                " before its lease ends",
                bt.linger,
                bt.lease_seconds,
            )
        )


def _read(get: Callable[[str], T], name: str) -> T:
    try:
        return get(name)
    except (ValueError, TypeError) as error:
        raise BTError(say("{} cannot be read: {}", name, error)) from None


def _read_seconds(settings: BaseSettings, name: str) -> float:
    seconds = _read(settings.getfloat, name)
    if not 0 <= seconds < inf:
        raise BTError(say("{} is {}: it is a number of seconds, which cannot be negative", name, settings[name]))
    return seconds


def _name_class(named: Any) -> str:
    """The last part of the path of a class, whether the path is given or the class itself."""
    return named.__name__ if isinstance(named, type) else str(named or "").rpartition(".")[2]
