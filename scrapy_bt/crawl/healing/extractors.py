"""Link extractors under observation: what their authors have written for the XPaths that they run."""

from __future__ import annotations

import inspect
from functools import lru_cache
from pathlib import Path

from ...core.healing.patching.extractors import Restriction, find_restriction

_LARGEST = 1_000_000
"""Bytes of a file that is read for it."""

_MOST = 1_000

WRITTEN: dict[str, str] = {}
"""By the XPath that a link extractor runs the selector that its author has written."""


@lru_cache(_MOST)
def restriction_of(spider: type | None, caller: str, path: str) -> tuple[str, Restriction] | None:
    """The file that has what becomes this XPath, and what it has; None where none has it.

    *caller*: the file whose function asks for links; those of a spider's rules stand in a file of its classes.
    """
    classes = spider.__mro__[:-1] if spider is not None else ()
    for file in dict.fromkeys(filter(None, (caller, *map(_file_of, classes)))):
        found = find_restriction(_source(file), path)
        if found is not None:
            if len(WRITTEN) < _MOST:
                WRITTEN[path] = found.selector
            return file, found
    return None


def _file_of(one: type) -> str:
    try:
        return inspect.getsourcefile(one) or ""
    except (TypeError, OSError):
        return ""


@lru_cache(100)
def _source(file: str) -> str:
    path = Path(file)
    try:
        return path.read_text("utf-8") if path.stat().st_size <= _LARGEST else ""
    except (OSError, UnicodeError):
        return ""
