"""`scrapy bt rules export`: a rule as it is passed on, or kept in one's library."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.settings import Settings

from ...core.rules.files.bundle import SUFFIX, make_bundle, write_bundle
from ...core.rules.sharing.trust import fingerprint
from ...crawl.project.trees import read_text
from ...errors import BTError
from ...storage.library import FolderLibrary, file_name
from ...storage.signatures import sign
from ..shared.outputs import add_force, write_new
from ..shared.rule_files import find_rule
from ..shared.rule_library import add_library, folder_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="a rule file, or the name of one in the project's rules/")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", type=Path, metavar=f"NAME{SUFFIX}", help="default: named as the rule, here")
    where.add_argument("--library", action="store_true", help="keep it in your library instead")
    parser.add_argument("--sign", type=Path, metavar="KEY", help="sign it with a private Ed25519 key in a PEM file")
    add_force(parser)
    add_library(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Export the rule; return 1 if it cannot be written."""
    file = find_rule(options.rule, settings)
    bundle = make_bundle(read_text(file), file=str(file))
    if options.sign is not None:
        bundle = sign(bundle, options.sign)
    if options.library:
        library = FolderLibrary(folder_of(options, settings))
        print(f"{library.folder / library.add(bundle)}")
    else:
        output: Path = options.output or Path(f"{file_name(bundle.rule.name)}{SUFFIX}")
        try:
            write_new(output, write_bundle(bundle), source=file, is_forced=options.force)
        except BTError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        print(f"{output}")
    print(f"sha256 {bundle.hash}")
    if bundle.signature:
        print(f"signed by {fingerprint(bundle.key)}")
    return 0
