"""`scrapy bt entities prefer NAME WEIGHT`: a preference, written into the project's file."""

from __future__ import annotations

import argparse

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.preference.preferences import STRONGEST
from ...operations.preferring import DEFAULT_FILE, PARTS, apply_preference, plan_preference


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("weight", type=float, metavar="WEIGHT", help="-3 to 3; 0 takes the preference away")
    parser.add_argument("--as", dest="kind", choices=PARTS, default="entity", help="what NAME is (default: entity)")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Write it; a crawl that goes on takes it up."""
    if not abs(options.weight) <= STRONGEST:
        raise UsageError(f"a weight is a number from -{STRONGEST:g} to {STRONGEST:g}")
    plan = plan_preference(settings, options.name, options.weight, kind=options.kind)
    apply_preference(plan)
    print(f"{plan.path}: {plan.part}.{plan.name} = {plan.weight:g}")
    if not plan.is_heeded:
        print(f'Crawls heed it with BT_PREFERENCES = "{DEFAULT_FILE}" in settings.py')
    return 0
