"""`scrapy crawl`: Scrapy's own, and for trees a check of the file and the arguments before anything starts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scrapy import Spider
from scrapy.commands import BaseRunSpiderCommand, crawl
from scrapy.crawler import Crawler
from scrapy.exceptions import UsageError
from scrapy.utils.project import inside_project

from ..core.documents.json import read_json
from ..crawl.display.terminal import show_controls
from ..errors import BTError
from .shared.statuses import Status, status_of


class Starting(BaseRunSpiderCommand):
    """Ends with the status of what the crawl came to, and with 2 when a setting is wrong."""

    _started: Crawler | None = None

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        # Before the log is opened.
        show_controls()
        super().process_options(args, opts)

    def _end_by_outcome(self, run: Callable[[], None]) -> None:
        """Run Scrapy's own command, and set the status."""
        self._note_crawlers()
        try:
            run()
        except BTError as error:
            sys.stderr.write(f"{error}\n")
            self.exitcode = Status.REFUSED
            return
        crawler = self._started
        fault = getattr(crawler.spider, "fault", None) if crawler is not None else None
        if crawler is not None and fault is not None and not crawler.settings.getbool("LOG_ENABLED"):
            sys.stderr.write(f"{fault}\n")
        self.exitcode = status_of(self._started, has_failed=self.exitcode != Status.DONE)

    def _note_crawlers(self) -> None:
        from .shared import starting  # noqa: PLC0415  # whatever is called, Scrapy imports this module

        process = self.crawler_process
        assert process is not None, "made before a command runs"
        create = process.create_crawler

        def create_crawler(spider: type[Spider] | str | Crawler) -> Crawler:
            self._started = create(spider)
            starting.check_settings(self._started.settings)
            return self._started

        process.create_crawler = create_crawler  # type: ignore[method-assign,assignment]  # each version of Scrapy calls it


@dataclass(frozen=True)
class GivenFile:
    """What a file gives a crawl."""

    arguments: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)


def read_given(file: str) -> GivenFile:
    """What the file says; raises `UsageError`."""
    try:
        given: GivenFile = read_json(Path(file).read_bytes(), shape=GivenFile)
    except (OSError, ValueError) as error:
        raise UsageError(f"--given {file}: {error}", print_help=False) from None
    return given


class Command(Starting, crawl.Command):
    """Ends with status 2, too, when the author of a tree, or who starts it, has to mend something first."""

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--given",
            metavar="FILE",
            help='JSON of {"arguments": {…}, "settings": {…}}: what stands on a command line, others see',
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        given = read_given(opts.given) if opts.given else GivenFile()
        if self.settings is not None:
            self.settings.setdict(dict(given.settings), priority="cmdline")
        super().process_options(args, opts)
        opts.spargs = {**given.arguments, **opts.spargs}

    def short_desc(self) -> str:
        return "Run a spider or a tree of the current project, by name"

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) > 1 and args[0] == "--":  # a name that begins with `-` stands behind it
            args = args[1:]
        if not inside_project():
            raise UsageError("'scrapy crawl' needs a project: go to its folder, or use 'scrapy bt run FILE'")
        from .shared import starting  # noqa: PLC0415  # as above

        assert self.crawler_process is not None, "made before a command runs"
        fault = starting.find_fault(self.crawler_process, args[0], opts.spargs) if len(args) == 1 else None
        if fault is not None:
            sys.stderr.write(f"{fault}\n")
            self.exitcode = Status.REFUSED
            return
        self._end_by_outcome(partial(super().run, args, opts))
