"""What the target's answer holds: one record, or rows of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial

from ....sentences import say
from ...documents.elements import is_element
from ...samples.traffic import Answer, Recording
from ..answers.data.calls import are_calls
from ..answers.data.groups import grouping_of
from ..answers.details.labelled import labelled_of
from ..answers.details.single import singles_of
from ..answers.extraction import extract, extract_within, page_of
from ..answers.fields.constants import with_constants
from ..answers.fields.fieldnames import field_name, unused
from ..answers.fields.valuenames import by_values
from ..answers.pages.innerpages import inner_page, page_within
from ..answers.pages.panels import panel_of
from ..answers.rows.chosen import chosen, fits
from ..answers.rows.columnheadings import with_headings
from ..answers.rows.formrows import are_fields_of_form
from ..answers.rows.mainrows import rows_among
from ..answers.rows.named import with_named
from ..answers.rows.newest import newest_fields, with_newest
from ..answers.rows.rows import RowPattern
from ..answers.rows.twins import without_twins
from ..answers.values import Extraction, Fields
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import ChosenGroup, ListOf, Loop, Records, Step, Target, Unsteady
from ..goal import Marks
from ..steps.clickedtexts import clicked_texts
from ..steps.firstpages import first_page, pages_in
from ..steps.gaps import empty_pages
from ..steps.lookahead import without_lookahead
from ..steps.moments import without_moments
from ..steps.otherdetails import lead_to_others, others_than

_LEAST_SHARE = 0.4
"""Of what differs between pages, from which their rows are what they are about."""
_MOST_SHARE = 0.55
"""The same for a detail of a list, which is about one thing, but may be the thread of a forum."""
_LEAST_OF_DATA = 0.2
"""The same for data, which has a list only where it has something to list."""
_FEWEST_TEXTS = 4
"""Of a list whose rows are a text each."""
_FEWEST_FACTS, _WITHOUT = 3, 3
"""Of a detail whose rows others lack, from which it is about these; one of how many lacks them."""
_FILLED = 0.5
"""How many of their fields rows have at least that are more than parts of a page."""
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
            alike = [each for each in workflow.numbers() if each == step or repeats.get(each) == step]
            asked = [
                (exchange.started, exchange.answer)
                for each in alike
                for _, exchange in workflow.present(each)
                if exchange.answer is not None and exchange.answer.status < _FAILED
            ]
            # An answer whose body is lost, as of a tab that was closed at once, says nothing.
            asked = [(when, answer) for when, answer in asked if answer.body] or asked
            answers = [answer for _, answer in asked]
            within = page_within(answers)
            answers = [inner_page(answer, within) for answer in answers]
            is_single = step in details and step not in looped
            unsteady = {each.extraction for each in knowledge.findings(Unsteady) if each.step == step}
            found = _records(answers, self._marks, unsteady, is_rows=step in looped, is_single=is_single)
            if not is_single and step not in looped and (of_group := self._of_group(knowledge, step, within)):
                yield Post(of_group, say("a group of the answer was chosen by its name"), (fact,))
            elif found is not None:
                each, fields = found
                if each is None:
                    fields = without_moments(fields, [when for when, _ in asked], answers)
                else:
                    fields = with_headings(fields, answers, each, self._pages_before(workflow, step))
                    fields = with_constants(each, fields, answers)
                named = tuple(by_values(fields, partial(_values, answers, each)))
                fields = chosen(each, named, answers, self._marks.columns)
                what = say("one record") if each is None else say("a record for each {} {}", each.how, each.text)
                names = ", ".join(name for name, _ in fields)
                loop = next((loop for _, loop in told(knowledge, Loop) if loop.step == step), None)
                # A page that a form leads to by a redirect is followed by pages with addresses of their own, and one
                # that is asked for by its address by pages that a form asks for.
                begun = each is not None and loop is not None and (loop.entry is None or loop.kind != "cursor")
                first = first_page(workflow, loop, each, fields, within) if begun and loop and each else None
                if each is not None:
                    each = without_twins(each, fields, answers)
                if loop is not None and each is not None:
                    each = without_lookahead(each, loop, self._series(workflow, loop, within))
                if each is not None and not is_single:
                    pages = self._series(workflow, loop, within) if loop is not None else [[page] for page in answers]
                    rows, each = each, with_newest(each, pages)
                    rows_before, rows_now = (
                        [row for page in answers for row in page_of(page).elements(those)] for those in (rows, each)
                    )
                    fields = newest_fields(fields, rows_before, rows_now) if each != rows else fields
                own = first.each if first is not None and first.each != found[0] else None
                if each is not None and first is None and not self._marks.columns:
                    each, fields = with_named(each, fields, answers)
                first_step = first.step if first is not None else None
                empty = empty_pages(each, self._series(workflow, loop, within)) if loop and each else "never"
                records = Records(step, each, fields, within, first_step, own, empty)
                yield Post(records, say("the answer holds {}: {}", what, names), (fact,))

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
                named = tuple(by_values(rows.fields, partial(_values, groups, rows.each)))
                fields = chosen(rows.each, named, groups, self._marks.columns)
                return Records(step, group.each(0), fields, group=group)
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
    fields = tuple(_single(answers, unsteady))
    if fields and (marks.is_single or (marks.want and fits(None, fields, answers, marks))):
        return None, fields
    if rows is not None and (
        is_rows
        or marks.want
        or (
            _is_about(rows, answers[0], is_single=is_single)
            and not _have_nothing_in_common(rows, answers)
            and not (is_single and (_are_parts(rows, answers) or lead_to_others(rows, answers)))
            and not (is_single and len(fields) >= _FEWEST_FACTS and _are_on_some(rows, answers))
            and not are_fields_of_form(rows.each, answers)
        )
    ):
        return rows.each, _steady(rows, unsteady)
    if fields:
        return None, fields
    return (rows.each, _steady(rows, unsteady)) if rows is not None else None


def _steady(rows: RowPattern, unsteady: Collection[Extraction]) -> Fields:
    return tuple((name, extraction) for name, extraction in rows.fields if extraction not in unsteady)


def _single(answers: Sequence[Answer], unsteady: Collection[Extraction]) -> Iterator[tuple[str, Extraction]]:
    """The fields that most of the pages have, then those for what else differs between them."""
    found: list[Extraction] = []
    names: set[str] = set()
    least = len(answers) if len(answers) < 3 else len(answers) / 2
    for name, extraction in singles_of(answers[:3]):
        if extraction in unsteady:
            continue
        if name not in names and sum(bool(_said(extract(answer, extraction))) for answer in answers) >= least:
            names.add(name)
            found.append(extraction)
            yield name, extraction
    for name, extraction in labelled_of(answers, found, others_than(answers)):
        if extraction not in unsteady and sum(bool(_said(extract(answer, extraction))) for answer in answers) * 2 > len(
            answers
        ):
            yield unused(name, names), extraction


def _values(answers: Sequence[Answer], each: Extraction | None, field: Extraction) -> Iterator[str]:
    """What a field holds on all pages, in all rows."""
    for answer in answers:
        if each is None:
            yield from extract(answer, field)
            continue
        for row in page_of(answer).elements(each):
            yield from extract_within(row, field)


def _said(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text.strip()]


def _is_about(rows: RowPattern, answer: Answer, *, is_single: bool) -> bool:
    """Whether rows are what a page is about; *is_single*: it is a detail of a list."""
    data = page_of(answer).json
    if isinstance(data, list) and not is_single:
        return True
    if isinstance(data, (dict, list)):
        return rows.weight >= (_LEAST_OF_DATA if rows.count > 1 and not is_single else _MOST_SHARE)
    # A list of texts alone, as of names, is what a page is about where it says most of it.
    is_plain = len(rows.fields) == 1 and rows.count >= _FEWEST_TEXTS and not is_single
    least = _MOST_SHARE if is_single or is_plain else _LEAST_SHARE
    return rows.count >= 2 and (len(rows.fields) > 1 or is_plain) and rows.weight >= least


def _are_parts(rows: RowPattern, answers: Sequence[Answer]) -> bool:
    """Whether they are the parts of a page about one thing: as many on each page, few alike, or each with its label."""
    found = [page_of(answer).elements(rows.each) for answer in answers]
    if len(set(map(len, found))) > 1:
        return False
    by_field = ([[_said(extract_within(row, field)) for row in own] for own in found] for _, field in rows.fields)
    if _are_labels([[_first_text(row) for row in own] for own in found]) or any(
        _are_labels(said) and not _are_amounts(said[0]) for said in by_field
    ):
        return True
    held = [bool(_said(extract_within(row, field))) for own in found for row in own for _, field in rows.fields]
    return sum(held) < _FILLED * len(held)


def _are_on_some(rows: RowPattern, answers: Sequence[Answer]) -> bool:
    """Whether a third of the pages or more have no such rows."""
    return sum(not page_of(answer).elements(rows.each) for answer in answers) * _WITHOUT >= len(answers)


def _have_nothing_in_common(rows: RowPattern, answers: Sequence[Answer]) -> bool:
    """Whether the first, the second … on each page hold other fields: parts of a page, as the rows of a grid are."""
    found = [page_of(answer).elements(rows.each) for answer in answers]
    places = [
        {place for own in found for place, row in enumerate(own) if _said(extract_within(row, field))}
        for _, field in rows.fields
    ]
    return len(answers) > 1 and len(set(map(len, found))) == 1 and all(len(each) == 1 for each in places)


def _first_text(row: object) -> list[str]:
    """What a row of markup begins with; nothing: it is data."""
    texts = row.itertext() if is_element(row) else ()
    return [text for text in map(str, texts) if text.strip()][:1]


def _are_amounts(said: Sequence[Sequence[str]]) -> bool:
    """Whether numbers tell them apart, as sizes and times do: those may be the same on several pages."""
    words = ["".join(filter(str.isalpha, " ".join(texts))) for texts in said]
    return len(set(words)) < len(words) / 2


def _are_labels(said: Sequence[Sequence[Sequence[str]]]) -> bool:
    """Whether a field says the same on several pages, and in each row something else; *said*: by page and row.

    Some rows may have none, such as the one with the button of a form.
    """
    told = [text for texts in said[0] if (text := " ".join(texts))]
    is_usual = len(told) * 2 > len(said[0])
    is_same = len(said) > 1 and all(own == said[0] for own in said)
    is_each = is_usual and len(told) > 1 and len(set(told)) == len(told)
    return is_same and is_each and all(re.search(r"[^\W\d_]", text) for text in told)
