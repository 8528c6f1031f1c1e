from __future__ import annotations

import json

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.steps.gaps import empty_pages, leads_over
from scrapy_bt.core.samples.traffic import Exchange, Sent
from tests.recordings import answer, ask, record

ROWS = Extraction("css", "li")
FULL, NONE = answer("/", "<ul><li>a</li></ul>"), answer("/", "<p>nothing</p>")
LISTED = (
    '<h1>Things</h1><ul class=things><li class=thing><b class=name>lamp</b></li></ul><p><a href="{next}">on</a></p>'
)
EMPTY = '<h1>Things</h1><p><a href="{next}">on</a></p>'


@pytest.mark.parametrize(
    ("series", "which"),
    [
        ([[FULL, FULL]], "never"),
        ([[FULL, NONE], [FULL]], "last"),
        ([[FULL, NONE, FULL]], "between"),
        ([[FULL, NONE], [FULL, NONE, NONE]], "between"),
        ([[], []], "never"),
    ],
)
def test_pages_without_a_row_are_told_by_their_place(series, which):
    assert empty_pages(ROWS, series) == which


@pytest.mark.parametrize(
    ("one", "other", "is_gap"),
    [
        (("/l?q=a&page=1", LISTED.format(next="/l?q=a&amp;page=2")), ("/l?q=a&page=2", EMPTY), True),
        (("/l?q=a&page=2", EMPTY.format(next="/l?q=a&amp;page=3")), ("/l?q=a&page=3", LISTED), True),
        (("/l?q=a", LISTED.format(next="/l?q=a&amp;page=2")), ("/l?q=a&page=2", EMPTY), True),
        (("/l?q=a&page=1", LISTED.format(next="/elsewhere")), ("/l?q=a&page=2", EMPTY), False),
        (("/l?q=a&page=1", LISTED.format(next="/l?q=b&amp;page=2")), ("/l?q=b&page=2", EMPTY), False),
        (("/l?q=a", LISTED.format(next="/m?q=a")), ("/m?q=a", EMPTY), False),
    ],
)
def test_a_page_leads_over_one_that_is_the_same_but_for_its_rows(one, other, is_gap):
    before, after = record(ask(*one), ask(*other)).exchanges
    assert leads_over(before, after) == is_gap


@pytest.mark.parametrize(
    ("kind", "sent", "is_gap"),
    [
        ("hidden", "2", True),
        ("HIDDEN", "2", True),
        ("text", "2", False),
        ("hidden", "3", False),
        ("hidden", "%01", False),
    ],
    ids=["hidden", "capitals", "shown", "other page", "control character"],
)
def test_a_form_leads_over_by_what_its_hidden_field_sends(kind, sent, is_gap):
    page = f"<h1>Things</h1><form><input type={kind} name=page value=2></form>"
    form = {"method": "POST", "headers": (("Content-Type", "application/x-www-form-urlencoded"),)}
    before, after = (
        Exchange(number, Sent(url="https://s.test/l", body=f"q=a&page={own}".encode(), **form), answer("/l", page))
        for number, own in enumerate(("1", sent))
    )
    assert leads_over(before, after) == is_gap


@pytest.mark.parametrize(
    ("after", "is_gap"),
    [
        ({"q": "a", "behind": [7, "Lamp 7"]}, True),
        ({"q": "a", "behind": [7, "Lamp 8"]}, False),
        ({"q": "a", "behind": [7]}, False),
        ({"behind": [7, "Lamp 7"]}, False),
    ],
    ids=["its last row", "another row", "a number alone", "another question"],
)
def test_data_lead_over_by_all_that_is_sent_of_them(after, is_gap):
    page = answer("/s", {"took": 1, "rows": [{"key": 7, "name": "Lamp 7"}]})
    asked = {"method": "POST", "headers": (("Content-Type", "application/json"),)}
    before, behind = (
        Exchange(number, Sent(url="https://s.test/s", body=json.dumps(sent).encode(), **asked), own)
        for number, (sent, own) in enumerate((({"q": "a"}, page), (after, answer("/s", {"took": 1, "rows": []}))))
    )
    assert leads_over(before, behind) == is_gap
