"""`scrapy bt rules adopt`: a copy of somebody's rule that is one's own from now on."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...operations.sharing import adopt
from .subscribe import add_offer, take_offer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_offer(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Fetch it, check it, show it, and write the copy."""
    _, path = take_offer(options, settings, adopt)
    print(f"{path} is yours to change; its first line says where it comes from")
    return 0
