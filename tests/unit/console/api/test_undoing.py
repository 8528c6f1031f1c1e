"""Orders on a real frontier, taken back: what was paused before is paused again, and nothing else is."""

from itertools import product

import pytest

from scrapy_bt.console.api.undoing import undo_boost, undo_pause
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.operations.snapshots import compose

TARGETS = (
    ControlTarget(),
    ControlTarget(node="list"),
    ControlTarget(node="main/"),
    ControlTarget(tree="shop"),
    ControlTarget(node="page", tree="shop"),
)
PLACES = [Bucket(tree, f"main/{node}") for tree in ("shop", "news") for node in ("list", "page")]


def orders(frontier: MemoryFrontier) -> dict[str, list[dict[str, object]]]:
    shown = compose(frontier.describe(), frontier.orders("here"), workers=[], weights={}, limits={})
    return dict(shown["orders"])


@pytest.mark.parametrize("before", [(), *product(product(("pause", "resume"), TARGETS), repeat=2)])
@pytest.mark.parametrize("target", TARGETS)
def test_after_a_pause_was_taken_back_the_same_is_paused_as_before(before, target: ControlTarget) -> None:
    frontier = MemoryFrontier(lambda _: 1.0, limits={})
    frontier.put(Requeue(Entry(place, b"x"), 0.0) for place in PLACES)
    for action, place in before:
        getattr(frontier, action)(place)
    then = {node.bucket: node.counts for node in frontier.describe().nodes}
    undo = undo_pause(target, orders(frontier)["pauses"])
    frontier.pause(target)
    for order in undo:
        getattr(frontier, order["action"])(ControlTarget(node=order["node"], tree=order["tree"]))
    assert {node.bucket: node.counts for node in frontier.describe().nodes} == then


def test_a_boost_goes_back_to_that_of_the_same_target_alone() -> None:
    boosts = [{"node": "list", "tree": None, "seconds": 5.0}]
    assert [order["seconds"] for order in undo_boost(ControlTarget(node="list"), boosts, 0.0)] == [5.0]
    assert [order["seconds"] for order in undo_boost(ControlTarget(node="page"), boosts, 0.0)] == [0.0]
    assert [order["seconds"] for order in undo_boost(ControlTarget(task=3), boosts, 9.0)] == [9.0]
