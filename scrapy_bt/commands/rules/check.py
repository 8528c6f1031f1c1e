"""`scrapy bt rules check`: every fault of many rule files at once."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.settings import Settings

from ...core.rules.files.reader import check_rule
from ...core.rules.tables import renamed
from ...crawl.project.rulefiles import load_rule
from ...crawl.project.trees import read_text
from ...errors import Fault, RuleError
from ...sentences import counted
from ..shared.files import find_doubles, show
from ..shared.rule_files import add_files, find_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the faults; return 1 if there are any."""
    files, faults = find_files(options, settings)
    notes: list[str] = []
    for path in files:
        found = check_file(path)
        faults += found
        if not found:
            notes += (f"{path}: {note}" for note in renamed(load_rule(path)))
    faults += find_doubles(files, settings)
    broken = len({fault.place.file for fault in faults})
    show(faults, as_json=options.json)
    for note in notes:
        print(f"note: {note}", file=sys.stderr if options.json else sys.stdout)
    if not options.json:
        if faults:
            print(f"{counted(len(faults), 'fault')} in {broken} of {counted(len(files), 'file')}")
        else:
            print(f"no faults in {counted(len(files), 'file')}")
    return 1 if faults else 0


def check_file(path: Path) -> list[Fault]:
    """Return all faults of one file, also that it cannot be read."""
    try:
        return list(check_rule(read_text(path), file=str(path)))
    except RuleError as error:
        return list(error.faults)
