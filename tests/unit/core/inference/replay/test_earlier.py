"""Going on from what was proven: only what is wished otherwise is replayed."""

import json
from dataclasses import replace
from typing import Any

import pytest

from scrapy_bt.core.inference.explanation.earlier import earlier_of
from scrapy_bt.core.inference.explanation.report import report_of
from scrapy_bt.core.inference.goal import Goal, PathOptions
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.earlier import draft_of, touched
from scrapy_bt.core.inference.replay.planning import Planner
from tests.login_site import LOGIN, record
from tests.pure_site import finish

GOAL = Goal(level="all")


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    inference, site = record(*LOGIN)
    finish(inference, site)
    return json.loads(json.dumps(report_of(inference)))


def again(report: dict[str, Any], **wishes: Any) -> tuple[Inference, list[str]]:
    """An inference that goes on, and the purposes of what it replayed."""
    options = PathOptions(**{name: frozenset(each) for name, each in wishes.items()})
    inference, site = record(*LOGIN, goal=replace(GOAL, path=options, earlier=earlier_of(report)))
    finish(inference, site)
    return inference, [replay.purpose for replay in inference.replays.log[len(report["replays"]) :]]


def test_where_nothing_is_wished_the_path_is_tried_twice_and_with_other_input(report: dict[str, Any]) -> None:
    inference, purposes = again(report)
    assert purposes == [
        "the path as it was proven before",
        "the same again, to see what changes by itself",
        "with the input of recording 2",
    ]
    told = json.loads(json.dumps(report_of(inference)))
    assert told["proven"]
    assert [(step["step"], step["why"], step["proven"]) for step in told["path"]] == [
        (step["step"], step["why"], step["proven"]) for step in report["path"]
    ]
    assert told["replays"][: len(report["replays"])] == report["replays"]


def test_what_is_kept_is_tried_with_its_parameters_and_nothing_else(report: dict[str, Any]) -> None:
    inference, purposes = again(report, keep=["1"])
    told = report_of(inference)
    assert [step["step"] for step in told["path"]] == [1, 2, 3, 5]
    assert "with what is kept and left out" in purposes
    assert len(purposes) < len(report["replays"]) - 2
    assert not [purpose for purpose in purposes if "form" in purpose]
    assert told["proven"]


def test_what_was_kept_as_a_wish_is_tried_once_nobody_wishes_it(report: dict[str, Any]) -> None:
    kept, _ = again(report, keep=["1"])
    inference, purposes = again(json.loads(json.dumps(report_of(kept))))
    assert [step["step"] for step in report_of(inference)["path"]] == [2, 3, 5]
    assert "without step 1" in purposes


def test_other_recordings_and_what_was_not_proven_are_tried_as_a_whole(report: dict[str, Any]) -> None:
    assert earlier_of({**report, "proven": False}) is None
    earlier = earlier_of(report)
    assert earlier is not None
    inference, _ = record(*LOGIN)
    inference.next()
    planner = Planner(inference.board)
    draft = draft_of(earlier, planner, 4)
    assert draft is not None
    assert draft.steps == (1, 2, 4)
    assert draft_of(earlier, planner, 3) is None
    assert draft_of(replace(earlier, steps={**earlier.steps, 1: "GET /other"}), planner, 4) is None
    assert touched(planner, draft, draft) == frozenset()
    assert touched(planner, draft, draft.with_steps([0])) == {0}
