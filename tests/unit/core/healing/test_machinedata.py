"""What a page tells machines."""

from parsel import Selector

from scrapy_bt.core.healing.fields import run_path
from scrapy_bt.core.healing.machinedata import read_machine_data
from scrapy_bt.core.healing.pages import Page

MARKUP = """<html><head><meta property="og:title" content="Sea  clock"><meta name="date" content="2026-01-02">
<link rel="canonical" href="https://a.test/1"><meta name="it&quot;s" content="odd">
<script type="application/ld+json">{"@graph": [{"@type": "Organization", "name": "Shop"},
  {"@type": "Product", "name": "Sea clock", "offers": [{"price": 12.50, "url": "/1"}]}]}</script>
<script type="application/ld+json">{"@type": "WebSite", "name": "All"}</script>
<script id="__DATA__" type="application/json">{"props": {"sku-code": "K-1", "list": [{"a": 1}, {"a": 2}]}}</script>
<script>window.__STATE__ = {"stock": 3}; no(json)</script></head>
<body><div itemprop="offers"><span itemprop="price" content="12.5">12,50</span></div></body></html>"""


def test_each_selector_takes_what_it_is_told_to():
    told = read_machine_data(Page(MARKUP).root)
    page = Selector(MARKUP)
    assert len(told) == 13
    for selector, value in told.items():
        found = page.xpath(selector) if selector.startswith("json-value") else page.css(selector)
        assert " ".join(found.get().split()) == value, selector


def test_what_is_told_and_by_what():
    told = read_machine_data(Page(MARKUP).root)
    of_graph = {value: name for name, value in told.items() if "@graph" in name}
    assert told['meta[property="og:title"]::attr(content)'] == "Sea clock"
    assert told['[itemprop="price"]::attr(content)'] == "12.5"
    assert of_graph["12.50"].count("Product") == 1
    assert "[0].price" in of_graph["12.50"]
    assert any('@type="application/ld+json"][contains(., \'"WebSite"\')' in name for name in told)
    assert any('"__STATE__"' in name and told[name] == "3" for name in told)


def test_pages_without_it_and_pages_full_of_it():
    assert read_machine_data(Page("<p>x</p>").root) == {}
    many = "{" + ",".join(f'"k{n}": {n}' for n in range(9_000)) + "}"
    assert len(read_machine_data(Page(f'<script id="a">{many}</script>').root)) == 3_000
    assert run_path(Page("<p>x</p>"), "json-value(//script, 'a')") == []
