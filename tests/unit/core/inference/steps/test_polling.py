from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.polling import called_again, polled_steps
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


def again(call: Mapping[str, Any], *answers: Any) -> list[int]:
    """The calls that are another one made again, if each is sent with the next number."""
    return sorted(
        called_again(record(*(ask("/rpc", told, data={**call, "id": n}) for n, told in enumerate(answers, 17))))
    )


def test_a_call_that_a_page_makes_again_and_again_by_itself_is_one_call() -> None:
    ropes = [{"name": "rope"}, {"name": "cord"}]
    state = [{"result": ropes, "load": load} for load in (3, 4, 5)]
    for call in ({"method": "all", "params": []}, {"method": "all", "jsonrpc": "2.0"}):
        assert again(call, *state) == [1, 2]
        assert again(call, {"error": "who are you?"}, *state) == [0, 2, 3]


def test_pages_of_a_list_whose_place_the_site_keeps_are_several_calls() -> None:
    pages = [{"result": [{"name": f"rope {n}"}, {"name": f"cord {n}"}]} for n in range(3)]
    assert again({"method": "next", "jsonrpc": "2.0"}, *pages) == []


def test_a_number_beside_a_method_without_parameters_may_be_that_of_what_is_asked_for() -> None:
    assert again({"method": "get"}, {"name": "rope"}, {"name": "cord"}) == []
