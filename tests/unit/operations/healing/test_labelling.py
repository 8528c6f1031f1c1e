"""What a project has accepted, as labelled pairs."""

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.learning.labelled import read_labelled
from scrapy_bt.operations.healing.labelling import write_labelled

OLD = "<h1>Thing {n}</h1><p class=text>About {n}</p><i>1</i><i>2</i>"
NEW = "<h2>Thing {n}</h2><p class=text>About {n}</p><i>1</i><i>2</i>"


@pytest.fixture
def filed(filing):
    seen = [
        Observation("Shop.parse", f"css {selector}", selector, 1, 0, ("x",)) for selector in ("h1::text", "p.text", "i")
    ]
    for number, state, markup in ((1, "good", OLD), (2, "good", OLD), (3, "failing", NEW), (4, "failing", NEW)):
        filing.store.add_page(
            "shop", "Shop.parse", state=state, url=f"https://shop.test/{number}", status=200,
            markup=markup.format(n=number), seen=seen,
        )  # fmt: skip
    return filing.file()


def test_pages_of_before_and_today_are_pairs_with_what_was_accepted(filing, filed, tmp_path):
    filing.store.proposals.decide(filed.id, State.ACCEPTED, selector="h2::text")
    assert write_labelled(filing.store, tmp_path) == 2
    pairs = read_labelled(tmp_path).pairs
    assert {pair.site for pair in pairs} == {"shop.test Shop.parse"}
    title, text = (pairs[0].fields[f"css {one}"] for one in ("h1::text", "p.text"))
    assert (title.selector, title.old_value[:5], title.new_value[:5]) == ("h1::text", "Thing", "Thing")
    assert (title.broken, text.broken, text.state) == (True, False, "survives")
    assert "css i" not in pairs[0].fields


@pytest.mark.parametrize("state", [State.OPEN, State.REJECTED, State.ROLLED_BACK])
def test_of_what_nobody_has_accepted_nothing_is_learned(filing, filed, tmp_path, state):
    if state is not State.OPEN:
        filing.store.proposals.decide(filed.id, state)
    assert write_labelled(filing.store, tmp_path) == 0
