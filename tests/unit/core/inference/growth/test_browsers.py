"""Visits in a browser: what they wait for."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.growth.browsers import in_browser
from scrapy_bt.core.inference.plans.plan import Plan

NAME = ("name", Extraction("css", "b.name::text"))


@pytest.mark.parametrize(
    ("records", "waits"),
    [
        (Records(1, Extraction("css", "li.offer"), (NAME,)), ("wait_for_selector", "li.offer")),
        (Records(1, None, (NAME,)), ("wait_for_selector", "b.name")),
        (Records(1, None, (("name", Extraction("xpath", "//b")),)), ("wait_for_selector", "xpath=//b")),
        (Records(1, Extraction("json", "offers"), ()), ("wait_for_load_state", "networkidle")),
        (Records(0, Extraction("css", "li.other"), (NAME,)), ("wait_for_load_state", "networkidle")),
    ],
    ids=["rows", "one thing", "by XPath", "data", "another page"],
)
def test_it_waits_for_what_is_taken(records: Records, waits: tuple[str, str]) -> None:
    conclusion = Conclusion(Plan((), 1), (records,), in_browser=frozenset({1}))
    (meta,) = in_browser(conclusion, 1)
    calls = meta.value.get("playwright_page_methods").values[0].values  # type: ignore[union-attr]
    assert tuple(each.value for each in calls) == waits
    assert not list(in_browser(conclusion, 0))
