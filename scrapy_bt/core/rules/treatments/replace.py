"""Each match of a pattern is replaced by a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import TypeAlias, cast

from ....errors import PatternError
from ....sentences import say
from ...documents.numbers import read_whole
from ...regex.budgets import Spend, free
from ...regex.deadlines import Deadline
from ...regex.engines import Match
from ...regex.patterns import Pattern, PutIn, compile_pattern
from .treatment import ValueTreatment

_SPECIAL = re.compile(r"\\(?:g<(?P<name>[^<>]*)>|(?P<number>[1-9]\d?)|(?P<sign>.?))", re.DOTALL)
_LITTLE = 1_000_000
"""Characters that may be made before they are counted."""
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


@dataclass(frozen=True)
class Replace(ValueTreatment):
    r"""Each match of *find* becomes *text*, in which `\1` and `\g<name>` are groups, `\n`, `\t`, `\r`, `\\` signs."""

    find: str
    text: str = ""

    @property
    def patterns(self) -> tuple[str, ...]:
        return (self.find,)

    def apply(self, values: list[str], deadline: Deadline | None = None, spend: Spend | None = None) -> list[str]:
        length = sum(map(len, values)) if spend else 0
        pattern = compile_pattern(self.find)
        parts = parse_template(self.text, pattern)
        if pattern.literal is not None and all(isinstance(part, str) for part in parts):
            old, new = pattern.literal, "".join(map(str, parts))
            if spend:
                more = max(0, len(new) - len(old))
                spend(length + (more * sum(value.count(old) for value in values) if more else 0))
            return [value.replace(old, new) for value in values]
        put_in = _put_in(parts)
        times = self.growth() if spend else 0.0
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

    def growth(self) -> float:
        pattern = compile_pattern(self.find)
        parts = parse_template(self.text, pattern)
        added = sum(len(part) for part in parts if isinstance(part, str))
        groups = sum(isinstance(part, int) for part in parts)
        if groups and pattern.looks_around:
            return inf  # a group may be longer than the match
        return max(1.0, added / pattern.least + groups) if pattern.least else 1.0 + added + groups

    def describe(self, values: Sequence[str]) -> str:  # noqa: ARG002, it does the same to all values
        return f"{self.find} becomes {self.text!r}"


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
                raise PatternError(text, say("after \\ comes a group's number, g<name>, n, t, r or \\ "), found.start())
            parts.append(_SIGNS[found["sign"]])
        else:
            parts.append(_group(found["number"] or found["name"], text, found.start(), pattern))
    return (*parts, text[last:]) if last < len(text) else tuple(parts)


def _group(name: str, text: str, at: int, pattern: Pattern) -> int:
    number = read_whole(name)
    if number is None:
        number = pattern.names.get(name, -1)
    if not 0 <= number <= pattern.groups:
        raise PatternError(text, say("`{}` has no group {}", pattern.text, name), at)
    return number


def _put_in(parts: Template) -> PutIn:
    """The replacement as `re` takes it."""
    if all(isinstance(part, str) for part in parts):
        return "".join(map(str, parts)).replace("\\", r"\\")
    return lambda match: _filled(parts, cast("Match", match))


def _filled(parts: Template, match: Match) -> str:
    return "".join(part if isinstance(part, str) else match.group(part) or "" for part in parts)
