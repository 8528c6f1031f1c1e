"""Pieces of a text put in place of others: the one way in which files are edited."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class UneditableError(ValueError):
    """An edit cannot be made safely; the message says why."""


class TextEdit(NamedTuple):
    """What stands from *start* to *end* is to be *text*."""

    start: int
    end: int
    text: str


def put(text: str, pieces: Iterable[TextEdit]) -> str:
    """The text with all pieces in their places; they do not overlap."""
    for piece in sorted(set(pieces), reverse=True):
        text = text[: piece.start] + piece.text + text[piece.end :]
    return text
