"""Selectors in Python source."""

import pytest

from scrapy_bt.core.healing.fields import path_of
from scrapy_bt.core.healing.patching.pieces import UneditableError
from scrapy_bt.core.healing.patching.python import replace_in_python

SOURCE = '''# ü: what stands before a place counts in characters
import scrapy
from scrapy.loader import ItemLoader

PRICE = "b.price::text"


class Shop(scrapy.Spider):
    box = ".box"
    table = {"text": "p.text::text"}

    def parse(self, response):
        """h1::text"""
        é = response.css('h1::text').get(); again = response.css("h1::text").get()  # h1::text
        for name, selector in self.table.items():
            yield {name: response.css(selector).get(), "price": response.css(PRICE).get()}
        yield response.css(f"{self.box} > p{{}} i")

    def parse_other(self, response):
        loader = ItemLoader(item={}, response=response)
        loader.add_css("title", "h1::text")
        loader.add_xpath("author", ["//i", "//b"])
        return response.xpath(
            "//a"
            "/@href"
        )
'''


def replaced(old, new, *, function="Shop.parse", how="css", source=SOURCE):
    after = replace_in_python(source, function=function, how=how, old=old, new=new)
    lines = zip(source.split("\n"), after.split("\n"), strict=False)
    return after, [new for old, new in lines if old != new]


def test_all_calls_of_the_function_are_edited_and_nothing_else():
    after, changed = replaced("h1::text", "h2.name::text")
    assert changed == [
        "        é = response.css('h2.name::text').get(); again = response.css(\"h2.name::text\").get()  # h1::text"
    ]
    assert after.replace("'h2.name::text'", "'h1::text'").replace('"h2.name::text"', '"h1::text"', 1) == SOURCE


def test_a_method_goes_with_its_language():
    _, changed = replaced("h1::text", "//dt[.='Name']/text()", function="Shop.parse_other")
    assert changed == ['        loader.add_xpath("title", "//dt[.=\'Name\']/text()")']
    _, changed = replaced("//a/@href", "a::attr(href)", function="Shop.parse_other", how="xpath")
    assert changed[:2] == ["        return response.css(", '            "a::attr(href)"']


def test_constants_and_entries_of_tables_are_edited_where_they_stand():
    assert replaced("b.price::text", "i.cost::text")[1] == ['PRICE = "i.cost::text"']
    assert replaced("p.text::text", 'p[data-x="1"]::text')[1] == ['    table = {"text": \'p[data-x="1"]::text\'}']
    assert replaced("//b", "//u", function="Shop.parse_other", how="xpath")[1] == [
        '        loader.add_xpath("author", ["//i", "//u"])'
    ]


@pytest.mark.parametrize("old", ['".text" + "::text"', '".te" + ("xt" "::") + "text"', "(\".text\")+ '::text'"])
def test_literals_that_are_added_are_one(old):
    source = f"def parse(self, response):\n    yield {{'a': response.css({old}).get()}}\n"
    after = replace_in_python(source, function="parse", how="css", old=".text::text", new="p.body::text")
    assert after in (source.replace(old, quoted) for quoted in ('"p.body::text"', "'p.body::text'"))


def test_the_constant_parts_of_an_f_string():
    assert replaced(".box > p{} i", "main .box > b")[1] == ['        yield response.css(f"main {self.box} > b")']
    assert replaced(".box > p{} i", "b")[1] == ['        yield response.css("b")']


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_ends_of_lines_stay(end):
    source = SOURCE.replace("\n", end)
    after = replace_in_python(source, function="Shop.parse", how="css", old="h1::text", new="h2::text")
    assert after.replace("h2::text", "h1::text") == source


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (SOURCE.replace("h1::text", "h3::text"), "no css selector 'h1::text' any more"),
        ("def parse(:", "no Python"),
        ('A = "h1::text"\nB = "h1::text"\ndef parse(r):\n    r.css(A)\n', "stands at 2 places"),
    ],
)
def test_what_cannot_be_edited_safely_is_told(source, said):
    with pytest.raises(UneditableError, match=said):
        replace_in_python(source, function="Shop.parse", how="css", old="h1::text", new="h2::text")


@pytest.mark.parametrize(
    "body",
    ["find = response.css; yield find('h1::text').get()", "yield from map(response.css, ['h1::text', 'p'])"],
)
def test_a_method_may_be_called_by_another_name(body):
    source = f"def parse(response):\n    {body}\n"
    after = replace_in_python(source, function="parse", how="css", old="h1::text", new="h2::text")
    assert after == source.replace("h1", "h2")
    with pytest.raises(UneditableError, match="the call takes css"):
        replace_in_python(source, function="parse", how="css", old="h1::text", new="//h2")


def test_another_language_needs_a_call_of_its_own():
    with pytest.raises(UneditableError, match="the call takes css"):
        replaced("b.price::text", "//i")


@pytest.mark.parametrize(
    ("old", "written"),
    [("//i/text()", '//div[has-class("cost")]/b/text()'), ("./i/text()", './/div[has-class("cost")]/b/text()')],
)
def test_a_call_of_xpath_that_names_its_selector_gets_css_as_an_xpath(old, written):
    source = f"class A:\n    price = {old!r}\n    def parse(self, r):\n        return r.xpath(self.price)\n"
    css = "div.cost > b::text"
    after = replace_in_python(source, function="A.parse", how="xpath", old=old, new=css, xpath_of=path_of)
    assert after == source.replace(repr(old), f"'{written}'")
    back = replace_in_python(after, function="A.parse", how="css", old=css, new=old, xpath_of=path_of)
    assert back == source
    with pytest.raises(UneditableError, match="the call takes xpath"):
        replace_in_python(source, function="A.parse", how="xpath", old=old, new=css)


def test_a_path_into_json_is_edited_in_its_own_calls():
    source = 'def parse(r):\n    return r.jmespath("a.b").get(), r.css("a.b").get()\n'
    after = replace_in_python(source, function="parse", how="jmespath", old="a.b", new="a.c")
    assert after == source.replace('"a.b"', '"a.c"', 1)


HELPERS = """
class Jobs(scrapy.Spider):
    def parse(self, response):
        for row in self.rows(response):
            yield {"title": self.text(row, "td.t a"), "pay": self.text(row, "td.pay")}

    def rows(self, response):
        return response.css("tr.job")

    def text(self, row, query):
        return row.css(f"{query}::text").get()

    def other(self, response):
        return response.css("h1::text"), response.css(f"{self.box}")

    def another(self, response):
        return response.css("h1::text")
"""


def test_what_a_callback_has_called_is_edited_where_one_function_has_it():
    assert replaced("tr.job", "div.card", function="Jobs.parse", source=HELPERS)[1] == [
        '        return response.css("div.card")'
    ]
    with pytest.raises(UneditableError, match="several functions"):
        replaced("h1::text", "h2::text", function="Jobs.parse", source=HELPERS)


def test_a_value_of_an_f_string_is_edited_where_it_stands():
    (line,) = replaced("td.t a::text", "h3 > a::text", function="Jobs.parse", source=HELPERS)[1]
    assert line == '            yield {"title": self.text(row, "h3 > a"), "pay": self.text(row, "td.pay")}'
    with pytest.raises(UneditableError, match="put together"):
        replaced("td.t a::text", "//h3/a/text()", function="Jobs.parse", source=HELPERS)
