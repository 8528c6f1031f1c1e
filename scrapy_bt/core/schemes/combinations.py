"""The combinations of a scheme's words, by number: none is made before it is asked for, and counting makes none."""

from __future__ import annotations

from math import comb, prod

from .scheme import KeywordClass, Scheme

ENDLESS = 10**40
"""A number that nobody will see the end of."""


class Combinations:
    """The combinations in an order that never changes; a combination is the tuple of its words.

    Those with fewer optional words of a class come first, the last class changes fastest.
    """

    def __init__(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self._counts = [count_choices(each) for each in scheme.classes]
        self._has_required = any(each.required for each in scheme.classes)

    @property
    def count(self) -> int:
        """How many there are."""
        if self._scheme.between == "and":
            # All classes may leave their optional words out; without any required word that leaves nothing to look for.
            empty = not self._has_required and all(each.least == 0 for each in self._scheme.classes)
            return prod(self._counts) - empty
        return int(self._has_required) + sum(self._words_alone())

    def __getitem__(self, index: int) -> tuple[str, ...]:
        if not 0 <= index < self.count:
            raise IndexError(index)
        chosen = self._choose_of_all(index) if self._scheme.between == "and" else self._choose_of_one(index)
        words: list[str] = []
        for each, optional in zip(self._scheme.classes, chosen, strict=True):
            words += each.required
            words += optional
        return tuple(dict.fromkeys(words))

    def _choose_of_all(self, index: int) -> list[tuple[str, ...]]:
        if self.count < prod(self._counts):
            index += 1  # the first one would be empty
        chosen: list[tuple[str, ...]] = []
        for each, count in zip(reversed(self._scheme.classes), reversed(self._counts), strict=True):
            index, here = divmod(index, count)
            chosen.append(choose(each, here))
        return chosen[::-1]

    def _choose_of_one(self, index: int) -> list[tuple[str, ...]]:
        chosen: list[tuple[str, ...]] = [()] * len(self._scheme.classes)
        index -= self._has_required
        if index < 0:
            return chosen
        for place, (each, count) in enumerate(zip(self._scheme.classes, self._words_alone(), strict=True)):
            if index < count:
                chosen[place] = choose(each, index + (each.least == 0))
                break
            index -= count
        return chosen

    def _words_alone(self) -> list[int]:
        """Per class its choices that have any optional word."""
        pairs = zip(self._scheme.classes, self._counts, strict=True)
        return [count - (each.least == 0) for each, count in pairs]


def count_choices(each: KeywordClass) -> int:
    """In how many ways optional words of a class can be chosen; 1 for a class that has none.

    From `ENDLESS` on it is counted no further.
    """
    size = len(each.optional)
    total, ways = 0, comb(size, each.least)
    for count in range(each.least, min(each.most, size) + 1):
        total += ways
        if total >= ENDLESS:
            break
        ways = ways * (size - count) // (count + 1)
    return total


def choose(each: KeywordClass, index: int) -> tuple[str, ...]:
    """The choice of an index: by size, then in lexicographic order of the places of its words."""
    size = each.least
    while index >= (count := comb(len(each.optional), size)):
        index -= count
        size += 1
    words: list[str] = []
    left = len(each.optional)
    while size:
        # Of the choices of `size` words of the last `left`, those that begin behind the first k: comb(left - k, size).
        total = comb(left, size)
        first, end = 0, left - size
        while first < end:
            middle = (first + end + 1) // 2
            if total - comb(left - middle, size) <= index:
                first = middle
            else:
                end = middle - 1
        index -= total - comb(left - first, size)
        words.append(each.optional[len(each.optional) - left + first])
        left -= first + 1
        size -= 1
    return tuple(words)
