"""What a site answers where a search finds nothing: a run with a word that no text holds shows it, another tries it.

So does a run with the input of a recording whose search has found nothing. Where the tree cannot be run, that recording
alone tells, if its page says next to nothing else than those that found something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...sentences import say
from .answers.extraction import page_of
from .answers.rows.searched import SearchedData, SearchedRows
from .answers.values import Extraction
from .blackboard.blackboard import Blackboard
from .blackboard.source import Post
from .emptylists import EmptyEnd, EmptyLists, empty_end
from .findings import FindsNothing, Records
from .hypotheses import REHEARSAL
from .rehearsal import Rehearsal, RehearsalFault
from .scrutiny.searches import NOWHERE
from .scrutiny.subject import Subject, page_kind
from .signsofnothing import GONE, says_little, sign_of_nothing


class NothingFound:
    """Learns how a search ends that finds nothing, so that it is no failure of the task."""

    def __init__(self, board: Blackboard) -> None:
        self._board = board
        self.empty_lists = EmptyLists()
        self._posted: dict[tuple[int, str], list[int]] = {}
        """By recording and other word: the facts that runs with it have led to."""
        self._ends: dict[int, EmptyEnd] = {}
        """How those recordings ended whose search has found nothing."""

    def learn(self, run: Rehearsal, subject: Subject, visits: Mapping[int, str]) -> bool:
        """Whether the tree is another one now, by which the *run* is to be tried again.

        *visits*: by step, what its visit is called in the tree of that run.
        """
        is_sure = not (run.records or run.limits or run.errors or run.unanswered or run.is_endless)
        is_of_list = subject.is_list or subject.is_detail
        if not run.unfinished or not is_of_list or (not run.other and _with_rows(run, subject)):
            return False
        known = set(self._board.findings(FindsNothing))
        found = next((each for each in self._found(run, subject, visits) if each not in known), None)
        is_telling = found is not None and bool(run.other or found.sign or found.is_gone or _is_silent(run, subject))
        if not is_sure or found is None or not is_telling or self._board.is_refuted(found):
            self._take_back(run)
            return False
        self._board.post(Post(found, say("a run of the tree with a word that nothing holds ended there")), REHEARSAL)
        fact = self._board.fact_of(found)
        self._posted.setdefault((run.recording, run.other), []).extend([fact.id] if fact is not None else [])
        if not run.other and (end := empty_end(subject, run.recording)) is not None:
            self._ends[run.recording] = end
        return True

    @property
    def may_be_empty(self) -> bool:
        """Whether a recording has found nothing, so that a word that nothing holds is to be tried."""
        return self.empty_lists.are_there or any(not other for _, other in self._posted)

    def learn_unrun(self, subject: Subject) -> None:
        """Learn it from recordings alone, as the tree cannot be run."""
        if subject.records is None or not subject.is_list:
            return
        step, others = subject.records.step, [page for page in subject.all_pages if subject.recorded.elements(page)]
        for number, pages in enumerate(subject.pages_of_each if others else ()):
            words = [word for word in subject.inputs[number].values() if word]
            found = None
            if pages and not any(map(subject.recorded.elements, pages)):
                sign = sign_of_nothing(pages[-1], others, subject.records, words)
                is_told = says_little(pages[-1], others, words) if subject.is_of_markup else sign is not None
                found = FindsNothing(step, sign=sign) if is_told else None
            elif not pages and _is_gone(subject, number):
                found = FindsNothing(step, is_gone=True)
            if found is not None:
                self._board.post(Post(found, say("recording {} has found nothing there", number + 1)), REHEARSAL)

    def unconfirmed(self, others: Sequence[Rehearsal]) -> list[RehearsalFault]:
        """Recordings without records, where no run with a word that nothing holds ended as theirs do.

        Their pages may hold records that the tree does not see, as where one alone is shown in another way.
        """
        runs = [run for run in others if run.other == NOWHERE and not run.unfinished and not run.records]
        ends = [(number, self._ends.get(number)) for number, other in self._posted if not other]
        numbers = [
            number
            for number, end in ends
            if not any(end is None or end.sign is not None or end.is_shown(run, (NOWHERE,)) for run in runs)
        ]
        numbers += [number for number in self.empty_lists.unconfirmed(others) if number not in numbers]
        whose = [say("with the input of recording {}", number + 1) for number in numbers]
        return [RehearsalFault(say("the tree, run {}, brought no records", each)) for each in whose]

    def _take_back(self, run: Rehearsal) -> None:
        """Refute what was learned: the task still failed, for another reason."""
        for number in self._posted.pop((run.recording, run.other), ()):
            self._board.set_status(number, "refuted", (), REHEARSAL)

    def _found(self, run: Rehearsal, subject: Subject, visits: Mapping[int, str]) -> Iterator[FindsNothing]:
        records = subject.records
        if records is None:
            return
        if not subject.is_list:
            target = subject.planner.canonical(subject.draft.steps[-1])
            asked = [step for step in subject.planner.lists_before(target) if step in visits]
            # The first list that is asked for, of which no page has come, is not there.
            yield from (FindsNothing(step, is_gone=True) for step in asked[-1:] if not run.pages.get(visits[step]))
            return
        words = [run.other] if run.other else [word for word in subject.inputs[run.recording].values() if word]
        others = [page for page in subject.all_pages if subject.recorded.elements(page)]
        for step in (records.first, records.step):
            name = visits.get(step) if step is not None else None
            if step is None or name is None:
                continue
            pages = run.pages.get(name, ())
            if not pages and step == records.step:
                pages = next(subject.pages(run), ())  # the first page of a series has a visit of its own
            if not pages:
                yield FindsNothing(step, is_gone=True)
                return
            if (rows := _searched(records)) is not None and page_of(pages[-1]).extract(rows):
                yield FindsNothing(step, sign=rows)
            elif not subject.recorded.elements(pages[-1]):
                yield FindsNothing(step, sign=sign_of_nothing(pages[-1], others, records, words))


def _searched(records: Records) -> Extraction | None:
    """What tells that the rows are there of which a script leaves those alone that hold what was typed."""
    grouping = records.group.grouping if records.group is not None else None
    return grouping.all_rows if isinstance(grouping, (SearchedRows, SearchedData)) else None


def _is_silent(run: Rehearsal, subject: Subject) -> bool:
    """Whether the run came to the page without rows that its recording has, which says nothing else."""
    end = empty_end(subject, run.recording)
    return end is not None and end.is_shown(replace(run, unfinished=""))


def _with_rows(run: Rehearsal, subject: Subject) -> bool:
    """Whether the recording, with whose input it was run, has found something; of details, or has no such list."""
    if not subject.is_list:
        return bool(subject.pages_of_each[run.recording]) or empty_end(subject, run.recording) is None
    return any(subject.recorded.elements(page) for page in subject.pages_of_each[run.recording])


def _is_gone(subject: Subject, number: int) -> bool:
    """Whether there was no such page in a recording, where others have found something."""
    answers = (exchange.answer for exchange in subject.recordings[number].exchanges)
    return any(each is not None and each.status in GONE and page_kind(each.url) in subject.kinds for each in answers)
