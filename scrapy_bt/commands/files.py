"""The `.bt` files that a command works on, and how their faults are shown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ..crawl.spiderloader import tree_files, trees_folder
from ..errors import Fault, Place


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command for many files."""
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="a file, or a folder of .bt files; default: trees/ of the project",
    )
    parser.add_argument("--json", action="store_true", help="print the faults as JSON, for editors")


def find_files(options: argparse.Namespace, settings: Settings) -> tuple[list[Path], list[Fault]]:
    """Return the files to work on, each once, and what is wrong with folders."""
    paths: list[Path] = options.paths
    if not paths:
        if not inside_project():
            raise UsageError("give files or folders, or go to the folder of a project")
        paths = [_relative(trees_folder(settings))]
    files: dict[Path, None] = {}
    faults: list[Fault] = []
    for path in paths:
        if not path.is_dir():
            files[path] = None
            continue
        found = tree_files(path)
        files.update(dict.fromkeys(found))
        if not found:
            message = "there are no .bt files in this folder"
            faults.append(Fault(Place(str(path), 1, 1), message, "give a folder that holds some", code="no-files"))
    return list(files), faults


def show(faults: Iterable[Fault], *, as_json: bool) -> None:
    """Print faults, for people or for editors."""
    if as_json:
        print(json.dumps([_record(fault) for fault in faults], ensure_ascii=False, indent=2))
    else:
        for fault in faults:
            print(fault)


def count(number: int, noun: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _relative(path: Path) -> Path:
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path


def _record(fault: Fault) -> dict[str, str | int]:
    place = fault.place
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line or place.line,
        "endColumn": place.end_column or place.column,
        "code": fault.code,
        "message": fault.message,
        "advice": fault.advice,
    }
