"""`scrapy list`: Scrapy's own, with what add-ons bring; Scrapy's loads none, so it would not see trees."""

from __future__ import annotations

import argparse
import sys

from scrapy.addons import AddonManager
from scrapy.commands import list as scrapy_list
from scrapy.exceptions import UsageError
from scrapy.utils.project import inside_project

from ..crawl.display.terminal import show_controls
from ..errors import BTError


class Command(scrapy_list.Command):
    """Ends with status 1 when two spiders or trees bear the same name."""

    def short_desc(self) -> str:
        return "List the spiders and trees of the current project"

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        show_controls()
        # Scrapy asks a command from an entry point outside of projects, too.
        if not inside_project():
            raise UsageError("the list command is only available within a project: go to its folder", print_help=False)
        assert self.settings is not None, "set before a command runs"
        AddonManager.load_pre_crawler_settings(self.settings)
        try:
            super().run(args, opts)
        except BTError as error:
            sys.stderr.write(f"{error}\n")
            self.exitcode = 1
