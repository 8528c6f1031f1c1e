"""`scrapy bt boost`: let tasks run earlier, or later."""

from __future__ import annotations

import argparse
from math import isfinite

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from .shared.arguments import telling
from .shared.orders import add_order, give_order


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "seconds", type=float, metavar="SECONDS", help="taken off the priority number; below 0: added; 0 ends a boost"
    )
    add_order(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Boost, and return 0; 1 if there is nothing of that name."""
    seconds: float = options.seconds
    if not isfinite(seconds):
        raise UsageError(f"a boost is a finite number of seconds, not {seconds}")
    return give_order(
        options,
        settings,
        action="boost",
        say=f"boosted by {seconds:g} s",
        nobody=f"is queued now; whatever comes is boosted by {seconds:g} s",
        seconds=seconds,
    )
