"""Pieces of a text put in place of others."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff
from typing import NamedTuple


class UneditableError(ValueError):
    """A selector cannot be replaced safely; the message says why."""


class Piece(NamedTuple):
    """What stands from *start* to *end* is to be *text*."""

    start: int
    end: int
    text: str


def put(text: str, pieces: Iterable[Piece]) -> str:
    """The text with all pieces in their places; they do not overlap."""
    for piece in sorted(set(pieces), reverse=True):
        text = text[: piece.start] + piece.text + text[piece.end :]
    return text


def is_xpath(selector: str) -> bool:
    """Whether it is an XPath; otherwise it is CSS."""
    return selector.startswith(("/", "(", "./", ".//"))


def diff_of(before: str, after: str, path: str) -> str:
    """The change as a patch; empty where there is none."""
    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{path}", f"b/{path}", n=2
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
