r"""Treatments: what is done to a value after it is taken (rules.md, "A tag's nine steps", step 6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, cast

from ...errors import PatternError
from .deadlines import Deadline
from .engines import Match
from .patterns import Pattern, compile_pattern

_SPECIAL = re.compile(r"\\(?:g<(?P<name>[^<>]*)>|(?P<number>[1-9]\d?)|(?P<sign>.?))", re.DOTALL)
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


@dataclass(frozen=True)
class Replace:
    r"""Each match of *find* becomes *text*, in which `\1` and `\g<name>` are groups, `\n`, `\t`, `\r`, `\\` signs."""

    find: str
    text: str = ""


@dataclass(frozen=True)
class Insert:
    """*text* comes before the character *position* from the front; -1 is behind the last, -2 before it, and so on.

    A position beyond either end of a value is that end.
    """

    text: str
    position: int = 0


Treatment: TypeAlias = "Replace | Insert"


def treat_all(values: list[str], treatment: Treatment, deadline: Deadline | None = None) -> list[str]:
    """The values after the treatment; raises `PatternTimeout`."""
    if isinstance(treatment, Insert):
        return [_inserted(value, treatment) for value in values]
    pattern = compile_pattern(treatment.find)
    parts = parse_template(treatment.text, pattern)
    if pattern.literal is not None and all(isinstance(part, str) for part in parts):
        old, new = pattern.literal, "".join(map(str, parts))
        return [value.replace(old, new) for value in values]
    quick = pattern.quick_for(values, deadline)
    if quick is not None:
        return [quick.sub(lambda match: _filled(parts, cast("Match", match)), value) for value in values]
    return [_replaced(value, pattern, parts, deadline) for value in values]


def _inserted(value: str, insert: Insert) -> str:
    at = insert.position
    if at < 0:
        at = max(0, len(value) + 1 + at)
    return f"{value[:at]}{insert.text}{value[at:]}"


def _replaced(value: str, pattern: Pattern, parts: Template, deadline: Deadline | None) -> str:
    pieces, last = [], 0
    for match in pattern.finditer(value, deadline):
        pieces += [value[last : match.start()], _filled(parts, match)]
        last = match.end()
    return "".join([*pieces, value[last:]])


Template: TypeAlias = "tuple[str | int, ...]"


@lru_cache(1024)
def parse_template(text: str, pattern: Pattern) -> Template:
    """The texts and the numbers of groups of a replacement; raises `PatternError` with the place of the mistake."""
    parts: list[str | int] = []
    last = 0
    for found in _SPECIAL.finditer(text):
        if found.start() > last:
            parts.append(text[last : found.start()])
        last = found.end()
        if found["sign"] is not None:
            if found["sign"] not in _SIGNS:
                raise PatternError(text, r"after \ comes a group's number, g<name>, n, t, r or \ ", found.start())
            parts.append(_SIGNS[found["sign"]])
        else:
            parts.append(_group(found["number"] or found["name"], text, found.start(), pattern))
    return (*parts, text[last:]) if last < len(text) else tuple(parts)


def _group(name: str, text: str, at: int, pattern: Pattern) -> int:
    number = int(name) if name.isdecimal() and name.isascii() else pattern.names.get(name, -1)
    if not 0 <= number <= pattern.groups:
        raise PatternError(text, f"`{pattern.text}` has no group {name}", at)
    return number


def _filled(parts: Template, match: Match) -> str:
    return "".join(part if isinstance(part, str) else match.group(part) or "" for part in parts)
