"""Three-way merge of texts by lines: what two people made of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_MOST_ALIKE = 200_000
"""Pairs of equal lines that are looked at; the time grows with them, and texts come from whoever may edit."""
OURS, BETWEEN, THEIRS = "<<<<<<< yours", "=======", ">>>>>>> theirs"


@dataclass(frozen=True)
class Merged:
    """*conflicts*: places where both changed the same lines, which stand between marks."""

    text: str
    conflicts: int


def merge(base: str, ours: str, theirs: str) -> Merged:
    """What stands in *base*, with the changes of both; a change that both made counts once."""
    old, one, other = (text.splitlines(keepends=True) for text in (base, ours, theirs))
    parts: list[str] = []
    conflicts = 0
    at = mine = their = 0  # up to here all three are written
    for start, in_one, in_other, size in [*_common(old, one, other), (len(old), len(one), len(other), 0)]:
        was, we, they = old[at:start], one[mine:in_one], other[their:in_other]
        if they in (we, was):
            parts += we
        elif we == was:
            parts += they
        else:
            conflicts += 1
            parts += [f"{OURS}\n", *_ended(we), f"{BETWEEN}\n", *_ended(they), f"{THEIRS}\n"]
        parts += old[start : start + size]
        at, mine, their = start + size, in_one + size, in_other + size
    return Merged("".join(parts), conflicts)


def _common(old: Sequence[str], one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Runs of lines that all three have: where they begin in each, and how many lines."""
    firsts = _matches(old, one)
    seconds = _matches(old, other)
    found = []
    left, right = 0, 0
    while left < len(firsts) and right < len(seconds):
        (a, in_one, a_size), (b, in_other, b_size) = firsts[left], seconds[right]
        start, end = max(a, b), min(a + a_size, b + b_size)
        if start < end:
            found.append((start, in_one + start - a, in_other + start - b, end - start))
        if a + a_size < b + b_size:
            left += 1
        else:
            right += 1
    return found


def _matches(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int, int]]:
    """Runs of equal lines; between the first and the last difference none where too many lines are alike."""
    shortest = min(len(one), len(other))
    begin = next((number for number in range(shortest) if one[number] != other[number]), shortest)
    left = shortest - begin
    end = next((number for number in range(left) if one[-1 - number] != other[-1 - number]), left)
    mine, their = one[begin : len(one) - end], other[begin : len(other) - end]
    found = [(0, 0, begin)]
    counts = Counter(their)
    if sum(counts[line] for line in mine) <= _MOST_ALIKE:
        blocks = SequenceMatcher(None, mine, their, autojunk=False).get_matching_blocks()
        found += [(begin + block.a, begin + block.b, block.size) for block in blocks]
    found.append((len(one) - end, len(other) - end, end))
    return [each for each in found if each[2]]


def _ended(lines: Sequence[str]) -> list[str]:
    """Each with its end, so that a mark stands in a line of its own."""
    return [line if line.endswith("\n") else f"{line}\n" for line in lines]
