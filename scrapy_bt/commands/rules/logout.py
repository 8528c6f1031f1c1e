"""`scrapy bt rules logout`: leave a rule server, and free the seat."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ..shared.rule_servers import add_server, one_server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_server(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Forget the tokens, here and there."""
    library = one_server(options, settings)
    library.log_out()
    print(f"logged out of {library.url}")
    return 0
