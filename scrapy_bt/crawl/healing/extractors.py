"""Link extractors under observation: what their authors have written for the XPaths that they run."""

from __future__ import annotations

import inspect
from functools import lru_cache
from pathlib import Path

from ...core.healing.patching.extractors import Restriction, find_restriction

_LARGEST = 1_000_000
"""Bytes of a file, up to which it is read."""

_MOST = 1_000

WRITTEN: dict[str, str] = {}
"""The selector that an author has written, by the XPath that the link extractor runs."""


@lru_cache(_MOST)
def restriction_of(spider: type | None, caller: str, path: str) -> tuple[str, Restriction] | None:
    """The file in which the selector of this XPath is written, and that selector; None if it is in no file.

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
