"""Rows that are the fields of a form."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.rows.formrows import are_fields_of_form
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

FIELD = "<div class=row><label>Name</label><input value=Ada></div>"
FIELDS = "".join(FIELD.replace("Name", name) for name in ("Name", "Town", "Street"))


@pytest.mark.parametrize(
    ("page", "is_form"),
    [
        (f"<form>{FIELDS}<div class=row><button>Save</button></div></form>", True),
        (FIELDS, False),
        (f"<form>{FIELD.replace('Name', 'Quantity') * 4}</form>", False),
        ("<form>" + "<div class=row><input type=checkbox><label>Ada</label></div>" * 3 + "</form>", False),
        (f"<form>{FIELD}" + "<div class=row>Ada</div>" * 3 + "</form>", False),
        ("", False),
    ],
)
def test_most_of_them_hold_a_field_with_a_label_of_its_own_within_a_form(page: str, is_form: bool) -> None:
    assert are_fields_of_form(Extraction("css", "div.row"), [answer("/", page)]) is is_form
