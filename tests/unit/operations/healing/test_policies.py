"""What a file can say of healing: a tree of each node that has a name, a rule of its layers."""

from dataclasses import replace
from pathlib import Path

import pytest

from scrapy_bt.core.healing.proposals import State
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.policies import has_policy, plan_policy, set_policy
from scrapy_bt.wholefiles import digest_of
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


def test_what_was_decided_meanwhile_stays_decided(filing: Filing) -> None:
    one = filing.file("shop.bt:1")
    other = filing.store.proposals.file("shop", replace(one.proposal, field="price"), digest=one.digest)
    plan = plan_policy(one, "auto")
    filing.store.proposals.decide(one.id, State.ACCEPTED)
    set_policy(filing.store, plan)
    digest = digest_of(Path("shop.bt").read_bytes())
    after = [filing.store.proposals.get(each.id) for each in (one, other)]
    assert [(each.state, each.digest) for each in after] == [(State.ACCEPTED, digest), (State.OPEN, digest)]
