"""Whether the tree, run as it is printed, brings what stood on the target's pages (recording.md, "Replay").

A rehearsal is one crawl by the printed tree with the input of a recording, in a session of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..samples.traffic import Answer, Exchange
from ..tree.values import to_text
from .answers.contents import content_of, says_something
from .answers.extraction import extract_within, page_of
from .answers.shapes import shape_of, values_of
from .answers.values import Extraction
from .blackboard.workflow import Workflow
from .findings import Loop, Records
from .replay.planning import Planner
from .steps.alignment import alikeness
from .steps.series import ALIKE

_ALIKE = 0.5
"""How much of a record tells which of the recorded ones it is."""
_BROUGHT = 0.95
"""How many of the records have to come: a site may have changed since."""
_SHOWN = 0.3
"""How much of what differs between the target's pages has to be in fields, of the texts or of their letters."""
_NUMBER = re.compile(r"\d+")
_ADDRESS = re.compile(r"::attr\((?:href|src)\)$")
"""A field that says where to go on: a site may spell it otherwise each time."""
_MARKUP = re.compile(r"<[a-z][^<>]*>[^<>]*<", re.IGNORECASE)
"""A page within a text is no value yet."""
_TAG = re.compile(r"<[^<>]*>")
_FEWEST = 3
"""Texts that differ from which it is told what is in no field."""

Row = Mapping[str, frozenset[str]]
"""A recorded record: by field, its values."""


@dataclass(frozen=True)
class Rehearsal:
    """What came of one: the records, and by node and request how often it was answered with a success."""

    recording: int
    records: Sequence[Mapping[str, Any]] = ()
    visits: Mapping[tuple[str, str], int] = field(default_factory=dict)
    unfinished: str = ""
    """Why it did not end by itself; empty: it did."""


@dataclass(frozen=True)
class Fault:
    """What is wrong with what a tree brought."""

    text: str
    """In one sentence, for people."""
    is_of_way: bool = False
    """It came to other pages than the person did: what is sent, or how a series goes on, is wrong."""
    unsteady: frozenset[str] = frozenset()
    """Fields that say other things in another session; nothing else is wrong with the records."""
    steady: frozenset[str] = frozenset()
    """What these fields say of each page in any session: it is wanted, whichever field holds it."""


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
        self._planner, self._workflow, self._target = planner, workflow, target
        self.records = records
        fields = records.fields if records is not None else ()
        self._addresses = frozenset(name for name, extraction in fields if _ADDRESS.search(extraction.text))
        self._unsteady = self._find_unsteady(replayed)

    def faults(self, rehearsal: Rehearsal, repeated: frozenset[str]) -> Iterator[Fault]:
        """What is wrong with a rehearsal; *repeated*: the nodes of series and of lists' details."""
        whose = f"with the input of recording {rehearsal.recording + 1}"
        if rehearsal.unfinished:
            yield Fault(f"the tree, run {whose}, {rehearsal.unfinished}", is_of_way=True)
            return
        again = sorted({node for (node, _), times in rehearsal.visits.items() if times > 1 and node in repeated})
        if again:
            nodes = ", ".join(again)
            yield Fault(f"the tree, run {whose}, visited addresses of {nodes} more than once", is_of_way=True)
        expected = [row for row in self._expected(rehearsal.recording) if any(row.values())]
        if not rehearsal.records:
            yield Fault(f"the tree, run {whose}, brought no records", is_of_way=True)
            return
        found = [_values(record) for record in rehearsal.records]
        pairs = [(row, _nearest(row, found)) for row in expected]
        missing = [row for row, record in pairs if record is None]
        if len(missing) > (1 - _BROUGHT) * len(expected):
            shown = max(frozenset[str]().union(*missing[0].values()), key=len)
            yield Fault(
                f"the tree, run {whose}, did not bring {len(missing)} of the {len(expected)} records of the recorded "
                f"pages, such as “{shown[:60]}”",
                is_of_way=True,
            )
        elif lacking := self._lacking(pairs):
            text = f"the tree, run {whose}, brought records without what was recorded for {', '.join(lacking)}"
            unsteady = self._unsteady_among(lacking, rehearsal.records)
            steady = (
                row[name] & record for row, record in pairs if record is not None for name in unsteady & row.keys()
            )
            pages = [page for recording in range(self._workflow.recordings) for page in self.pages(recording)]
            kept = frozenset[str]().union(*steady) & set(texts_that_change(pages))
            yield Fault(text, unsteady=unsteady, steady=kept)
        elif self._is_all() and expected and len(found) > self._count(rehearsal.recording) / _BROUGHT:
            text = f"the tree, run {whose}, brought {len(found)} records, which are more than the recorded page has"
            yield Fault(text, is_of_way=True)

    def _count(self, recording: int) -> int:
        return sum(any(fields.values()) for page in self.pages(recording) for fields in self._fields(page))

    def _lacking(self, pairs: Sequence[tuple[Row, frozenset[str] | None]]) -> list[str]:
        """The fields whose recorded values did not come, and that do not change by themselves."""
        had: Counter[str] = Counter()
        lacked: Counter[str] = Counter()
        for row, record in pairs:
            for name, values in row.items():
                if values and record is not None:
                    had[name] += 1
                    lacked[name] += not values <= record
        return [name for name, count in lacked.items() if count > (1 - _BROUGHT) * had[name]]

    def _unsteady_among(self, lacking: Sequence[str], records: Sequence[Mapping[str, Any]]) -> frozenset[str]:
        """The lacking fields, if each gathers many values of a page, and brought some: none is simply not there."""
        known = dict(self.records.fields) if self.records is not None else {}
        brought = {name for record in records for name, value in record.items() if value}
        is_gathered = all(name in known and known[name].all and name in brought for name in lacking)
        return frozenset(lacking) if is_gathered and len(known) > len(lacking) else frozenset()

    def _steady_of(self, names: frozenset[str], pairs: Sequence[tuple[Row, frozenset[str] | None]]) -> frozenset[str]:
        """What fields say of their pages that came again, and is not on all pages."""
        again = (row.get(name, frozenset()) & record for row, record in pairs if record is not None for name in names)
        pages = [page for recording in range(self._workflow.recordings) for page in self.pages(recording)]
        return frozenset[str]().union(*again) & set(texts_that_change(pages))

    def _is_all(self) -> bool:
        """Whether the recorded page is all that there is: nothing was turned over, and no list leads to it."""
        return self._target not in self._planner.lists and not list(self.loops())

    def unseen(self) -> str:
        """What differs between the target's pages and is in no field; empty: most of it is in fields."""
        pages = [page for recording in range(self._workflow.recordings) for page in self.pages(recording)]
        changing = texts_that_change(pages)
        if len(changing) < _FEWEST:
            return ""
        held = {value for page in pages for row in self._rows(page) for value in row if not _MARKUP.search(value)}
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
        steps |= {loop.entry for loop in self.loops() if loop.entry is not None}
        answers = (self._workflow.answer(step, recording) for step in sorted(steps))
        return [answer for answer in answers if answer is not None and answer.body and answer.status < 400]

    def loops(self) -> Iterator[Loop]:
        """The series that the target's pages are."""
        return (loop for loop in self._planner.loops.values() if self._planner.canonical(loop.step) == self._target)

    def _expected(self, recording: int) -> Iterator[Row]:
        """The records of the recorded pages; what stands on several pages counts once."""
        told: set[frozenset[str]] = set()
        for page in [*self.pages(recording), *self._others(recording)]:
            for fields in self._fields(page):
                steady = {
                    name: values for name, values in fields.items() if name not in self._unsteady | self._addresses
                }
                row = frozenset[str]().union(*steady.values())
                if row not in told:
                    told.add(row)
                    yield steady

    def _others(self, recording: int) -> Iterator[Answer]:
        """Pages of the target's kind that no series was found for: what a person turned to was wanted, too."""
        if self.records is None or self.records.each is None or self._target in self._planner.lists:
            return
        target = self._planner.recorded(self._target, recording)
        if target is None:
            return
        known = {id(page) for page in self.pages(recording)}
        for step in self._workflow.numbers():
            exchange = self._workflow.exchanges[step][recording]
            if exchange is None or exchange.answer is None or id(exchange.answer) in known:
                continue
            if (
                _is_asked_alike(target, exchange)
                and exchange.answer.status < 400
                and alikeness(exchange.answer, target.answer) >= ALIKE
            ):
                yield exchange.answer

    def _find_unsteady(self, replayed: Sequence[Answer]) -> frozenset[str]:
        """The fields that change by themselves: asked for the same again, a site gave other values."""
        recorded = self._planner.first(self._target).answer
        if self.records is None or recorded is None or self._target in self._planner.lists:
            return frozenset()
        told = [_together(self._fields(page)) for page in (recorded, *replayed)]
        return frozenset(
            name
            for name, values in told[0].items()
            if values and any(_differ(values, other.get(name, values)) for other in told[1:])
        )

    def _rows(self, page: Answer) -> Iterator[frozenset[str]]:
        return (frozenset[str]().union(*fields.values()) for fields in self._fields(page))

    def _fields(self, page: Answer) -> Iterator[dict[str, frozenset[str]]]:
        """Of each record of a page, the values of its fields."""
        if self.records is None:
            return
        each, fields = self.records.each, self.records.fields
        if each is None:
            yield {name: _held(page_of(page).extract(extraction), extraction) for name, extraction in fields}
            return
        for element in page_of(page).elements(each):
            yield {name: _held(extract_within(element, extraction), extraction) for name, extraction in fields}


def lost(faults: Sequence[Fault], rehearsals: Sequence[Rehearsal]) -> Iterator[Fault]:
    """What an earlier tree brought in a field that was given up, and this one brings in none."""
    held = {value for each in rehearsals for record in each.records for value in _values(record)}
    wanted = frozenset[str]().union(*(fault.steady for fault in faults))
    missing = sorted(text for text in wanted if not any(text in value for value in held))
    if missing:
        yield Fault(f"“{missing[0][:60]}” is in no field")


def texts_that_change(pages: Sequence[Answer]) -> list[str]:
    """What pages of one kind say that is not on all of them, each text once, in order."""
    said = [dict.fromkeys(_texts_of(page)) for page in pages]
    counts = Counter(text for texts in said for text in texts)
    changing = (text for texts in said for text in texts if counts[text] < len(said))
    return list(dict.fromkeys(text for text in changing if says_something(text)))


def _texts_of(page: Answer) -> Iterator[str]:
    """What a page says; a text that is a page itself says what that one does."""
    for text in content_of(page).texts:
        yield from (_plain(piece) for piece in _TAG.split(text)) if _MARKUP.search(text) else (text,)


def _together(rows: Iterator[dict[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for fields in rows:
        for name, values in fields.items():
            found[name] = found.get(name, frozenset()) | values
    return found


def _held(found: Sequence[str], extraction: Extraction) -> frozenset[str]:
    """The values of a field: the first that is found, or all of them."""
    return frozenset(filter(None, map(_plain, found if extraction.all else found[:1])))


def _differ(values: frozenset[str], others: frozenset[str]) -> bool:
    """Whether so many differ that it is no entry which came or went."""
    return len(values - others) > max(1 - _BROUGHT, 0.5 / len(values)) * len(values)


def _nearest(row: Row, found: Sequence[frozenset[str]]) -> frozenset[str] | None:
    """The values of the record that is likest to a recorded one; none: there is none like it."""
    wanted = frozenset[str]().union(*row.values())
    best = max(found, key=lambda values: len(wanted & values), default=frozenset[str]())
    return best if len(wanted & best) >= _ALIKE * len(wanted) else None


def _is_asked_alike(one: Exchange, other: Exchange) -> bool:
    """Whether another request asks for the same, or for another page of it: all that differs is a number."""
    shapes = shape_of(one.sent), shape_of(other.sent)
    if len({(shape.method, shape.host, shape.path) for shape in shapes}) > 1:
        return False
    mine, others = values_of(one.sent), values_of(other.sent)
    asked = (key for key in mine if key.where in ("query", "form", "json", "multipart", "body"))
    return all(key in others and _NUMBER.sub("#", mine[key]) == _NUMBER.sub("#", others[key]) for key in asked)


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
    return " ".join(to_text(value).split())
