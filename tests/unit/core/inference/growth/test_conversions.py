"""Values in the form in which a request sends them."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Each, Extraction, Taken, Value
from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.findings import ListOf
from scrapy_bt.core.inference.growth.conversions import may_be_text
from scrapy_bt.core.inference.plans.plan import Plan
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import answer

_PAGE = answer("https://shop.test/", "<li id=7>Lamp</li>")
_LISTED, _IDS = Extraction("css", "li::attr(id)", all=True), Extraction("json", "rows[].id", all=True)


@pytest.mark.parametrize(
    ("value", "each", "told", "is_so"),
    [
        (Argument("id"), _LISTED, _PAGE, True),
        (Taken(0, Extraction("css", "li::attr(id)")), _LISTED, _PAGE, False),
        (Each(0), _LISTED, _PAGE, True),
        (Each(1), _LISTED, _PAGE, False),  # what a series of pages is at
        (Each(0), _IDS, answer("https://shop.test/", {"rows": [{"id": "7"}, {"id": "8"}]}), True),
        (Each(0), _IDS, answer("https://shop.test/", {"rows": [{"id": 7}, {"id": 8}]}), False),
    ],
)
def test_what_is_given_and_what_a_page_lists_may_be_a_text(
    value: Value, each: Extraction, told: Any, is_so: bool
) -> None:
    listed = ListOf(0, 2, Key("json", "id"), each)
    conclusion = Conclusion(Plan((), 2), (listed,), (), answers={0: told})
    assert may_be_text(value, conclusion) is is_so
