"""One crawl of the static site's list shape by Crawlee for Python, in this process; prints its measures as JSON."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import resource
import time
from typing import Any

from benchmarks.redis_worker import CONCURRENCY


async def crawl(site: str, *, has_sessions: bool) -> dict[str, Any]:
    """Crawl; pages, items, and what they cost from the first response to the last."""
    # An extra that only this needs.
    from crawlee import ConcurrencySettings, Request  # noqa: PLC0415
    from crawlee.crawlers import ParselCrawler  # noqa: PLC0415
    from crawlee.storage_clients import MemoryStorageClient  # noqa: PLC0415

    times: list[tuple[float, float]] = []
    crawler = ParselCrawler(
        storage_client=MemoryStorageClient(),
        concurrency_settings=ConcurrencySettings(
            min_concurrency=CONCURRENCY, desired_concurrency=CONCURRENCY, max_concurrency=CONCURRENCY
        ),
        use_session_pool=has_sessions,
        configure_logging=False,
        max_request_retries=0,
    )

    def note() -> None:
        times.append((time.time(), time.process_time()))

    @crawler.router.default_handler
    async def index(context: Any) -> None:
        note()
        await follow(context, "a.list::attr(href)", "list")

    @crawler.router.handler("list")
    async def read_list(context: Any) -> None:
        note()
        await follow(context, "a.item::attr(href)", "detail")

    @crawler.router.handler("detail")
    async def detail(context: Any) -> None:
        note()
        css = context.selector.css
        await context.push_data(
            {
                "title": css("h1::text").get(),
                "price": css(".price::text").get(),
                "sku": css(".sku::text").get(),
                "description": css(".description::text").get(),
            }
        )

    async def follow(context: Any, links: str, label: str) -> None:
        # As Crawlee's enqueue_links does, without its look at every link of the page.
        await context.add_requests(
            [Request.from_url(f"{site}{path}", label=label) for path in context.selector.css(links).getall()]
        )

    await crawler.run([f"{site}/"])
    (first, first_cpu), (last, last_cpu) = times[0], times[-1]
    return {
        "pages": len(times),
        "items": (await crawler.get_data(limit=1)).total,
        "pages_per_s": len(times) / (last - first),
        "cpu_ms_per_page": 1000 * (last_cpu - first_cpu) / len(times),
        "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> None:
    """Crawl the list shape once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["crawlee", "crawlee-lean"])
    parser.add_argument("site")
    options = parser.parse_args()
    logging.disable(logging.INFO)
    print(json.dumps(asyncio.run(crawl(options.site, has_sessions=options.kind == "crawlee"))))


if __name__ == "__main__":
    main()
