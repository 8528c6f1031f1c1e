"""Work on crawls whose tasks are in Redis, several in one process if that is wanted."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.addons import AddonManager
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..crawl.redis.programs import find_spider
from ..crawl.redis.remote_trees import fetch_spider
from ..crawl.spiders import TreeSpider, check_start
from ..errors import BTError
from ..settings import BTSettings
from .run import add_crawl_options, apply_crawl_options
from .shared.statuses import status_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The names of the crawls, and what any crawl takes."""
    parser.add_argument("names", nargs="+", metavar="NAME", help="the name of a tree, as in scrapy crawl NAME")
    add_crawl_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Work until all is done, and return the status of what it came to."""
    names = list(dict.fromkeys(options.names))
    if len(names) > 1:
        _refuse_one_file([*(options.output or ()), *(options.overwrite or ())])
    apply_crawl_options(options, settings)
    settings.set("BT_FRONTIER", "redis", priority="cmdline")
    if len(names) > 1 and BTSettings.read(settings).progress in ("auto", "live"):
        # One terminal has one display that is redrawn.
        settings.set("BT_PROGRESS", "plain", priority="cmdline")
    AddonManager.load_pre_crawler_settings(settings)
    spiders = [find_worker(name, settings) for name in names]
    for spider in spiders:
        check_start(spider, {}, settings)
    process = AsyncCrawlerProcess(settings)
    crawlers = [process.create_crawler(spider) for spider in spiders]
    for crawler in crawlers:
        process.crawl(crawler)
    process.start()
    return status_of(*crawlers, has_failed=process.bootstrap_failed)


def find_worker(name: str, settings: Settings) -> type[TreeSpider]:
    """A spider that brings no tasks: of the project's tree of that name, or of the one that is in Redis."""
    try:
        found = find_spider(name, settings)
    except ImportError as error:  # somebody else's spider cannot be loaded
        raise BTError(f"the spiders of this project cannot be loaded: {error}") from None
    if found is None:
        return fetch_spider(name, settings)
    return type(found.__name__, (found,), {"is_remote": True, "__module__": found.__module__})


def _refuse_one_file(outputs: list[str]) -> None:
    for output in outputs:
        if "%(name)s" not in output:
            stem, suffix = Path(output).stem, Path(output).suffix
            raise UsageError(f"several trees would write into {output}: name it {stem}-%(name)s{suffix}, as one each")
