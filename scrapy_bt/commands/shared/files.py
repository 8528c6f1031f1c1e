"""The files that a command works on, and how their faults are shown."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings, Settings
from scrapy.utils.project import inside_project

from ...crawl.project.rulefiles import double_spiders, rule_files, rules_folder
from ...crawl.spiderloader import tree_files, trees_folder
from ...errors import Fault, Place, RuleError, Suggestion, nearest
from ...nearfiles import meant_instead


@dataclass(frozen=True)
class FileKind:
    """A kind of file that commands work on."""

    suffix: str
    place: str
    """Where a project has them, as the help says it."""
    find_folder: Callable[[BaseSettings], Path]
    list_in: Callable[[Path], list[Path]]
    """All that are in a folder, at any depth."""


TREES = FileKind(".bt", "trees/", trees_folder, tree_files)


def add_files(parser: argparse.ArgumentParser, kind: FileKind = TREES) -> None:
    """Add the arguments of a command for many files."""
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help=f"a file, or a folder of {kind.suffix} files; default: {kind.place} of the project",
    )
    parser.add_argument("--json", action="store_true", help="print the faults as JSON, for editors")


def find_files(
    options: argparse.Namespace, settings: Settings, kind: FileKind = TREES
) -> tuple[list[Path], list[Fault]]:
    """Return the files to work on, each once, and what is wrong with folders."""
    paths: list[Path] = options.paths
    if not paths:
        if not inside_project():
            raise UsageError("give files or folders, or go to the folder of a project")
        paths = [relative(kind.find_folder(settings))]
    files: dict[Path, None] = {}
    faults: list[Fault] = []
    for path in paths:
        if not path.is_dir():
            files[path] = None
            continue
        found = kind.list_in(path)
        files.update(dict.fromkeys(found))
        if not found:
            message = f"there are no {kind.suffix} files in this folder"
            faults.append(Fault(Place(str(path), 1, 1), message, "give a folder that holds some", code="no-files"))
    return list(files), faults


def require_file(path: Path, settings: BaseSettings) -> Path:
    """The given file; raises `RuleError` if it does not exist, with the project's file that may be meant."""
    if path.exists() and not path.is_dir():
        return path
    reason = "this is a folder" if path.is_dir() else "there is no such file"
    known = {each.stem: relative(each).as_posix() for each in _all_files(settings)} if inside_project() else {}
    near = nearest(path.stem, known)
    otherwise = meant_instead(path, "give the path of a readable file")
    advice = otherwise if near is None else Suggestion(path.name, known[near], "{}")
    raise RuleError([Fault(Place(str(path), 1, 1), f"the file cannot be read: {reason}", advice, code="unreadable")])


def find_doubles(files: Iterable[Path], settings: Settings) -> list[Fault]:
    """Faults where several trees and rules of the project would be one spider, and one of these files is among them."""
    if not inside_project():
        return []
    everything = _all_files(settings)
    places = {path.resolve() for path in everything}
    names = {path.stem for path in files if path.resolve() in places}
    return [*double_spiders(path for path in everything if path.stem in names)]


def show(faults: Iterable[Fault], *, as_json: bool) -> None:
    """Print faults, for people or for editors."""
    if as_json:
        print(json.dumps([_record(fault) for fault in faults], ensure_ascii=False, indent=2))
    else:
        for fault in faults:
            print(fault)


def _all_files(settings: BaseSettings) -> tuple[Path, ...]:
    """The project's trees and rules."""
    return (*tree_files(trees_folder(settings)), *rule_files(rules_folder(settings)))


def relative(path: Path) -> Path:
    """A path as it is written in the folder where the command runs."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _record(fault: Fault) -> dict[str, str | int]:
    place = fault.place
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line or place.line,
        "endColumn": place.end_column or place.column,
        "code": fault.code,
        "severity": "warning" if fault.is_warning else "error",
        "message": fault.message,
        "advice": fault.advice,
    }
