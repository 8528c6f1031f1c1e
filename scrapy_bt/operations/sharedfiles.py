"""Rule files below the folder of a project: read, and replaced by those of others."""

from __future__ import annotations

import os
from pathlib import Path

from ..crawl.project.trees import read_text
from ..errors import BTError, RuleError
from ..sentences import say
from ..wholefiles import write_whole


def rule_text(folder: Path, file: str) -> str:
    """The text of a rule file; empty if there is none."""
    return _text_of(path_in(folder, file))


def path_in(folder: Path, file: str) -> Path:
    """The path of a file below a folder; raises `BTError` if it leads out of it, also by links."""
    path = folder / file
    if Path(file).is_absolute() or ".." in Path(file).parts or path.suffix not in (".yaml", ".yml"):
        raise BTError(say("{} is no rule file below {}", file, folder))
    if not path.resolve().is_relative_to(folder.resolve()):
        raise BTError(say("{} leads out of {}", path, os.path.relpath(folder)))
    return path


def _text_of(path: Path) -> str:
    return read_text(path) if path.is_file() else ""


def readable_text(path: Path) -> str:
    """The text of a file; empty if there is none, or if it is no text."""
    try:
        return _text_of(path)
    except RuleError:
        return ""


def replace_text(path: Path, text: str, before: str | None) -> None:
    """Write a file, unless its text is not the one whose change was agreed to."""
    if before is not None and readable_text(path) != before:
        raise BTError(say("{} has been changed meanwhile: look at it again", path))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
