"""Reads `.bt` files: checked, compiled and named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.language.checker import check, check_document
from ...core.language.parser import parse
from ...core.tree.program import Program
from ...errors import Fault, NodeError, Place, RuleError
from ...nearfiles import meant_instead
from ...sentences import say
from ..reading.selectors import resolve_function
from .parsertables import keep_tables
from .rulereader import read_rule
from .subscriptions import check_subscribed

if TYPE_CHECKING:
    from ...core.rules.rule import Rule


def read_text(path: Path) -> str:
    """The file's text; raises `RuleError` when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        advice = meant_instead(path, say("give the path of a readable file"))
        raise _unreadable(path, error.strerror or str(error), advice) from None
    except UnicodeDecodeError as error:
        raise _unreadable(path, say("it is no UTF-8 text (byte {})", error.start), say("save it as UTF-8")) from None


def _unreadable(path: Path, reason: str, advice: str) -> RuleError:
    return RuleError(
        [Fault(Place(str(path), 1, 1), say("the file cannot be read: {}", reason), advice, code="unreadable")]
    )


def load_program(path: Path, *, name: str | None = None) -> Program:
    """The compiled tree of a file; raises `RuleError` with every fault of it."""
    text = read_text(path)
    keep_tables()
    return build_program(text, file=str(path), name=name or path.stem, rules=RuleTexts(path.parent))


def build_program(text: str, *, file: str, name: str, rules: RuleTexts | None = None) -> Program:
    """The compiled tree of a text; raises `RuleError` with every fault of it."""
    rules = rules or RuleTexts(Path(file).parent)
    includes = files_beside(Path(file))
    try:
        document = parse(text, file=file, includes=includes)
    except RuleError:  # of its syntax; what else is wrong is to be told at once
        raise RuleError(check(text, file=file, resolve=why_not_importable, rules=rules, includes=includes)) from None
    faults = check_document(document, text, file=file, resolve=why_not_importable, rules=rules)
    if any(not fault.is_warning for fault in faults):
        raise RuleError(faults)
    return Program(document, name=name, text=text, rules=rules.texts)


def files_beside(path: Path) -> Callable[[str], str]:
    """Gives the texts of the files that the one at *path* includes."""
    return lambda file: read_text(path.parent / file)


class RuleTexts:
    """The rules that a tree names: files relative to *folder*."""

    def __init__(self, folder: Path) -> None:
        self.texts: dict[str, str] = {}
        self._folder = folder
        self._rules: dict[str, Rule] = {}

    def __call__(self, file: str) -> Rule:
        """The rule of a file; raises `RuleError` with its faults, or that it cannot be read."""
        if file not in self._rules:
            text = read_text(self._folder / file)
            check_subscribed(self._folder / file, text)
            self._rules[file] = read_rule(text, file=file)
            self.texts[file] = text
        return self._rules[file]


def why_not_importable(reference: str) -> str | None:
    """Why a Python function cannot be used; None if it can."""
    try:
        if getattr(resolve_function(reference), "is_unfinished", False):
            return f"'{reference}' is not written yet: write it, and remove its line with `is_unfinished`"
    except NodeError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever the user's module raises while it is imported
        return f"importing '{reference}' fails: {type(error).__name__}: {error}"
    return None
