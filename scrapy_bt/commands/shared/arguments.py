"""The arguments and settings that commands for queues have in common, and how they end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.conf import arglist_to_dict

from ...core.documents.numbers import read_whole
from ...errors import BTError
from ...operations.settings import complete


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the server where no project does."""
    parser.add_argument(
        "-s",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting, as REDIS_URL=redis://127.0.0.1:6379; default: those of the project",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the argument for other programs."""
    parser.add_argument("--json", action="store_true", help="print one JSON object, for other programs")


def add_each(parser: argparse.ArgumentParser) -> None:
    """Add the argument by which a part of the single pages is learned from."""
    parser.add_argument(
        "--each",
        nargs=2,
        action="append",
        default=[],
        metavar=("GROUP", "N"),
        help="of single pages of this group, such as recipe, take each Nth alone; repeatable",
    )


def read_each(options: argparse.Namespace) -> dict[str, int]:
    """By group, which part of its pages is taken; raises `UsageError` for what is no number from 1 on."""
    return {group: _positive(number) for group, number in options.each}


def _positive(number: str) -> int:
    read = read_whole(number)
    if not read:
        raise UsageError(f"--each takes a group and a number from 1 on, not {number!r}")
    return read


def read_settings(options: argparse.Namespace, settings: Settings, name: str | None) -> Settings:
    """The settings that the crawl of the spider *name* has, with those of the command line."""
    try:
        given = arglist_to_dict(options.settings)
    except ValueError:
        raise UsageError("-s takes NAME=VALUE") from None
    settings.setdict(given, priority="cmdline")
    return complete(settings, name)


def telling(run: Callable[[argparse.Namespace, Settings], int]) -> Callable[[argparse.Namespace, Settings], int]:
    """Let a command end with status 1, and a line, when Redis or what is there does not let it do its work."""

    def tell(options: argparse.Namespace, settings: Settings) -> int:
        try:
            return run(options, settings)
        except BTError as error:
            sys.stderr.write(f"{error}\n")
            return 1

    tell.__doc__ = run.__doc__
    return tell
