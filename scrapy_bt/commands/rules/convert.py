"""Print the tree that a rule file compiles to, as a `.bt` file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ...core.language.printer import print_document
from ...core.rules.compiler import rule_document
from ...crawl.rules import load_rule
from ...crawl.spiderloader import trees_folder
from ...errors import BTError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the rule file")
    parser.add_argument(
        "-o",
        dest="output",
        type=Path,
        metavar="TREE",
        help="write the tree there; the rule is named relative to it (default: print it, as for the project's trees/)",
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the tree, or write it."""
    file: Path = options.file
    output: Path | None = options.output
    rule = load_rule(file)
    folder = output.parent if output is not None else trees_folder(settings) if inside_project() else Path()
    named = Path(os.path.relpath(file.resolve(), folder.resolve())).as_posix()
    text = f"# Made from {named} by `scrapy bt rules convert`.\n{print_document(rule_document(rule, named))}"
    if output is None:
        print(text, end="")
        return 0
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BTError(f"{output} cannot be written: {error.strerror or error}") from None
    return 0
