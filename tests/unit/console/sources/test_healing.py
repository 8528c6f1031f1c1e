from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.sources.healing import number_of, tell_case, tell_cases
from tests.proposals import Filing, filing, heal

__all__ = ["filing", "heal"]


def test_cases_are_told_and_chosen(filing: Filing) -> None:
    filed = filing.file("shop.bt:1")
    told = tell_cases(Settings(), {})
    assert [(case["id"], case["site"], case["waits"], case["count"]) for case in told["cases"]] == [
        (filed.id, "shop.test", True, 1)
    ]
    assert told["filters"]["kind"] == ["tag renamed"]
    assert tell_cases(Settings(), {"site": "other.test"})["cases"] == []


def test_a_case_has_its_proposals_with_their_policy(filing: Filing) -> None:
    filed = filing.file("shop.bt:1")
    case = tell_case(Settings({"BT_HEALING": "review"}), filed.id)
    (proposal,) = case["proposals"]
    assert (proposal["mode"], proposal["old"]) == ("review", "h1::text")
    assert set(proposal["pages"]) == {"good", "failing"}
    assert proposal["node_mode"] == "review"
    own = {"": "review", f"{filed.spider}/{filed.proposal.node}/{filed.proposal.field}": "off"}
    (proposal,) = tell_case(Settings({"BT_HEALING": own}), filed.id)["proposals"]
    assert (proposal["mode"], proposal["node_mode"]) == ("off", "review")


@pytest.mark.parametrize("text", ["", "x", "-1", "1" * 19])
def test_numbers_are_numbers(text: str) -> None:
    with pytest.raises(Refusal):
        number_of(text)


def test_the_policy_is_that_of_the_spiders_own_file(filing: Filing, tmp_path: Path) -> None:
    trees = tmp_path / "trees"
    trees.mkdir()
    (trees / "shop.bt").write_text("heal = auto\nmain :: and { true }")
    settings = Settings({"BT_HEALING": "review", "BT_TREES": str(trees), "ADDONS": {"scrapy_bt.Addon": 300}})
    (proposal,) = tell_case(settings, filing.file("shop.bt:1").id)["proposals"]
    assert proposal["mode"] == "auto"
