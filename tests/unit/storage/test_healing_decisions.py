"""What has become of selectors, who decided it, when and why."""

from dataclasses import replace

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.proposals import Choice, Decider, Proposal, State, Trial
from scrapy_bt.errors import BTError
from scrapy_bt.storage.healing import HealingStore

ONE = Proposal("product", "title", "h1", (Choice("h2", 0.9, Trial(4, 4, 4)),), views=("found",), kind="tag renamed")


@pytest.fixture
def store(place):
    opened = HealingStore(place)
    yield opened
    opened.close()


def told(store):
    return [
        (one.name, one.proposal, one.decided, one.old, one.selector) for one in store.proposals.decisions.of("shop")
    ]


def test_each_decision_is_kept_with_its_proposal_and_who_made_it(store):
    table = store.proposals
    number = table.file("shop", ONE).id
    table.decide(number, State.LIVE)
    table.decider = Decider("ann", "console")
    accepted = table.decide(number, State.ACCEPTED, selector="h3", before=State.LIVE)
    table.note_edit(accepted, State.ACCEPTED, selector="h3", digest="d", written=True)
    table.note_edit(table.get(number), State.ROLLED_BACK, selector="h3", digest="", written=False)
    assert told(store) == [
        ("product/title", number, "rolled back", "h1", "h3"),
        ("product/title", number, "accepted", "h1", "h3"),
        ("product/title", number, "live", "h1", "h2"),
    ]
    last, _, first = table.decisions.of("shop")
    assert (str(first.decider), str(last.decider)) == ("crawl", "ann, console")
    assert (last.kind, last.views, last.time >= first.time) == ("tag renamed", ("found",), True)
    assert table.decisions.of("other") == []


def test_what_stands_in_the_file_by_no_decision_was_changed_by_hand(store):
    watch = FieldWatch("product", "title", 'css "h1"', "shop.bt:1")
    for selector in ("h1", "h1", "h4"):
        store.save("shop", [(replace(watch, selector=f'css "{selector}"'), 1, 0)])
    by_hand = ("product/title", 0, "by hand", 'css "h1"', 'css "h4"')
    assert told(store) == [by_hand]
    number = store.proposals.file("shop", ONE).id
    store.proposals.decide(number, State.ACCEPTED)
    store.save("shop", [(replace(watch, selector='css "h2"'), 1, 0)])
    assert told(store) == [("product/title", number, "accepted", "h1", "h2"), by_hand]


def test_who_decides_second_leaves_nothing(store):
    number = store.proposals.file("shop", ONE).id
    store.proposals.decide(number, State.REJECTED)
    with pytest.raises(BTError, match="decided by somebody else"):
        store.proposals.decide(number, State.ACCEPTED, before=State.OPEN)
    assert [one[2] for one in told(store)] == ["rejected"]
