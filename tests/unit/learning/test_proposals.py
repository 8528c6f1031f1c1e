"""Proposals for the fields of a node that has changed."""

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import Sighting
from scrapy_bt.learning.proposals import Trial, propose, try_selector
from tests.redesigns import FIELDS, NEW, OLD

SEEN = [
    Sighting("article", name, selector, len(values), 0, tuple(values)) for name, (selector, values) in FIELDS.items()
]


def test_a_changed_field_gets_another_selector_which_is_tried_on_all_pages():
    forms = {"title": {"phrase", "words"}}
    (one,) = propose(OLD, SEEN, [NEW] * 6, changed={"title"}, forms=forms, readings={})
    assert (one.node, one.field, one.old) == ("article", "title", "h1.headline")
    assert one.probability > 0.5
    assert one.trial == Trial(6, 6, 6, "Market opens late")
    assert try_selector(one.new, [NEW], forms={"word"}) == Trial(1, 1, 0, "Market opens late")


def test_fields_that_have_not_changed_and_nodes_without_pages_get_none():
    assert propose(OLD, SEEN, [NEW], changed=set(), forms={}, readings={}) == []
    assert propose(OLD, SEEN, [], changed={"title"}, forms={}, readings={}) == []
    assert propose(OLD, [], [NEW], changed={"title"}, forms={}, readings={}) == []


def test_a_field_that_is_gone_is_told_so():
    (one,) = propose(OLD, SEEN, ["<html><body></body></html>"], changed={"author"}, forms={}, readings={})
    assert (one.new, one.probability, one.trial) == ("", 0.0, Trial(1, 0, 0))


def test_what_is_made_of_texts_is_what_is_compared():
    pages = ["<b>12.50 €</b>", "<b>none</b>", "<i>x</i>"]

    def read(text):
        return float(text[:5]) if text[:1].isdigit() else None

    assert try_selector("b", pages, forms={"0.0"}, read=read) == Trial(3, 2, 1, "12.50 €")
    assert try_selector("//b/text()", pages, forms={"0.0 €"}) == Trial(3, 2, 1, "12.50 €")
    with pytest.raises(ValueError, match="XPath error"):
        try_selector("//[", pages, forms=())
