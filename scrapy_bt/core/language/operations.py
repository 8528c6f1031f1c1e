"""Changes of a `.bt` file, beside those that every file knows (`core.documents.edits`); paths are those of `paths`."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Literal, TypeAlias

from ..documents.edits import Copy, Delete, MovePart, Path


@dataclass(frozen=True)
class SetText:
    """*text*, in the notation of the language, stands for what is at a path."""

    path: Path
    _: KW_ONLY
    text: str


@dataclass(frozen=True)
class InsertText:
    """*text* comes into what has a block at a path, before the part that has the number *index* now, or at the end.

    *name*: what it is called there, if not as it is.
    """

    path: Path
    _: KW_ONLY
    text: str
    index: int | None = None
    name: str = ""


@dataclass(frozen=True)
class Wrap:
    """The statement at a path, and *count* - 1 that follow it, come into a block: `while x`, `if x`, `goroutine or`."""

    path: Path
    _: KW_ONLY
    header: str
    count: int = 1


@dataclass(frozen=True)
class RenameName:
    """A declared node or a variable gets another name, wherever it stands in the file."""

    old: str
    _: KW_ONLY
    new: str
    kind: Literal["node", "variable"] = "node"


@dataclass(frozen=True)
class SetHealing:
    """The file says how a node is healed: `off`, `watch`, `review`, `auto`; none: as all of the file is."""

    node: str
    _: KW_ONLY
    mode: str | None


PlainOperation: TypeAlias = "SetText | InsertText | Delete | Copy | MovePart | Wrap | RenameName"
Operation: TypeAlias = "PlainOperation | SetHealing"
