"""What a file can say of healing: a tree of each node that has a name, a rule of itself."""

from dataclasses import replace
from pathlib import Path

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.policies import plan_policy, policy_part
from tests.proposals import Filing
from tests.rulefiles import NEWS


@pytest.fixture
def filing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Filing:
    monkeypatch.chdir(tmp_path)
    Path(".scrapy").mkdir()
    return Filing()


def test_a_rule_says_it_for_all_of_itself(filing: Filing) -> None:
    Path("news.yaml").write_text(NEWS)
    one = filing.file("news.yaml:4")
    assert policy_part(one) == "rule"
    plan = plan_policy(one, "watch")
    plan.apply()
    assert sorted(Path("news.yaml").read_text().splitlines()) == sorted([*NEWS.splitlines(), "heal: watch"])
    plan_policy(one, "inherit").apply()
    assert Path("news.yaml").read_text() == NEWS


def test_a_node_without_a_name_has_the_setting(filing: Filing) -> None:
    one = filing.file("shop.bt:1")
    assert policy_part(one) == "node"
    inline = replace(one, proposal=replace(one.proposal, node="main/0"))
    assert policy_part(inline) == ""
    with pytest.raises(BTError, match="the setting does"):
        plan_policy(inline, "off")
    with pytest.raises(BTError, match="there are: off, watch, review, auto, inherit"):
        plan_policy(one, "sometimes")
