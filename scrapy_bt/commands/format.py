"""`scrapy bt format`: files in the one canonical layout."""

from __future__ import annotations

import argparse
from itertools import count as numbers
from itertools import zip_longest
from pathlib import Path
from typing import Protocol

from scrapy.settings import Settings

from ..core.language.formatter import format_text
from ..crawl.project.trees import read_text
from ..errors import Fault, Place, RuleError
from ..sentences import counted
from .shared.files import add_files, find_files, show


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    add_check(parser)


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add what any such command can be asked for."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say which files would change, and end with 1"
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Format the files; return 1 for faults, and with `--check` also for a file that would change."""
    files, faults = find_files(options, settings)
    return rewrite(files, faults, options, format_text, "scrapy bt format")


class CanonicalForm(Protocol):
    """Gives the canonical form of a text; raises `RuleError`."""

    def __call__(self, text: str, *, file: str) -> str: ...


def rewrite(
    files: list[Path], faults: list[Fault], options: argparse.Namespace, form: CanonicalForm, command: str
) -> int:
    """Rewrite files in their canonical form, tell *faults* and those of the files, and return the exit status."""
    changed: list[Path] = []
    for path in files:
        try:
            text, formatted = _formatted(path, form)
            if text == formatted:
                continue
            changed.append(path)
            if options.check:
                faults.append(_not_formatted(path, text, formatted, command))
            else:
                path.write_bytes(formatted.encode())
        except RuleError as error:
            faults += error.faults
        except OSError as error:
            changed.remove(path)
            faults.append(_unwritable(path, error))
    show(faults, as_json=options.json)
    if not options.json:
        print(_summary(len(files), len(changed), check=options.check))
    return 1 if faults else 0


def _formatted(path: Path, form: CanonicalForm) -> tuple[str, str]:
    """Return the text of a file with its line ends, and its canonical form; raise `RuleError` with its faults."""
    read_text(path)
    text = path.read_bytes().decode()
    return text, form(text, file=str(path))


def _not_formatted(path: Path, text: str, formatted: str, command: str) -> Fault:
    lines = zip(numbers(1), zip_longest(text.split("\n"), formatted.split("\n")))
    number, (line, _) = next(pair for pair in lines if pair[1][0] != pair[1][1])
    place = Place(str(path), number, 1, number, 1 + len(line or ""))
    advice = f"run: {command} {path}"
    return Fault(place, "from this line on the layout is not the canonical one", advice, code="not-formatted")


def _unwritable(path: Path, error: OSError) -> Fault:
    message = f"the file cannot be written: {error.strerror or error}"
    return Fault(Place(str(path), 1, 1), message, "make it writable", code="unwritable")


def _summary(files: int, changed: int, *, check: bool) -> str:
    done = "would be formatted" if check else "formatted"
    left = "it is" if files - changed == 1 else "they are"
    return f"{counted(changed, 'file')} {done}, {files - changed} left as {left}"
