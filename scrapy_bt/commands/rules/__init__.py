"""`scrapy bt rules SUBCOMMAND`: hands its arguments to the module of that name in this package."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ..dispatch import Subcommands

SUBCOMMANDS = {
    "suggest": "propose a tag from examples on a page",
    "try": "show what a rule takes from a page, step by step",
    "check": "name every mistake in rule files",
    "format": "rewrite rule files in the one canonical layout",
    "schema": "print the JSON Schema of rule files, for editors",
    "export": "write a rule as a file to be passed on",
    "import": "take a rule that was passed on",
    "search": "look for rules in your library",
    "convert": "print the tree that a rule compiles to, as a .bt file",
}
"""Each is a module of this package."""

RULES = Subcommands("scrapy bt rules", __package__, SUBCOMMANDS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = RULES.overview()
    # From the subcommand on everything is its own, `--help` too.
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SUBCOMMAND …", help="what to do")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Run the subcommand and return its exit status; a wrong command line ends with `SystemExit(2)`."""
    words: list[str] = options.words
    if not words:
        print(RULES.usage())
        return 0
    return RULES.run(words[0], words[1:], settings)
