"""What the target's answer holds: one record, or rows of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...samples.traffic import Answer, Recording
from ..answers.extraction import extract, page_of
from ..answers.rows import Rows, rows_of
from ..answers.single import single_of
from ..answers.values import Extraction
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import told, workflow_of
from ..findings import ListOf, Loop, Records, Step, Target

_LEAST_SHARE = 0.4
"""Of a page's text, from which its rows are what it is about."""
_MOST_SHARE = 0.55
"""The same for a detail of a list, which is about one thing, but may be the thread of a forum."""


class RecordsSource:
    """Looks for rows and fields that the target's answers have in all recordings, with sense in each of them."""

    name = "records"
    watches: tuple[type, ...] = (Step, Target, ListOf, Loop)

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
            answers = [exchange.answer for _, exchange in workflow.present(step) if exchange.answer is not None]
            # An answer whose body is lost, as of a tab that was closed at once, says nothing.
            answers = [answer for answer in answers if answer.body] or answers
            found = _records(answers, is_rows=step in looped, is_single=step in details and step not in looped)
            if found is not None:
                each, fields = found
                what = "one record" if each is None else f"a record for each {each.how} {each.text}"
                names = ", ".join(name for name, _ in fields)
                yield Post(Records(step, each, fields), f"the answer holds {what}: {names}", (fact,))


def _records(
    answers: Sequence[Answer], *, is_rows: bool, is_single: bool
) -> tuple[Extraction | None, tuple[tuple[str, Extraction], ...]] | None:
    """The rows of the answers, or else their single fields."""
    if not answers:
        return None
    rows = next((found for found in rows_of(answers[0]) if _are_everywhere(found, answers)), None)
    if rows is not None and (is_rows or _is_about(rows, answers[0], least=_MOST_SHARE if is_single else _LEAST_SHARE)):
        return rows.each, rows.fields
    fields = [
        (name, extraction)
        for name, extraction in single_of(answers[0])
        if all(extract(answer, extraction) for answer in answers)
    ]
    if fields:
        return None, tuple(fields)
    return (rows.each, rows.fields) if rows is not None else None


def _are_everywhere(rows: Rows, answers: Sequence[Answer]) -> bool:
    return all(extract(answer, rows.each) for answer in answers[1:])


def _is_about(rows: Rows, answer: Answer, *, least: float) -> bool:
    if isinstance(page_of(answer).json, (dict, list)):
        return True
    return rows.count >= 2 and len(rows.fields) > 1 and rows.weight >= least
