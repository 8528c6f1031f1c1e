r"""Treatments: what is done to a value after it is taken (rules.md, "A tag's nine steps", step 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import TypeAlias, cast

from ...errors import PatternError
from ..documents.numbers import read_whole
from ..regex.budgets import Spend, free
from ..regex.deadlines import Deadline
from ..regex.engines import Match
from ..regex.patterns import Pattern, PutIn, compile_pattern

_SPECIAL = re.compile(r"\\(?:g<(?P<name>[^<>]*)>|(?P<number>[1-9]\d?)|(?P<sign>.?))", re.DOTALL)
_LITTLE = 1_000_000
"""Characters that may be made before they are counted."""
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


def treat_all(
    values: list[str], treatment: Treatment, deadline: Deadline | None = None, spend: Spend | None = None
) -> list[str]:
    """The values after the treatment; raises `PatternTimeout`, and what *spend* raises before too much is made."""
    length = sum(map(len, values)) if spend else 0
    if isinstance(treatment, Insert):
        if spend:
            spend(length + len(values) * len(treatment.text))
        return [_inserted(value, treatment) for value in values]
    pattern = compile_pattern(treatment.find)
    parts = parse_template(treatment.text, pattern)
    if pattern.literal is not None and all(isinstance(part, str) for part in parts):
        old, new = pattern.literal, "".join(map(str, parts))
        if spend:
            more = max(0, len(new) - len(old))
            spend(length + (more * sum(value.count(old) for value in values) if more else 0))
        return [value.replace(old, new) for value in values]
    put_in = _put_in(parts)
    times = growth(treatment) if spend else 0.0
    quick = pattern.quick_for(values, deadline)
    if quick is not None and (not spend or length * times <= _LITTLE):
        if spend:
            spend(length)
        return [quick.sub(put_in, value) for value in values]
    treated: list[str] = []
    for value in values:
        replacer = pattern.replacer(value, deadline) if len(value) * times <= _LITTLE else None
        if replacer is None:
            treated.append(_replaced(value, pattern, parts, deadline, spend or free))
            continue
        treated.append(replacer(put_in))
        if spend:
            spend(len(treated[-1]))
    return treated


def growth(treatment: Treatment) -> float:
    """How many times as long a value can become at most, and one character."""
    if isinstance(treatment, Insert):
        return 1.0 + len(treatment.text)
    pattern = compile_pattern(treatment.find)
    parts = parse_template(treatment.text, pattern)
    added = sum(len(part) for part in parts if isinstance(part, str))
    groups = sum(isinstance(part, int) for part in parts)
    if groups and pattern.looks_around:
        return inf  # a group may be longer than the match
    return max(1.0, added / pattern.least + groups) if pattern.least else 1.0 + added + groups


def describe(treatment: Treatment, values: Sequence[str]) -> str:
    """What it does, in words; of an insertion also how many of the *values* are too short for its position."""
    if not isinstance(treatment, Insert):
        return f"{treatment.find} becomes {treatment.text!r}"
    at = treatment.position
    told = f"{treatment.text!r} is inserted at {at}"
    short = sum(1 for value in values if not -len(value) - 1 <= at <= len(value))
    end = "end" if at > 0 else "front"
    return f"{told}; {short} of {len(values)} are shorter, and it comes at their {end}" if short else told


def _inserted(value: str, insert: Insert) -> str:
    at = insert.position
    if at < 0:
        at = max(0, len(value) + 1 + at)
    return f"{value[:at]}{insert.text}{value[at:]}"


def _replaced(value: str, pattern: Pattern, parts: Template, deadline: Deadline | None, spend: Spend) -> str:
    pieces, last = [], 0
    spend(len(value))
    for match in pattern.finditer(value, deadline):
        put_in = _filled(parts, match)
        spend(len(put_in))
        pieces += [value[last : match.start()], put_in]
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
    number = read_whole(name)
    if number is None:
        number = pattern.names.get(name, -1)
    if not 0 <= number <= pattern.groups:
        raise PatternError(text, f"`{pattern.text}` has no group {name}", at)
    return number


def _put_in(parts: Template) -> PutIn:
    """The replacement as `re` takes it."""
    if all(isinstance(part, str) for part in parts):
        return "".join(map(str, parts)).replace("\\", r"\\")
    return lambda match: _filled(parts, cast("Match", match))


def _filled(parts: Template, match: Match) -> str:
    return "".join(part if isinstance(part, str) else match.group(part) or "" for part in parts)
