"""Of which list several entries were opened, so that the details are what was wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet

from ..answers.extraction import page_of
from ..answers.pages.contents import varied
from ..blackboard.source import Knowledge
from ..blackboard.workflow import Workflow
from ..findings import ListOf, Loop
from .broughtbyacts import answer_of


def opened_detail(
    knowledge: Knowledge, workflow: Workflow, shown: int, closed: AbstractSet[int] = frozenset()
) -> int | None:
    """The details of the list that is *shown* at last, where the person wanted these.

    Several were opened, and either one of them since, and closed, or several in each recording before its last pages.
    """
    pages = next(({loop.step, *loop.repeats} for loop in knowledge.findings(Loop) if shown in loop.repeats), {shown})
    for listed in knowledge.findings(ListOf):
        opened = (listed.detail, *listed.repeats)
        if len(opened) > 1 and listed.step in pages and pages.isdisjoint(opened):
            in_each = Counter(place for step in opened for place, _ in workflow.present(step))
            of_all = listed.step < min(opened) and all(in_each[place] > 1 for place in range(workflow.recordings))
            if of_all or not closed.isdisjoint(opened):
                return listed.detail
    return None


def tells(workflow: Workflow, listed: ListOf) -> int:
    """How much the details of a list say that is another thing in each: of several that were asked for by one key."""
    return varied([answer_of(workflow, step) for step in (listed.detail, *listed.repeats)])


def is_opened(workflow: Workflow, listed: ListOf) -> bool:
    """Whether several entries of a list, and not all, were asked for: a script that completes a page asks for all."""
    asked = 1 + len(listed.repeats)
    return 1 < asked < len(set(page_of(answer_of(workflow, listed.step)).extract(listed.each)))
