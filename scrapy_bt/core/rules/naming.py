"""Names of a rule as words of the language: letters, digits and `_`, and no word that means something else."""

from __future__ import annotations

import re

from ..tree.keywords import TAKEN_NAMES
from ..tree.nodes import HOWS
from .rule import RuleGroup

_UNFIT = re.compile(r"\W")
OF_TREES = TAKEN_NAMES.union(HOWS)
"""What no node, no variable and no part of a rule is called: words of the language."""


class UniqueNames:
    """Gives each thing a name of its own."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def is_free(self, wanted: str) -> bool:
        """Whether `give` gives this word itself."""
        return as_word(wanted) == wanted and wanted not in self._given and wanted not in OF_TREES

    def give(self, wanted: str) -> str:
        """A word like *wanted* that nothing else has."""
        plain = as_word(wanted)
        word, number = plain, 1
        while word in self._given or word in OF_TREES:
            number += 1
            word = f"{plain}_{number}"
        self._given.add(word)
        return word


def as_word(text: str) -> str:
    """The text with `_` for each sign that no name has."""
    word = _UNFIT.sub("_", text)
    return word if word and not word[0].isdigit() else f"_{word}"


def name_fields(group: RuleGroup) -> tuple[str, ...]:
    """The fields of a group's records, in the order of its columns; words of the language may be fields."""
    given: list[str] = []
    for column in group.columns:
        plain = as_word(column.name)
        word, number = plain, 1
        while word in given:
            number += 1
            word = f"{plain}_{number}"
        given.append(word)
    return tuple(given)
