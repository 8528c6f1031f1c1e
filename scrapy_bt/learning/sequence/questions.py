"""Questions for the network, with their answers: from labelled pages, real pairs, and redesigns that are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from ...core.healing.deciding import shared_content
from ...core.healing.features import Survey
from ...core.healing.pages import Candidate
from ...core.healing.steps import Path
from ...core.healing.writing import target_of, write_selectors
from ..lessons import Exercise, Sheet
from .encoding import Floats, Numbers, Sight, before_tokens, choice_tokens, likenesses
from .grammar import spell
from .synthesis import KINDS, redesign

_FIRST = 3
"""Values of a kind of which one suffers a change."""


@dataclass(eq=False)
class PageCache:
    """What was worked out of pages, each thing once."""

    _sights: dict[int, Sight] = field(default_factory=dict)
    _written: dict[tuple[int, int], tuple[str, Path | None]] = field(default_factory=dict)
    _shared: dict[tuple[int, int], float] = field(default_factory=dict)

    def sight(self, survey: Survey) -> Sight:
        """A page as the network sees it."""
        return self._sights.setdefault(id(survey), Sight(survey))

    def written(self, survey: Survey, candidate: Candidate) -> tuple[str, Path | None]:
        """The firmest selector of a candidate, as a text and, where it has some, as steps."""
        key = id(survey), candidate.number
        if key not in self._written:
            best = write_selectors([target_of(survey.page, candidate)], most=1)[0]
            self._written[key] = best.text, best.path
        return self._written[key]

    def shared(self, old: Survey, new: Survey) -> float:
        """How far two pages have the same content."""
        key = id(old), id(new)
        if key not in self._shared:
            self._shared[key] = shared_content(old, new)
        return self._shared[key]


@dataclass(eq=False)
class Question:
    """A field before, a page of today, and the answer."""

    cache: PageCache
    old: Survey
    new: Survey
    place: Candidate
    right: Sequence[int]
    """The candidates that it is today; None if it is gone."""
    selector: str = ""
    """The one before; empty for one that is written for it."""

    @cached_property
    def tokens(self) -> Numbers:
        """What stood before."""
        return before_tokens(self.selector or self.cache.written(self.old, self.place)[0], self.place)

    @cached_property
    def spelled(self) -> list[tuple[Numbers, Floats, int]]:
        """Of each step of the answer the words and numbers of all choices, and which is right."""
        if not self.right:
            return []
        candidate = self.new.page.candidates[self.right[0]]
        path = self.cache.written(self.new, candidate)[1]
        ways = spell(self.new.page, candidate, path) if path is not None else None
        return [(*choice_tokens(prefix.choices), at) for prefix, at in ways or ()]

    def likenesses(self, numbers: Sequence[int], *, blind: bool) -> Floats:
        """Of candidates by number; *blind*: equal texts do not count."""
        shared = 0.0 if blind else self.cache.shared(self.old, self.new)
        return likenesses(self.old.look_of(self.place), [self.new.looks[number] for number in numbers], shared)


def questions_of(exercises: Iterable[Exercise], cache: PageCache) -> Iterator[Question]:
    """What labelled pages ask."""
    for one in exercises:
        right = [look.candidate.number for look in one.right]
        old, new = one.old_sheet.survey, one.new_sheet.survey
        yield Question(cache, old, new, one.old.candidate, right, one.selector)


def made_questions(sheets: Iterable[Sheet], kinds: Sequence[str], cache: PageCache, seed: int) -> Iterator[Question]:
    """What redesigns ask that are made of labelled pages, one of each, in which each field suffers a change."""
    for sheet in sheets:
        old = sheet.survey
        random = Random(f"{seed} {sheet.site} {len(old.looks)}")
        found = {kind: sheet.right(kind, random.randrange(_FIRST)) or sheet.right(kind, 0) for kind in kinds}
        fields = {kind: (looks[0].candidate, random.choice(KINDS)) for kind, looks in found.items() if looks}
        page, places = redesign(old.page, fields, random)
        new = Survey(page)
        for kind, (candidate, _) in fields.items():
            now = places[kind]
            yield Question(cache, old, new, candidate, [] if now is None else [now.number])
