"""JSON in the scripts of a page."""

import pytest
from parsel import Selector

from scrapy_bt.core.documents.scripts import json_in, offer_json_value

PAGE = """<html><script type="application/ld+json">
{"@type": "Product", "name": "Café \\"Sol\\"", "offers": [{"price": 12.50}]}</script>
<script>var $a = 1; window["__STATE__"] = {"item": {"price": "3.20", "is_there": true, "tags": ["x", "y"]}};</script>
<script>start = JSON.parse("{\\"user\\": 7}"); broken = {item: 1}</script></html>"""


@pytest.fixture(autouse=True)
def _known():
    offer_json_value()


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("name", ['Café "Sol"']),
        ("offers[*].price", ["12.50"]),  # as it is written
        ("item.price", ["3.20"]),
        ("item.is_there", ["true"]),
        ("item.tags", ["x", "y"]),
        ("user", ["7"]),
        ("item", []),
        ("nothing.there", []),
    ],
)
def test_xpath_takes_values_of_json_in_scripts(path, values):
    assert Selector(PAGE).xpath(f"json-value(//script, '{path}')").getall() == values


def test_it_stands_within_other_functions_and_takes_attributes_too():
    page = Selector("""<div data-item='{"price": "EUR 3,20"}'></div>""")
    path = """translate(substring-after(json-value(//div/@data-item, 'price'), "EUR "), ",", ".")"""
    assert page.xpath(path).get() == "3.20"


def test_a_path_that_is_none_is_told():
    with pytest.raises(ValueError, match=r"'a\[' is no JMESPath expression"):
        Selector(PAGE).xpath("json-value(//script, 'a[')")


def test_names_and_values_that_a_script_puts_under_them():
    assert json_in('a.b = {"x": 1}; c = [2]; d = "text"; e = {') == (("b", {"x": "1"}), ("c", ["2"]))
    assert json_in(' [{"x": 1}]') == (("", [{"x": "1"}]),)


@pytest.mark.parametrize("text", ['{"a":', "a = [", "a =   ", "a ", '= "{'], ids=str)
def test_hostile_scripts_give_nothing_and_end(text):
    assert json_in(text * 50_000) == ()
