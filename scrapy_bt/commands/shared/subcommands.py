"""A command made of subcommands: each is a module of one package, found by its name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any, NoReturn, Protocol, cast

from scrapy.cmdline import ScrapyArgumentParser
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...errors import BTError, did_you_mean
from .statuses import Status


class Subcommand(Protocol):
    """What the module of a subcommand holds."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""

    def run(self, options: argparse.Namespace, settings: Settings) -> int:
        """Do it and return the exit status.

        `UsageError` says what is wrong with the command line, `BTError` what has to be mended before it can begin.
        """


class _WordParser(ScrapyArgumentParser):
    """Tells what is wrong with a word as it was written."""

    def error(self, message: str) -> NoReturn:
        for stands in (_DASHES, repr(_DASHES)[1:-1]):
            message = message.replace(stands, "--")
        super().error(message)


@dataclass(frozen=True)
class Subcommands:
    """The subcommands of *command*, such as `scrapy bt`: a line about each, by name."""

    command: str
    package: str
    summaries: Mapping[str, str]
    default: str = ""
    """The one that is run where none is named; empty to tell which there are."""

    def run(self, name: str, arguments: Sequence[str], settings: Settings) -> int:
        """Run one and return its exit status; a wrong command line ends with `SystemExit(2)`."""
        if name not in self.summaries:
            sys.stderr.write(self._unknown(name))
            return Status.REFUSED
        subcommand = cast("Subcommand", import_module(self.module_of(name)))
        summary = self.summaries[name]
        parser = _WordParser(prog=f"{self.command} {name}", description=f"{summary[0].upper()}{summary[1:]}.")
        subcommand.add_arguments(parser)
        options = parse(parser, arguments)
        try:
            return subcommand.run(options, settings)
        except UsageError as error:
            parser.error(str(error))
        except BTError as error:
            sys.stderr.write(f"{error}\n")
            return Status.REFUSED

    def add_words(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of a command that only hands its words on."""
        parser.formatter_class = argparse.RawDescriptionHelpFormatter
        parser.epilog = self.overview()
        # From the subcommand on everything is its own, `--help` too.
        parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SUBCOMMAND …", help="what to do")

    def run_words(self, options: argparse.Namespace, settings: Settings) -> int:
        """Run what the words of `add_words` name, the default without words; returns the exit status."""
        name, *words = options.words or [self.default]
        if not name:
            print(self.usage())
            return 0
        return self.run(name, words, settings)

    def module_of(self, name: str) -> str:
        """The module of a subcommand: of its own name, unless Python has another use for that."""
        return f"{self.package}.{name}{'_' * iskeyword(name)}"

    def usage(self) -> str:
        """What is printed where no subcommand is named."""
        return f"Usage:\n  {self.command} SUBCOMMAND …\n\n{self.overview()}"

    def overview(self) -> str:
        """A line for each, and where there is more."""
        width = max(map(len, self.summaries))
        lines = [f"  {name:<{width}}  {summary}" for name, summary in self.summaries.items()]
        return "\n".join(("Subcommands:", *lines, "", f"More about one: {self.command} SUBCOMMAND --help"))

    def _unknown(self, name: str) -> str:
        form = f"'{self.command} {{}}'"
        advice = did_you_mean(name, self.summaries, f"there are: {', '.join(self.summaries)}", form=form)
        return f"there is no '{self.command} {name}'; {advice}\n"


def parse(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> argparse.Namespace:
    """Options may stand before, between and after the other words; where `--` ends them, before alone."""
    meant = [_meant(word) for word in arguments]
    if "--" in arguments:  # which mixed words lose
        at = arguments.index("--")
        told = parser.parse_args(
            [*meant[:at], "--", *(_DASHES if word == "--" else word for word in arguments[at + 1 :])]
        )
        return _with_dashes(told)
    try:
        return _with_dashes(parser.parse_intermixed_args(meant))
    except TypeError:  # one that hands all its words on
        return _with_dashes(parser.parse_args(meant))


_DASHES = "\0--"
"""What stands for `--` as a word or a value, since argparse takes each away that it finds."""


def _meant(word: str) -> str:
    """An option and its value: `--name=--`."""
    return f"{word[:-2]}{_DASHES}" if word.startswith("-") and word.endswith("=--") else word


def _with_dashes(told: argparse.Namespace) -> argparse.Namespace:
    for name, value in vars(told).items():
        setattr(told, name, [*map(_plain, value)] if isinstance(value, list) else _plain(value))
    return told


def _plain(value: Any) -> Any:
    return type(value)(str(value).replace(_DASHES, "--")) if isinstance(value, (str, Path)) else value
