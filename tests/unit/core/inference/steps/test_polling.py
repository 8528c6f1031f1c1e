from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.polling import polled_steps
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, event, infer, record


def polled(*exchanges: Exchange, clicks: Sequence[float]) -> set[str]:
    one = record(*exchanges, events=[event(at, "click", "a") for at in clicks])
    workflow = workflow_of(infer([one], AlignmentSource()))
    return {workflow.first(step).sent.url for step in polled_steps(workflow, [one])}


def test_what_a_page_asks_for_again_and_again_by_itself_is_told_from_what_acts_bring() -> None:
    state = [ask("/state", {"load": "done"}, at=at) for at in (0.5, 20.0, 41.5)]
    lists = [ask("/list", {"rows": []}, at=at) for at in (1.0, 31.0, 41.0)]
    exchanges = sorted((*state, *lists), key=lambda each: each.started)
    clicks = (0.0, 30.9, 40.9)
    assert polled(*exchanges, clicks=clicks) == set()
    again = ask("/state", {"load": "done"}, at=60.0)
    assert polled(*exchanges, again, clicks=clicks) == {"https://shop.test/state"}
