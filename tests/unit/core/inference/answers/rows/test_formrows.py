"""Rows that are the fields of a form."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.rows.formrows import are_fields_of_form
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

FIELD = "<div class=row><label>Name</label><input value=Ada></div>"


@pytest.mark.parametrize(
    ("page", "is_form"),
    [
        (f"<form>{FIELD * 3}<div class=row><button>Save</button></div></form>", True),
        (FIELD * 3, False),
        ("<form>" + "<div class=row><input type=checkbox><label>Ada</label></div>" * 3 + "</form>", False),
        (f"<form>{FIELD}" + "<div class=row>Ada</div>" * 3 + "</form>", False),
        ("", False),
    ],
)
def test_most_of_them_hold_a_field_with_its_label_within_a_form(page: str, is_form: bool) -> None:
    assert are_fields_of_form(Extraction("css", "div.row"), [answer("/", page)]) is is_form
