"""`scrapy bt heal SUBCOMMAND`: hands its arguments to the module of that name in this package."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ..dispatch import Subcommands

SUBCOMMANDS = {
    "status": "tell which fields give what they used to, and which do not",
    "propose": "find other selectors for the fields that have changed, and try them",
    "report": "tell how far two pages are from each other",
    "evaluate": "judge healing by labelled pairs of pages",
    "train": "train models of healing from labelled pages",
}
"""Each is a module of this package."""

HEAL = Subcommands("scrapy bt heal", __package__, SUBCOMMANDS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HEAL.overview()
    # From the subcommand on everything is its own, `--help` too.
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SUBCOMMAND …", help="what to do")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Run the subcommand and return its exit status; a wrong command line ends with `SystemExit(2)`."""
    words: list[str] = options.words
    if not words:
        print(HEAL.usage())
        return 0
    return HEAL.run(words[0], words[1:], settings)
