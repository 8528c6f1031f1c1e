"""Two fields that would give the same."""

from scrapy_bt.core.healing.neighbours import without_taken
from scrapy_bt.core.healing.proposals import Choice, PageValue, Proposal, Trial


def choice(selector, probability, before, now):
    pages = [PageValue(f"/{at}", "good", text, "") for at, text in enumerate(before)]
    pages += [PageValue(f"/{at}", "failing", "", text) for at, text in enumerate(now)]
    return Choice(selector, probability, Trial(len(now), len(now), len(now)), tuple(pages))


def proposal(field, *choices, within=""):
    return Proposal("parse", field, field, choices, within_now=within)


TITLE = proposal("title", choice("a", 0.9, ["Baker", "Clerk"], ["Nurse", "Cook"]))


def left(*proposals):
    return [[each.selector for each in one.choices] for one in without_taken(proposals)]


def test_what_a_likelier_field_gives_is_no_choice():
    firm = proposal(
        "firm",
        choice("a", 0.1, ["Works", "Group"], ["Nurse", "Cook"]),
        choice("i", 0.1, ["Works", "Group"], ["Ltd", "SA"]),
    )
    assert left(firm, TITLE) == [["i"], ["a"]]


def test_it_stays_where_both_were_the_same_before_or_are_not_everywhere_now_or_it_is_as_likely():
    same = proposal("link", choice("a", 0.5, ["Baker", "Clerk"], ["Nurse", "Cook"]))
    other = proposal("firm", choice("b", 0.5, ["Works", "Group"], ["Nurse", "Chef"]))
    likely = proposal("firm", choice("a", 0.9, ["Works", "Group"], ["Nurse", "Cook"]))
    elsewhere = proposal("firm", choice("a", 0.5, ["Works", "Group"], ["Nurse", "Cook"]), within="li")
    for one in (same, other, likely, elsewhere):
        assert len(left(one, TITLE)[0]) == 1
    assert left(proposal("gone"), TITLE) == [[], ["a"]]
