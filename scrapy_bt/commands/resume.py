"""`scrapy bt resume`: let tasks go on."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from .shared.arguments import telling
from .shared.orders import add_order, give_order

add_arguments = add_order


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Resume, and return 0; 1 if there is nothing of that name."""
    return give_order(options, settings, action="resume", say="resumed", nobody="was held back")
