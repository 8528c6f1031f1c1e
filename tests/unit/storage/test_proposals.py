"""Proposals in the store."""

from dataclasses import replace

import pytest

from scrapy_bt.core.healing.proposals import Choice, Proposal, State, Trial
from scrapy_bt.errors import BTError
from scrapy_bt.storage.healing import HealingStore

ONE = Proposal("product", "title", "h1", (Choice("h2", 0.9, Trial(4, 4, 4)),), layout=("a", "b", "c"))


@pytest.fixture
def table(place):
    store = HealingStore(place)
    yield store.proposals
    store.close()


def test_an_open_one_is_brought_up_to_date_and_a_decided_one_stays(table):
    first = table.file("shop", ONE, digest="d1")
    again = table.file("shop", replace(ONE, kind="gone"), digest="d2")
    assert (again.id, again.proposal.kind, again.digest, again.selector) == (first.id, "gone", "d2", "h2")
    assert table.decide(first.id, State.LIVE).state is State.LIVE
    assert table.file("shop", ONE).id != first.id
    assert [one.state for one in table.of("shop")] == [State.LIVE, State.OPEN]
    assert [one.id for one in table.of("shop", State.LIVE)] == [first.id]
    assert table.of("other") == []


def test_what_was_rejected_is_refused_for_this_layout_alone(table):
    table.decide(table.file("shop", ONE).id, State.REJECTED)
    assert table.is_refused("shop", "product", "title", "h2", ("a", "b", "c", "d"))
    assert not table.is_refused("shop", "product", "title", "h2", ("x", "y", "z"))
    assert not table.is_refused("shop", "product", "title", "h3", ("a", "b", "c"))
    assert not table.is_refused("other", "product", "title", "h2", ("a", "b", "c"))
    table.decide(table.file("shop", replace(ONE, layout=("x", "y", "z"))).id, State.REJECTED)
    assert table.is_refused("shop", "product", "title", "h2", ("x", "y", "z"))
    assert table.is_refused("shop", "product", "title", "h2", ("a", "b", "c"))


def test_of_two_who_decide_at_once_the_first_does(table):
    one = table.file("shop", ONE)
    table.decide(one.id, State.REJECTED, before=one.state)
    with pytest.raises(BTError, match="decided by somebody else"):
        table.decide(one.id, State.ACCEPTED, selector="h9", before=one.state)
    assert (table.get(one.id).state, table.get(one.id).selector) == (State.REJECTED, "h2")


def test_healed_pages_add_up_and_digests_follow_their_file(table):
    one = table.file("shop", ONE, digest="d1")
    table.note_healed([(one.id, 3)])
    table.note_healed([(one.id, 4)])
    other = table.file("shop", replace(ONE, old="h5"), digest="d1")
    after = table.note_edit(one, State.ACCEPTED, selector="h3", digest="d9", written=True)
    assert table.get(other.id).digest == "d9"
    assert (after.healed, after.digest, after.selector, after.written) == (7, "d9", "h3", True)


def test_a_number_that_is_none(table):
    with pytest.raises(BTError, match="there is no proposal 7"):
        table.get(7)


def test_what_became_of_a_selector_is_known_wherever_it_stood(table):
    taken, open_one = table.file("shop", ONE), table.file("other", ONE)
    assert table.precedents() == []
    table.decide(taken.id, State.ACCEPTED, selector="h3")
    table.decide(table.file("third", ONE).id, State.REJECTED)
    assert [(one.spider, one.selector) for one in table.precedents()] == [("shop", "h3")]
    assert table.get(open_one.id).state is State.OPEN
