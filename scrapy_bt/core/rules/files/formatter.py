"""Rule files in the one canonical layout."""

from __future__ import annotations

from ....errors import RuleError
from ....sentences import say
from ...documents.nodes import Mapping
from ...documents.report import ShapeReport
from ...documents.structure import check_structure
from ...documents.yaml import compose_yaml
from .comments import find_comments
from .printer import print_nodes
from .shape import RULE

BYTE_ORDER_MARK = "\ufeff"


def format_rule(text: str, *, file: str) -> str:
    """The text in canonical layout, with its comments, its line ends and its byte-order mark.

    Raises `RuleError` with the faults of a text that is no YAML, or no mapping; others do not matter.
    """
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    line_end = "\r\n" if "\r\n" in text else "\n"
    plain = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n")
    report = ShapeReport(plain, file, noun=say("rule"))
    root = compose_yaml(report)
    if root is None and not report:
        return text
    if root is not None and not isinstance(root, Mapping):
        check_structure(root, report, RULE)
    if report or not isinstance(root, Mapping):
        raise RuleError(report.in_order())
    return mark + print_nodes(root, find_comments(plain, root)).replace("\n", line_end)
