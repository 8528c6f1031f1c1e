"""`scrapy bt heal import`: a redesign from a file that `export` has written."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.settings import Settings

from ...operations.healing.casefiles import import_case
from ...operations.healing.stores import opened_store
from ..shared.arguments import telling


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a file of `scrapy bt heal export`")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Take its pages and proposals into the store, which is made where there is none."""
    with opened_store(settings, make=True) as store:
        filed = import_case(store, options.file)
    print(f"proposals {', '.join(str(one.id) for one in filed)}: look at them with `scrapy bt heal review`")
    return 0
