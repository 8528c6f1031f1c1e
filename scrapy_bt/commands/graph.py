"""`scrapy bt graph`: a file as a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..core.language.checker import check_document
from ..core.language.parser import parse
from ..core.tree.pictures import dot, mermaid, svg
from ..core.tree.program import Program
from ..crawl.project.trees import files_beside, read_text
from ..errors import RuleError
from .shared.files import require_file

PICTURES = {"mermaid": mermaid, "dot": dot, "svg": svg}
_SUFFIXES = {".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot", ".svg": "svg"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the .bt file")
    parser.add_argument(
        "--as", choices=PICTURES, dest="form", help="default: what the name after -o says, else mermaid"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it; default: the terminal")


def _form_of(output: Path) -> str:
    form = _SUFFIXES.get(output.suffix.lower())
    if form is None:
        raise UsageError(f"{output}: '{output.suffix}' is no picture format; use {', '.join(_SUFFIXES)}, or add --as")
    return form


def _draw(path: Path, form: str) -> str:
    """The picture of a file; what its shared nodes are made for is told where the file has no faults."""
    text = read_text(path)
    document = parse(text, file=str(path), includes=files_beside(path))
    is_sound = all(fault.is_warning for fault in check_document(document, text, file=str(path)))
    return PICTURES[form](document, Program(document).keys if is_sound else {})


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Draw the picture; return 1 if the file has faults of syntax."""
    output: Path | None = options.output
    form = options.form or ("mermaid" if output is None else _form_of(output))
    try:
        picture = _draw(require_file(options.file, settings), form)
    except RuleError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if output is None:
        print(picture, end="")
        return 0
    try:
        output.write_text(picture, encoding="utf-8")
    except OSError as error:
        sys.stderr.write(f"{output}: the picture cannot be written: {error.strerror or error}\n")
        return 1
    return 0
