"""Records of a part of an answer, by what was chosen or typed: it is coded first, and compared as a code."""

from __future__ import annotations

from ...tree import nodes as bt
from ..answers.rows.searched import SEARCHED
from ..conclusion import Given
from ..findings import ChosenGroup
from .gathering import Gathering
from .vocabulary import Vocabulary


class ChosenGroups:
    """Writes what takes the records of groups."""

    def __init__(self, vocabulary: Vocabulary, gathering: Gathering) -> None:
        self._vocabulary, self._gathering = vocabulary, gathering
        self._codings: dict[str, bt.Assign] = {}

    @property
    def before(self) -> tuple[bt.Assign, ...]:
        """What codes the names, before anything is asked for."""
        return tuple(self._codings.values())

    def each(self, group: ChosenGroup, step: int, *, every: bool = False) -> bt.Source:
        """What takes the records of a group from the page of a step; *every*: as a list."""
        known = {given.name: given for given in self._vocabulary.conclusion.arguments}
        name = self._vocabulary.argument(known.get(group.argument) or Given(group.argument))
        if name not in self._codings:
            self._codings[name] = self._gathering.lookups.coded(name, group.grouping.coding, step)
        code = bt.Reference(self._codings[name].name)
        return bt.Source(group.grouping.how, (bt.Template((group.grouping.before, code, group.after)),), all=every)

    def tell(self, item: bt.Item, group: ChosenGroup) -> None:
        """Say above an item which records it takes."""
        told = "those of the group that was chosen by its name"
        if group.grouping.key == SEARCHED:
            told = "those that hold what is given"
            if not any(" " in name.strip() for name in group.names if name):
                told += "; of several words, which nobody typed, as they stand"
        self._vocabulary.say(item, told, above=True)
