"""Consoles of rich, for tables and for lines that are drawn anew, on which texts of strangers show themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ...core.documents.controls import shown
from .terminal import behind


class ShowingConsole(Console):
    """A console of rich whose own sequences reach the terminal, and those in its texts do not."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(shown(segment.text), segment.style)


def open_console(*, stderr: bool = False, **options: Any) -> Console:
    """A console on standard output, or on standard error."""
    return ShowingConsole(file=behind(sys.stderr if stderr else sys.stdout), **options)
