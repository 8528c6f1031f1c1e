"""Names that are given once: the best that is free, and a number only where none is."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...rules.naming import OF_TREES, as_word

_NUMBER = re.compile(r"_?\d+")


class GivenNames:
    """Gives each thing a name of its own; *taken*: words that no thing is called."""

    def __init__(self, taken: Collection[str] = OF_TREES) -> None:
        self._taken, self._given = taken, set[str]()

    def is_free(self, wanted: str) -> bool:
        """Whether `give` gives this word itself."""
        return as_word(wanted) == wanted and wanted not in self._given and wanted not in self._taken

    def give(self, *wanted: str) -> str:
        """The first of the words that is free; else the first of them with a number, which is the only one in it."""
        words = [f"{word}_value" if word in self._taken else word for word in map(as_word, wanted)]
        name = next((word for word in words if word not in self._given), "") or self._numbered(words[0])
        self._given.add(name)
        return name

    def _numbered(self, word: str) -> str:
        stem, number = as_word(_NUMBER.sub("", word).strip("_") or word), 2
        while f"{stem}_{number}" in self._given:
            number += 1
        return f"{stem}_{number}"
