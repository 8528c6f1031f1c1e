"""Loops over the pages of a series: by links, by cursors, by forms that are sent again and again, or by counting."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from ...samples.parameters import Key
from ...tree import nodes as bt
from ..answers.extraction import page_of
from ..answers.values import Constant, Each, Extraction, Taken, Value, Within, steps_of
from ..finding_words import tell_extraction
from ..findings import Loop, Records
from ..plans.plan import PlannedStep
from .countedseries import CountedSeries
from .endings import Counted, counted_of, is_around_rows_alone, rows_together
from .expressions import PAGE_FACTS, page_fact, read_from, source_of
from .gathering import Gathering
from .loopparts import LoopParts, ended, if_there, otherwise, unless, within
from .naming import name_of_key
from .onward import made_of, piece_in, piece_of
from .requests import Asked, Requests
from .seriesends import OTHER_ROWS, SeriesEnds
from .vocabulary import Vocabulary

_Written = TypeVar("_Written")


class SeriesWriter:
    """Writes loops; `variable` has to be called for a loop before any request that uses it is written."""

    def __init__(
        self, vocabulary: Vocabulary, gathering: Gathering, requests: Requests, records: Mapping[int, Records]
    ) -> None:
        self._vocabulary, self._gathering, self._requests, self._records = vocabulary, gathering, requests, records
        self._ends = SeriesEnds(vocabulary, gathering, records)
        self._counted = CountedSeries(vocabulary, gathering, requests, self._ends)

    def variable(self, loop: Loop) -> None:
        """Name what the loop is at."""
        by_link = loop.key is None or loop.key.where == "url"
        wanted = f"{self._vocabulary.nouns[loop.step]}_url" if by_link or loop.key is None else name_of_key(loop.key)
        wanted = "" if loop.kind == "counter" and counted_of(loop) != Counted() else wanted
        wanted = {"": "number" if loop.kind == "counter" else "piece", "page": "number", "p": "number"}.get(
            wanted, wanted
        )
        self._gathering.each[loop.step, True] = self._vocabulary.variable(wanted, loop.step)

    def write(
        self, loop: Loop, planned: PlannedStep, name: str, record: bt.Item | None, rows: Extraction | None
    ) -> LoopParts:
        """The loop whose visit is called *name*; *record*: what its pages hold; *rows*: what gives these."""
        records = self._records.get(planned.step)
        grows = records is not None and records.grows
        series = self._without_bound(loop, planned, name, None if grows else record, rows)
        series = replace(series, grows=grows)
        most = self._vocabulary.conclusion.most_pages.get(loop.step)
        turned = self._vocabulary.variable("turned", loop.step)
        return within(series, self._vocabulary.most_pages, turned) if most is None else ended(series, most, turned)

    def _without_bound(
        self, loop: Loop, planned: PlannedStep, name: str, record: bt.Item | None, rows: Extraction | None
    ) -> LoopParts:
        if loop.kind == "counter":
            return self._counted.write(loop, planned, name, record, rows)
        records = self._records.get(planned.step)
        empty = "never" if records is None else records.empty
        if planned.sent.method != "GET" and self._gathering.is_renewed(loop.step):
            return replace(self._sent_again(loop, planned, name, rows), may_be_empty=empty != "never")
        if loop.key is None or loop.key.where == "url":
            series = self._links(loop, planned, name)
        else:
            series = self._cursor(loop, planned, name)
        if empty == "between":
            return replace(series, may_be_empty=True)
        series = replace(series, may_be_empty=loop.has_end and empty != "never")
        return self._until_rows_return(loop, series, record, rows, is_end_empty=empty == "last")

    def _sent_again(self, loop: Loop, planned: PlannedStep, name: str, rows: Extraction | None) -> LoopParts:
        each, own = Each(loop.step), self._gathering.each.get((loop.step, True))
        if loop.kind == "cursor" and loop.until is None and loop.key is not None and made_of(loop.next, each) == each:
            # What the first page gave in all recordings alike, as an offset, is given by each of them all the same.
            planned = replace(planned, bound={**planned.bound, loop.key: each})
        alike = {key for key, _ in loop.beside if isinstance(planned.bound.get(key), Constant)}
        beside = self._beside(loop, alike)
        begin = self._recorded(loop, planned, beside)
        planned = replace(
            planned, bound={**planned.bound, **{key: value for key, value in loop.beside if key in beside}}
        )
        visit = self._requests.visit(Asked(planned), name)
        opening = self._gathering.rounds[loop.step]
        there = loop.until or _extraction_of(loop.next)
        assert there is not None, "else it does not go on"
        condition = self._gathering.reading(loop.step, there, "next_page")
        if loop.key is not None and planned.bound.get(loop.key) == Each(loop.step) and own is not None:
            opening = [bt.Assign(own, condition), *opening]
        none, others = self._ends.other_rows(loop, rows)
        lasts = _lasts(loop.next, loop.until) + OTHER_ROWS * bool(others)
        onward = tuple(beside.values())
        return LoopParts((visit,), (*begin, *none), condition, (*opening, bt.Call(name), *others), onward, lasts)

    def _beside(self, loop: Loop, keys: Collection[Key]) -> dict[Key, bt.Assign]:
        """What takes from each page what it gives for these keys of the next request, beside a cursor."""
        return {
            key: self._gathering.given_anew(loop.step, value.extraction, name_of_key(key) or "piece")
            for key, value in loop.beside
            if isinstance(value, Taken) and key in keys
        }

    def _recorded(self, loop: Loop, planned: PlannedStep, beside: Mapping[Key, bt.Assign]) -> list[bt.Assign]:
        """What the first request sends in their place, as a number where the pages give one."""
        page = self._vocabulary.conclusion.answers.get(loop.step)
        begin = []
        for key, value in loop.beside:
            if key in beside and isinstance(value, Taken):
                text = planned.recorded(key) or None
                given = page_of(page).elements(value.extraction) if page is not None else []
                is_number = bool(given) and type(given[0]) is int and text is not None and text.isdecimal()
                begin.append(bt.Assign(beside[key].name, bt.Literal(int(text) if text and is_number else text)))
        return begin

    def _until_rows_return(
        self, loop: Loop, series: LoopParts, record: bt.Item | None, rows: Extraction | None, *, is_end_empty: bool
    ) -> LoopParts:
        """Rows that were there before are an end, and where no recording shows one, a page without rows is, too.

        Behind a link only a list that is there and empty tells that there are none, unless a recorded page without it
        is the end (*is_end_empty*): another page is a failure.
        """
        page = self._vocabulary.conclusion.answers.get(loop.step)
        is_open = not loop.has_end
        has_list = is_around_rows_alone(rows_together(rows, page), page)
        may_be_empty = is_open and loop.kind == "link" and record is not None and (has_list or is_end_empty)
        none, others = self._ends.other_rows(loop, rows, is_needed=may_be_empty and not is_end_empty)
        if not others:
            return series
        opening = (*series.opening, *others)
        if is_open and loop.kind == "cursor" and rows is not None:
            opening = (*opening, unless(self._gathering.reading(loop.step, rows, "row_there")))
        elif may_be_empty and record is not None:
            opening = (*opening, unless(bt.Call(record.name)))
        lasts = series.lasts + OTHER_ROWS
        before = (*series.before, *none)
        return replace(series, before=before, opening=opening, lasts=lasts, reads_in_condition=may_be_empty)

    def _links(self, loop: Loop, planned: PlannedStep, name: str) -> LoopParts:
        """A variable holds the address of the next page."""
        link = self._gathering.each[loop.step, True]
        reference = bt.Reference(link)
        own = {key: value for key, value in planned.bound.items() if value != Each(loop.step)}
        planned = replace(planned, bound=own)
        visit = self._requests.visit(Asked(planned, address=link), name)
        onward = self._onward(loop, link, kind="url")
        lasts = _lasts(loop.next)
        if not any(key.where == "query" for key in own):
            start, making = self._made_apart(loop, lambda: bt.Assign(link, self._requests.address(planned)))
            none, goes_on, noted = self._ends.once(loop, reference, link)
            return LoopParts((visit,), (*making, start, none), goes_on, (noted, bt.Call(name)), onward, lasts)
        # What may stand in a query is encoded in the URL of a visit, and nowhere else: so the first page has its own.
        first, first_name = self._vocabulary.variable("first", loop.step), self._vocabulary.nodes.give(f"first_{name}")
        visits = (self._requests.visit(Asked(planned), first_name), visit)
        none, goes_on, noted = self._ends.once(loop, reference, link)
        choice = bt.If(reference, bt.Body((noted, bt.Call(name))), bt.Body((bt.Call(first_name),)))
        return LoopParts(
            visits,
            (bt.Assign(first, bt.Literal(value=True)), bt.Assign(link, bt.Literal(None)), none),
            bt.Binary("|", bt.Reference(first), goes_on),
            (choice, bt.Assign(first, bt.Literal(value=False))),
            onward,
            lasts,
        )

    def _cursor(self, loop: Loop, planned: PlannedStep, name: str) -> LoopParts:
        """The variable holds what the last page gave for the next; the first page may need none."""
        assert loop.key is not None
        cursor = self._gathering.each[loop.step, True]
        beside = self._beside(loop, {key for key, _ in loop.beside})
        onward, lasts = (*beside.values(), *self._onward(loop, cursor)), _lasts(loop.next)
        made = made_of(loop.next, Each(loop.step))
        # None would be null there, which is another thing than nothing.
        is_absent = (loop.key.where == "json" or "$" in loop.key.name) and loop.key in planned.left_out
        recorded, given = planned.recorded(loop.key), planned.bound.get(loop.key)
        sent, beside_names = {loop.key, *beside}, [each.name for each in beside.values()]
        at_first = replace(planned, bound={key: each for key, each in planned.bound.items() if key not in sent})
        recorded_beside = self._recorded(loop, planned, beside)
        bound = {**planned.bound, **dict(loop.beside), loop.key: made}
        planned = replace(planned, bound=bound, left_out=planned.left_out - sent)
        start = piece_in(loop.next, recorded) if recorded not in (None, "", "null") else None
        if start:
            visit = self._requests.visit(Asked(planned), name)
            is_taken = given is not None and made == Each(loop.step) and bool(steps_of(given) - {loop.step})
            begin = bt.Assign(
                cursor, self._gathering.part(given, loop.step, loop.key) if is_taken and given else bt.Literal(start)
            )
            none, more, noted = self._ends.once(loop, bt.Reference(cursor), cursor, *beside_names)
            return LoopParts((visit,), (begin, *recorded_beside, none), more, (noted, bt.Call(name)), onward, lasts)
        first = self._vocabulary.variable("first", loop.step)
        is_first, was_first = (bt.Assign(first, bt.Literal(value=value)) for value in (True, False))
        none, more, noted = self._ends.once(loop, bt.Reference(cursor), cursor, *beside_names)
        goes_on = bt.Binary("|", bt.Reference(first), more)
        if made == Each(loop.step) and not is_absent:
            visit = self._requests.visit(Asked(planned, absent_at_first=frozenset(sent)), name)
            opening = (if_there(cursor, noted), was_first, bt.Call(name))
            return LoopParts((visit,), (is_first, *recorded_beside, none), goes_on, opening, onward, lasts)
        # Nothing can be made of what is not there yet, or left out within JSON: so the first page has its own visit.
        first_name = self._vocabulary.nodes.give(f"first_{name}")
        first_visit = self._requests.visit(Asked(at_first), first_name)
        visit, making = self._made_apart(loop, lambda: self._requests.visit(Asked(planned), name))
        others = bt.Body((noted, *making, bt.Call(name)))
        choice = bt.If(bt.Reference(first), bt.Body((bt.Call(first_name),)), others)
        return LoopParts((first_visit, visit), (is_first, none), goes_on, (choice, was_first), onward, lasts)

    def _made_apart(self, loop: Loop, write: Callable[[], _Written]) -> tuple[_Written, list[bt.Statement]]:
        """What *write* gives, and the statements that compute its values, which do not belong before each visit."""
        before = self._gathering.before[loop.step]
        count = len(before)
        written = write()
        making, before[count:] = before[count:], []
        return written, making

    def _onward(self, loop: Loop, variable: str, kind: str | None = None) -> tuple[bt.Statement, ...]:
        """Give the variable its value for the next round; none on the last page, which ends the loop."""
        wanted = "next_page" if kind == "url" else f"next_{variable}"
        piece = piece_of(loop.next)
        if isinstance(piece, Taken):
            return (bt.Assign(variable, self._gathering.reading(loop.step, piece.extraction, wanted, kind)),)
        assert isinstance(piece, Within), "else it does not go on"
        wholes, whole = self._whole(piece.value, loop, wanted)
        node = bt.Data(self._vocabulary.node(wanted, loop.step), source_of(piece.extraction, kind), read_from(whole))
        self._gathering.nodes[loop.step].append(node)
        return (*wholes, bt.Assign(variable, bt.Call(node.name)))

    def _whole(self, value: Value, loop: Loop, wanted: str) -> tuple[tuple[bt.Statement, ...], bt.Reference]:
        """What gives the text that a piece is taken from, and what holds it; where it is not there, that is none."""
        if isinstance(value, Taken) and value.extraction.how in PAGE_FACTS:
            return (), page_fact(value.extraction)
        before: tuple[bt.Statement, ...] = ()
        attributes = otherwise(None)
        if isinstance(value, Within):
            before, whole = self._whole(value.value, loop, wanted)
            attributes = otherwise(None, *read_from(whole).entries)
        assert isinstance(value, (Taken, Within)), "a piece is taken from a page, or from a piece"
        node = bt.Data(self._vocabulary.node(f"{wanted}_link", loop.step), source_of(value.extraction), attributes)
        self._gathering.nodes[loop.step].append(node)
        variable = self._vocabulary.variable(f"{self._gathering.each[loop.step, True]}_link", loop.step)
        return (*before, bt.Assign(variable, bt.Call(node.name))), bt.Reference(variable)


def _extraction_of(value: Value) -> Extraction | None:
    """Where the page holds what the value is made of."""
    piece = piece_of(value)
    while isinstance(piece, Within):
        piece = piece.value
    return piece.extraction if isinstance(piece, Taken) else None


def _lasts(following: Value, until: Extraction | None = None) -> str:
    """How long a series goes on, for people: by what is there *until* it ends, else by what makes its next page."""
    there = until or _extraction_of(following)
    piece = piece_of(following)
    if there is None:
        return ""
    if until is None and isinstance(piece, Within) and there.how in PAGE_FACTS:
        return f"as long as {tell_extraction(piece.extraction)} is within {tell_extraction(there)}"
    return f"as long as {tell_extraction(there)} is there"
