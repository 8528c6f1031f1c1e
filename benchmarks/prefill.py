"""Detail requests of the static site in the queue before a crawl begins: as the crawl would have queued them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import scrapy
import scrapy_redis.queue
from redis import Redis
from scrapy.utils.test import get_crawler

from benchmarks.redis_worker import KINDS, TUNED, ShapeSpider
from benchmarks.static_site import DETAILS_PER_LIST, StaticSite
from scrapy_bt.crawl.redis.codec import RequestCodec, fingerprint_key
from scrapy_bt.crawl.visits.requests import REQUESTS
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.redis.frontier import RedisFrontier

PREFIX = "shape:requests"
"""Of the keys of the spider's queue: the default of scrapy-redis."""


def open_frontier(client: Redis, prefix: str = PREFIX) -> RedisFrontier:
    """The frontier of a crawl on *client*, beside the workers."""
    return RedisFrontier(client, prefix, number=lambda _bucket: 0.0, limits={}, ageing=0.0, lease_seconds=30.0)


def fill(kind: str, client: Redis, site: StaticSite) -> None:
    """Queue all details of a site."""
    FILLS[kind](client, site)


def queue_items(requests: Iterator[scrapy.Request]) -> Iterator[Requeue]:
    """What our scheduler makes of requests."""
    crawler = get_crawler(ShapeSpider, {**TUNED, "LOG_ENABLED": False})
    spider = ShapeSpider.from_crawler(crawler, site="", shape="details")
    codec, bucket = RequestCodec(spider), Bucket(spider.name, REQUESTS)
    fingerprinter = crawler.request_fingerprinter
    assert fingerprinter is not None
    for request in requests:
        request.callback = spider.parse_detail
        yield Requeue(Entry(bucket, codec.encode(request)), key=fingerprint_key(fingerprinter.fingerprint(request)))


def list_requests(site: str, details: int) -> Iterator[scrapy.Request]:
    """Requests for details with what Scrapy's spider middlewares note: depth and referrer."""
    for number in range(details):
        headers = {"Referer": f"{site}/list/{number // DETAILS_PER_LIST}"}
        yield scrapy.Request(f"{site}/detail/{number}", meta={"depth": 2}, headers=headers)


def _fill_ours(client: Redis, site: StaticSite) -> None:
    open_frontier(client).put(queue_items(list_requests(site.url, len(site.details))))


def _fill_scrapy_redis(client: Redis, site: StaticSite) -> None:
    crawler = get_crawler(ShapeSpider, {**TUNED, **KINDS["scrapy-redis"], "LOG_ENABLED": False})
    spider = ShapeSpider.from_crawler(crawler, site="", shape="details")
    queue: Any = scrapy_redis.queue.PriorityQueue(client, spider, PREFIX)
    for request in list_requests(site.url, len(site.details)):
        request.callback = spider.parse_detail
        queue.push(request)


FILLS: Mapping[str, Callable[[Redis, StaticSite], None]] = {"redis": _fill_ours, "scrapy-redis": _fill_scrapy_redis}
