"""Reads and checks rule files."""

from __future__ import annotations

from ....errors import Fault, RuleError
from ....sentences import say
from ...documents.nodes import Mapping
from ...documents.report import ShapeReport
from ...documents.structure import check_structure
from ...documents.yaml import compose_yaml
from ..rule import Rule
from .addresses import check_addresses
from .builder import build_rule
from .expressions import check_expressions
from .names import check_names
from .outline import RuleOutline
from .shape import RULE
from .ways import check_ways


def read_rule(text: str, *, file: str) -> Rule:
    """The rule that a text describes; raises `RuleError` with all of its faults, each with its place in *file*."""
    rule, faults = _read(text, file)
    if rule is None or faults:
        raise RuleError(faults)
    return rule


def check_rule(text: str, *, file: str) -> tuple[Fault, ...]:
    """All faults of a text, in order."""
    return _read(text, file)[1]


def _read(text: str, file: str) -> tuple[Rule | None, tuple[Fault, ...]]:
    report = ShapeReport(text, file, noun=say("rule"))
    root = compose_yaml(report)
    if root is None and not report:
        message = say("the file is empty")
        report.add("empty-rule", report.place(0, 0), message, say("begin with a line: rule: its name"))
    if root is not None:
        check_structure(root, report, RULE)
    if isinstance(root, Mapping):
        outline = RuleOutline(root)
        for check in (check_names, check_ways, check_expressions, check_addresses):
            check(outline, report)
    if report or not isinstance(root, Mapping):
        return None, report.in_order()
    return build_rule(root), ()
