"""Run a `.bt` file; no project is needed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.exceptions import UsageError
from scrapy.settings import SETTINGS_PRIORITIES, Settings
from scrapy.utils.conf import arglist_to_dict, feed_process_params_from_cli

from ..crawl.spiderloader import spider_class
from ..crawl.spiders import TreeSpider, check_start
from .shared.files import require_file
from .shared.starting import DEFAULTS
from .shared.statuses import status_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments, with the names that Scrapy's `runspider` has for them."""
    parser.add_argument("file", help="the .bt file")
    parser.add_argument(
        "-a", dest="arguments", action="append", default=[], metavar="NAME=VALUE", help="argument of main"
    )
    add_crawl_options(parser)


def add_crawl_options(parser: argparse.ArgumentParser) -> None:
    """Where records go, settings, the level of the log."""
    parser.add_argument(
        "-o", dest="output", action="append", metavar="FILE", help="append records to FILE (-: standard output)"
    )
    parser.add_argument("-O", dest="overwrite", action="append", metavar="FILE", help="write records to FILE anew")
    parser.add_argument("-s", dest="settings", action="append", default=[], metavar="NAME=VALUE", help="a setting")
    parser.add_argument("-L", dest="level", metavar="LEVEL", help="log level (default: INFO)")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Crawl, and return the status of what it came to."""
    arguments = read_pairs("-a", options.arguments)
    apply_crawl_options(options, settings)
    path = require_file(Path(options.file), settings)
    sys.path.insert(0, str(path.resolve().parent))
    return run_tree(spider_class(path), arguments, settings)


def apply_crawl_options(options: argparse.Namespace, settings: Settings) -> None:
    """Set what `add_crawl_options` has read; raises `UsageError`."""
    given = read_pairs("-s", options.settings)
    settings.setdict(
        {
            name: value
            for name, value in DEFAULTS.items()
            if (settings.getpriority(name) or 0) <= SETTINGS_PRIORITIES["command"]
        },
        priority="command",
    )
    settings.setdict(given, priority="cmdline")
    if options.level:
        settings.set("LOG_LEVEL", options.level.upper(), priority="cmdline")
    if options.output or options.overwrite:
        feeds = feed_process_params_from_cli(settings, options.output or [], overwrite_output=options.overwrite)
        settings.set("FEEDS", feeds, priority="cmdline")


def read_pairs(option: str, words: list[str]) -> dict[str, str]:
    """What `NAME=VALUE …` says; raises `UsageError`."""
    try:
        return arglist_to_dict(words)
    except ValueError:
        raise UsageError(f"{option} takes NAME=VALUE") from None


def run_tree(
    spider: type[TreeSpider],
    arguments: dict[str, Any],
    settings: Settings,
    *,
    prepare: Iterable[Callable[[Crawler], None]] = (),
) -> int:
    """Crawl in this process; raises `RuleError` and `ArgumentsError` before anything starts."""
    check_start(spider, arguments, settings)
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(spider)
    for connect in prepare:
        connect(crawler)
    process.crawl(crawler, **arguments)
    process.start()
    return status_of(crawler, has_failed=process.bootstrap_failed)
