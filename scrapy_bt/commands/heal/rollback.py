"""`scrapy bt heal rollback`: crawls and files are as they were before a proposal was accepted."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...operations.healing.deciding import roll_back
from ..shared.arguments import telling
from ..shared.healing_decisions import add_ids, decide_each


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_ids(parser)
    parser.add_argument("--write", action="store_true", help="edit Python source too")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Roll back; return 1 if one could not be rolled back."""
    return decide_each(options, settings, lambda store, filed: roll_back(store, filed, write=options.write))
