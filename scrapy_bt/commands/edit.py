"""`scrapy bt edit`: a tree or a rule file changed in place, by its parts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..operations.edits.forms import FORMS, make_operation
from ..operations.edits.kinds import TREES, check_of
from ..operations.edits.parts import take_part
from ..operations.edits.plans import EditPlan, plan_operations, read_file
from ..operations.edits.undo import Undo
from ..versions import data_path
from .shared.files import require_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a .bt file or a rule file")
    forms = ", ".join(" ".join((name, *words)) for name, words in FORMS.items())
    parser.add_argument("operation", choices=(*FORMS, "get"), metavar="OPERATION", help=f"{forms}, get PATH")
    parser.add_argument("words", nargs="*", metavar="PATH …", help="such as main/1/else/0, or layers/list/tags/title")
    parser.add_argument("--at", type=int, metavar="NUMBER", help="insert, copy, move: before which part; default: last")
    parser.add_argument("--name", default="", help="insert, copy: what it is called there")
    parser.add_argument("--count", type=int, default=1, help="wrap: how many statements; default: 1")
    parser.add_argument("--variable", action="store_true", help="rename: a variable of a tree, not a node")
    parser.add_argument("--diff", action="store_true", help="write nothing; print the change")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Change the file and print the change; return 1 if the file has faults then."""
    path = require_file(options.file, settings)
    if options.operation == "get":
        return _print_part(path, options.words)
    wanted = FORMS[options.operation]
    if len(options.words) != len(wanted):
        raise UsageError(f"{options.operation} takes {' '.join(wanted) or 'nothing more'}")
    kept = Undo(data_path("bt-edits.json"))
    if options.operation == "undo":
        plan = kept.plan(path, check=lambda text: check_of(path, text)(text))
    else:
        plan = plan_operations(
            path,
            [
                make_operation(
                    options.operation,
                    options.words,
                    is_tree=path.suffix in TREES,
                    index=options.at,
                    name=options.name,
                    count=options.count,
                    is_variable=options.variable,
                )
            ],
        )
    print(plan.diff, end="")
    if not options.diff:
        _write(plan, kept, is_undo=options.operation == "undo")
    errors = [fault for fault in plan.faults if not fault.is_warning]
    for fault in errors:
        print(fault, file=sys.stderr)
    return 1 if errors else 0


def _print_part(path: Path, words: list[str]) -> int:
    if len(words) != 1:
        raise UsageError("get takes PATH")
    print(take_part(read_file(path), words[0], is_tree=path.suffix in TREES))
    return 0


def _write(plan: EditPlan, kept: Undo, *, is_undo: bool) -> None:
    if plan.before == plan.after:
        return
    plan.apply()
    if is_undo:
        kept.forget(plan.path)
    else:
        kept.keep(plan)
