"""What a project asks of its queue, in the settings that scrapy-redis has for that."""

from __future__ import annotations

from dataclasses import dataclass

from scrapy.settings import BaseSettings

from ...errors import BTError
from .names import QUEUE_KEY

_LIFO = ("LifoQueue", "SpiderStack")


@dataclass(frozen=True)
class Wishes:
    """Settings of scrapy-redis, with the meaning that they have there."""

    persist: bool | None
    """`SCHEDULER_PERSIST`: whether the queue is kept when the last worker closes; none: until all of it is done."""
    flush_on_start: bool
    idle_before_close: int
    """Seconds."""
    queue_key: str

    @classmethod
    def read(cls, settings: BaseSettings) -> Wishes:
        """Raises `BTError` for what cannot be meant together."""
        wishes = cls(
            persist=None if settings.get("SCHEDULER_PERSIST") is None else settings.getbool("SCHEDULER_PERSIST"),
            flush_on_start=settings.getbool("SCHEDULER_FLUSH_ON_START"),
            idle_before_close=settings.getint("SCHEDULER_IDLE_BEFORE_CLOSE"),
            queue_key=settings.get("SCHEDULER_QUEUE_KEY") or QUEUE_KEY,
        )
        if wishes.idle_before_close < 0:
            raise BTError(f"SCHEDULER_IDLE_BEFORE_CLOSE is {wishes.idle_before_close}: seconds cannot be negative")
        queue_class = str(settings.get("SCHEDULER_QUEUE_CLASS") or "")
        if queue_class.rpartition(".")[2] in _LIFO:
            raise BTError(
                f"SCHEDULER_QUEUE_CLASS is {queue_class}: this scheduler takes the oldest of equal priority first;"
                " remove the setting, or keep scrapy_redis.scheduler.Scheduler"
            )
        if settings.getfloat("BT_LEASE_SECONDS") <= 0:
            raise BTError(f"BT_LEASE_SECONDS is {settings['BT_LEASE_SECONDS']}: a lease has to last some seconds")
        return wishes
