"""The known name that an unknown one was probably meant to be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from ....errors import Suggestion, nearest

_CANDIDATES = 12
_GUESSES = 200
"""A file with more unknown names than that has other troubles, and guessing would take seconds."""


class Nearest:
    """Finds names that are spelt alike; looks only at those that share the most pairs of letters."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_pair: defaultdict[str, list[str]] = defaultdict(list)
        for name in dict.fromkeys(names):
            for pair in _pairs(name):
                self._by_pair[pair].append(name)
        self._guesses = _GUESSES

    def find(self, name: str) -> str | None:
        """Return the known name nearest to *name*, if one is near."""
        if not self._guesses:
            return None
        self._guesses -= 1
        shared = Counter(known for pair in _pairs(name) for known in self._by_pair.get(pair, ()))
        candidates = [known for known, _ in shared.most_common(_CANDIDATES) if known != name]
        return nearest(name, candidates)

    def advice(self, name: str, form: str = "`{}`") -> str:
        """Return `did you mean …?`, or nothing."""
        near = self.find(name)
        return Suggestion(name, near, form) if near else ""


def _pairs(name: str) -> set[str]:
    word = f" {name.casefold()} "
    return {word[start : start + 2] for start in range(len(word) - 1)}
