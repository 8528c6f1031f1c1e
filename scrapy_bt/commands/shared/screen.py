"""A terminal, or a file, on which texts of strangers' pages are printed: they show themselves and do nothing to it."""

from __future__ import annotations

from typing import TypeAlias

from rich.console import RenderableType
from rich.text import Text

from ...crawl.display.consoles import open_console

WIDTH = 120
"""Columns of tables that are not printed on a terminal."""
Part: TypeAlias = "str | tuple[str, str]"
"""A text, or a text and its style."""


class Screen:
    """Standard output."""

    def __init__(self) -> None:
        self._console = open_console(highlight=False)
        if not self._console.is_terminal:
            self._console.width = WIDTH

    def line(self, *parts: Part) -> None:
        """Print one line, which is not broken however long it is."""
        shown = [visible(part) if isinstance(part, str) else (visible(part[0]), part[1]) for part in parts]
        self._console.print(Text.assemble(*shown), soft_wrap=True)

    def show(self, table: RenderableType) -> None:
        """Print a table, whose cells are `visible` already."""
        self._console.print(table)


def visible(text: str) -> str:
    """The text with a sign in the place of each control character; escape sequences begin with one."""
    return "".join(char if char.isprintable() or char == "\n" else _sign_of(char) for char in text)


def _sign_of(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    return " " if char.isspace() else "\N{REPLACEMENT CHARACTER}"
