"""Selectors that f-strings put together."""

import pytest

from scrapy_bt.core.healing.patching.pieces import UneditableError
from scrapy_bt.core.healing.patching.python import replace_in_python

SOURCE = """
BOX = ".box"

class Shop(Spider):
    part: str = "p"

    def parse(self, response):
        yield response.css(f"{BOX} > {self.part}.text::text").get()
        for each in ("a", "b"):
            yield response.css(f"{each}.x::text").get()

    def parse_other(self, response):
        return self.text(response, "i")

    def text(self, response, tag):
        return response.css(f"{tag}.y")
"""


def changed(old, new, function="Shop.parse", source=SOURCE):
    after = replace_in_python(source, function=function, how="css", old=old, new=new)
    return [line.strip() for line in after.splitlines() if line not in source.splitlines()]


def test_values_stay_where_the_new_selector_has_them():
    assert changed(".box > p.text::text", "main .box p::text") == [
        'yield response.css(f"main {BOX} {self.part}::text").get()'
    ]


def test_a_literal_takes_the_place_of_constants_that_are_all_gone():
    assert changed(".box > p.text::text", "div.about::text") == ['yield response.css("div.about::text").get()']
    assert changed(".box > p.text::text", "//dd[2]/text()") == ['yield response.xpath("//dd[2]/text()").get()']


@pytest.mark.parametrize(
    "source",
    [
        SOURCE.replace("def parse(self", "def __init__(self):\n        self.part = 'b'\n\n    def parse(self"),
        SOURCE.replace("def text(self, response, tag)", "def text(self, response, BOX)"),
        SOURCE.replace('= ".box"', '= ".bo" + "x"'),
        SOURCE.replace("{BOX}", "{BOX!s}"),
        SOURCE.replace("{BOX}", "{boxes[0]}"),
    ],
)
def test_what_may_have_another_value_elsewhere_is_told(source):
    with pytest.raises(UneditableError, match="put together"):
        changed(".box > p.text::text", "div.about::text", source=source)


def test_values_that_change_from_call_to_call_are_told():
    with pytest.raises(UneditableError, match="put together"):
        changed("a.x::text", "h2::text")
    with pytest.raises(UneditableError, match="put together"):
        changed("i.y", "//h2", function="Shop.parse_other")


FACTS = """
def fact(response, label):
    return response.xpath(f"//th[.='{label}']/../td/text()").get()

def parse(response):
    return fact(response, "ISBN"), fact(response, "Pages")
"""
NEW = '//dt[.="{}"]/following-sibling::dd[1]/text()'


def replaced(source, old, new):
    return replace_in_python(source, function="parse", how="xpath", old=old, new=new)


def test_quotes_of_the_new_selector_change_those_of_the_string():
    after = replaced(FACTS, "//th[.='ISBN']/../td/text()", NEW.format("ISBN"))
    assert f"response.xpath(f'{NEW.format('{label}')}').get()" in after
    with pytest.raises(UneditableError, match="not edited"):
        replaced(FACTS, "//th[.='ISBN']/../td/text()", "//dt[.=\"ISBN\" or .='']/b")


def test_what_another_value_of_it_has_brought_is_there_already():
    after = replaced(FACTS, "//th[.='ISBN']/../td/text()", NEW.format("ISBN"))
    assert replaced(after, "//th[.='Pages']/../td/text()", NEW.format("Pages")) == after
    with pytest.raises(UneditableError, match="no xpath selector"):
        replaced(after, "//th[.='Pages']/../td/text()", "//dt[2]/text()")
