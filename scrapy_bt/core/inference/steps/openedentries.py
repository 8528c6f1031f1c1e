"""Of which list several entries were opened, so that the details are what was wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet

from ...samples.bodies import kind_of
from ...samples.traffic import Exchange
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

    Several were opened, and either one of them since, and closed, or several pages in each recording before its last
    ones: what a page loads by itself, as scripts, nobody opened.
    """
    pages = next(({loop.step, *loop.repeats} for loop in knowledge.findings(Loop) if shown in loop.repeats), {shown})
    for listed in knowledge.findings(ListOf):
        opened = (listed.detail, *listed.repeats)
        if len(opened) > 1 and listed.step in pages and pages.isdisjoint(opened):
            visited = [step for step in opened if step > listed.step and is_page(workflow.first(step))]
            in_each = Counter(place for step in visited for place, _ in workflow.present(step))
            if not closed.isdisjoint(opened) or all(in_each[place] > 1 for place in range(workflow.recordings)):
                return listed.detail
    return None


def is_page(exchange: Exchange) -> bool:
    """Whether a page came that was opened, and that no page had asked for by itself."""
    return exchange.kind in ("", "document") and exchange.answer is not None and kind_of(exchange.answer) == "html"


def tells(workflow: Workflow, listed: ListOf) -> int:
    """How much the details of a list say that is another thing in each: of several that were asked for by one key."""
    return varied([answer_of(workflow, step) for step in (listed.detail, *listed.repeats)])


def is_opened(workflow: Workflow, listed: ListOf) -> bool:
    """Whether several entries of a list, and not all, were asked for: a script that completes a page asks for all."""
    asked = 1 + len(listed.repeats)
    return 1 < asked < len(set(page_of(answer_of(workflow, listed.step)).extract(listed.each)))
