"""Ends leases of workers that were killed, without a time: short ones would end because a machine is busy, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_bt.frontier.redis.frontier import RedisFrontier

if TYPE_CHECKING:
    from redis import Redis


def end_leases(client: Redis, spider: str) -> None:
    """As when the leases of all workers run out, at once, when Redis has read all that these had sent."""
    for _ in range(2):  # the first answer may come before what came earlier on another connection
        client.ping()
    frontier = RedisFrontier(client, f"{spider}:requests", number=lambda _: 0.0, limits={})
    for worker in frontier.workers():
        frontier.leave(worker.name)
