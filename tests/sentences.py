"""What the package says to people, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import scrapy_bt

PACKAGE = Path(scrapy_bt.__file__).parent
TOLD = {
    "Refusal": (2, 3),
    "refuse": (2, 3),
    "Complaint": (1, 2),
    "Unfit": (0, 1),
    "Denial": (0,),
    "NotPlainError": (2,),
    "UsageError": (0,),
    "Fault": (1, 2),
    "ReplayVerdict": (),
    "ReplayTrial": (),
    "Evidence": (0,),
    "Noise": (2,),
    "Target": (1,),
    "NeedsPerson": (3,),
}
"""Callables that are given what people are told, and which of their arguments it is; errors of ours come to them."""
ERRORS = {"BTError", "ValueError"}
"""Classes whose first argument people are told, and that of all classes of ours that are made of them."""
MISTAKES = ("Mistake", "ParserMistake")
"""Classes that are given a message and an advice as patterns."""
REPORTED = ("report.add", "report.warn")
"""Methods of reports: code, place, message, advice."""
SHOWN = ("console", "operations", "core/inference")
"""Folders from which the console, and what it starts, reach all that it shows."""
UNSHOWN = ("console/server.py", "console/listening.py", "testing/")
"""What only who starts the console, or tests a tree, is told."""


def patterns() -> set[str]:
    """Every pattern that is written as a text."""
    return {text for tree in _modules().values() for text in _patterns(tree)} - {""}


def unsaid() -> list[str]:
    """Places where people are told a text that is no sentence, and so stays English."""
    modules = _modules()
    told = {**dict.fromkeys(_errors(modules.values()), (0,)), **TOLD}
    found = []
    for path in sorted(_reached(modules)):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(UNSHOWN):
            found += [f"{name}:{node.lineno}" for node in _told(modules[path], told) if _is_text(node)]
    return found


def _reached(modules: Mapping[Path, ast.Module]) -> set[Path]:
    """The modules of the folders that are shown, and what they import, now or when they are called."""
    found: set[Path] = set()
    left = [path for path in modules if path.relative_to(PACKAGE).as_posix().startswith(SHOWN)]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += [other for other in _imported(path, modules[path]) if other in modules]
    return found


def _imported(path: Path, tree: ast.Module) -> Iterator[Path]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for name in ("", *(each.name for each in node.names)):
                yield from ((folder / name).with_suffix(".py"), folder / name / "__init__.py")


def _errors(trees: Iterable[ast.Module]) -> set[str]:
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found, before = set(ERRORS), set[str]()
    while found != before:
        before = set(found)
        found |= {each.name for each in classes if any(_name_of(base) in found for base in each.bases)}
    return found


def _name_of(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def _modules() -> Mapping[Path, ast.Module]:
    """Read anew each time: whole trees that are kept make every garbage collection of the process slow."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}


def _patterns(tree: ast.Module) -> Iterator[str]:
    says = any(isinstance(node, ast.ImportFrom) and node.module == "sentences" for node in tree.body)
    names = ("say", *MISTAKES) if says else MISTAKES
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            texts = node.args[:1] if node.func.id == "say" else node.args[1:3]
            yield from (one.value for one in texts if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _told(tree: ast.Module, told: Mapping[str, tuple[int, ...]]) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        places = told.get(_name_of(node.func))
        if places is not None:
            yield from (one for number, one in enumerate(node.args) if number in places)
            yield from (word.value for word in node.keywords if word.arg in ("message", "advice", "reason", "failure"))
        elif ast.unparse(node.func).endswith(REPORTED):
            yield from node.args[2:]


def _is_text(node: ast.expr) -> bool:
    """Whether it has letters that somebody has written there."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and any(map(str.isalpha, node.value))
    parts: list[ast.expr] = []
    if isinstance(node, ast.IfExp):
        parts = [node.body, node.orelse]
    elif isinstance(node, (ast.BoolOp, ast.JoinedStr)):
        parts = node.values
    elif isinstance(node, ast.BinOp):
        parts = [node.left, node.right]
    return any(map(_is_text, parts))
