"""What has changed together on one site."""

from dataclasses import replace

from scrapy_bt.core.healing.proposals import Filed, Proposal, State
from scrapy_bt.core.healing.redesigns import group_proposals

LAYOUT = tuple("abcdefghij")
OTHER = tuple("klmnopqrst")


def filed(number, *, spider="shop", node="parse", field="title", site="a.test", layout=LAYOUT, state=State.OPEN):
    proposal = Proposal(node, field, "h1", kind="tag renamed", site=site, layout=layout)
    return Filed(number, spider, proposal, state, 100.0 + number)


def test_all_fields_of_a_site_are_one_redesign_whatever_spiders_read_them():
    (case,) = group_proposals([filed(2, spider="offers", node="rows"), filed(1), filed(3, field="price")])
    assert (case.id, case.site, case.spiders, case.nodes) == (1, "a.test", ("shop", "offers"), ("parse", "rows"))
    assert (case.kinds, case.since, case.waits) == (("tag renamed",), 101.0, True)
    assert case.has(filed(2))


def test_a_field_that_changes_again_into_another_layout_begins_another_redesign():
    again = filed(2)
    other = filed(3, layout=OTHER)
    newest, oldest = group_proposals([filed(1, state=State.REJECTED), again, other, filed(4, field="price")])
    assert [one.id for one in oldest.filed] == [1, 2]
    assert [one.id for one in newest.filed] == [3, 4]
    assert len(group_proposals([filed(1), filed(2, site="b.test")])) == 2


def test_those_that_lose_most_come_first_and_those_that_are_decided_last():
    cases = [
        filed(1, site="decided", state=State.ACCEPTED),
        filed(2, site="little"),
        filed(3, site="much"),
        filed(4, site="much", field="price"),
        filed(5, site="healed", state=State.LIVE),
    ]
    rates = {("shop", "parse", "title"): 60.0, ("shop", "parse", "price"): 90.0}
    rates_little = {("shop", "parse", "title"): 60.0}
    told = group_proposals(cases, rates)
    assert [(one.site, one.lost) for one in told] == [
        ("much", 90.0), ("little", 60.0), ("healed", 0.0), ("decided", 0.0),
    ]  # fmt: skip
    assert {one.site: one.lost for one in group_proposals(cases, rates_little)}["much"] == 60.0
    assert replace(told[0], filed=(cases[0],)).waits is False
