"""Serve the practice site and crawl it."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.settings import Settings

from ..crawl.display.consoles import open_console
from ..crawl.project.trees import read_text
from ..crawl.spiderloader import spider_class
from ..crawl.visits.suffixes import shorten_fetch_failures
from ..testing.site.process import PracticeSite
from .run import run_tree
from .shared.demonstrating import show_console
from .shared.starting import DEFAULTS
from .shared.stopping import stopping

TREE = Path(__file__).parent.parent / "testing" / "trees" / "quotes.bt"
_ROWS = 5
_PORT = 8000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Serving only, and where."""
    parser.add_argument("--serve", action="store_true", help="only serve the site, until Ctrl-C")
    parser.add_argument("--console", action="store_true", help="crawl for some minutes, and show it in the console")
    parser.add_argument("--console-port", type=int, default=0, help="the console's port (default: a free one)")
    parser.add_argument("--port", type=int, help=f"the site's port (default: a free one; with --serve {_PORT})")


def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Return 0 when the crawl gave records."""
    port = options.port if options.port is not None else (_PORT if options.serve else 0)
    if options.console:
        return show_console(port=port, console_port=options.console_port)
    with PracticeSite(port=port) as site:
        if options.serve:
            return _serve(site)
        return _crawl(site)


def _serve(site: PracticeSite) -> int:
    with stopping() as stop:
        print(f"practice site on {site.url} (Ctrl-C ends it)", flush=True)
        stop.wait()
    return 0


def _crawl(site: PracticeSite) -> int:
    """Nothing of a project that somebody is in: its feeds and pipelines keep what is theirs."""
    console = open_console()
    console.rule("The tree: quotes.bt", align="left")
    console.print(Syntax(read_text(TREE).rstrip(), "bt", background_color="default"), crop=False, soft_wrap=True)
    console.rule(f"Crawling the practice site on {site.url}", align="left")
    console.file.flush()
    records: list[tuple[str, dict[str, Any]]] = []

    def collect(crawler: Crawler) -> None:
        crawler.signals.connect(
            lambda item: records.append((_kind(item), dict(item))), signals.item_scraped, weak=False
        )

    shorten_fetch_failures()
    settings = Settings()
    settings.setdict({**DEFAULTS, "LOG_LEVEL": "WARNING"}, priority="command")
    failed = run_tree(spider_class(TREE), {"site": site.url.rstrip("/")}, settings, prepare=[collect])
    for kind in sorted({kind for kind, _ in records}, reverse=True):
        _show(console, kind, [record for name, record in records if name == kind])
    counts = site.counts()
    busiest = counts["by_folder"]
    console.rule("What the site was asked for", align="left")
    console.print(", ".join(f"{folder}: {count}" for folder, count in busiest.items()))
    console.print("\nA project of your own:     [bold]scrapy bt new shop[/]")
    console.print("This site to practise on:  [bold]scrapy bt demo --serve[/]")
    return failed or int(not records)


def _kind(record: Any) -> str:
    return "quote" if "text" in record else "author"


def _show(console: Console, kind: str, records: list[dict[str, Any]]) -> None:
    table = Table(title=f"{len(records)} {kind} records, the first {min(_ROWS, len(records))}", title_justify="left")
    for name in records[0]:
        table.add_column(name)
    for record in islice(records, _ROWS):
        table.add_row(*(", ".join(value) if isinstance(value, list) else str(value) for value in record.values()))
    console.print(table)
