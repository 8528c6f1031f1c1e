"""Selectors that are not proposed again."""

from scrapy_bt.core.healing.proposals import State


def test_it_is_refused_from_now_on(heal, filing, told):
    one = filing.file()
    assert heal("reject", one.id, "--json") == 0
    assert told()[0]["state"] == "rejected"
    assert filing.store.proposals.is_refused("shop", "Shop.parse", "css h1::text", "h2::text", ("h2",))
    assert heal("reject", one.id) == 1
    filing.store.proposals.decide(one.id, State.ACCEPTED)
    assert heal("reject", one.id) == 1
