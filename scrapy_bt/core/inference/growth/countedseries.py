"""Loops over the pages of a series that counts."""

from __future__ import annotations

import re
from dataclasses import replace

from ...tree import nodes as bt
from ..answers.values import Beside, Extraction
from ..findings import Loop
from ..plans.plan import PlannedStep
from .endings import control_of, counted_of
from .gathering import Gathering
from .loopparts import LoopParts, count, unless
from .naming import name_of_key
from .requests import Asked, Requests
from .seriesends import OTHER_ROWS, SeriesEnds
from .vocabulary import Vocabulary

_OWN_ROWS = re.compile(r"(?: \| )?\[:\d+\]$")


class CountedSeries:
    """Writes loops whose variable is a number."""

    def __init__(self, vocabulary: Vocabulary, gathering: Gathering, requests: Requests, ends: SeriesEnds) -> None:
        self._vocabulary, self._gathering, self._requests, self._ends = vocabulary, gathering, requests, ends

    def write(
        self, loop: Loop, planned: PlannedStep, name: str, record: bt.Item | None, rows: Extraction | None
    ) -> LoopParts:
        """The loop whose visit is called *name*; *record*: what its pages hold; *rows*: what gives these."""
        return self._turned(loop, planned, name, rows) or self._counter(loop, planned, name, record, rows)

    def _turned(self, loop: Loop, planned: PlannedStep, name: str, rows: Extraction | None) -> LoopParts | None:
        """A form that takes over what each page holds, for as long as a page has a control for the next number."""
        number = self._gathering.each[loop.step, True]
        counted = counted_of(loop)
        recorded = counted.number_in(planned.recorded(loop.key))
        if recorded is None or planned.sent.method == "GET" or not self._gathering.is_renewed(loop.step):
            return None
        page = self._vocabulary.conclusion.answers.get(loop.step)
        control = control_of(counted, recorded + loop.by, page, number)
        if control is None:
            return None
        visit = self._requests.visit(Asked(_at_number(planned, loop)), name)
        node = self._ends.node(loop, "next_page", control, "as long as it leads to the next number")
        none, others = self._ends.other_rows(loop, rows)
        opening = (*self._gathering.rounds[loop.step], bt.Call(name), *others)
        start, closing = bt.Assign(number, bt.Literal(recorded)), (count(number, loop.by),)
        lasts = "as long as a page has what leads to the next number" + OTHER_ROWS * bool(others)
        return LoopParts((visit,), (*none, start), bt.Call(node.name), opening, closing, lasts)

    def _counter(
        self, loop: Loop, planned: PlannedStep, name: str, record: bt.Item | None, rows: Extraction | None
    ) -> LoopParts:
        """The variable counts up until a page is not there, holds nothing more, or the same as the one before."""
        number = self._gathering.each[loop.step, True]
        recorded = counted_of(loop).number_in(planned.recorded(loop.key))
        beside = self._counted_beside(loop, planned)
        visit = self._requests.visit(Asked(_at_number(planned, loop)), name)
        first = recorded if loop.start is None else loop.start
        start = bt.Assign(number, bt.Literal(loop.by if first is None else first))
        anew = tuple(self._gathering.rounds[loop.step])
        none, others = self._ends.other_rows(loop, rows)
        reads = record is not None and (loop.until is None or _is_source_of(record, loop.until))
        there: bt.Expression | None = None
        if reads and record is not None:
            there = bt.Call(record.name)
        elif (until := loop.until or (rows if record is None else None)) is not None:
            there = self._gathering.reading(loop.step, until, "more")
        condition: bt.Expression = bt.Call(name)
        if others and there is not None:
            others = (*others, unless(there))
        elif there is not None:
            condition = bt.Binary("&", condition, there)
        closing = (*anew, count(number, loop.by), *(count(each.name, loop.by) for each in beside))
        lasts = "until a page is not there or has no rows" + (", or rows that were there before" if others else "")
        before = (*anew, start, *beside, *none)
        return LoopParts((visit,), before, condition, others, closing, lasts, reads_in_condition=reads)

    def _counted_beside(self, loop: Loop, planned: PlannedStep) -> list[bt.Assign]:
        """The numbers that count as the series does, at its first page."""
        found = []
        for key, value in loop.beside:
            if isinstance(value, Beside):
                name = self._vocabulary.variable(name_of_key(key) or "number", loop.step)
                self._gathering.beside[value] = name
                found.append(bt.Assign(name, bt.Literal(int(planned.recorded(key) or 0))))
        return found


def _at_number(planned: PlannedStep, loop: Loop) -> PlannedStep:
    """The step with the number that the loop is at."""
    if loop.key is None:
        return planned
    bound = {**planned.bound, **dict(loop.beside), loop.key: counted_of(loop).value(loop.step)}
    return replace(planned, bound=bound, left_out=planned.left_out - loop.given.keys())


def _is_source_of(record: bt.Item, extraction: Extraction) -> bool:
    """Also of those of its rows that are a page's own (see `without_lookahead`), or that are filled, by a class."""
    texts = () if record.each is None else record.each.texts
    own = tuple(_OWN_ROWS.sub("", text) if isinstance(text, str) else text for text in texts)
    is_narrower = any(str(text).startswith(f"{extraction.text}.") for text in own)
    return extraction.text in texts or own == (extraction.text,) or (is_narrower and len(own) == 1)
