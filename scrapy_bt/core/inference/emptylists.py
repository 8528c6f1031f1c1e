"""Searches that find nothing and fail nowhere: the page of a list with further pages, or with details, is empty."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from ..samples.traffic import Answer
from .answers.extraction import page_of
from .answers.values import Extraction
from .findings import Records
from .rehearsal import Rehearsal
from .scrutiny.searches import NOWHERE
from .scrutiny.subject import Subject
from .signsofnothing import says_little, sign_of_nothing

_Pages = Callable[[int], Sequence[Answer]]
"""By recording."""
_Holds = Callable[[Answer], bool]


class EmptyLists:
    """Knows the recordings whose search has found nothing, where the tree comes to its end there by itself."""

    def __init__(self) -> None:
        self._signs: dict[int, Extraction] = {}

    def others_than(self, rehearsals: Sequence[Rehearsal], subject: Subject) -> list[Rehearsal]:
        """The runs that have to bring something: all but those that showed what their empty recorded page says."""
        self._signs = {}
        for run in rehearsals:
            sign = None if run.records else sign_of_empty(subject, run.recording)
            if sign is not None and _is_shown(sign, run):
                self._signs[run.recording] = sign
        return [run for run in rehearsals if run.recording not in self._signs]

    @property
    def are_there(self) -> bool:
        """Whether there is such a recording."""
        return bool(self._signs)

    def unconfirmed(self, others: Collection[Rehearsal]) -> list[int]:
        """Those of them where no run with a word that nothing holds showed the same.

        Their pages may hold what the tree does not see, as where one alone is shown in another way.
        """
        runs = [run for run in others if run.other == NOWHERE and not run.records]
        return [number for number, sign in self._signs.items() if not any(_is_shown(sign, run) for run in runs)]


def sign_of_empty(subject: Subject, recording: int, *, alone: bool = False) -> Extraction | None:
    """What a recorded page says that lists nothing, and none with entries does; None: it lists some, or says nothing.

    It is of the last list that the recording came to, on the way to the target. *alone*: nothing else confirms it, so
    that the page may say hardly anything else of its own.
    """
    for records, pages_of_each, holds in _lists(subject):
        pages = pages_of_each(recording)
        if not pages:
            continue
        all_pages = (page for number, _ in enumerate(subject.inputs) for page in pages_of_each(number))
        others = [page for page in all_pages if holds(page)]
        words = [word for word in subject.inputs[recording].values() if word]
        if any(map(holds, pages)) or not others or (alone and not says_little(pages[-1], others, words)):
            return None
        return sign_of_nothing(pages[-1], others, records, words)
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


def _is_shown(sign: Extraction, run: Rehearsal) -> bool:
    """Whether a run came to an end by itself, with a page that shows it."""
    is_sure = not (run.unfinished or run.limits or run.errors or run.unanswered)
    return is_sure and any(page_of(page).extract(sign) for pages in run.pages.values() for page in pages)
