"""Searches that find nothing and fail nowhere: the page of a list with further pages, or with details, is empty."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ..samples.traffic import Answer
from .answers.extraction import page_of
from .answers.values import Extraction
from .findings import Records
from .rehearsal import Rehearsal
from .scrutiny.searches import NOWHERE
from .scrutiny.subject import Subject
from .signsofnothing import GONE, says_little, says_the_same, sign_of_nothing

_Pages = Callable[[int], Sequence[Answer]]
"""By recording."""
_Holds = Callable[[Answer], bool]


@dataclass(frozen=True)
class EmptyEnd:
    """How a recorded search ended that found nothing: by what its page says (*sign*), or by the *page* as it is.

    No page: there was none, as for what is not found. *words*: what was searched for.
    """

    sign: Extraction | None
    page: Answer | None
    words: tuple[str, ...] = ()

    def is_shown(self, run: Rehearsal, words: Collection[str] = ()) -> bool:
        """Whether a run came to an end by itself, and to the same one; *words*: what it searched for."""
        if run.unfinished or run.limits or run.errors or run.unanswered:
            return False
        pages = [page for pages in run.pages.values() for page in pages]
        if self.page is None:
            return not run.records
        if self.sign is not None:
            return any(page_of(page).extract(self.sign) for page in pages)
        return any(says_the_same(self.page, page, self.words, words or self.words) for page in pages)


class EmptyLists:
    """Knows the recordings whose search has found nothing, where the tree comes to its end there by itself."""

    def __init__(self) -> None:
        self._ends: dict[int, EmptyEnd] = {}

    def others_than(self, rehearsals: Sequence[Rehearsal], subject: Subject) -> list[Rehearsal]:
        """The runs that have to bring something: all but those that showed what their empty recorded page says."""
        self._ends = {}
        for run in rehearsals:
            end = None if run.records else empty_end(subject, run.recording)
            if end is not None and end.is_shown(run):
                self._ends[run.recording] = end
        return [run for run in rehearsals if run.recording not in self._ends]

    @property
    def are_there(self) -> bool:
        """Whether there is such a recording."""
        return bool(self._ends)

    def unconfirmed(self, others: Collection[Rehearsal]) -> list[int]:
        """Those of them where no run with a word that nothing holds showed the same.

        Their pages may hold what the tree does not see, as where one alone is shown in another way.
        """
        runs = [run for run in others if run.other == NOWHERE and not run.records]
        return [number for number, end in self._ends.items() if not any(end.is_shown(run, (NOWHERE,)) for run in runs)]


def empty_end(subject: Subject, recording: int, *, alone: bool = False) -> EmptyEnd | None:
    """How a recorded page ends that lists nothing, where others list some; None: it lists some, or there is none.

    It is of the last list that the recording came to, on the way to the target. *alone*: nothing else confirms it, so
    that the page may say hardly anything else of its own.
    """
    for records, pages_of_each, holds in _lists(subject):
        pages = pages_of_each(recording)
        if not pages:
            continue
        all_pages = (page for number, _ in enumerate(subject.inputs) for page in pages_of_each(number))
        others = [page for page in all_pages if holds(page)]
        words = tuple(word for word in subject.inputs[recording].values() if word)
        if any(map(holds, pages)) or not others or (alone and not says_little(pages[-1], others, words)):
            return None
        if pages[-1].status in GONE:
            return EmptyEnd(None, None)
        return EmptyEnd(sign_of_nothing(pages[-1], others, records, words), pages[-1], words)
    return None


def _lists(subject: Subject) -> Iterator[tuple[Records, _Pages, _Holds]]:
    """The target and the lists that lead to it, the last first: what finds entries, the pages, whether one has any."""
    recorded, planner = subject.recorded, subject.planner
    target = planner.canonical(subject.draft.steps[-1])
    if subject.records is not None:
        is_list = subject.is_list

        def pages(number: int) -> list[Answer]:
            return [*recorded.pages(number), *recorded.others(number), *recorded.firsts(number)]

        yield subject.records, pages, lambda page: not is_list or bool(recorded.elements(page))
    for step in (target, *planner.lists_before(target)):
        own = planner.lists.get(step)
        if own is not None:
            records = Records(own.step, own.each, ())
            yield records, partial(recorded.list_pages, own), partial(_lists_some, own.each)


def _lists_some(each: Extraction, page: Answer) -> bool:
    return bool(page_of(page).extract(each))
