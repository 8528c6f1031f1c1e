"""Series of which recordings show one page each: other input has shown the link that leads on from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..samples.traffic import Answer
from .answers.extraction import page_of
from .answers.locating.locations import ValueLocation
from .answers.values import Taken
from .blackboard.workflow import Workflow
from .findings import Loop
from .origins.links import links_to
from .rehearsal import RehearsalFault
from .replay.planning import Planner
from .scrutiny.subject import page_kind
from .steps.pagination.page_pairs import says_further


def onward_loop(
    faults: Iterable[RehearsalFault], planner: Planner, workflow: Workflow, steps: Sequence[int]
) -> Loop | None:
    """The series that the page leads to on which a run with other input ended; none: it has no link of its own.

    *steps*: the target, and the lists that lead to it. No recorded page of theirs has that link.
    """
    shown = [fault.onward for fault in faults if fault.onward is not None]
    for page, url in shown:
        for step in steps:
            asked = planner.first(step)
            pages = [answer for number in range(workflow.recordings) if (answer := workflow.answer(step, number))]
            kinds = {page_kind(each.url) for each in pages}
            if asked.sent.method != "GET" or step in planner.loops or page_kind(page.url) not in kinds:
                continue
            links = sorted(links_to(url, page, step), key=lambda link: (not says_further(link), -link.firmness))
            if (found := next((link for link in links if _is_own(link, pages)), None)) is not None:
                return Loop(step, (), "link", None, found.value)
    return None


def _is_own(link: ValueLocation, pages: Sequence[Answer]) -> bool:
    """Whether none of the recorded pages has it."""
    value = link.value
    return isinstance(value, Taken) and not any(page_of(page).extract(value.extraction) for page in pages)
