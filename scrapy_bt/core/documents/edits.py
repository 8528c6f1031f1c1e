"""Changes of a file that mean the same in every kind of file: what is at a path goes, comes once more, or moves.

A path leads from the whole file to what is meant, step by step: names, and numbers of what stands in a list.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TypeAlias

from ...sentences import say
from .pieces import UneditableError

Path: TypeAlias = "tuple[str | int, ...]"


@dataclass(frozen=True)
class Delete:
    """What is at a path goes, with its comments."""

    path: Path


@dataclass(frozen=True)
class Copy:
    """What is at a path once more, in the block or list *to*; *name*: what it is called there, if not as it is.

    *index*: the number of the part before which it comes; None for the end.
    """

    path: Path
    _: KW_ONLY
    to: Path
    index: int | None = None
    name: str = ""


@dataclass(frozen=True)
class MovePart:
    """What is at a path goes, with its comments, into the block or list *to*; *index* counts without it."""

    path: Path
    _: KW_ONLY
    to: Path
    index: int | None = None


def moved_target(path: Path, to: Path) -> Path:
    """The path *to* when what is at *path* is gone; raises `UneditableError` where it was in it."""
    if to[: len(path)] == path:
        raise UneditableError(say("{} cannot move into itself", "/".join(map(str, path))))
    depth, step = len(path) - 1, path[-1]
    if isinstance(step, int) and len(to) > depth and to[:depth] == path[:depth]:
        other = to[depth]
        if isinstance(other, int) and other > step:
            return (*to[:depth], other - 1, *to[depth + 1 :])
    return to
