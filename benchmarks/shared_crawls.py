"""Whole crawls by two workers on one queue in Redis: what a page costs both of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from redis import Redis

from benchmarks.crawls import WITHOUT_CAPACITY, finish, list_arguments, start_together
from benchmarks.rounds import Measures, interleave
from benchmarks.static_site import StaticSite
from scrapy_bt.testing.redis import RedisServer


def page_costs(variants: Mapping[str, Mapping[str, Any]], *, rounds: int, details: int) -> list[dict[str, Measures]]:
    """By round and variant the CPU of a page in ms, of workers and of Redis; *variants*: settings of both workers."""
    with StaticSite(details=details, graph=2) as site, RedisServer() as server:
        crawls: dict[str, Callable[[], Measures]] = {
            name: partial(_crawl, site, server, settings) for name, settings in variants.items()
        }
        return interleave(crawls, rounds)


def _crawl(site: StaticSite, server: RedisServer, settings: Mapping[str, Any]) -> Measures:
    with Redis(port=server.port) as client:
        client.flushall()
    given = {**WITHOUT_CAPACITY, **settings}
    arguments = list_arguments("redis", site, shape="list", url=server.url, settings=given)
    with Redis(port=server.port) as client:
        before = _seconds_of(client)
        measured = [finish(worker) for worker in start_together([arguments, arguments])]
        seconds = _seconds_of(client) - before
    pages = sum(one["pages"] for one in measured)
    assert pages == site.list_pages, f"{pages} of {site.list_pages} pages"
    spent = sum(one["pages"] * one["cpu_ms_per_page"] for one in measured)
    return {"cpu_ms_per_page": spent / pages, "redis_ms_per_page": 1000 * seconds / pages}


def _seconds_of(client: Redis) -> float:
    """CPU that the server has taken."""
    told = client.info("cpu")
    return float(told["used_cpu_user"]) + float(told["used_cpu_sys"])
