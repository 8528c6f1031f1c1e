"""`scrapy bt edit`: a tree or a rule file changed in place, by its parts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..core.documents.plain import Plain, plain_of
from ..core.documents.report import Report
from ..core.documents.yaml import compose_yaml
from ..core.language import operations as trees
from ..core.rules.files import operations as rules
from ..errors import BTError, RuleError
from ..operations.edits.plans import TREES, Plan, plan_operations
from ..operations.edits.undo import Undo
from ..versions import data_path

_FORMS = {
    "set": ("PATH", "TEXT"),
    "insert": ("PATH", "TEXT"),
    "delete": ("PATH",),
    "copy": ("PATH", "TO"),
    "move": ("PATH", "TO"),
    "wrap": ("PATH", "HEADER"),
    "rename": ("PATH", "NAME"),
    "undo": (),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a .bt file or a rule file")
    forms = ", ".join(" ".join((name, *words)) for name, words in _FORMS.items())
    parser.add_argument("operation", choices=_FORMS, metavar="OPERATION", help=forms)
    parser.add_argument("words", nargs="*", metavar="PATH …", help="such as main/1/else/0, or layers/list/tags/title")
    parser.add_argument("--at", type=int, metavar="NUMBER", help="insert, copy, move: before which part; default: last")
    parser.add_argument("--name", default="", help="copy: what it is called there")
    parser.add_argument("--count", type=int, default=1, help="wrap: how many statements; default: 1")
    parser.add_argument("--variable", action="store_true", help="rename: a variable of a tree, not a node")
    parser.add_argument("--diff", action="store_true", help="write nothing; print the change")


def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Change the file and print the change; return 1 if the file has faults then."""
    path: Path = options.file
    wanted = _FORMS[options.operation]
    if len(options.words) != len(wanted):
        raise UsageError(f"{options.operation} takes {' '.join(wanted) or 'nothing more'}")
    kept = Undo(Path(data_path("bt-edits.json")))
    if options.operation == "undo":
        plan = kept.plan(path)
    else:
        plan = plan_operations(path, [_operation(options, is_tree=path.suffix in TREES)])
    print(plan.diff, end="")
    if not options.diff:
        _write(plan, kept, is_undo=options.operation == "undo")
    errors = [fault for fault in plan.faults if not fault.is_warning]
    for fault in errors:
        print(fault, file=sys.stderr)
    return 1 if errors else 0


def _write(plan: Plan, kept: Undo, *, is_undo: bool) -> None:
    if plan.before == plan.after:
        return
    plan.apply()
    if is_undo:
        kept.forget(plan.path)
    else:
        kept.keep(plan)


def _operation(options: argparse.Namespace, *, is_tree: bool) -> Any:
    make = (_TREES if is_tree else _RULES).get(options.operation)
    if make is None:
        raise BTError(f"a rule file has nothing to {options.operation}")
    return make(options)


def _path(text: str) -> tuple[str | int, ...]:
    """`main/1/else` as steps; `.` is the whole file."""
    return tuple(int(step) if step.isdecimal() else step for step in text.split("/") if step not in ("", "."))


def _value(text: str) -> Plain:
    """What a text says as YAML."""
    report = Report(text, "<text>", noun="rule")
    node = compose_yaml(report)
    if report:
        raise RuleError(report.in_order())
    return None if node is None else plain_of(node)


_TREES: Mapping[str, Callable[[argparse.Namespace], trees.Operation]] = {
    "set": lambda given: trees.Set(_path(given.words[0]), text=given.words[1]),
    "insert": lambda given: trees.Insert(_path(given.words[0]), text=given.words[1], index=given.at),
    "delete": lambda given: trees.Delete(_path(given.words[0])),
    "copy": lambda given: trees.Copy(_path(given.words[0]), to=_path(given.words[1]), index=given.at, name=given.name),
    "move": lambda given: trees.Move(_path(given.words[0]), to=_path(given.words[1]), index=given.at),
    "wrap": lambda given: trees.Wrap(_path(given.words[0]), header=given.words[1], count=given.count),
    "rename": lambda given: trees.Rename(
        given.words[0], new=given.words[1], kind="variable" if given.variable else "node"
    ),
}
_RULES: Mapping[str, Callable[[argparse.Namespace], rules.Operation]] = {
    "set": lambda given: rules.Set(_path(given.words[0]), value=_value(given.words[1])),
    "insert": lambda given: rules.Insert(_path(given.words[0]), value=_value(given.words[1]), index=given.at),
    "delete": lambda given: rules.Delete(_path(given.words[0])),
    "copy": lambda given: rules.Copy(_path(given.words[0]), to=_path(given.words[1]), index=given.at, name=given.name),
    "move": lambda given: rules.Move(_path(given.words[0]), to=_path(given.words[1]), index=given.at),
    "rename": lambda given: rules.Rename(_path(given.words[0]), name=given.words[1]),
}
