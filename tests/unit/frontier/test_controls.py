import pytest
from scrapy import Spider
from scrapy.utils.test import get_crawler

from scrapy_bt.frontier.controls import Controls, PauseRule, covers, encloses
from scrapy_bt.frontier.dead_letters import DEAD_LEFT, dead_letters_left, note_dead_letters
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.tasks import KeptTask
from tests.contracts.workshop import at

ALL, NODE, TREE = ControlTarget(), ControlTarget(node="page"), ControlTarget(tree="t")


@pytest.mark.parametrize(
    ("target", "node", "tree", "meant"),
    [
        (ControlTarget(), "main/page", "t", True),
        (ControlTarget(tree="t"), "main/page", "t", True),
        (ControlTarget(tree="u"), "main/page", "t", False),
        (ControlTarget(node="page"), "main/page", "t", True),
        (ControlTarget(node="detail/while/visit"), "main/while/detail/while/visit", "t", True),
        (ControlTarget(node="tail/visit"), "main/detail/visit", "t", False),
        (ControlTarget(node="main/page"), "main/page", "t", True),
        (ControlTarget(node="main"), "main/page", "t", False),
        (ControlTarget(node="age"), "main/page", "t", False),
        (ControlTarget(node="page", tree="u"), "main/page", "t", False),
    ],
)
def test_a_target_means_a_path_or_every_position_at_a_node(
    target: ControlTarget, node: str, tree: str, meant: bool
) -> None:
    assert covers(target, at(node, tree=tree)) is meant


def test_the_wider_target_encloses_the_narrower_one() -> None:
    assert encloses(ALL, NODE)
    assert encloses(TREE, ControlTarget(node="page", tree="t"))
    assert not encloses(NODE, ALL)
    assert not encloses(TREE, NODE)
    assert not encloses(NODE, ControlTarget(node="other"))


def test_what_was_said_last_holds() -> None:
    controls = Controls()
    controls.set_pause(TREE, paused=True)
    controls.set_pause(NODE, paused=False)
    assert controls.is_paused(at("main/other"))
    assert not controls.is_paused(at("main/page"))
    controls.set_pause(TREE, paused=True)
    assert controls.is_paused(at("main/page"))


def test_a_rule_that_a_later_one_encloses_is_forgotten() -> None:
    controls = Controls()
    controls.set_pause(NODE, paused=True)
    controls.set_pause(TREE, paused=True)
    controls.set_pause(ALL, paused=True)
    assert controls.rules == (PauseRule(ALL, paused=True),)


def test_where_nothing_is_paused_a_resumption_leaves_no_rule() -> None:
    controls = Controls()
    controls.set_pause(NODE, paused=True)
    controls.set_pause(ALL, paused=False)
    assert controls.rules == ()
    controls.set_pause(NODE, paused=False)
    assert controls.rules == ()


def test_boosts_of_a_node_and_its_tree_add_up_and_one_replaces_its_predecessor() -> None:
    controls = Controls()
    controls.set_shift(NODE, 2.0)
    controls.set_shift(TREE, 3.0)
    controls.set_shift(TREE, 10.0)
    assert controls.shift(at("main/page")) == 12.0
    assert controls.shift(at("main/other")) == 10.0
    assert controls.shift(at("main/page", tree="u")) == 2.0
    controls.set_shift(TREE, 0.0)
    assert controls.shifts == {NODE: 2.0}


def test_a_boost_of_one_task_takes_the_place_of_its_own() -> None:
    controls = Controls()
    controls.boosts[1] = 5.0
    boosted, other = (KeptTask(number, at(boost=1.0), b"", 0.0, number) for number in (1, 2))
    controls.adjust(boosted)
    controls.adjust(other)
    assert boosted.bucket == at(boost=5.0)
    assert other.bucket == at(boost=1.0)


@pytest.mark.parametrize("kind", ["paused", "stopped", "boosts"])
def test_what_was_said_of_a_task_is_forgotten_with_it(kind: str) -> None:
    controls = Controls()
    if kind == "boosts":
        controls.boosts[1] = 5.0
    else:
        getattr(controls, kind).add(1)
    assert not controls.forget(2)
    assert controls.forget(1)
    assert not controls.forget(1)


def test_dead_letters_of_frontier_and_stores_add_up() -> None:
    crawler = get_crawler(type("Shop", (Spider,), {"name": "shop"}))
    crawler.spider = crawler._create_spider()
    for count in (2, 0, 1):
        note_dead_letters(crawler, count)
    assert (dead_letters_left(crawler), crawler.stats.get_value(DEAD_LEFT)) == (3, 3)
