"""`scrapy bt SUBCOMMAND`: hands its arguments to the module of that name beside this one."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TextIO

from scrapy.commands import ScrapyCommand

from ..crawl.display.terminal import show_controls
from .shared.statuses import Status
from .shared.subcommands import Subcommands

SUBCOMMANDS = {
    "new": "make a project from the template",
    "check": "name every mistake in .bt files",
    "format": "rewrite .bt files in the one canonical layout",
    "lsp": "serve an editor: diagnostics, completion, names and layout of .bt and rule files",
    "edit": "change a part of a .bt or rule file in place, or take the last change back",
    "try": "show what a node of a .bt file takes from one page, and why not",
    "keep": "keep a page, also one of a recording, for trying trees and rules on it",
    "graph": "draw a .bt file as Mermaid, DOT or SVG",
    "record": "browse as usual, and keep a sample of it",
    "infer": "infer a tree from recordings of browsing",
    "generate": "write the code that a tree still lacks, and tests",
    "explain": "say why an inferred tree is as it is",
    "run": "crawl a .bt file; no project is needed",
    "seed": "fill the queue of a tree with the seeds of a scheme",
    "work": "work on tasks in Redis, of one tree or several",
    "up": "start all workers of a project on this machine, and show their progress",
    "demo": "serve the practice site and crawl it",
    "console": "show the crawls of a project in a browser, and take orders there",
    "status": "show the queues of a Redis server",
    "pause": "hold tasks back",
    "resume": "let tasks go on",
    "stop": "cancel tasks",
    "boost": "let tasks run earlier, or later",
    "dead": "list, show, queue again or drop tasks that failed for good",
    "purge": "delete a queue",
    "duplicates": "show which records were dropped as duplicates",
    "proxies": "list proxies and their health",
    "dispatch": "show the load of each worker of a queue, and which tasks are reserved for it",
    "entities": "say what is preferred, and see which pages name it",
    "learn": "train a model of URLs, and judge it beside simple rules",
    "rules": "check, format, try, convert and share rule files",
    "heal": "measure redesigns, and train and judge the healing of selectors",
    "templates": "print the folder for: scrapy startproject -s TEMPLATES_DIR=…",
}
"""Each is a module of this package."""

BT = Subcommands("scrapy bt", __package__, SUBCOMMANDS)


class Command(ScrapyCommand):
    """The commands of scrapy_bt below one name."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "SUBCOMMAND …"

    def short_desc(self) -> str:
        return "Behaviour trees: " + ", ".join(SUBCOMMANDS)

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.allow_abbrev = False
        # From the subcommand on everything is its own, `--help` too.
        parser.add_argument("-h", "--help", action="store_true", help="show the list of subcommands")
        parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SUBCOMMAND …", help="what to do")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        show_controls()
        words: list[str] = [*args, *opts.words]
        try:
            if opts.help or not words:
                print(BT.usage())
            else:
                assert self.settings is not None, "set before a command runs"
                self.exitcode = BT.run(words[0], words[1:], self.settings)
            sys.stdout.flush()
        except BrokenPipeError:
            if not _is_closed(sys.stdout):
                raise
            self.exitcode = Status.UNREAD


def _is_closed(stream: TextIO) -> bool:
    """Whether nobody reads it any more, as behind `| head`; what is left of it then goes nowhere."""
    try:
        stream.write("\n")
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return True
    return False
