"""Command lines that are shown to be pasted: whatever is in a name, they do what they say."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence

_NUMBER = re.compile(r"-(\d+|\d*\.\d+)")
"""A negative number is taken for an operand as it is."""


def command_line(
    command: Sequence[str], operands: Iterable[str] = (), options: Iterable[tuple[str, str | None]] = ()
) -> str:
    """*options*: each with its value, None where it has none.

    An operand that begins as an option stands behind `--`, and such a value behind `=`.
    """
    words = list(operands)
    given = [part for option in options for part in _option(*option)]
    if any(map(_looks_like_option, words)):
        return shlex.join([*command, *given, "--", *words])
    return shlex.join([*command, *words, *given])


def _option(name: str, value: str | None) -> list[str]:
    if value is None:
        return [name]
    return [f"{name}={value}"] if _looks_like_option(value) else [name, value]


def _looks_like_option(word: str) -> bool:
    return word.startswith("-") and not _NUMBER.fullmatch(word)
