"""The expressions of a rule file, in the order of its tags: patterns, and the treatments that come after them."""

from __future__ import annotations

from ...documents.fields import mappings, text_of
from ...documents.report import ShapeReport
from .outline import RuleOutline
from .patterns import check_patterns
from .shape import TAG
from .treatments import check_treatment
from .widths import width_of_pieces


def check_expressions(outline: RuleOutline, report: ShapeReport) -> None:
    """Tell what is wrong with patterns, replacements and positions."""
    for layer in mappings(outline.root, "layers"):
        for tag in mappings(layer, "tags"):
            check_patterns(tag, TAG, report)
            width = width_of_pieces(text_of(tag, "rematch"))
            for treatment in mappings(tag, "treatments"):
                width = check_treatment(treatment, width, report)
