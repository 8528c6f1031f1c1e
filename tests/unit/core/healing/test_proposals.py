"""Proposals as data."""

import json
from dataclasses import replace

from scrapy_bt.core.healing.proposals import Choice, Filed, PageValue, Proposal, State, Trial

ONE = Proposal(
    "product", "title", "h1", (Choice("h2", 0.9, Trial(4, 4, 4, "x"), (PageValue("/1", "good", "x", ""),)),),
    "shop.bt:4", views=("found",), kind="tag renamed", forms=("words",), layout=("div",),
)  # fmt: skip


def test_they_are_kept_as_json():
    assert Proposal.read(json.loads(json.dumps(ONE.plain()))) == ONE


def test_it_is_sure_where_it_is_likely_and_holds_everywhere():
    def sure(probability, *trial):
        return Proposal("a", "b", "h1", (Choice("h2", probability, Trial(*trial)),)).is_sure

    assert sure(0.8, 3, 3, 3)
    assert not any((sure(0.79, 3, 3, 3), sure(1.0, 2, 2, 2), sure(1.0, 4, 3, 3), sure(1.0, 4, 4, 2)))
    assert sure(1.0, 4, 4, 3)
    assert replace(ONE, how="jmespath").is_sure
    assert (Proposal("a", "", "h1").is_sure, Proposal("a", "", "h1").new, ONE.new) == (False, "", "h2")
    assert Filed(1, "shop", ONE, State.OPEN, 0.0).name == "product/title"


def test_a_trial_is_mostly_usual_from_half_of_the_pages_on():
    assert [Trial(4, 4, fitting).is_mostly_usual for fitting in range(5)] == [False, False, True, True, True]
