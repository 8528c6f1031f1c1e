"""Chains of codings by which a value may differ from what was found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from ..answers.codings import decode, encode
from ..answers.values import Coded, Coding, Decoded, Value

Wanted = Mapping[int, str]
"""A value that is looked for, by recording."""
Link = tuple[Literal["undo", "do"], Coding]
"""`undo`: the value is the coding of what was found; `do`: what was found is the coding of the value."""

_UNDONE: tuple[Coding, ...] = ("url", "form", "base64", "base64url", "hex", "json", "html")
_DONE: tuple[Coding, ...] = ("url", "form", "html", "json", "base64", "base64url", "hex")
_TWICE: tuple[tuple[Link, ...], ...] = (
    (("do", "url"), ("do", "url")),
    (("do", "url"), ("do", "html")),
    (("do", "json"), ("do", "html")),
    (("do", "base64"), ("do", "url")),
)
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]")
_SHORTEST_CODED = 8
"""Letters from which base64 and hex are tried: any short word is one by chance."""


@dataclass(frozen=True)
class Chain:
    """The links from the value to what is looked for."""

    links: tuple[Link, ...] = ()

    @property
    def cost(self) -> int:
        return len(self.links)

    def apply(self, value: str) -> str | None:
        """What is looked for in order to find the value; None if this chain does not lead anywhere."""
        for direction, coding in self.links:
            found = undone(value, coding) if direction == "undo" else encode(value, coding)
            if found is None or found == value:
                return None
            value = found
        return value

    def wrap(self, found: Value) -> Value:
        """The value, made from what was found."""
        for direction, coding in reversed(self.links):
            found = Coded(found, coding) if direction == "undo" else Decoded(found, coding)
        return found

    def __str__(self) -> str:
        words = [f"{coding}-{'coded' if direction == 'undo' else 'decoded'}" for direction, coding in self.links]
        return ", ".join(reversed(words))


PLAIN = Chain()


def chains_for(value: str) -> Iterator[Chain]:
    """The chains that lead from a value to something else, the plain one first."""
    yield PLAIN
    seen = {value}
    for coding in _UNDONE:
        inner = undone(value, coding)
        if inner is None or inner in seen:
            continue
        seen.add(inner)
        yield Chain((("undo", coding),))
        for second in _UNDONE:
            innermost = undone(inner, second)
            if innermost is not None and innermost not in seen:
                seen.add(innermost)
                yield Chain((("undo", coding), ("undo", second)))
    for coding in _DONE:
        outer = encode(value, coding)
        if outer not in seen and (coding not in ("base64", "base64url", "hex") or len(value) >= _SHORTEST_CODED // 2):
            seen.add(outer)
            yield Chain((("do", coding),))
    for links in _TWICE:
        chain = Chain(links)
        outermost = chain.apply(value)
        if outermost is not None and outermost not in seen:
            seen.add(outermost)
            yield chain


def undone(value: str, coding: Coding) -> str | None:
    """What the value is the coding of, if coding it again gives the value."""
    if coding in ("base64", "base64url", "hex") and len(value) < _SHORTEST_CODED:
        return None
    inner = decode(value, coding)
    if inner is None or inner == value or not inner.strip() or _UNPRINTABLE.search(inner):
        return None
    return inner if encode(inner, coding) == value else None
