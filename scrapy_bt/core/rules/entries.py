"""Entries of a layer: URLs with blocks `<first,last,step,pad>`, combined as a product (rules.md, "Fields")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from ...sentences import say

_BLOCK = re.compile(r"<([^<>]*)>")
_FIELDS = re.compile(r"\s*(\d{1,18})\s*,\s*(\d{1,18})\s*,\s*(\d{1,18})\s*,\s*(true|false)\s*", re.ASCII)


class EntryError(ValueError):
    """A block cannot be read; *block*: its text, without `<` and `>`."""

    def __init__(self, message: str, advice: str, block: str) -> None:
        super().__init__(f"{message}; {advice}")
        self.message, self.advice, self.block = message, advice, block


@dataclass(frozen=True)
class NumberBlock:
    """The numbers from *first* to *last*, both included; padded with zeros to the longer of the two, if wanted."""

    first: int
    last: int
    step: int
    width: int = 0

    @property
    def count(self) -> int:
        """How many numbers it has."""
        return (self.last - self.first) // self.step + 1

    def __getitem__(self, index: int) -> str:
        return str(self.first + index * self.step).zfill(self.width)


class EntryUrls:
    """The URLs of an entry in order, the last block fastest; none is made before it is asked for.

    Raises `EntryError`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        parts = _BLOCK.split(text)
        self._texts, self._blocks = parts[::2], [_block(part) for part in parts[1::2]]
        self.count = prod(block.count for block in self._blocks)
        """How many there are."""

    def __getitem__(self, index: int) -> str:
        if not 0 <= index < self.count:
            raise IndexError(index)
        numbers: list[str] = []
        for block in reversed(self._blocks):
            index, place = divmod(index, block.count)
            numbers.append(block[place])
        pieces = [self._texts[0]]
        for number, text in zip(reversed(numbers), self._texts[1:], strict=True):
            pieces += [number, text]
        return "".join(pieces)

    def __iter__(self) -> Iterator[str]:
        return (self[index] for index in range(self.count))


def _block(text: str) -> NumberBlock:
    found = _FIELDS.fullmatch(text)
    if found is None:
        raise EntryError(
            say("<{}> is no block", text), say("write <first,last,step,pad>, for example <1,120,1,true>"), text
        )
    first, last, step = (int(found[number]) for number in (1, 2, 3))
    if step == 0:
        raise EntryError(say("<{}> never gets on", text), say("its step is at least 1"), text)
    if first > last:
        raise EntryError(
            say("<{}> is empty: {} is greater than {}", text, first, last), say("write the smaller number first"), text
        )
    return NumberBlock(first, last, step, max(len(found[1]), len(found[2])) if found[4] == "true" else 0)
