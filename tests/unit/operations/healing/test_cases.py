"""Cases for a person."""

import pytest

from scrapy_bt.core.healing.modes import Modes
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.cases import Wanted, filters_of, find_case, list_cases, mode_of


def test_cases_are_listed_and_found_by_any_of_their_proposals(filing):
    one, other = filing.file(), filing.file("shop.bt:1")
    (case,) = list_cases(filing.store)
    assert [each.id for each in case.filed] == [one.id, other.id]
    assert find_case(filing.store, other.id) == case
    assert filters_of([case]) == {
        "site": ["shop.test"], "spider": ["shop"], "node": ["Shop.parse", "product"], "kind": ["tag renamed"],
    }  # fmt: skip
    with pytest.raises(BTError, match="there is no proposal 99"):
        find_case(filing.store, 99)


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (Wanted(site="shop.test", spider="shop", node="product", kind="tag renamed", waits=True), 1),
        (Wanted(site="other"), 0),
        (Wanted(spider="other"), 0),
        (Wanted(node="other"), 0),
        (Wanted(kind="gone"), 0),
        (Wanted(waits=False), 0),
    ],
)
def test_they_are_chosen(filing, wanted, count):
    filing.file("shop.bt:1")
    assert len(list_cases(filing.store, wanted)) == count


def test_the_policy_of_a_field(filing):
    one = filing.store.proposals.decide(filing.file("shop.bt:1").id, State.ACCEPTED)
    assert mode_of(Modes.read({"": "watch", "shop/product": "auto"}), one) == "auto"
