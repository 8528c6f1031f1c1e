import sys

import pytest

from scrapy_bt.crawl.visits.pagemethods import build_page_methods
from scrapy_bt.errors import NodeError


def test_calls_become_page_methods():
    waits, clicks = build_page_methods("page", [["wait_for_selector", ".row", {"timeout": 500}], ["click", "#more"]])
    assert (waits.method, waits.args, waits.kwargs) == ("wait_for_selector", (".row",), {"timeout": 500})
    assert (clicks.method, clicks.args, clicks.kwargs) == ("click", ("#more",), {})


@pytest.mark.parametrize("calls", ["click", ["click", "#more"], [[]], [[1]], {"click": "#more"}])
def test_what_is_no_list_of_calls_is_told(calls):
    with pytest.raises(NodeError, match=r"'playwright_page_methods' of 'page' must be a list of calls, as \[\["):
        build_page_methods("page", calls)


def test_a_missing_package_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "scrapy_playwright.page", None)
    with pytest.raises(NodeError, match="pip install scrapy-playwright"):
        build_page_methods("page", [["click", "#more"]])
