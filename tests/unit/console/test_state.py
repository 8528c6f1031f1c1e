import asyncio

from scrapy_bt.console.state import Console
from tests.unit.console.conftest import MadeCrawl


def test_a_crawl_has_one_poller_for_all_who_watch_it(console: Console, crawl: MadeCrawl) -> None:
    crawl.add("main/list")

    async def look() -> None:
        poller = await console.poller(crawl)
        assert await console.poller(crawl) is poller
        view = await poller.refresh()
        assert view.rows["shop/main/list"]["ready"] == 1

    asyncio.run(look())
