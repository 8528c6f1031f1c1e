"""The first page of a list whose further pages are loaded as pieces: another request, before the first of these."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...samples.traffic import Answer, Exchange
from ..answers.extraction import extract_within, page_of
from ..answers.pages.innerpages import inner_page
from ..answers.requests.shapes import values_of
from ..answers.rows.rows import rows_of
from ..answers.values import Extraction, Fields
from ..blackboard.workflow import Workflow
from ..findings import Loop
from ..origins.links import leads_to, whole

_FILLED = 0.8
"""How many of its rows have to have most of the fields."""
_MOST_PAGES = 20
"""Before the first piece, that are looked at."""
_FAILED = 400
_AGAIN = 0.2
"""How many of its rows may come again in the pieces."""


@dataclass(frozen=True)
class FirstPage:
    """The *step* whose page it is; *each*: what finds its rows, which may stand elsewhere than in the pieces."""

    step: int
    each: Extraction


def first_page(
    workflow: Workflow, loop: Loop, each: Extraction, fields: Fields, within: Extraction | None
) -> FirstPage | None:
    """The page that holds the rows before those of the first piece in all recordings; None if there is none."""
    found = {
        page_before(workflow, recording, loop, each, fields, within)
        for recording in range(workflow.recordings)
        if pages_in(workflow, recording, loop)
    }
    return found.pop() if len(found) == 1 else None


def pages_in(workflow: Workflow, recording: int, loop: Loop) -> list[Exchange]:
    """The pages of a series that a recording has, in order."""
    return [exchange for step, exchange in workflow.in_order(recording) if step in (loop.step, *loop.repeats)]


def page_before(
    workflow: Workflow,
    recording: int,
    loop: Loop,
    each: Extraction,
    fields: Fields,
    within: Extraction | None,
) -> FirstPage | None:
    """The latest page before a recording's pieces with rows like theirs, if theirs go on where these end."""
    pieces = pages_in(workflow, recording, loop)
    if not pieces:
        return None
    loaded = [row for piece in pieces for row in row_values(piece.answer, each, fields, within)]
    held = [place for place, _ in enumerate(fields) if sum(bool(row[place]) for row in loaded) * 2 > len(loaded)]
    earlier = [pair for pair in workflow.in_order(recording) if pair[1].index < pieces[0].index]
    for step, exchange in reversed(earlier[-_MOST_PAGES:]):
        if rows := row_values(exchange.answer, each, fields, within):
            filled = sum(sum(map(bool, row)) * 2 > len(fields) for row in rows)
            if not filled:  # other data at the same place, as the settings of a view that are sent beside
                continue
            is_first = _is_new(rows, filled, loaded) and _goes_on(pieces[0], exchange, loop, len(rows))
            return FirstPage(step, each) if is_first else None
        for elsewhere in _elsewhere(exchange, each) if held else ():
            rows = row_values(exchange.answer, elsewhere, fields, within)
            filled = sum(all(row[place] for place in held) for row in rows)
            if _is_new(rows, filled, loaded) and _goes_on(pieces[0], exchange, loop, len(rows)):
                return FirstPage(step, elsewhere)
    return None


def _is_new(rows: Sequence[tuple[str, ...]], filled: int, loaded: Collection[tuple[str, ...]]) -> bool:
    """Whether most of the rows are *filled*, and hardly any is among those that are *loaded* later."""
    return filled >= _FILLED * len(rows) and sum(row in loaded for row in rows) <= _AGAIN * len(rows)


def _elsewhere(page: Exchange, each: Extraction) -> list[Extraction]:
    """Other places of data where rows stand: the question for the first page often is not that for the next ones."""
    if each.how != "json" or page.answer is None or page.answer.status >= _FAILED:
        return []
    return [rows.each for rows in rows_of(page.answer) if rows.each.how == "json" and rows.each != each]


def row_values(
    answer: Answer | None, each: Extraction, fields: Fields, within: Extraction | None
) -> list[tuple[str, ...]]:
    """What the rows of an answer hold, by field; none of one that failed."""
    if answer is None or not answer.body or answer.status >= _FAILED:
        return []
    elements = page_of(inner_page(answer, within)).elements(each)
    return [tuple("\n".join(extract_within(row, extraction)) for _, extraction in fields) for row in elements]


def _goes_on(piece: Exchange, page: Exchange, loop: Loop, count: int) -> bool:
    """Whether the first piece is the second page: by a link, a number, how many rows were there, what the page says."""
    if loop.kind == "link":
        return page.answer is not None and leads_to(loop.next, page.answer, loop.step) == whole(piece.sent.url)
    value = values_of(piece.sent).get(loop.key) if loop.key is not None else None
    if not value:
        return False
    if loop.kind == "counter":
        number = next(iter(_numbers(value)), 0)
        return number == count or (loop.by == 1 and number == 2) or (loop.by == number > 1)
    return page.answer is not None and value in page_of(page.answer).text


def _numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"\d{1,18}", text)[-1:]]
