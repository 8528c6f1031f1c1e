"""`scrapy bt rules format`: rule files in the one canonical layout."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ...core.rules.files.formatter import format_rule
from ..format import add_check, rewrite
from ..shared.rule_files import add_files, find_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    add_check(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Format the files; return 1 for faults, and with `--check` also for a file that would change."""
    files, faults = find_files(options, settings)
    return rewrite(files, faults, options, format_rule, "scrapy bt rules format")
