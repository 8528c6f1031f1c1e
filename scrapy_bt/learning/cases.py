"""What proposals are made from: a node that has changed, with pages of it before and of today."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..core.healing.modelfiles import SHIPPED_ALONE, ModelFiles
from ..core.healing.parsing import MOST_CHARACTERS as _MOST_CHARACTERS
from ..core.healing.perception.observations import Observation
from ..core.healing.recommending import Precedent
from .trials import KeptPage, Reading


@dataclass(frozen=True)
class Case:
    """What is known of a node that has changed."""

    before: KeptPage
    """A page before the change, on which all fields were found."""
    observations: Sequence[Observation]
    """Its fields, with selectors that are CSS or XPath."""
    pages: Sequence[KeptPage]
    """All kept pages; of those of today the newest is last."""
    changed: Mapping[str, Sequence[str]]
    """By changed field: the views in which it has changed."""
    forms: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By field: the forms that its values usually have."""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    """By field: what its texts are turned into, if anything."""
    is_refused: Callable[[str, str], bool] = lambda _field, _selector: False
    """Whether somebody has rejected a selector."""
    few: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By field with few different values: the digests of these."""
    precedents: Sequence[Precedent] = ()
    """What other selectors have become at changes before."""
    files: ModelFiles = SHIPPED_ALONE
    """The files of the models that decide."""

    @property
    def now(self) -> list[KeptPage]:
        """The pages of today."""
        return [page for page in self.pages if page.is_now]

    @property
    def earlier(self) -> list[KeptPage]:
        """The pages of before."""
        return [page for page in self.pages if not page.is_now]

    def bounded(self) -> Case:
        """The case with the newest pages before and of today, as many as can be kept parsed."""
        kept: list[KeptPage] = []
        left = {True: _MOST_CHARACTERS // 2, False: _MOST_CHARACTERS // 2}
        for page in reversed(self.pages):
            is_first = left[page.is_now] == _MOST_CHARACTERS // 2
            left[page.is_now] -= len(page.markup)
            if left[page.is_now] >= 0 or is_first:
                kept.append(page)
        return replace(self, pages=kept[::-1])
