"""Reads rules; what that takes, YAML above all, is loaded with the first one: most crawls have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...core.rules.rule import Rule


def read_rule(text: str, *, file: str) -> Rule:
    """The rule that a text describes; raises `RuleError` with all of its faults, each with its place in *file*."""
    from ...core.rules.files import reader  # noqa: PLC0415  # see above

    return reader.read_rule(text, file=file)
