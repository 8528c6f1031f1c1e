"""Rule files below the folder of a project: read, and replaced by those of others."""

from __future__ import annotations

import os
from pathlib import Path

from ..crawl.project.trees import read_text
from ..errors import BTError, RuleError
from ..sentences import say
from ..wholefiles import write_whole


def rule_text(folder: Path, file: str) -> str:
    """What a rule file says now; empty where there is none."""
    return _text_of(path_in(folder, file))


def path_in(folder: Path, file: str) -> Path:
    """A file below a folder; raises `BTError` for one that is not, also by links."""
    path = folder / file
    if Path(file).is_absolute() or ".." in Path(file).parts or path.suffix not in (".yaml", ".yml"):
        raise BTError(say("{} is no rule file below {}", file, folder))
    if not path.resolve().is_relative_to(folder.resolve()):
        raise BTError(say("{} leads out of {}", path, os.path.relpath(folder)))
    return path


def _text_of(path: Path) -> str:
    return read_text(path) if path.is_file() else ""


def readable_text(path: Path) -> str:
    """What a file says; empty where there is none, or what is there is no text."""
    try:
        return _text_of(path)
    except RuleError:
        return ""


def replace_text(path: Path, text: str, before: str | None) -> None:
    """Write a file, unless somebody has agreed to the change of another text than it has now."""
    if before is not None and readable_text(path) != before:
        raise BTError(say("{} has been changed meanwhile: look at it again", path))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
