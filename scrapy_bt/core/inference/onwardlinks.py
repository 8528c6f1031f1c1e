"""Series of which recordings show one page each: other input has shown the link that leads on from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..samples.requestparts import NAMED
from ..samples.traffic import Answer, Sent
from .answers.extraction import page_of
from .answers.locating.locations import ValueLocation
from .answers.requests.shapes import values_of
from .answers.rows.rows import rows_of
from .answers.values import Each, Taken
from .blackboard.workflow import Workflow
from .findings import Loop
from .origins.links import links_to
from .rehearsal import RehearsalFault
from .replay.planning import Planner
from .scrutiny.subject import page_kind
from .steps.pagination.page_pairs import says_further

_PAGES = re.compile(r"(?:current_?)?page_?(?:no|num|number|index)?|p|pn|pageno", re.IGNORECASE)
_TURNS = re.compile(rf"{_PAGES.pattern}|start|offset|skip|from|first", re.IGNORECASE)
"""Names of parameters whose number is that of a page, or of a row."""


def onward_loop(
    faults: Iterable[RehearsalFault], planner: Planner, workflow: Workflow, steps: Sequence[int]
) -> Loop | None:
    """The series that the page leads to on which a run with other input ended; None if it has no link of its own.

    *steps*: the target, and the lists that lead to it. No recorded page of theirs has that link.
    """
    shown = [fault.onward for fault in faults if fault.onward is not None]
    for page, url in shown:
        for step in steps:
            asked = planner.first(step)
            pages = [answer for number in range(workflow.recordings) if (answer := workflow.answer(step, number))]
            kinds = {page_kind(each.url) for each in pages}
            if step in planner.loops or page_kind(page.url) not in kinds:
                continue
            if not url:
                if (loop := _counted(step, asked.sent, pages, page)) is not None:
                    return loop
                continue
            if asked.sent.method != "GET":
                continue
            links = sorted(links_to(url, page, step), key=lambda link: (not says_further(link), -link.firmness))
            if (found := next((link for link in links if _is_own(link, pages)), None)) is not None:
                return Loop(step, (), "link", None, found.value)
    return None


def _counted(step: int, sent: Sent, pages: Sequence[Answer], page: Answer) -> Loop | None:
    """A series by the number of a page or row that is sent, if the first one has its own; None if there is none."""
    rows = next(iter(rows_of(pages[0])), None)
    more = len(page_of(page).elements(rows.each)) if rows is not None else 0
    for key, text in values_of(sent).items():
        name = key.name.rpartition(".")[2]
        if rows is None or not more or key.where not in NAMED or text not in ("0", "1") or not _TURNS.fullmatch(name):
            continue
        return Loop(step, (), "counter", key, Each(step), 1 if _PAGES.fullmatch(name) else more, rows.each)
    return None


def _is_own(link: ValueLocation, pages: Sequence[Answer]) -> bool:
    """Whether none of the recorded pages has it."""
    value = link.value
    return isinstance(value, Taken) and not any(page_of(page).extract(value.extraction) for page in pages)
