"""Records that tell by themselves whether the input arrived: with other input they are others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ....sentences import say
from ...samples.traffic import Answer
from ..answers.extraction import extract_within, page_of
from ..answers.pages.ages import without_ages
from ..answers.pages.contents import says_something
from ..answers.pages.innerpages import inner_page
from ..answers.values import Extraction
from ..findings import Records
from .verdicts import ReplayVerdict


class TellingRecords:
    """Of the *records* of a target, those that were others in the same step of *others*, other recordings."""

    def __init__(self, recorded: Answer, records: Sequence[Records], others: Sequence[Answer]) -> None:
        self._recorded = recorded
        self._records = tuple(each for each in records if _go_by_input(each, recorded, others))

    def judge(self, answer: Answer, reached: Sequence[Answer]) -> ReplayVerdict | None:
        """Whether it has the records that all right answers had, as many, and in the same order.

        None where they say nothing: there are no such records, or they are others each time.
        """
        is_told = False
        for found in self._records:
            records = self._steady(found, reached[0])
            said, own = [_values(each, records) for each in reached], _values(answer, records)
            stable = stable_of(said)
            is_told = is_told or bool(stable)
            if (Counter(own) & stable) != stable:
                return ReplayVerdict(is_right=False, reason=say("other records"))
            if not min(map(len, said)) <= len(own) <= max(map(len, said)):
                return ReplayVerdict(
                    is_right=False, reason=say("values of records: {} instead of {}", len(own), len(said[-1]))
                )
            if all(picked(each, stable) != picked(own, stable) for each in said):
                return ReplayVerdict(is_right=False, reason=say("the same records in another order"), is_near=True)
        return ReplayVerdict(is_right=True) if is_told else None

    def _steady(self, records: Records, first: Answer) -> Records:
        """The records without those few fields of which the first replay kept no value."""
        kept: list[tuple[str, Extraction]] = []
        changed: list[tuple[str, Extraction]] = []
        for one in records.fields:
            alone = replace(records, fields=(one,))
            before = Counter(_values(self._recorded, alone))
            is_kept = not before or before & Counter(_values(first, alone))
            (kept if is_kept else changed).append(one)
        return replace(records, fields=tuple(kept)) if len(changed) < len(kept) else records


def _go_by_input(records: Records, recorded: Answer, others: Sequence[Answer]) -> bool:
    """Whether rows are others with other input, so that they tell by themselves whether the input arrived."""
    if records.each is None or len(page_of(inner_page(recorded, records.within)).elements(records.each)) < 2:
        return False
    return any(_values(other, records) != _values(recorded, records) for other in others)


def _values(answer: Answer, records: Records) -> tuple[str, ...]:
    """What the fields of the records say, row after row; addresses are left out, as of the page."""
    if records.each is None:
        return ()
    found = (
        extract_within(row, extraction)
        for row in page_of(inner_page(answer, records.within)).elements(records.each)
        for _, extraction in records.fields
    )
    return tuple(text for texts in found for text in without_ages(texts) if says_something(text))


def stable_of(said: Sequence[tuple[str, ...]]) -> Counter[str]:
    """What all of them say."""
    stable = Counter(said[0])
    for texts in said[1:]:
        stable &= Counter(texts)
    return stable


def picked(texts: Sequence[str], wanted: Counter[str]) -> tuple[str, ...]:
    """Those that are wanted, as often as they are, in their order."""
    left = Counter(wanted)
    found = []
    for text in texts:
        if left[text] > 0:
            left[text] -= 1
            found.append(text)
    return tuple(found)
