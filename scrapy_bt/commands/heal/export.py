"""`scrapy bt heal export`: a redesign with its pages as one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.settings import Settings

from ...operations.healing.casefiles import export_case
from ...operations.healing.cases import find_case
from ...operations.healing.stores import opened_store
from ..shared.arguments import telling


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", type=int, metavar="ID", help="number of any of its proposals, as `review` tells it")
    parser.add_argument("file", type=Path, metavar="FILE", help="where it goes, such as case.json.gz")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Write the file."""
    with opened_store(settings) as store:
        case = find_case(store, options.id)
        export_case(store, case, options.file)
    print(f"written: {options.file}, with {len(case.filed)} proposals for {', '.join(case.spiders)}")
    return 0
