"""Texts that are written otherwise, and what makes of them what they were."""

import re

import pytest
from parsel import Selector

from scrapy_bt.core.healing.perception.views import form_of
from scrapy_bt.core.healing.rewriting import find_rewritings, spelling_pattern
from scrapy_bt.core.rules.treatments import Replace

PRICES = ["12.50", "9.99", "103.00"]
IN_EUROS = ["12.50 €", "9.99 €", "103.00 €"]
DATES = ["2026-11-23", "2026-01-02", "2024-02-20"]
NAMES = ["Ann Lee", "Bob Ray", "Cy Dunn"]


def rewritten(before, now):
    forms = {form_of(value) for value in before}
    return find_rewritings(before, now, lambda value: form_of(value) in forms)


@pytest.mark.parametrize(
    ("before", "now", "wanted"),
    [
        (PRICES, ["Price: 4.50 EUR", "Price: 11.20 EUR", "Price: 1201.00 EUR"], ["4.50", "11.20", "1201.00"]),
        (PRICES, ["4,50", "11,20", "201,00"], ["4.50", "11.20", "201.00"]),
        (IN_EUROS, ["EUR 4,50", "EUR 11,20", "EUR 201,00"], ["4.50 €", "11.20 €", "201.00 €"]),
        (["4.5", "3.2", "5.0"], ["4.5 of 5 (21)", "2.5 of 5 (1)", "3.5 of 5 (221)"], ["4.5", "2.5", "3.5"]),
        (DATES, ["24.11.2026", "02.03.2026", "20.02.2024"], ["2026-11-24", "2026-03-02", "2024-02-20"]),
        (DATES, ["On 11/24/2026", "On 03/02/2026", "On 02/20/2024"], ["2026-11-24", "2026-03-02", "2024-02-20"]),
        (NAMES, ["By: Al Ro, 3 May", "By: Max Mad, 12 May", "By: Jo Li, 9 June"], ["Al Ro", "Max Mad", "Jo Li"]),
        (["B-1001", "C-1002", "D-1003"], ["SKU E-1009 / 12", "SKU B-1019 / 7", "SKU B-1 / 3"], []),
        (["B-1001", "C-1002", "D-1003"], ["SKU E-1009 / 12", "SKU B-1019 / 7", "SKU B-1029 / 3"],
         ["E-1009", "B-1019", "B-1029"]),
    ],
    ids=["label and unit", "decimals", "currency in front", "several numbers", "ISO", "American", "names",
         "too few digits", "several codes"],
)  # fmt: skip
def test_what_was_is_made_of_what_is(before, now, wanted):
    found = rewritten(before, now)
    assert [list(one.values) for one in found] == ([wanted] if wanted else [])
    for one in found:  # as XPath gives it
        path = "//p[1]/text()".join(one.around)
        told = [Selector(f"<p> {text}</p><p>more</p>").xpath(path).get() for text in now]
        assert told == wanted
        treated = [f"\n {text} " for text in now]
        if any(one.cut):
            head, tail = map(spelling_pattern, one.cut)
            treated = [re.search(rf"{head}([\s\S]*?){tail or '$'}", text)[1] for text in treated]
        for step in one.steps:
            treated = Replace(*step).apply(treated)
        assert list(map(str.strip, treated)) == wanted, "as treatments of a rule give it"
        assert Selector("<i>nothing</i>").xpath(path).get() == "", "where there is no text, none is made up"


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (PRICES, ["4.50", "11.20", "201.00"]),
        (PRICES, ["Price: 4.50", "Price: 4.75"]),
        (PRICES, ["sold out", "not yet", "soon"]),
        (PRICES, ["1,234", "5,678", "9,012"]),
        (PRICES, ["only 4.50", "only 4.50", "only 4.50"]),
        (PRICES, ["a" * 400 + " 4.50", "a" * 400 + " 1.50", "a" * 400 + " 5.50"]),
        (DATES, ["02.03.2026", "04.05.2026", "06.07.2026"]),
        (DATES, ["2.13.2026", "4.5.2026", "6.7.2026"]),
        ([], ["Price: 4.50", "Price: 4.75", "Price: 4.95"]),
        (PRICES, ["4.50 \"'", "4.70 \"'", "7.50 \"'"]),
    ],
    ids=["as ever", "too few", "words", "thousands", "always the same", "long", "day or month", "digits that lack",
         "nothing known", "both quotes"],
)  # fmt: skip
def test_nothing_is_made_of_what_does_not_tell_enough(before, now):
    assert rewritten(before, now) == []


def test_signs_change_places_whatever_other_signs_a_text_has():
    (one,) = rewritten(["1,234.50", "2,109.99", "3,103.00"], ["4.234,50", "1.109,20", "7.201,00"])
    told = ["~4.234,50"]
    for step in one.steps:
        told = Replace(*step).apply(told)
    assert told == ["~4,234.50"]
