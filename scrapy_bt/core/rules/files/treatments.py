"""Treatments in a rule file: the fields of each, how it is read, written and checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from ....errors import PatternError
from ....sentences import say
from ...documents.fields import number_of, text_of
from ...documents.nodes import Mapping, Scalar
from ...documents.report import ShapeReport
from ...documents.shape import Either, FieldShape, RecordShape, TextShape, Whole
from ..treatments import Insert, Replace, Treatment
from ..treatments.replace import parse_template
from .forms import PATTERN
from .patterns import check_patterns, tell

FURTHEST = 1_000_000_000
"""The greatest position of an insertion, from either end."""

_Treatment = TypeVar("_Treatment", bound=Treatment)


class TreatmentFormat(ABC, Generic[_Treatment]):
    """How one kind of treatment stands in a file. The first field of its *shape* says which kind it is."""

    shape: RecordShape

    @abstractmethod
    def read(self, node: Mapping) -> _Treatment:
        """The treatment of a node whose shape has been checked."""

    @abstractmethod
    def values(self, treatment: _Treatment) -> tuple[str | int, ...]:
        """What its fields say, in their order."""

    @abstractmethod
    def check(self, node: Mapping, width: int | None, report: ShapeReport) -> int | None:
        """Tell what is wrong. *width*: the most characters of a value, None if unknown; returns that of the result."""


class ReplaceFormat(TreatmentFormat[Replace]):
    """`replace: …` and `with: …`."""

    shape = RecordShape(
        say("replacement"),
        (
            FieldShape(
                "replace", TextShape(PATTERN), say("Regular expression; each match of it is replaced."), is_needed=True
            ),
            FieldShape(
                "with", TextShape(), say("What comes instead; `\\1` and `\\g<name>` are groups. Nothing, if left out.")
            ),
        ),
    )

    def read(self, node: Mapping) -> Replace:
        return Replace(text_of(node, "replace"), text_of(node, "with"))

    def values(self, treatment: Replace) -> tuple[str | int, ...]:
        return treatment.find, treatment.text

    def check(self, node: Mapping, width: int | None, report: ShapeReport) -> int | None:  # noqa: ARG002, any width is lost
        pattern = check_patterns(node, self.shape, report).get("replace")
        find = node.get("replace")
        if isinstance(find, Scalar) and find.style and not find.text:
            report.add(
                "bad-pattern",
                find.place,
                say("`replace` is empty, so there is nothing to replace"),
                say("use `insert` and `at`"),
            )
        template = node.get("with")
        if pattern is not None and isinstance(template, Scalar) and isinstance(template.value, str):
            try:
                parse_template(template.text, pattern)
            except PatternError as error:
                tell(error, template, "bad-replacement", "", report)
        return None


class InsertFormat(TreatmentFormat[Insert]):
    """`insert: …` and `at: …`."""

    shape = RecordShape(
        say("insertion"),
        (
            FieldShape("insert", TextShape(), say("Text to be inserted."), is_needed=True),
            FieldShape(
                "at",
                Whole(-FURTHEST, FURTHEST),
                say("Where: 0 is the front, -1 behind the last character, -2 before it. The front, if left out."),
            ),
        ),
    )

    def read(self, node: Mapping) -> Insert:
        return Insert(text_of(node, "insert"), number_of(node, "at"))

    def values(self, treatment: Insert) -> tuple[str | int, ...]:
        return treatment.text, treatment.position

    def check(self, node: Mapping, width: int | None, report: ShapeReport) -> int | None:
        if width is None:
            return None
        at = node.get("at")
        if isinstance(at, Scalar) and type(at.value) is int and not -width - 1 <= at.value <= width:
            message = say("`rematch` takes at most {} characters, so {} is beyond all of them", width, at.value)
            report.add("out-of-range", at.place, message, say("write a position from {} to {}", -width - 1, width))
        return width + len(text_of(node, "insert"))


_REPLACE, _INSERT = ReplaceFormat(), InsertFormat()
_FORMATS: tuple[ReplaceFormat | InsertFormat, ...] = (_REPLACE, _INSERT)
TREATMENT = Either(say("treatment"), tuple(each.shape for each in _FORMATS))


def read_treatment(node: Mapping) -> Treatment:
    """The treatment of a node whose shape has been checked."""
    form = _format_of(node)
    assert form is not None, "its shape has been checked"
    return form.read(node)


def written_fields(treatment: Treatment) -> tuple[tuple[str, str | int], ...]:
    """The fields of a treatment with what they say, in their order."""
    # No default on purpose: mypy tells where a new kind is missing.
    match treatment:
        case Replace():
            return _named(_REPLACE, treatment)
        case Insert():
            return _named(_INSERT, treatment)


def check_treatment(node: Mapping, width: int | None, report: ShapeReport) -> int | None:
    """Tell what is wrong with a treatment of values of at most *width* characters; returns the width of the result."""
    form = _format_of(node)
    return None if form is None else form.check(node, width, report)


def _named(form: TreatmentFormat[_Treatment], treatment: _Treatment) -> tuple[tuple[str, str | int], ...]:
    return tuple(zip(form.shape.names, form.values(treatment), strict=True))


def _format_of(node: Mapping) -> ReplaceFormat | InsertFormat | None:
    return next((each for each in _FORMATS if node.get(each.shape.names[0]) is not None), None)
