"""The rule files that a command works on."""

from __future__ import annotations

import argparse
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ...crawl.rules import rule_files, rules_folder
from ...errors import Fault, Place


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command for many files."""
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="a file, or a folder of .yaml files; default: rules/ of the project",
    )
    parser.add_argument("--json", action="store_true", help="print the faults as JSON, for editors")


def find_files(options: argparse.Namespace, settings: Settings) -> tuple[list[Path], list[Fault]]:
    """Return the files to work on, each once, and what is wrong with folders."""
    paths: list[Path] = options.paths
    if not paths:
        if not inside_project():
            raise UsageError("give files or folders, or go to the folder of a project")
        paths = [_relative(rules_folder(settings))]
    files: dict[Path, None] = {}
    faults: list[Fault] = []
    for path in paths:
        if not path.is_dir():
            files[path] = None
            continue
        found = rule_files(path)
        files.update(dict.fromkeys(found))
        if not found:
            message = "there are no .yaml files in this folder"
            faults.append(Fault(Place(str(path), 1, 1), message, "give a folder that holds some", code="no-files"))
    return list(files), faults


def _relative(path: Path) -> Path:
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
