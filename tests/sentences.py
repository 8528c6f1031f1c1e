"""What the package says to people, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
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


@dataclass(frozen=True)
class _Call:
    """A call of a name; *texts*: which of its arguments, by number and by name, have letters written there."""

    name: str
    is_reported: bool
    line: int
    texts: frozenset[int | str]


@dataclass(frozen=True)
class _Module:
    """What a module says, without its tree: trees that are kept make every garbage collection slow."""

    patterns: frozenset[str]
    imported: frozenset[Path]
    classes: tuple[tuple[str, tuple[str, ...]], ...]
    """With what they are made of."""
    calls: tuple[_Call, ...]


def patterns() -> set[str]:
    """Every pattern that is written as a text."""
    return {text for module in _modules().values() for text in module.patterns} - {""}


def unsaid() -> list[str]:
    """Places where people are told a text that is no sentence, and so stays English."""
    modules = _modules()
    told = {**dict.fromkeys(_errors(modules.values()), (0,)), **TOLD}
    found = []
    for path in sorted(_reached(modules)):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(UNSHOWN):
            found += [f"{name}:{call.line}" for call in modules[path].calls if _is_untold(call, told)]
    return found


def _is_untold(call: _Call, told: Mapping[str, tuple[int, ...]]) -> bool:
    places = told.get(call.name)
    if places is not None:
        return not call.texts.isdisjoint((*places, "message", "advice", "reason", "failure"))
    return call.is_reported and any(isinstance(place, int) and place >= 2 for place in call.texts)


def _reached(modules: Mapping[Path, _Module]) -> set[Path]:
    """The modules of the folders that are shown, and what they import, now or when they are called."""
    found: set[Path] = set()
    left = [path for path in modules if path.relative_to(PACKAGE).as_posix().startswith(SHOWN)]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += [other for other in modules[path].imported if other in modules]
    return found


def _errors(modules: Iterable[_Module]) -> set[str]:
    classes = [each for module in modules for each in module.classes]
    found, before = set(ERRORS), set[str]()
    while found != before:
        before = set(found)
        found |= {name for name, bases in classes if not found.isdisjoint(bases)}
    return found


@cache
def _modules() -> Mapping[Path, _Module]:
    return {path: _read(path) for path in sorted(PACKAGE.rglob("*.py"))}


def _read(path: Path) -> _Module:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    says = any(isinstance(node, ast.ImportFrom) and node.module == "sentences" for node in tree.body)
    names = ("say", *MISTAKES) if says else MISTAKES
    said: set[str] = set()
    imported: set[Path] = set()
    classes: list[tuple[str, tuple[str, ...]]] = []
    calls: list[_Call] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            calls.append(_call(node))
            if isinstance(node.func, ast.Name) and node.func.id in names:
                texts = node.args[:1] if node.func.id == "say" else node.args[1:3]
                said |= {each.value for each in texts if isinstance(each, ast.Constant) and isinstance(each.value, str)}
        elif isinstance(node, ast.ClassDef):
            classes.append((node.name, tuple(map(_name_of, node.bases))))
        elif isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for name in ("", *(each.name for each in node.names)):
                imported |= {(folder / name).with_suffix(".py"), folder / name / "__init__.py"}
    return _Module(frozenset(said), frozenset(imported), tuple(classes), tuple(calls))


def _call(node: ast.Call) -> _Call:
    func = node.func
    is_reported = isinstance(func, ast.Attribute) and f"{_name_of(func.value)}.{func.attr}" in REPORTED
    texts: set[int | str] = {number for number, each in enumerate(node.args) if _is_text(each)}
    texts |= {each.arg for each in node.keywords if each.arg is not None and _is_text(each.value)}
    return _Call(_name_of(func), is_reported, node.lineno, frozenset(texts))


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ast.unparse(node).rpartition(".")[2]


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
