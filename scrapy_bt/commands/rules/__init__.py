"""`scrapy bt rules SUBCOMMAND`: hands its arguments to the module of that name in this package."""

from __future__ import annotations

import argparse
import sys
from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, cast

from scrapy.cmdline import ScrapyArgumentParser
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...errors import BTError

if TYPE_CHECKING:
    from ..bt import Subcommand

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _overview()
    # From the subcommand on everything is its own, `--help` too.
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SUBCOMMAND …", help="what to do")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Run the subcommand and return its exit status; a wrong command line ends with `SystemExit(2)`."""
    words: list[str] = options.words
    if not words:
        print(f"Usage:\n  scrapy bt rules SUBCOMMAND …\n\n{_overview()}")
        return 0
    if words[0] not in SUBCOMMANDS:
        sys.stderr.write(_unknown(words[0]))
        return 2
    return run_subcommand(words[0], words[1:], settings)


def run_subcommand(name: str, arguments: list[str], settings: Settings) -> int:
    """Run one subcommand and return its exit status."""
    subcommand = cast("Subcommand", import_module(f"{__package__}.{module_of(name)}"))
    summary = SUBCOMMANDS[name]
    parser = ScrapyArgumentParser(prog=f"scrapy bt rules {name}", description=f"{summary[0].upper()}{summary[1:]}.")
    subcommand.add_arguments(parser)
    options = parser.parse_args(arguments)
    try:
        return subcommand.run(options, settings)
    except UsageError as error:
        parser.error(str(error))
    except BTError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def module_of(name: str) -> str:
    """The name of a subcommand's module: its own, unless Python has another use for it."""
    return f"{name}_" if iskeyword(name) else name


def _overview() -> str:
    width = max(map(len, SUBCOMMANDS))
    lines = [f"  {name:<{width}}  {summary}" for name, summary in SUBCOMMANDS.items()]
    return "\n".join(("subcommands:", *lines, "", "More about one: scrapy bt rules SUBCOMMAND --help"))


def _unknown(name: str) -> str:
    near = get_close_matches(name, SUBCOMMANDS, 1)
    advice = f"did you mean 'scrapy bt rules {near[0]}'?" if near else f"there are: {', '.join(SUBCOMMANDS)}"
    return f"there is no 'scrapy bt rules {name}'; {advice}\n"
