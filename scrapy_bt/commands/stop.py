"""`scrapy bt stop`: cancel tasks."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from .shared.arguments import telling
from .shared.orders import add_order, give_order

add_arguments = add_order


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Stop, and return 0; 1 if there is nothing of that name."""
    return give_order(
        options, settings, action="stop", say="stopped; those that run end with their step", nobody="is there to stop"
    )
