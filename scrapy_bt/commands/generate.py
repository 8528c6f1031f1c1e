"""`scrapy bt generate`: code for what a tree leaves open, and tests."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from scrapy.settings import Settings

from ..codegen.generating import Generated, PackagePaths
from ..core.documents.controls import shown
from ..core.healing.patching.pieces import diff_of
from ..errors import BTError, RuleError
from ..sentences import counted
from .shared.files import require_file, show
from .shared.generating import generate_code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .bt file")
    parser.add_argument(
        "--package",
        metavar="PACKAGE",
        help="the Python package that the code goes to; default: `nodes` in the project's own, or beside the file",
    )

    parser.add_argument("--diff", action="store_true", help="tell what would be written, as a patch, and write nothing")
    parser.add_argument("--json", action="store_true", help="tell it as JSON")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Generate; return 1 for faults, with no file touched."""
    path: Path = options.file
    try:
        place, generated = generate_code(require_file(path, settings), options.package, only_plan=options.diff)
    except RuleError as error:
        show(error.faults, as_json=options.json)
        sys.stderr.write(f"{counted(len(error.faults), 'fault')} in {path}: nothing was generated\n")
        return 1
    except BTError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if options.json:
        files = [_told(place, file, content) for file, content in generated.planned.contents.items()]
        print(json.dumps({"files": files, "kept": _kept(place, generated), "completed": generated.completed}))
    elif options.diff:
        for file, content in generated.planned.contents.items():
            sys.stdout.write(shown(_told(place, file, content)["diff"]))
    else:
        _tell(place, generated)
    return 0


def _told(place: PackagePaths, file: Path, content: bytes) -> dict[str, str]:
    """A file that is written, with its patch; of what is no text, its size."""
    name = file.relative_to(place.root).as_posix()
    try:
        before = file.read_bytes().decode() if file.exists() else ""
        return {"path": name, "diff": diff_of(before, content.decode(), name)}
    except UnicodeDecodeError:
        return {"path": name, "diff": f"+++ b/{name}: {len(content)} bytes\n"}


def _kept(place: PackagePaths, generated: Generated) -> list[str]:
    """Those that were changed by hand."""
    return [file.path.relative_to(place.root).as_posix() for file in generated.planned.files if file.what == "kept"]


def _tell(place: PackagePaths, generated: Generated) -> None:
    for written in generated.planned.files:
        shown = written.path.relative_to(place.root)
        if written.what == "kept":
            print(f"kept       {shown}: it was changed by hand")
        else:
            print(f"{written.what:10} {shown}")
    for name in generated.completed:
        print(f"completed  {name} in {place.tree.relative_to(place.root)}")
    if not generated.planned.files and not generated.completed:
        print(f"{place.tree.name} lacks no code, and no answers are recorded to test it with")
        return
    print(f"Test it, in {place.root}: python -m pytest {place.tests.relative_to(place.root)}")
