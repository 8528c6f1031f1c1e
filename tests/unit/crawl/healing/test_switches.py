"""Selectors that stand in for others."""

import pytest

from scrapy_bt.core.healing.proposals import Choice, Filed, Proposal, State, Trial
from scrapy_bt.crawl.healing.switches import Switches


def filed(number=1, *, how="css", old="h1::text", forms=("0.0 €",)):
    proposal = Proposal("parse", f"{how} {old}", old, (Choice("b", 0.9, Trial(4, 4, 4)),), how=how, forms=forms)
    return Filed(number, "shop", proposal, State.LIVE, 0.0, "b")


def giving(*values):
    return lambda selector: ([*values], [*values]) if selector == "b" else ([], [])


@pytest.mark.parametrize(
    ("found", "other", "healed"),
    [
        ([], ["1.5 €"], ["1.5 €"]),
        ([], [], None),
        (["2.5 €"], ["1.5 €"], None),  # what still fits is never replaced
        (["sold"], ["1.5 €"], ["1.5 €"]),
        (["sold"], ["out"], None),  # nothing better is there
        ([], ["out"], ["out"]),
    ],
)
def test_only_what_does_not_fit_is_replaced(found, other, healed):
    switch = Switches().put(filed())
    assert switch.heal(found, found, giving(*other)) == healed


def test_one_that_gives_what_is_not_usual_has_failed():
    switch = Switches().put(filed())
    for _ in range(11):
        switch.heal([], [], giving("out"))
    assert not switch.has_failed
    switch.heal([], [], giving("out"))
    assert switch.has_failed
    silent = Switches().put(filed())
    for _ in range(20):
        silent.heal([], [], giving())
    assert silent.has_failed


def test_they_are_found_by_what_they_stand_in_for():
    switches = Switches()
    assert not switches
    switch = switches.put(filed())
    tree = switches.put(filed(2, how="", old="//h1"))
    assert (switches.get("parse", "css", "h1::text"), switches.get("parse", "xpath", "//h1")) == (switch, tree)
    assert (switches.get("other", "css", "h1::text"), switches.has(filed(9))) == (None, True)
    assert (switches.drop(1), switches.drop(1), [one.filed.id for one in switches]) == (switch, None, [2])
