"""Kinds of entities by the labels of recognisers."""

import pytest

from scrapy_bt.core.preference.kinds import kind_of


@pytest.mark.parametrize(
    ("label", "kind"),
    [("PERSON", "person"), ("nr", "person"), ("STATE_OR_PROVINCE", "place"), ("DATE", None), ("GADGET", "gadget")],
)
def test_labels_have_our_kinds_or_their_own(label, kind):
    assert kind_of(label) == kind
