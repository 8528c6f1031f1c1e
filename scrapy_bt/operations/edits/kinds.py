"""The kinds of files that are edited, by their suffix and by what they say; each tells the faults of a text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...core.schemes.files.reader import SUFFIXES as SCHEMES
from ...core.schemes.files.reader import check_scheme, is_scheme
from ...core.services import rules, trees
from ...core.services.answers import FileLookups
from ...crawl.project.rulefiles import SUFFIXES as RULES
from ...crawl.project.trees import RuleTexts, files_beside
from ...errors import Fault

TREES = (".bt",)
Check = Callable[[str], list[Fault]]
"""Tells the faults of a text as that of a file."""


def check_of(path: Path, before: str = "") -> Check:
    """The check that tells the faults of a file, chosen by its path and its text."""
    if path.suffix in TREES:
        return lambda text: trees.check(text, str(path), FileLookups(files_beside(path), RuleTexts(path.parent)))
    if path.suffix in SCHEMES and (path.suffix not in RULES or is_scheme(before, file=path.name)):
        return lambda text: list(check_scheme(text, file=str(path)))
    return (lambda text: rules.check(text, str(path))) if path.suffix in RULES else lambda _: []
