"""Work on a crawl whose tree is in Redis; no file of it is needed here."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ..crawl.guests import fetch_spider
from .run import add_crawl_options, apply_crawl_options, run_tree


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The name of the crawl, and what any crawl takes."""
    parser.add_argument("name", help="the name of the tree, as in scrapy crawl NAME")
    add_crawl_options(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Work until all is done, and return 0 once it has run."""
    apply_crawl_options(options, settings)
    settings.set("BT_FRONTIER", "redis", priority="cmdline")
    return run_tree(fetch_spider(options.name, settings), {}, settings)
