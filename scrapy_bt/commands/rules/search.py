"""`scrapy bt rules search`: the rules in one's library, and on rule servers."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...errors import BTError
from ...operations.sharing import as_shared, libraries_of
from ...sentences import counted
from ...storage.library import FolderLibrary
from ..shared.rule_library import add_library, described, folder_of
from ..shared.rule_servers import add_server


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="all of them in name, site or description; default: every rule"
    )
    parser.add_argument("--json", action="store_true", help="print the rules as JSON")
    parser.add_argument("--site", default="", metavar="HOST", help="on rule servers: for this site, or one below it")
    parser.add_argument("--licence", default="", help="on rule servers: under just this licence")
    add_server(parser)
    add_library(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print what is found; return 1 if nothing is."""
    if options.library_folder is not None and not options.library_folder.is_dir():
        raise UsageError(f"there is no folder {options.library_folder}")
    if options.server or options.site or options.licence:
        return _search_servers(options, settings)
    library = FolderLibrary(folder_of(options, settings))
    found = [*library.search(" ".join(options.words))]
    if options.json:
        records = [{"name": kept.name, **kept.bundle.manifest} for kept in found]
        print(json.dumps(records, ensure_ascii=False, indent=2))
    else:
        for kept in found:
            print("\n".join((kept.name, *(f"  {line}" for line in described(kept.bundle)), "")))
        print(f"{counted(len(found), 'rule')} in {library.folder}")
    for error in library.broken:
        sys.stderr.write(f"left out: {error}\n")
    return 0 if found else 1


def _search_servers(options: argparse.Namespace, settings: Settings) -> int:
    status = 1
    for library in libraries_of(settings, options.server):
        try:
            found = [*library.search(" ".join(options.words), site=options.site, licence=options.licence)]
        except BTError as error:
            sys.stderr.write(f"{error}\n")
            continue
        status = 0 if found else status
        if options.json:
            print(json.dumps([{"server": library.url, **asdict(each)} for each in found], ensure_ascii=False, indent=2))
        else:
            print("\n".join([*as_shared(found), f"{counted(len(found), 'rule')} at {library.url}"]))
    return status
