"""Details of pages that look like them, and those that a page lists alone."""

from __future__ import annotations

from scrapy_bt.core.inference.blackboard.workflow import Workflow, workflow_of
from scrapy_bt.core.inference.findings import Step
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.listing import listings
from scrapy_bt.core.inference.steps.openedfrom import alone_on_page, listed_by, without_lists
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, infer, record


def page(address: str, *keys: int) -> Exchange:
    return ask(address, "".join(f'<a class="thing" href="/thing/{key}">Thing {key}</a>' for key in keys))


def recorded(*exchanges: Exchange) -> Workflow:
    known = infer([record(*exchanges)], AlignmentSource())
    assert known.findings(Step)
    return workflow_of(known)


def test_a_page_of_which_several_were_opened_is_none_of_them() -> None:
    workflow = recorded(page("/list", 1, 2), page("/thing/1", 9), page("/list", 1, 2), page("/thing/2", 9))
    opened = {(0, lister): [(step, workflow.first(step))] for lister, step in ((0, 1), (1, 2), (2, 3))}
    assert list(without_lists(workflow, opened)) == [(0, 0), (0, 2)]


def test_what_a_last_page_lists_alone_is_listed_in_the_same_way() -> None:
    workflow = recorded(
        page("/list", 1, 2), page("/thing/1"), page("/list?page=2", 7), page("/thing/7"), page("/thing/8")
    )
    first = workflow.first(0).answer
    assert first is not None
    listing = listings(0, first, [workflow.first(1)])[0]
    assert listed_by(first, listing) == {f"https://shop.test/thing/{key}" for key in (1, 2)}
    assert list(alone_on_page(workflow, [3, 4], {2: 0}, listing)) == [3]
