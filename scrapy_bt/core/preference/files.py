"""The file `preferences.toml`: what is preferred, with weights (learning.md, "Preferences")."""

from __future__ import annotations

import math

from ...errors import RuleError
from ...sentences import say
from ..documents.nodes import Mapping, MappingEntry, Scalar
from ..documents.report import ShapeReport
from ..documents.shape import FieldShape, RecordShape, TableShape
from ..documents.structure import check_structure
from ..documents.toml import compose_toml
from .names import has_markup, why_never_found
from .preferences import STRONGEST, Preferences
from .scripts import fold

_PARTS = ("entities", "kinds", "relations", "words")
PREFERENCES = RecordShape(
    say("file of preferences"),
    (
        FieldShape(
            "prefer",
            RecordShape(
                say("preference"),
                (
                    FieldShape("entities", TableShape(), "Weights by the names, or the ids, of entities."),
                    FieldShape("kinds", TableShape(), "Weights by kinds of entities."),
                    FieldShape("relations", TableShape(), "Weights by what an entity is to another."),
                    FieldShape("words", TableShape(), "Weights by words and phrases."),
                ),
            ),
            "What is preferred.",
            is_needed=True,
        ),
    ),
)


def read_preferences(text: str, *, file: str) -> Preferences:
    """Raises `RuleError` with all faults of the text, each with its place in *file*; its tables may be empty."""
    report = ShapeReport(text, file, noun=say("file of preferences"), sign="=")
    root = compose_toml(report)
    if root is not None:
        check_structure(root, report, PREFERENCES)
    found: dict[str, dict[str, float]] = {}
    prefer = root.get("prefer") if root is not None else None
    if isinstance(prefer, Mapping):
        for part in _PARTS:
            node = prefer.get(part)
            if isinstance(node, Mapping):
                found[part] = {entry.key.text: _weight(entry, report) for entry in node}
                if part in ("entities", "words"):
                    _check_names(node, report)
    if report:
        raise RuleError(report.in_order())
    return Preferences(**found)


def _weight(entry: MappingEntry, report: ShapeReport) -> float:
    value = entry.value.value if isinstance(entry.value, Scalar) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.fabs(value) <= STRONGEST:
        message = say("the weight of `{}` is a number from -3 to 3", entry.key.text)
        report.add("out-of-range", entry.value.place, message, say("3 is fetched first, -3 last"))
        return 0.0
    return float(value)


def _check_names(node: Mapping, report: ShapeReport) -> None:
    known: dict[str, str] = {}
    for entry in node:
        name = entry.key.text
        folded = fold(" ".join(name.split()))
        reason = why_never_found(name)
        if reason is not None:
            advice = say("write the name as it is read") if has_markup(name) else say("write a longer name")
            report.add("bad-name", entry.key.place, reason, advice)
        elif folded in known:
            message = say("`{}` is the same name as `{}`: capitals and spaces do not count", name, known[folded])
            report.add("bad-name", entry.key.place, message, say("take one of them away"))
        known[folded] = name
