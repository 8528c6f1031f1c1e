"""`scrapy runspider`: Scrapy's own, which tells by its status, too, what a crawl came to."""

from __future__ import annotations

import argparse
from functools import partial

from scrapy.commands import runspider

from .crawl import Starting


class Command(Starting, runspider.Command):
    """Ends as `scrapy crawl` does."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        self._end_by_outcome(partial(super().run, args, opts))
