"""`scrapy bt check`: every fault of many files at once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path

from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ..core.language.checker import check
from ..core.language.parser import parse
from ..core.tree.program import Program
from ..core.tree.references import EVERY
from ..crawl.project.trees import RuleTexts, files_beside, read_text, why_not_importable
from ..errors import Fault, RuleError
from ..sentences import counted
from .shared.files import add_files, find_doubles, find_files, show


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the faults and warnings; return 1 if there are faults."""
    files, faults = find_files(options, settings)
    for path in files:
        faults += check_file(path)
    faults = without_parts(files, faults)
    faults += find_doubles(files, settings)
    warnings = [fault for fault in faults if fault.is_warning]
    errors = [fault for fault in faults if not fault.is_warning]
    broken = len({fault.place.file for fault in errors})
    looked_at = max(broken, len(files))  # what they include may be broken, too
    show(faults, as_json=options.json)
    if not options.json:
        print(
            f"{counted(len(errors), 'fault')} in {broken} of {counted(looked_at, 'file')}{_and_warnings(warnings)}"
            if errors
            else f"{_praise(len(files))}{_and_warnings(warnings)}"
        )
        sound = set(map(str, files)) - {fault.place.file for fault in errors}
        for path in files:
            if str(path) in sound:
                _tell_keys(path)
    return 1 if errors else 0


def _and_warnings(warnings: Sequence[Fault]) -> str:
    return f", {counted(len(warnings), 'warning')}" if warnings else ""


def check_file(path: Path) -> list[Fault]:
    """Return all faults of one file, also that it cannot be read."""
    try:
        text = read_text(path)
    except RuleError as error:
        return list(error.faults)
    with _importing_beside(path):
        return check(
            text,
            file=str(path),
            resolve=_why_not_importable,
            rules=RuleTexts(path.parent),
            includes=files_beside(path),
        )


def without_parts(files: Sequence[Path], faults: Sequence[Fault]) -> list[Fault]:
    """The faults but that a file lacks `main` which another one includes."""
    lacking = {fault.place.file for fault in faults if fault.code == "missing-main"}
    if not lacking:
        return list(faults)
    included: set[Path] = set()
    for path in files:
        with suppress(RuleError):
            document = parse(read_text(path), file=str(path), includes=files_beside(path))
            included.update((path.parent / name).resolve() for name, _ in document.included)
    return [
        fault for fault in faults if fault.code != "missing-main" or Path(fault.place.file).resolve() not in included
    ]


def _tell_keys(path: Path) -> None:
    """For which values each shared node of a file without faults is made anew."""
    text = read_text(path)
    document = parse(text, file=str(path), includes=files_beside(path))
    keys = Program(document).keys if document.shared else {}
    for name, key in keys.items():
        place = document.shared[name].place
        print(f"{place}: [[ {name} ]] is made {_for_whom(key)}")


def _for_whom(key: Sequence[str]) -> str:
    if EVERY in key:
        return "for each set of all variables: a Python function that it calls is given every one; name what it needs"
    return f"once for each {', '.join(key)}" if key else "once for all"


def _praise(files: int) -> str:
    return f"no faults in {counted(files, 'file')}"


@contextmanager
def _importing_beside(path: Path) -> Iterator[None]:
    """Let modules beside a file be found where there is no project; the folder of a project is found anyway."""
    folder = str(path.resolve().parent)
    adds = not inside_project() and folder not in sys.path
    if adds:
        sys.path.append(folder)
    try:
        yield
    finally:
        if adds and folder in sys.path:
            sys.path.remove(folder)


def _why_not_importable(reference: str) -> str | None:
    # What a user's module prints while it is imported must not get into the JSON, nor may it end this command.
    with redirect_stdout(sys.stderr):
        try:
            return why_not_importable(reference)
        except SystemExit as error:
            return f"importing '{reference}' ends the program: SystemExit({error.code!r})"
