"""What a file can say of healing: a tree of each node that has a name, a rule of its layers."""

from dataclasses import replace
from pathlib import Path

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.policies import has_policy, plan_policy
from tests.proposals import Filing
from tests.rulefiles import NEWS


@pytest.fixture
def filing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Filing:
    monkeypatch.chdir(tmp_path)
    Path(".scrapy").mkdir()
    return Filing()


def test_a_rule_says_it_in_the_layer(filing: Filing) -> None:
    Path("news.yaml").write_text(NEWS)
    filed = filing.file("news.yaml:4")
    one = replace(filed, proposal=replace(filed.proposal, node="list"))
    plan_policy(one, "watch").apply()
    assert sorted(Path("news.yaml").read_text().splitlines()) == sorted([*NEWS.splitlines(), "    heal: watch"])
    plan_policy(one, "inherit").apply()
    assert Path("news.yaml").read_text() == NEWS


def test_a_node_without_a_name_has_the_setting(filing: Filing) -> None:
    one = filing.file("shop.bt:1")
    assert has_policy(one)
    inline = replace(one, proposal=replace(one.proposal, node="main/0"))
    assert not has_policy(inline)
    with pytest.raises(BTError, match="the setting does"):
        plan_policy(inline, "off")
    with pytest.raises(BTError, match="there are: off, watch, review, auto, inherit"):
        plan_policy(one, "sometimes")
