"""`scrapy bt generate`: code for what a tree leaves open, and tests."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.settings import Settings

from ..codegen.generating import Generated, PackagePaths
from ..errors import BTError, RuleError
from .shared.files import count, require_file, show
from .shared.generating import generate_code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the .bt file")
    parser.add_argument(
        "--package",
        metavar="PACKAGE",
        help="the Python package that the code goes to; default: `nodes` in the project's own, or beside the file",
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Generate; return 1 for faults, with no file touched."""
    path: Path = options.file
    try:
        place, generated = generate_code(require_file(path, settings), options.package)
    except RuleError as error:
        show(error.faults, as_json=False)
        sys.stderr.write(f"{count(len(error.faults), 'fault')} in {path}: nothing was generated\n")
        return 1
    except BTError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    _tell(place, generated)
    return 0


def _tell(place: PackagePaths, generated: Generated) -> None:
    for written in generated.files:
        shown = written.path.relative_to(place.root)
        if written.what == "kept":
            print(f"kept       {shown}: it was changed by hand")
        else:
            print(f"{written.what:10} {shown}")
    for name in generated.completed:
        print(f"completed  {name} in {place.tree.relative_to(place.root)}")
    if not generated.files and not generated.completed:
        print(f"{place.tree.name} lacks no code, and no answers are recorded to test it with")
        return
    print(f"Test it, in {place.root}: python -m pytest {place.tests.relative_to(place.root)}")
