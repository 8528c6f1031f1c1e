"""Whether the tree, run as it is printed, brings what stood on the target's pages (recording.md, "Replay").

A rehearsal is one crawl by the printed tree with the input of a recording, in a session of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..samples.traffic import Answer
from .answers.contents import content_of, says_something
from .answers.extraction import extract_within, page_of
from .blackboard.workflow import Workflow
from .findings import Loop, Records
from .replay.planning import Planner

_ALIKE = 0.6
"""How much of a record has to be as recorded: dates and counts may change by themselves."""
_BROUGHT = 0.95
"""How many of the records have to come: a site may have changed since."""
_SHOWN = 0.15
"""How much of what differs between the target's pages has to be in fields, of the texts or of their letters."""
_FEWEST = 3
"""Texts that differ from which it is told what is in no field."""


@dataclass(frozen=True)
class Rehearsal:
    """What came of one: the records, and by node and request how often it was answered with a success."""

    recording: int
    records: Sequence[Mapping[str, Any]] = ()
    visits: Mapping[tuple[str, str], int] = field(default_factory=dict)
    unfinished: str = ""
    """Why it did not end by itself; empty: it did."""


class Judge:
    """Compares rehearsals with the recordings."""

    def __init__(
        self,
        planner: Planner,
        workflow: Workflow,
        records: Records | None,
        target: int,
        *,
        replayed: Sequence[Answer] = (),
    ) -> None:
        """*replayed*: what the target answered to the input of the first recording, not long ago, each time."""
        self._planner, self._workflow, self._records, self._target = planner, workflow, records, target
        self._unsteady = self._find_unsteady(replayed)

    def faults(self, rehearsal: Rehearsal, repeated: frozenset[str]) -> Iterator[str]:
        """What is wrong with a rehearsal, one sentence each; *repeated*: the nodes of series and of lists' details."""
        whose = f"with the input of recording {rehearsal.recording + 1}"
        if rehearsal.unfinished:
            yield f"the tree, run {whose}, {rehearsal.unfinished}"
            return
        again = sorted({node for (node, _), times in rehearsal.visits.items() if times > 1 and node in repeated})
        if again:
            yield f"the tree, run {whose}, visited addresses of {', '.join(again)} more than once"
        expected = [row for row in self._expected(rehearsal.recording) if row]
        if not rehearsal.records:
            yield f"the tree, run {whose}, brought no records"
            return
        found = [_values(record) for record in rehearsal.records]
        missing = [row for row in expected if not _is_among(row, found)]
        if len(missing) > (1 - _BROUGHT) * len(expected):
            shown = max(missing[0], key=len)
            yield (
                f"the tree, run {whose}, did not bring {len(missing)} of the {len(expected)} records of the recorded "
                f"pages, such as “{shown[:60]}”"
            )

    def unseen(self) -> str:
        """What differs between the target's pages and is in no field; empty: most of it is in fields."""
        pages = [page for recording in range(self._workflow.recordings) for page in self.pages(recording)]
        changing = texts_that_change(pages)
        if len(changing) < _FEWEST:
            return ""
        held = {value for page in pages for row in self._rows(page) for value in row}
        whole = " ".join(held)
        lost = [
            text
            for text in changing
            if text not in whole and not any(value in text for value in held if len(value) > 2)
        ]
        letters = sum(map(len, lost)) / sum(map(len, changing))
        if min(len(lost) / len(changing), letters) <= 1 - _SHOWN:
            return ""
        shown = sorted(lost, key=len, reverse=True)[:3]
        told = ", ".join(f"“{text[:60]}”" for text in shown)
        return f"most of what differs between the pages of the target is in no field, such as {told}"

    def pages(self, recording: int) -> list[Answer]:
        """The answers of the target in a recording: all pages of a series, all details that were opened."""
        steps = {step for step in self._workflow.numbers() if self._planner.canonical(step) == self._target}
        steps |= {loop.entry for loop in self._loops() if loop.entry is not None}
        answers = (self._workflow.answer(step, recording) for step in sorted(steps))
        return [answer for answer in answers if answer is not None and answer.body and answer.status < 400]

    def _loops(self) -> Iterator[Loop]:
        return (loop for loop in self._planner.loops.values() if self._planner.canonical(loop.step) == self._target)

    def _expected(self, recording: int) -> Iterator[frozenset[str]]:
        """The records of the recorded pages, each as its values; what stands on several pages counts once."""
        told: set[frozenset[str]] = set()
        for page in self.pages(recording):
            for fields in self._fields(page):
                steady = (values for name, values in fields.items() if name not in self._unsteady)
                row = frozenset[str]().union(*steady)
                if row not in told:
                    told.add(row)
                    yield row

    def _find_unsteady(self, replayed: Sequence[Answer]) -> frozenset[str]:
        """The fields that change by themselves: asked for the same again, a site gave none of their values."""
        recorded = self._planner.first(self._target).answer
        if self._records is None or recorded is None or self._target in self._planner.lists:
            return frozenset()
        told = [_together(self._fields(page)) for page in (recorded, *replayed)]
        return frozenset(
            name
            for name, values in told[0].items()
            if values and any(values.isdisjoint(other.get(name, values)) for other in told[1:])
        )

    def _rows(self, page: Answer) -> Iterator[frozenset[str]]:
        return (frozenset[str]().union(*fields.values()) for fields in self._fields(page))

    def _fields(self, page: Answer) -> Iterator[dict[str, frozenset[str]]]:
        """Of each record of a page, the values of its fields."""
        if self._records is None:
            return
        each, fields = self._records.each, self._records.fields
        if each is None:
            yield {name: _all_plain(page_of(page).extract(extraction)) for name, extraction in fields}
            return
        for element in page_of(page).elements(each):
            yield {name: _all_plain(extract_within(element, extraction)) for name, extraction in fields}


def texts_that_change(pages: Sequence[Answer]) -> list[str]:
    """What pages of one kind say that is not on all of them, each text once, in order."""
    said = [dict.fromkeys(content_of(page).texts) for page in pages]
    counts = Counter(text for texts in said for text in texts)
    changing = (text for texts in said for text in texts if counts[text] < len(said))
    return list(dict.fromkeys(text for text in changing if says_something(text)))


def _together(rows: Iterator[dict[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for fields in rows:
        for name, values in fields.items():
            found[name] = found.get(name, frozenset()) | values
    return found


def _all_plain(values: Sequence[str]) -> frozenset[str]:
    return frozenset(filter(None, map(_plain, values)))


def _is_among(row: frozenset[str], found: Sequence[frozenset[str]]) -> bool:
    return any(len(row & record) >= _ALIKE * len(row) for record in found)


def _values(value: Any) -> frozenset[str]:
    found: set[str] = set()
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Mapping):
            waiting += inner.values()
        elif isinstance(inner, (list, tuple)):
            waiting += inner
        elif inner is not None:
            found.add(_plain(inner))
    return frozenset(found)


def _plain(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return " ".join(text.split())
