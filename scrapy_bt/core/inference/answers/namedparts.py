"""Parts of an answer that are found by a name: groups of data, panels of a page, or rows that say it."""

from __future__ import annotations

from typing import ClassVar, Literal, Protocol


class NamedParts(Protocol):
    """Where such parts stand, and how one of them is found."""

    how: ClassVar[Literal["json", "xpath"]]
    """The language of what finds them."""

    @property
    def coding(self) -> str:
        """The JMESPath that codes a `name`, so that no sign of it ends the text that it stands in."""

    @property
    def key(self) -> str:
        """What the names are called."""

    @property
    def before(self) -> str:
        """What stands before a name, coded, in what finds its part."""

    def behind(self, rows: str) -> str:
        """What stands behind it in what finds *rows* of that part."""

    def found_by(self, name: str, rows: str = ...) -> str:
        """What finds the part of a name, or *rows* in it."""
