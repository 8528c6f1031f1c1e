"""`scrapy bt entities harvest SPIDER`: how soon the relevant pages of its last crawl came."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.settings import Settings

from ...core.preference.harvest import draw_harvest
from ...crawl.preference.harvesting import HarvestFile
from ...errors import BTError
from ...wholefiles import write_whole
from ..shared.tables import TextTable, as_text

_SHARES = (0.1, 0.25, 0.5, 1.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("spider", metavar="SPIDER", help="the spider or tree that was crawled with BT_PREFERENCES")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="draw it, as SVG")


def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Tell it, and draw it."""
    harvest = HarvestFile(options.spider).load()
    total = len(harvest.relevant)
    rows = []
    for share in _SHARES:
        pages = round(share * harvest.pages)
        found = harvest.found_by(pages)
        rows.append((str(pages), str(found), f"{found / total:.0%}" if total else "", f"{share:.0%}"))
    columns = ("pages", "relevant ones", "of all", "in any order")
    print(as_text([TextTable(f"{harvest.pages} pages, {total} relevant", columns, rows, frozenset(columns))]))
    if options.output is not None:
        try:
            write_whole(options.output, draw_harvest(harvest))
        except OSError as error:
            raise BTError(f"{options.output} cannot be written: {error}") from None
        print(f"drawn: {options.output}")
    return 0
