"""The way out to a terminal: texts of strangers show themselves there, and do nothing to it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from ...core.documents.controls import shown


class ShowingStream(io.TextIOBase):
    """A stream on which control characters and marks of direction are written as escapes (`shown`)."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        """Where everything goes as it is."""

    def write(self, text: str) -> int:
        self.stream.write(shown(text))
        return len(text)

    def writelines(self, lines: Iterable[Any]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self.stream.flush()

    def fileno(self) -> int:
        return self.stream.fileno()

    def isatty(self) -> bool:
        return self.stream.isatty()

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]  # read-only here
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]  # the same
        return self.stream.errors

    @property
    def buffer(self) -> Any:
        """For bytes, which are nobody's text."""
        return self.stream.buffer


def show_controls() -> None:
    """From now on what this process writes to its output and its log shows control characters."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
        if not isinstance(stream, ShowingStream):
            setattr(sys, name, ShowingStream(stream))


def behind(stream: TextIO) -> TextIO:
    """The stream on which everything goes as it is: for sequences of one's own."""
    return stream.stream if isinstance(stream, ShowingStream) else stream
