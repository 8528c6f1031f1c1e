"""The killable worker on a queue in Redis: `python -m tests.contracts.redis_worker URL NAME LINES`."""

import sys
from collections.abc import Callable
from typing import Any

import redis

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from tests.contracts.worker import print_and_wait, roots, work

PREFIX = "forest:requests"


def open_frontier(client: Any, worker: str) -> RedisFrontier:
    return RedisFrontier(
        client, PREFIX, number=lambda bucket: 0.0, limits={"leaf": 3}, lease_seconds=600.0, worker=worker
    )


def run(frontier: RedisFrontier, report: Callable[[str], None], trees: int = 1 << 20) -> None:
    """Store the forest, if nobody has, and work until nothing is left."""
    frontier.seed("forest", 0, list(roots())[:trees])
    work(frontier, report)


def main() -> None:
    with redis.Redis.from_url(sys.argv[1]) as client:
        run(open_frontier(client, sys.argv[2]), print_and_wait(int(sys.argv[3])))


if __name__ == "__main__":
    main()
