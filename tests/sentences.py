"""What the package says to people, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import scrapy_bt

PACKAGE = Path(scrapy_bt.__file__).parent
TOLD = {
    "Refusal": (2, 3),
    "refuse": (2, 3),
    "Complaint": (1, 2),
    "Unfit": (0, 1),
    "Denial": (0,),
    "BTError": (0,),
    "QuestionError": (0,),
    "MissingError": (0,),
    "UneditableError": (0,),
    "StatementError": (0,),
    "UsageError": (0,),
    "ReplayVerdict": (),
    "Trial": (),
    "Evidence": (0,),
    "Noise": (2,),
    "Target": (1,),
    "NeedsPerson": (3,),
}
"""Callables that are given what people are told, and which of their arguments it is."""
MISTAKES = ("Mistake", "ParserMistake")
"""Classes that are given a message and an advice as patterns."""
REPORTED = ("report.add", "report.warn")
"""Methods of reports: code, place, message, advice."""
SHOWN = (
    "console",
    "operations",
    "core/documents",
    "core/inference",
    "core/language",
    "core/preference",
    "core/rules",
    "core/schemes",
)
"""Folders that say nothing that the console does not show."""
UNSHOWN = (
    "console/server.py",
    "console/listening.py",
    "core/documents/json.py",
    "core/documents/models.py",
    "core/documents/packing.py",
    "core/documents/scripts.py",
)
"""What only who starts the console, or a crawl, is told."""


def patterns() -> set[str]:
    """Every pattern that is written as a text."""
    return {text for _, tree in _modules() for text in _patterns(tree)} - {""}


def unsaid() -> list[str]:
    """Places where people are told a text that is no sentence, and so stays English."""
    found = []
    for path, tree in _modules():
        name = path.relative_to(PACKAGE).as_posix()
        if name.startswith(SHOWN) and name not in UNSHOWN:
            found += [f"{name}:{node.lineno}" for node in _told(tree) if _is_text(node)]
    return found


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def _patterns(tree: ast.Module) -> Iterator[str]:
    says = any(isinstance(node, ast.ImportFrom) and node.module == "sentences" for node in tree.body)
    names = ("say", *MISTAKES) if says else MISTAKES
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            texts = node.args[:1] if node.func.id == "say" else node.args[1:3]
            yield from (one.value for one in texts if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _told(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in TOLD:
            places = TOLD[node.func.id]
            yield from (one for number, one in enumerate(node.args) if number in places)
            yield from (word.value for word in node.keywords if word.arg in ("message", "advice", "reason", "failure"))
        elif isinstance(node.func, ast.Attribute) and ast.unparse(node.func).endswith(REPORTED):
            yield from node.args[2:]


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_text(node.body) or _is_text(node.orelse)
    if isinstance(node, ast.BoolOp):
        return any(map(_is_text, node.values))
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and any(map(str.isalpha, node.value))
    return isinstance(node, (ast.JoinedStr, ast.BinOp))
