"""What the target's answer holds: one record, or rows of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial

from ....sentences import say
from ...samples.traffic import Answer, Recording
from ..answers.data.calls import are_calls
from ..answers.data.groups import grouping_of
from ..answers.details.labelled import labelled_of
from ..answers.details.optional import of_some
from ..answers.details.single import singles_of
from ..answers.extraction import extract, extract_within, page_of
from ..answers.fields.constants import with_constants
from ..answers.fields.fieldnames import field_name, unused
from ..answers.fields.valuenames import by_values
from ..answers.pages.innerpages import inner_page, page_within
from ..answers.pages.panels import panel_of
from ..answers.rows.barerows import without_bare_rows
from ..answers.rows.chosen import chosen, fits
from ..answers.rows.columnheadings import with_headings
from ..answers.rows.formrows import are_fields_of_form
from ..answers.rows.mainrows import rows_among
from ..answers.rows.mainsubject import are_main, are_on_some
from ..answers.rows.named import with_named
from ..answers.rows.newest import newest_fields, with_newest
from ..answers.rows.rows import RowPattern
from ..answers.rows.twins import filled, without_twins
from ..answers.values import Extraction, Fields
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import ChosenGroup, ListOf, Loop, Records, Step, Target, Unsteady
from ..goal import Marks
from ..steps.clickedtexts import clicked_texts
from ..steps.firstpages import first_page, pages_in
from ..steps.gaps import empty_pages
from ..steps.growinglists import grows
from ..steps.lookahead import without_lookahead
from ..steps.moments import without_moments
from ..steps.otherdetails import lead_to_others, others_than
from ..steps.shownrows import shown_rows

_FEWEST_FACTS = 3
"""Of a detail whose rows others lack, from which it is about these."""
_FAILED = 400


class RecordsSource:
    """Looks for rows and fields that the target's answers have in all recordings, with sense in each of them.

    *marks*: what the person says of them; rows and fields that do not fit are no choice then.
    """

    name = "records"
    watches: tuple[type, ...] = (Step, Target, ListOf, Loop, Unsteady)

    def __init__(self, marks: Marks | None = None) -> None:
        self._marks = marks or Marks()

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        looped = {loop.step for _, loop in told(knowledge, Loop)}
        repeats = {step: loop.step for _, loop in told(knowledge, Loop) for step in loop.repeats}
        details = {listed.detail for _, listed in told(knowledge, ListOf)}
        repeats |= {step: listed.detail for _, listed in told(knowledge, ListOf) for step in listed.repeats}
        for fact, target in told(knowledge, Target):
            step = repeats.get(target.step, target.step)
            if step not in workflow.exchanges:
                continue
            asked = _asked(workflow, [each for each in workflow.numbers() if each == step or repeats.get(each) == step])
            answers = [answer for _, answer in asked]
            within = page_within(answers)
            answers = [inner_page(answer, within) for answer in answers]
            is_single = step in details and step not in looped
            others = {each.extraction: each.instead for each in knowledge.findings(Unsteady) if each.step == step}
            unsteady = {extraction for extraction, instead in others.items() if instead is None}
            found = _records(answers, self._marks, unsteady, is_rows=step in looped, is_single=is_single)
            if not is_single and step not in looped and (of_group := self._of_group(knowledge, step, within)):
                yield Post(of_group, say("a group of the answer was chosen by its name"), (fact,))
            elif found is None:
                continue
            elif (each := found[0]) is None:
                fields = self._named(None, without_moments(found[1], [when for when, _ in asked], answers), answers)
                fields = tuple((name, others.get(each) or each) for name, each in fields)
                yield _post(Records(step, None, fields, within), say("one record"), fields, fact)
            else:
                fields = with_headings(found[1], answers, each, self._pages_before(workflow, step))
                fields = self._named(each, with_constants(each, fields, answers), answers)
                loop = next((loop for _, loop in told(knowledge, Loop) if loop.step == step), None)
                records = self._rows(workflow, Records(step, each, fields, within), loop, answers, is_single=is_single)
                if loop is None and not is_single and within is None and records.each is not None:
                    group = shown_rows(step, records.each, records.fields, workflow, knowledge.recordings)
                    records = replace(records, each=group.each(0), group=group) if group is not None else records
                yield _post(records, say("a record for each {} {}", each.how, each.text), fields, fact)

    def _named(self, each: Extraction | None, fields: Fields, answers: Sequence[Answer]) -> Fields:
        """The fields by what they hold, and of these the ones that are wanted."""
        named = tuple(by_values(fields, partial(_values, answers, each)))
        return chosen(each, named, answers, self._marks.columns)

    def _rows(
        self, workflow: Workflow, found: Records, loop: Loop | None, answers: Sequence[Answer], *, is_single: bool
    ) -> Records:
        """The rows of a page or of a series, without those that come twice, and with what is shown in another way."""
        each, fields, within, first, empty = found.each, found.fields, found.within, None, found.empty
        is_growing = False
        assert each is not None, "a list has rows"
        pages = [[page] for page in answers] if loop is None else self._series(workflow, loop, within)
        # A page that a form leads to by a redirect is followed by pages with addresses of their own, and one that is
        # asked for by its address by pages that a form asks for.
        if loop is not None and (loop.entry is None or loop.kind != "cursor"):
            first = first_page(workflow, loop, each, fields, within)
        each, rows = without_bare_rows(without_twins(each, fields, answers), fields, answers), each
        fields = fields if each == rows or self._marks.columns else filled(fields, each, answers)
        if loop is not None:
            each = without_lookahead(each, loop, pages)
        if not is_single:
            rows, each = each, with_newest(each, pages)
            rows_before, rows_now = (
                [row for page in answers for row in page_of(page).elements(those)] for those in (rows, each)
            )
            fields = newest_fields(fields, rows_before, rows_now) if each != rows else fields
        if first is None and not self._marks.columns:
            each, fields = with_named(each, fields, answers)
        if loop is not None:
            empty, is_growing = empty_pages(each, pages), first is None and grows(each, fields, pages)
        own = first.each if first is not None and first.each != found.each else None
        first_step = first.step if first is not None else None
        return replace(found, each=each, fields=fields, first=first_step, first_each=own, empty=empty, grows=is_growing)

    def _of_group(self, knowledge: Knowledge, step: int, within: Extraction | None) -> Records | None:
        """The records of the group that was chosen by a click in each recording; None if none was."""
        workflow = workflow_of(knowledge)
        answers = [workflow.answer(step, number) for number in range(workflow.recordings)]
        pages = [answer for answer in answers if answer is not None]
        if within is not None or len(pages) < workflow.recordings:
            return None
        for names in clicked_texts(knowledge.recordings, [[page] for page in pages]):
            grouping = grouping_of(pages, names) or panel_of(pages, names)
            if grouping is None:
                continue
            groups = [grouping.group(page, name) for page, name in zip(pages, names, strict=True)]
            rows = next(
                (found for found in rows_among(groups) if fits(found.each, found.fields, groups, self._marks)), None
            )
            if rows is not None and (rows.each.how == "json") == (grouping.how == "json"):
                group = ChosenGroup(f"chosen_{field_name(grouping.key)}", names, grouping, grouping.path_of(rows.each))
                return Records(step, group.each(0), self._named(rows.each, rows.fields, groups), group=group)
        return None

    def _series(self, workflow: Workflow, loop: Loop, within: Extraction | None) -> list[list[Answer]]:
        """By recording, the pages of a series."""
        found = [pages_in(workflow, recording, loop) for recording in range(workflow.recordings)]
        return [[inner_page(each.answer, within) for each in pages if each.answer is not None] for pages in found]

    def _pages_before(self, workflow: Workflow, step: int) -> Iterator[Answer]:
        """The pages before a step in the first recording, the latest first."""
        for earlier in reversed([number for number in workflow.numbers() if number < step]):
            answer = workflow.first(earlier).answer
            if answer is not None and answer.body and answer.status < _FAILED:
                yield answer


def _post(records: Records, what: str, fields: Fields, fact: int) -> Post:
    names = ", ".join(name for name, _ in fields)
    return Post(records, say("the answer holds {}: {}", what, names), (fact,))


def _asked(workflow: Workflow, steps: Sequence[int]) -> list[tuple[float, Answer]]:
    """The answers of steps, each with the time at which it was asked for."""
    asked = [
        (exchange.started, exchange.answer)
        for step in steps
        for _, exchange in workflow.present(step)
        if exchange.answer is not None and exchange.answer.status < _FAILED
    ]
    # An answer whose body is lost, as of a tab that was closed at once, says nothing.
    return [(when, answer) for when, answer in asked if answer.body] or asked


def _records(
    answers: Sequence[Answer], marks: Marks, unsteady: Collection[Extraction], *, is_rows: bool, is_single: bool
) -> tuple[Extraction | None, Fields] | None:
    """The rows of the answers, or else their single fields, none of which is *unsteady*."""
    if not answers:
        return None
    rows = next((found for found in rows_among(answers) if fits(found.each, found.fields, answers, marks)), None)
    if rows is not None and marks.row:
        return rows.each, rows.fields
    if rows is not None and rows.each.text == "@" and are_calls([page_of(answer).json for answer in answers]):
        rows = None
    single = cache(lambda: tuple(_single(answers, unsteady)))
    is_list = rows is not None and are_main(rows, answers, is_single=is_single)
    if marks.is_single and single():
        return None, single()
    if marks.want and not is_list and single() and fits(None, single(), answers, marks):
        return None, single()
    if rows is not None and (
        is_rows
        or marks.want
        or (
            is_list
            and not (is_single and lead_to_others(rows, answers))
            and not (is_single and len(single()) >= _FEWEST_FACTS and are_on_some(rows, answers))
            and not are_fields_of_form(rows.each, answers)
        )
    ):
        return rows.each, _steady(rows, unsteady)
    if fields := single():
        return None, fields
    return (rows.each, _steady(rows, unsteady)) if rows is not None else None


def _steady(rows: RowPattern, unsteady: Collection[Extraction]) -> Fields:
    return tuple((name, extraction) for name, extraction in rows.fields if extraction not in unsteady)


def _single(answers: Sequence[Answer], unsteady: Collection[Extraction]) -> Iterator[tuple[str, Extraction]]:
    """The fields that most of the pages have, those that some have, then those for what else differs between them."""
    found: list[Extraction] = []
    names: set[str] = set()
    least = len(answers) if len(answers) < 3 else len(answers) / 2
    for name, extraction in singles_of(answers[:3]):
        if extraction in unsteady:
            continue
        if name not in names and _holding(answers, extraction) >= least:
            names.add(name)
            found.append(extraction)
            yield name, extraction
    for name, extraction in of_some(answers, found):
        if extraction not in unsteady:
            found.append(extraction)
            yield unused(name, names), extraction
    for name, extraction in labelled_of(answers, found, others_than(answers)):
        if extraction not in unsteady and _holding(answers, extraction) * 2 > len(answers):
            yield unused(name, names), extraction


def _holding(answers: Sequence[Answer], extraction: Extraction) -> int:
    """How many of the pages have it."""
    return sum(any(map(str.strip, extract(answer, extraction))) for answer in answers)


def _values(answers: Sequence[Answer], each: Extraction | None, field: Extraction) -> Iterator[str]:
    """What a field holds on all pages, in all rows."""
    for answer in answers:
        if each is None:
            yield from extract(answer, field)
            continue
        for row in page_of(answer).elements(each):
            yield from extract_within(row, field)
