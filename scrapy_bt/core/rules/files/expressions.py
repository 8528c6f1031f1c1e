"""Regular expressions and treatments in a rule file: each is read, and has its mistakes told where they stand."""

from __future__ import annotations

import re

from ....errors import PatternError, Place
from ...documents.fields import mappings, text_of
from ...documents.nodes import Mapping, Scalar
from ...documents.report import Report
from ...documents.shape import RecordShape, Words
from ...regex.patterns import Pattern
from ...regex.syntax import (
    LONGEST,
    At,
    Atomic,
    Branch,
    Chars,
    Condition,
    Lookaround,
    Node,
    RegexGroup,
    Repeat,
    Sequence,
    parse,
)
from ..treatments import parse_template
from .forms import PATTERN
from .outline import Outline
from .shape import INSERT, REPLACE, TAG

_RANGE = re.compile(r"\\?.-", re.DOTALL)
_ADVICE = tuple(
    (re.compile(sign), advice)
    for sign, advice in (  # by what stands where the mistake is
        (r"\((?!\?P>)", "close the parenthesis, or write \\( for the sign itself"),
        (r"\)", "open it before, or write \\) for the sign itself"),
        (r"\[", "close it with ], or write \\[ for the sign itself"),
        (r"[*+{]|(?<!\()\?", "write \\ before the sign to mean the sign itself"),
        (r"\\(?!\d)", "write \\\\ for the sign \\ itself"),
        (r"(?<=\{)\d+,", "write the smaller number first"),
        (r"(?<=\\)\d|(?<=\(\?\()\d", "count the groups: ( opens one, (?: does not"),
        (r"(?<=\(\?P=)\w|(?<=\(\?\()\w", "name a group that the pattern has"),
    )
)


def check_expressions(outline: Outline, report: Report) -> None:
    """Tell what is wrong with patterns, replacements and positions."""
    for layer in mappings(outline.root, "layers"):
        for tag in mappings(layer, "tags"):
            _check_patterns(tag, TAG, report)
            width = _width_of_pieces(tag)
            for treatment in mappings(tag, "treatments"):
                if treatment.get("replace") is not None:
                    _check_replacement(treatment, report)
                    width = None
                elif width is not None:
                    _check_position(treatment, width, report)
                    width += len(text_of(treatment, "insert"))


def place_in(node: Scalar, index: int | None, report: Report) -> Place:
    """Where the character of an index stands in a scalar; the whole scalar, where that cannot be said."""
    if index is None:
        return node.place
    at = _source_index(node, index, report.text)
    return node.place if at is None else report.place(at, at + 1)


def _check_patterns(mapping: Mapping, record: RecordShape, report: Report) -> dict[str, Pattern]:
    found: dict[str, Pattern] = {}
    for field in record.fields:
        node = mapping.get(field.name)
        is_pattern = isinstance(field.kind, Words) and field.kind.form is PATTERN
        if not is_pattern or not isinstance(node, Scalar) or not node.text or not isinstance(node.value, str):
            continue
        try:
            found[field.name] = Pattern(node.text)
        except PatternError as error:
            _tell(error, node, "bad-pattern", f"`{field.name}` is no regular expression: ", report)
    return found


def _check_replacement(treatment: Mapping, report: Report) -> None:
    pattern = _check_patterns(treatment, REPLACE, report).get("replace")
    node = treatment.get("replace")
    if isinstance(node, Scalar) and node.style and not node.text:
        report.add(
            "bad-pattern", node.place, "`replace` is empty, so there is nothing to replace", "use `insert` and `at`"
        )
    template = treatment.get("with")
    if pattern is None or not isinstance(template, Scalar) or not isinstance(template.value, str):
        return
    try:
        parse_template(template.text, pattern)
    except PatternError as error:
        _tell(error, template, "bad-replacement", "", report)


def _tell(error: PatternError, node: Scalar, code: str, before: str, report: Report) -> None:
    place = place_in(node, error.position, report)
    where = "" if error.position is None or len(node.text) <= error.position else f" (character {error.position + 1})"
    advice = error.advice or _advise(error)
    if not advice:
        advice = (
            "write \\ before a sign that stands for itself"
            if code == "bad-pattern"
            else "\\1 is what the first parentheses of the pattern take; write \\\\ for the sign \\ itself"
        )
    if len(node.text) > LONGEST:
        advice = "make it shorter"
    report.add(code, place, f"{before}{error.reason}{where}", advice)


def _advise(error: PatternError) -> str:
    """What to do where the reason is one of Python's `re`, as far as it is known; see `PatternError.position`."""
    text, at = error.pattern, error.position
    if at is None:
        return ""
    if text.rfind("[", 0, at) > text.rfind("]", 0, at) and _RANGE.match(text, at):
        return "write the smaller character first, or \\- for the sign itself"
    return next((advice for sign, advice in _ADVICE if sign.match(text, at)), "")


def _check_position(treatment: Mapping, width: int, report: Report) -> None:
    node = treatment.get(INSERT.names[1])
    if not isinstance(node, Scalar) or not isinstance(node.value, int) or isinstance(node.value, bool):
        return
    if not -width - 1 <= node.value <= width:
        message = f"`rematch` takes at most {width} characters, so {node.value} is beyond all of them"
        advice = f"write a position from {-width - 1} to {width}"
        report.add("out-of-range", node.place, message, advice)


def _width_of_pieces(tag: Mapping) -> int | None:
    """How long the pieces can be before treatments; none if there is no telling."""
    rematch = text_of(tag, "rematch")
    if not rematch:
        return None
    try:
        body = parse(rematch, Pattern(rematch).flags).body
    except PatternError:
        return None
    first = next((node for node in _groups(body) if node.number == 1), None)
    return _width(body if first is None else first.body)


def _groups(body: Sequence) -> list[RegexGroup]:
    found: list[RegexGroup] = []
    waiting: list[Node] = list(body)
    while waiting:
        node = waiting.pop()
        match node:
            case RegexGroup(number, inner):
                if number is not None:
                    found.append(node)
                waiting += inner
            case Branch(options):
                waiting += [part for option in options for part in option]
            case Repeat() | Lookaround() | Atomic():
                waiting += node.body
            case Condition(_, yes, no):
                waiting += [*yes, *no]
            case _:
                pass
    return found


def _width(body: Sequence) -> int | None:
    total = 0
    for node in body:
        match node:
            case Chars():
                width: int | None = 1
            case At() | Lookaround():
                width = 0
            case RegexGroup(_, inner) | Atomic(inner):
                width = _width(inner)
            case Branch(options):
                width = _widest(options)
            case Repeat(_, most, inner):
                inside = _width(inner)
                width = 0 if inside == 0 else None if inside is None or most is None else inside * most
            case Condition(_, yes, no):
                width = _widest((yes, no))
            case _:
                width = None  # a reference is as long as what it refers to
        if width is None:
            return None
        total += width
    return total


def _widest(options: tuple[Sequence, ...]) -> int | None:
    widths = [_width(option) for option in options]
    return None if None in widths else max((width for width in widths if width is not None), default=0)


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
