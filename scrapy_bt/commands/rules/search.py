"""`scrapy bt rules search`: the rules in one's library."""

from __future__ import annotations

import argparse
import json
import sys

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...storage.library import FolderLibrary
from ..files import count
from .library import add_library, described, folder_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="all of them in name, site or description; default: every rule"
    )
    parser.add_argument("--json", action="store_true", help="print the rules as JSON")
    add_library(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print what is found; return 1 if nothing is."""
    if options.library_folder is not None and not options.library_folder.is_dir():
        raise UsageError(f"there is no folder {options.library_folder}")
    library = FolderLibrary(folder_of(options, settings))
    found = [*library.search(" ".join(options.words))]
    if options.json:
        records = [{"name": kept.name, **kept.bundle.manifest} for kept in found]
        print(json.dumps(records, ensure_ascii=False, indent=2))
    else:
        for kept in found:
            print("\n".join((kept.name, *(f"  {line}" for line in described(kept.bundle)), "")))
        print(f"{count(len(found), 'rule')} in {library.folder}")
    for error in library.broken:
        sys.stderr.write(f"left out: {error}\n")
    return 0 if found else 1
