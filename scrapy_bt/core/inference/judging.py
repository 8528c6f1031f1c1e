"""Compares rehearsals with the recordings: what is wrong with what a tree brought."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...sentences import say
from ..samples.traffic import Answer
from .answers.pages.addresses import bare_address
from .answers.pages.ages import without_ages
from .blackboard.workflow import Workflow
from .findings import Records
from .origins.links import whole
from .recordedpages import RecordedPages, Row, values_in
from .rehearsal import Rehearsal, RehearsalFault
from .replay.limits import WAIT
from .replay.planning import Planner

_ALIKE = 0.5
"""How much of a record tells which of the recorded ones it is."""
_BROUGHT = 0.95
"""How many of the records have to come: a site may have changed since."""
_SHOWN = 0.5
"""How much of what differs between the target's pages has to be in fields, of the texts or of their letters."""
_ADDRESS = re.compile(r"::attr\((?:href|src)\)$")
"""A field that says where to go on: a site may spell it otherwise each time."""
_ERRORS = 3
"""Errors of a run that are told."""
_FEWEST = 3
"""Texts that differ from which it is told what is in no field."""


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
        may_find_nothing: bool = False,
    ) -> None:
        """*replayed*: what the target answered to the input of the first recording, not long ago, each time.

        *may_find_nothing*: the tree knows how a search ends that finds nothing, as one that was recorded.
        """
        self._planner, self._target, self._may_find_nothing = planner, target, may_find_nothing
        self.records = records
        self.recorded = RecordedPages(planner, workflow, records, target)
        fields = records.fields if records is not None else ()
        self._addresses = frozenset(name for name, extraction in fields if _ADDRESS.search(extraction.text))
        self._unsteady = self._find_unsteady(replayed)
        self.again = self._again(replayed)

    def faults(self, rehearsal: Rehearsal, repeated: frozenset[str]) -> Iterator[RehearsalFault]:
        """What is wrong with a rehearsal; *repeated*: the nodes of series and of lists' details."""
        found = list(self._faults(rehearsal, repeated))
        if found and rehearsal.limits:
            yield RehearsalFault(
                say(
                    "the tree, run with the input of recording {}, met a limit of the site: “{}”; {}",
                    rehearsal.recording + 1,
                    rehearsal.limits[0][:100],
                    WAIT,
                )
            )
        else:
            yield from found

    def _faults(self, rehearsal: Rehearsal, repeated: frozenset[str]) -> Iterator[RehearsalFault]:
        whose = say("with the input of recording {}", rehearsal.recording + 1)
        for error in rehearsal.errors[:_ERRORS]:
            yield RehearsalFault(say("the tree, run {}, ran into {}", whose, error))
        if rehearsal.unanswered and self._target in self._planner.lists:
            text = say(
                "the tree, run {}, had no answer in time to {} of what it asked for at once",
                whose,
                rehearsal.unanswered,
            )
            yield RehearsalFault(text, is_of_crowd=True)
        if rehearsal.unfinished:
            text = say("the tree, run {}, {}", whose, rehearsal.unfinished)
            yield RehearsalFault(text, is_of_way=True, is_endless=rehearsal.is_endless)
            return
        if again := rehearsal.visited_again(repeated):
            nodes = ", ".join(again)
            yield RehearsalFault(
                say("the tree, run {}, visited addresses of {} more than once", whose, nodes), is_of_way=True
            )
        yield from self._faults_of_records(rehearsal, whose)

    def _faults_of_records(self, rehearsal: Rehearsal, whose: str) -> Iterator[RehearsalFault]:
        expected = [row for row in self._expected(rehearsal.recording) if any(row.values())]
        if not rehearsal.records:
            if expected or not self._may_find_nothing:
                yield RehearsalFault(say("the tree, run {}, brought no records", whose), is_of_way=True)
            return
        found = [frozenset(without_ages(values_in(record))) for record in rehearsal.records]
        rows = [frozenset[str]().union(*row.values()) for row in expected]
        # What all records say tells none from another.
        common = frozenset[str].intersection(*rows) if len(set(rows)) > 1 else frozenset[str]()
        telling = [row - common or row for row in rows]
        pairs = [(row, _nearest(wanted, found)) for row, wanted in zip(expected, telling, strict=True)]
        missing = [wanted for (_, record), wanted in zip(pairs, telling, strict=True) if record is None]
        if len(missing) > (1 - _BROUGHT) * len(expected):
            shown = max(missing[0], key=len)
            yield RehearsalFault(
                say(
                    "the tree, run {}, did not bring {} of the {} records of the recorded pages, such as “{}”",
                    whose,
                    len(missing),
                    len(expected),
                    shown[:60],
                ),
                is_of_way=True,
            )
        elif page := self._not_opened(rehearsal):
            text = say(
                "the tree, run {}, did not visit most of what a recorded list leads to, such as {}", whose, page[:120]
            )
            yield RehearsalFault(text, is_of_way=True)
        elif lacking := self._lacking(pairs):
            text = say("the tree, run {}, brought records without what was recorded for {}", whose, ", ".join(lacking))
            unsteady = self._unsteady_among(lacking, rehearsal.records)
            yield RehearsalFault(text, unsteady=unsteady, steady=self._steady_of(unsteady, pairs))
        elif times := self._repeated(rehearsal):
            yield RehearsalFault(
                say("the tree, run {}, brought {} of its records more than once", whose, times), is_of_way=True
            )
        elif (
            self._is_all(rehearsal.recording) and expected and len(found) > self._count(rehearsal.recording) / _BROUGHT
        ):
            text = say(
                "the tree, run {}, brought {} records, which are more than the recorded pages have", whose, len(found)
            )
            yield RehearsalFault(text, is_of_way=True)

    def repeated(self, rehearsal: Rehearsal, repeated: frozenset[str]) -> str:
        """What it did more than once, whatever it was given; else empty."""
        if again := rehearsal.visited_again(repeated):
            return say("visited addresses of {} more than once", ", ".join(again))
        times = self._repeated(rehearsal)
        return say("brought {} of its records more than once", times) if times else ""

    def _not_opened(self, rehearsal: Rehearsal) -> str:
        """An address of a recorded page of the list of which hardly any were visited; empty if there is no such page.

        Where none of the pages was gone through, its addresses are others each time.
        """
        visited = rehearsal.addresses
        pages = [page for page in self.recorded.listed(rehearsal.recording) if len(page) > 1]
        left = [page for page in pages if len(page & visited) < _ALIKE * len(page)]
        return min(left[0] - visited) if 0 < len(left) < len(pages) else ""

    def _repeated(self, rehearsal: Rehearsal) -> int:
        """How many records came again, where the recorded pages say of nothing twice what these say; 0: hardly any."""
        told = [self._telling({name: values_in([value]) for name, value in each.items()}) for each in rehearsal.records]
        # What forms ask for has one address for all pages: those that say the same are one page that was seen again.
        pages = {
            (page.url, tuple(map(self._telling, self.recorded.fields(page))))
            for page in self.recorded.pages(rehearsal.recording)
        }
        recorded = [row for _, rows in pages for row in rows]
        again = len(told) - len(set(told))
        usual = (1 - len(set(recorded)) / len(recorded) if recorded else 0.0) + (1 - _BROUGHT)
        return again if again > usual * len(told) else 0

    def _telling(self, record: Row) -> frozenset[str]:
        """What tells a record from others: all that does not change by itself, and of addresses the host and path."""
        return frozenset(
            bare_address(text) if name in self._addresses else text
            for name, texts in record.items()
            if name not in self._unsteady
            for text in texts
        )

    def _count(self, recording: int) -> int:
        return sum(
            any(fields.values())
            for page in (*self.recorded.pages(recording), *self.recorded.firsts(recording))
            for fields in self.recorded.fields(page)
        )

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
        return frozenset[str]().union(*again) & set(self.recorded.changing)

    def _is_all(self, recording: int) -> bool:
        """Whether the recorded pages are all that there are: no list leads to them, and all were turned over."""
        return self._target not in self._planner.lists and self.recorded.is_whole(recording)

    def unseen(self) -> str:
        """What differs between the target's pages and is in no field; empty if most of it is in fields."""
        of_others = self.recorded.of_others
        changing, left_out = (
            [text for text in texts if text not in of_others]
            for texts in (self.recorded.changing, self.recorded.left_out)
        )
        if len(changing) < _FEWEST or not left_out:
            return ""
        letters = sum(map(len, left_out)) / sum(map(len, changing))
        if min(len(left_out) / len(changing), letters) <= 1 - _SHOWN:
            return ""
        shown = sorted(left_out, key=len, reverse=True)[:3]
        told = ", ".join(f"“{text[:60]}”" for text in shown)
        return say("most of what differs between the pages of the target is in no field, such as {}", told)

    def _expected(self, recording: int) -> Iterator[Row]:
        """The records of the recorded pages; what stands on several pages counts once."""
        told: set[frozenset[str]] = set()
        recorded = self.recorded
        for page in [*recorded.pages(recording), *recorded.others(recording), *recorded.firsts(recording)]:
            for fields in self.recorded.fields(page):
                steady = {
                    name: frozenset(without_ages(values))
                    for name, values in fields.items()
                    if name not in self._unsteady | self._addresses
                }
                row = frozenset[str]().union(*steady.values())
                if row not in told:
                    told.add(row)
                    yield steady

    def _again(self, replayed: Sequence[Answer]) -> Sequence[Answer]:
        """What the target answered to the same each time; nothing: it is one of several details."""
        recorded = self._planner.first(self._target).answer
        return [] if recorded is None or self._target in self._planner.lists else [recorded, *replayed]

    def _find_unsteady(self, replayed: Sequence[Answer]) -> frozenset[str]:
        """The fields that change by themselves: asked for the same again, a site gave other values."""
        asked = self._planner.first(self._target)
        is_listed = self._target in self._planner.lists  # other details of it say other things
        if self.records is None or asked.answer is None or (is_listed and asked.sent.body):  # with one address for all
            return frozenset()
        alike: dict[str, list[Answer]] = {"": [asked.answer, *replayed]}
        if is_listed:
            alike = {}
            for page in (*self.recorded.pages(0), *replayed):
                alike.setdefault(whole(page.url), []).append(page)
        told = [[_together(self.recorded.fields(page)) for page in pages] for pages in alike.values()]
        return frozenset(
            name
            for first, *others in told
            for name, values in first.items()
            if values and any(_differ(values, other.get(name, values)) for other in others)
        )


def lost(faults: Sequence[RehearsalFault], rehearsals: Sequence[Rehearsal]) -> Iterator[RehearsalFault]:
    """What an earlier tree brought in a field that was given up, and this one brings in none."""
    held = {value for each in rehearsals for record in each.records for value in values_in(record)}
    wanted = frozenset[str]().union(*(fault.steady for fault in faults))
    missing = sorted(text for text in wanted if not any(text in value for value in held))
    if missing:
        yield RehearsalFault(say("“{}” is in no field", missing[0][:60]))


def _together(rows: Iterator[dict[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for fields in rows:
        for name, values in fields.items():
            found[name] = found.get(name, frozenset()) | values
    return found


def _differ(values: frozenset[str], others: frozenset[str]) -> bool:
    """Whether so many differ that it is no entry which came or went."""
    return len(values - others) > max(1 - _BROUGHT, 0.5 / len(values)) * len(values)


def _nearest(wanted: frozenset[str], found: Sequence[frozenset[str]]) -> frozenset[str] | None:
    """The values of the record that has most of the *wanted* ones; None if there is none that has half of them."""
    best = max(found, key=lambda values: len(wanted & values), default=frozenset[str]())
    return best if len(wanted & best) >= _ALIKE * len(wanted) else None
