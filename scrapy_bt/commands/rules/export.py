"""`scrapy bt rules export`: a rule as it is passed on, or kept in one's library."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.settings import Settings

from ...core.rules.files.bundle import SUFFIX, make_bundle, write_bundle
from ...crawl.trees import read_text
from ...storage.library import FolderLibrary, file_name
from ...storage.signatures import fingerprint, sign
from .library import add_library, folder_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the rule")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", type=Path, metavar=f"NAME{SUFFIX}", help="default: named as the rule, here")
    where.add_argument("--library", action="store_true", help="keep it in your library instead")
    parser.add_argument("--sign", type=Path, metavar="KEY", help="sign it with a private Ed25519 key in a PEM file")
    add_library(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Export the rule; return 1 if it cannot be written."""
    bundle = make_bundle(read_text(options.file), file=str(options.file))
    if options.sign is not None:
        bundle = sign(bundle, options.sign)
    if options.library:
        library = FolderLibrary(folder_of(options, settings))
        print(f"{library.folder / library.add(bundle)}")
    else:
        output: Path = options.output or Path(f"{file_name(bundle.rule.name)}{SUFFIX}")
        try:
            output.write_text(write_bundle(bundle), encoding="utf-8", newline="\n")
        except OSError as error:
            sys.stderr.write(f"{output}: the rule cannot be written: {error.strerror or error}\n")
            return 1
        print(f"{output}")
    print(f"sha256 {bundle.hash}")
    if bundle.signature:
        print(f"signed by {fingerprint(bundle.key)}")
    return 0
