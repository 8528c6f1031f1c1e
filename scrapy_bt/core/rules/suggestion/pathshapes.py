"""What the paths of elements have in common, from the outermost element of a page to the innermost."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .outline import PathLabel

_PASSING = re.compile(
    r"(?:.*[-_])?(?:first|last|odd|even|alt|active|current|selected|open|closed|new|hover|visited|hidden|on|off)|.*\d+.*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PathShape:
    """What paths have in common: the steps from the outermost, and those up to the innermost."""

    outer: tuple[PathLabel, ...]
    inner: tuple[PathLabel, ...]
    exact: int = 0
    """The number of steps, where the whole path is known."""

    def fits(self, path: tuple[PathLabel, ...]) -> bool:
        """Whether a path has that in common too."""
        if len(path) < max(len(self.outer), len(self.inner)) or (self.exact and len(path) != self.exact):
            return False
        steps = (*zip(self.outer, path, strict=False), *zip(self.inner[::-1], path[::-1], strict=False))
        return all(mine.fits(its) for mine, its in steps)


def lasting(label: PathLabel) -> PathLabel:
    """The label without classes that tell where in a list something is, or in which state."""
    return label._replace(classes=frozenset(name for name in label.classes if not _PASSING.fullmatch(name)))


def shared_path(first: tuple[PathLabel, ...], second: tuple[PathLabel, ...]) -> PathShape:
    """What two paths have in common."""
    inner: list[PathLabel] = []
    for one, other in zip(reversed(first), reversed(second), strict=False):
        if one.name != other.name and inner:
            break
        name = one.name if one.name == other.name else ""
        inner.append(PathLabel(name, one.classes & other.classes, one.cell if one.cell == other.cell else 0))
        if not name:
            break
    outer: list[PathLabel] = []
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        outer.append(one)
    is_same_length = len(first) == len(second) == len(inner)
    return PathShape(tuple(outer), tuple(reversed(inner)), len(first) if is_same_length else 0)


def narrowed(one: PathShape, other: PathShape) -> PathShape:
    """What two shapes have in common."""
    inner = shared_path(one.inner, other.inner).inner
    outer = shared_path(one.outer, other.outer).outer if one.outer else other.outer
    return PathShape(outer, inner, one.exact if one.exact == other.exact else 0)
