"""Scrapy's commands that look at single pages; in a project on Redis they leave the queue of its crawls alone."""

from __future__ import annotations

import argparse

from scrapy.commands import ScrapyCommand, check, fetch, parse, shell, view
from scrapy.exceptions import UsageError
from scrapy.utils.project import inside_project

from ..crawl.redis import QUEUE_APART
from ..errors import BTError
from ..settings import BTSettings


class _Looking(ScrapyCommand):
    """Their requests have callbacks of their own, and a page that is looked at is nobody's task."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        # Scrapy asks a command from an entry point outside of projects, too.
        if self.requires_project and not inside_project():
            raise UsageError("this command is only available within a project: go to its folder", print_help=False)
        super().process_options(args, opts)
        assert self.settings is not None, "set before a command runs"
        try:
            BTSettings.read(self.settings)
        except BTError as error:
            raise UsageError(str(error), print_help=False) from None
        self.settings.set(QUEUE_APART, value=True, priority="cmdline")


class Shell(_Looking, shell.Command):
    """`scrapy shell`."""


class Fetch(_Looking, fetch.Command):
    """`scrapy fetch`."""


class View(_Looking, view.Command):
    """`scrapy view`."""


class Parse(_Looking, parse.Command):
    """`scrapy parse`."""


class Check(_Looking, check.Command):
    """`scrapy check`."""
