"""`scrapy bt SUBCOMMAND`: hands its arguments to the module of that name beside this one."""

from __future__ import annotations

import argparse
import io
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Protocol, cast

from scrapy.cmdline import ScrapyArgumentParser
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..errors import BTError

SUBCOMMANDS = {
    "new": "make a project from the template",
    "check": "name every mistake in .bt files",
    "format": "rewrite .bt files in the one canonical layout",
    "graph": "draw a .bt file as Mermaid, DOT or SVG",
    "run": "crawl a .bt file; no project is needed",
    "work": "help with a crawl on Redis, without the file of its tree",
    "demo": "serve the practice site and crawl it",
    "status": "tell what is going on in the queues of a Redis",
    "pause": "hold tasks back",
    "resume": "let tasks go on",
    "stop": "cancel tasks",
    "boost": "let tasks run earlier, or later",
    "dead": "list, show, queue again or drop tasks that failed for good",
    "purge": "delete a queue",
    "rules": "check, format, try, convert and share rule files",
    "templates": "print the folder for: scrapy startproject -s TEMPLATES_DIR=…",
}
"""Each is a module of this package."""


class Subcommand(Protocol):
    """What such a module holds."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""

    def run(self, options: argparse.Namespace, settings: Settings) -> int:
        """Do it and return the exit status.

        `UsageError` says what is wrong with the command line, `BTError` what has to be mended before it can begin.
        """


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
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        words: list[str] = [*args, *opts.words]
        if opts.help or not words:
            print(_overview())
        elif words[0] not in SUBCOMMANDS:
            sys.stderr.write(_unknown(words[0]))
            self.exitcode = 2
        else:
            assert self.settings is not None, "set before a command runs"
            self.exitcode = run_subcommand(words[0], words[1:], self.settings)


def run_subcommand(name: str, arguments: list[str], settings: Settings) -> int:
    """Run one subcommand and return its exit status; a wrong command line ends with `SystemExit(2)`."""
    subcommand = cast("Subcommand", import_module(f"{__package__}.{name}"))
    summary = SUBCOMMANDS[name]
    parser = ScrapyArgumentParser(prog=f"scrapy bt {name}", description=f"{summary[0].upper()}{summary[1:]}.")
    subcommand.add_arguments(parser)
    options = parser.parse_args(arguments)
    try:
        return subcommand.run(options, settings)
    except UsageError as error:
        parser.error(str(error))
    except BTError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _overview() -> str:
    width = max(map(len, SUBCOMMANDS))
    lines = [f"  {name:<{width}}  {summary}" for name, summary in SUBCOMMANDS.items()]
    return "\n".join(
        ("Usage:", "  scrapy bt SUBCOMMAND …", "", *lines, "", "More about one: scrapy bt SUBCOMMAND --help")
    )


def _unknown(name: str) -> str:
    near = get_close_matches(name, SUBCOMMANDS, 1)
    advice = f"did you mean 'scrapy bt {near[0]}'?" if near else f"there are: {', '.join(SUBCOMMANDS)}"
    return f"there is no 'scrapy bt {name}'; {advice}\n"
