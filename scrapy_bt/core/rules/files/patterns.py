"""Regular expressions in a rule file: each is read, and has its mistakes told where they stand."""

from __future__ import annotations

import re

from ....errors import PatternError, Place
from ....sentences import say
from ...documents.nodes import Mapping, Scalar
from ...documents.report import ShapeReport
from ...documents.shape import RecordShape, TextShape
from ...regex.patterns import Pattern
from ...regex.syntax import LONGEST
from .forms import PATTERN

_RANGE = re.compile(r"\\?.-", re.DOTALL)
_ADVICE = tuple(
    (re.compile(sign), advice)
    for sign, advice in (  # by what stands where the mistake is
        (r"\((?!\?P>)", say("close the parenthesis, or write \\( for the sign itself")),
        (r"\)", say("open it before, or write \\) for the sign itself")),
        (r"\[", say("close it with ], or write \\[ for the sign itself")),
        (r"[*+{]|(?<!\()\?", say("write \\ before the sign to mean the sign itself")),
        (r"\\(?!\d)", say("write \\\\ for the sign \\ itself")),
        (r"(?<=\{)\d+,", say("write the smaller number first")),
        (r"(?<=\\)\d|(?<=\(\?\()\d", say("count the groups: ( opens one, (?: does not")),
        (r"(?<=\(\?P=)\w|(?<=\(\?\()\w", say("name a group that the pattern has")),
    )
)


def check_patterns(mapping: Mapping, record: RecordShape, report: ShapeReport) -> dict[str, Pattern]:
    """The patterns of a mapping by the names of their fields; of others it is told what is wrong."""
    found: dict[str, Pattern] = {}
    for field in record.fields:
        node = mapping.get(field.name)
        is_pattern = isinstance(field.kind, TextShape) and field.kind.form is PATTERN
        if not is_pattern or not isinstance(node, Scalar) or not node.text or not isinstance(node.value, str):
            continue
        try:
            found[field.name] = Pattern(node.text)
        except PatternError as error:
            tell(error, node, "bad-pattern", say("`{}` is no regular expression: ", field.name), report)
    return found


def tell(error: PatternError, node: Scalar, code: str, before: str, report: ShapeReport) -> None:
    """Report what is wrong with a pattern or a replacement, at its place in the file."""
    place = place_in(node, error.position, report)
    where = (
        "" if error.position is None or len(node.text) <= error.position else say(" (character {})", error.position + 1)
    )
    advice = error.advice or _advise(error)
    if not advice:
        advice = (
            say("write \\ before a sign that stands for itself")
            if code == "bad-pattern"
            else say("\\1 is what the first parentheses of the pattern take; write \\\\ for the sign \\ itself")
        )
    if len(node.text) > LONGEST:
        advice = say("make it shorter")
    report.add(code, place, say("{}{}{}", before, error.reason, where), advice)


def _advise(error: PatternError) -> str:
    """What to do where the reason is one of Python's `re`, as far as it is known; see `PatternError.position`."""
    text, at = error.pattern, error.position
    if at is None:
        return ""
    if text.rfind("[", 0, at) > text.rfind("]", 0, at) and _RANGE.match(text, at):
        return say("write the smaller character first, or \\- for the sign itself")
    return next((advice for sign, advice in _ADVICE if sign.match(text, at)), "")


def place_in(node: Scalar, index: int | None, report: ShapeReport) -> Place:
    """Where the character of an index stands in a scalar; the whole scalar, where that cannot be said."""
    if index is None:
        return node.place
    at = _source_index(node, index, report.text)
    return node.place if at is None else report.place(at, at + 1)


def _source_index(node: Scalar, index: int, text: str) -> int | None:
    """Where a character of a scalar's value stands in the file."""
    written = text[node.start : node.end]
    if node.style in ("|", ">"):
        return None
    inside = written if not node.style else written[1:-1]
    start = node.start + bool(node.style)
    if "\n" in inside:
        return None
    at = 0
    for _ in range(min(index, len(node.text))):
        if at >= len(inside):
            break
        if node.style == "'" and inside[at] == "'":
            at += 2
        elif node.style == '"' and inside[at] == "\\":
            at += 2 + {"x": 2, "u": 4, "U": 8}.get(inside[at + 1 : at + 2], 0)
        else:
            at += 1
    return start + at
