"""`scrapy bt pause`: hold tasks back."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from .shared.arguments import telling
from .shared.orders import add_order, give_order

add_arguments = add_order


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Pause, and return 0; 1 if there is nothing of that name."""
    # A pause of a node holds what comes there later too.
    lasts = options.task is None
    return give_order(
        options,
        settings,
        action="pause",
        say="paused" + (", and whatever comes until somebody resumes it" if lasts else ""),
        nobody="is held back now; whatever comes is, until somebody resumes it" if lasts else "to pause: it is paused",
    )
