import pytest
from scrapy.settings import Settings

from scrapy_bt.console.jobs.healingtrials import HealingTrials
from scrapy_bt.errors import BTError
from tests.proposals import Filing, filing, heal

__all__ = ["filing", "heal"]

OLD = "<html><body><div id='x'>same text</div><h1>A</h1></body></html>"
NEW = "<html><body><div id='x'>same text</div><section><h2>B</h2></section></body></html>"


@pytest.fixture
def proposal(filing: Filing) -> int:
    filed = filing.file("shop.bt:1")
    for state, markup in (("good", OLD), ("failing", NEW)):
        filing.store.add_page(
            "shop", "product", state=state, url="https://shop.test/1", status=200, markup=markup, seen=()
        )
    return filed.id


def test_pages_stand_side_by_side_with_marks_and_pairs(proposal: int) -> None:
    told = HealingTrials(Settings()).compare(proposal)
    marks = {mark["name"]: len(mark["elements"]) for mark in told["before"]["marks"]}
    assert marks["old"] == 1
    assert {mark["name"]: len(mark["elements"]) for mark in told["now"]["marks"]}["1"] == 1
    assert told["pairs"]
    assert told["change"]["edits"] >= 0


def test_a_page_is_shown_and_a_selector_tried(proposal: int) -> None:
    trials = HealingTrials(Settings())
    now = trials.compare(proposal)["now"]["id"]
    assert "<h2" in trials.show(proposal, now)["html"]
    told = trials.try_selector(proposal, "section h2::text")
    assert told["trial"]["found"] == 1
    assert {(page["before"], page["after"], page["equal"]) for page in told["pages"]} == {
        ("", "B", False),
        ("A", "", False),
    }
    with pytest.raises(BTError, match="not kept"):
        trials.show(proposal, 99)
    assert "is no selector" in trials.try_selector(proposal, "h1[")["fault"]
