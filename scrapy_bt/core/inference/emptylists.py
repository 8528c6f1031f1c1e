"""Searches that find nothing and fail nowhere: the page of a list with further pages, or with details, is empty."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import unquote_plus

from ..samples.traffic import Answer
from .answers.extraction import page_of
from .answers.values import Extraction
from .findings import Records
from .origins.links import whole
from .rehearsal import Rehearsal
from .scrutiny.searches import NOWHERE
from .scrutiny.subject import Subject, page_kind
from .signsofnothing import GONE, says_little, says_the_same, sign_of_nothing

_Pages = Callable[[int], Sequence[Answer]]
"""By recording."""
_Holds = Callable[[Answer], bool]


@dataclass(frozen=True)
class EmptyEnd:
    """How a recorded search ended that found nothing: by what its page says (*sign*), or by the *page* as it is.

    A page of a status that says that it is not there: no other one has come than on the way to it. *words*: what was
    searched for; *way*: the kinds of the pages that had come, with a star for each word.
    """

    sign: Extraction | None
    page: Answer
    words: tuple[str, ...] = ()
    way: frozenset[str] = frozenset()

    def is_shown(self, run: Rehearsal, words: Collection[str] = ()) -> bool:
        """Whether a run came to an end by itself, and to the same one; *words*: what it searched for."""
        if run.unfinished or run.limits or run.errors or run.unanswered:
            return False
        pages = [page for pages in run.pages.values() for page in pages]
        if self.page.status in GONE:
            return not run.records and all(self._is_on_the_way(page.url, words or self.words) for page in pages)
        if self.sign is not None:
            return any(page_of(page).extract(self.sign) for page in pages)
        # Where nothing is found, nothing is asked for behind it.
        return any(says_the_same(self.page, page, self.words, words or self.words) for page in pages[-1:])

    def _is_on_the_way(self, url: str, words: Collection[str]) -> bool:
        is_wanted = _starred(whole(url), words) == _starred(whole(self.page.url), self.words)
        return not is_wanted and page_kind(_starred(url, words)) in self.way


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
    """How a recorded page ends that lists nothing, where others list some; None if it lists some, or there is none.

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
            came = subject.recorded.all_answers(recording)
            way = frozenset(page_kind(_starred(page.url, words)) for page in came)
            return EmptyEnd(None, pages[-1], words, way)
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
    for own in planner.listings_before(target):
        records = Records(own.step, own.each, ())
        yield records, partial(recorded.list_pages, own), partial(_lists_some, own.each)


def _starred(url: str, words: Collection[str]) -> str:
    """An address with a star for each of the *words* in it, in any case."""
    text = unquote_plus(url).casefold()
    for word in sorted(map(str.casefold, words), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "*", text)
    return text


def _lists_some(each: Extraction, page: Answer) -> bool:
    return bool(page_of(page).extract(each))
