"""Ends leases of workers that were killed, without a time: short ones would end because a machine is busy, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_bt.frontier.redis.frontier import RedisFrontier

if TYPE_CHECKING:
    from redis import Redis

_END_CLAIMS = """
local claims = redis.call("HGETALL", KEYS[1])
for at = 1, #claims, 2 do
    local claim = cmsgpack.unpack(claims[at + 1])
    claim[2] = "0"
    redis.call("HSET", KEYS[1], claims[at], cmsgpack.pack(claim))
end
"""


def end_leases(client: Redis, spider: str) -> None:
    """As when the leases of all workers run out, at once, when Redis has read all that these had sent."""
    for _ in range(2):  # the first answer may come before what came earlier on another connection
        client.ping()
    frontier = RedisFrontier(client, f"{spider}:requests", number=lambda _: 0.0, limits={})
    for worker in frontier.workers():
        frontier.leave(worker.name)


def end_claims(client: Redis, spider: str) -> None:
    """As when all claims on contents run out."""
    client.eval(_END_CLAIMS, 1, f"bt:duplicates:{{{spider}}}:claims")
