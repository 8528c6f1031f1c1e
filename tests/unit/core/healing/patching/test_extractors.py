"""What link extractors are restricted to."""

import pytest
from scrapy.linkextractors import LinkExtractor

from scrapy_bt.core.healing.patching.extractors import find_restriction
from scrapy_bt.core.healing.patching.pieces import UneditableError
from scrapy_bt.core.healing.patching.python import replace_in_python

SOURCE = """
AGENDA = "div.agenda"

class Events(CrawlSpider):
    rules = [
        Rule(LinkExtractor(restrict_css="nav a"), callback="parse_event"),
        Rule(LinkExtractor(allow="x", restrict_xpaths=["//ul", "//ol[@id='x']"])),
    ]

    def parse_event(self, response):
        yield from LinkExtractor(restrict_css=AGENDA).extract_links(response)
        yield {"name": response.css("h1::text").get()}
"""


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"restrict_css": "nav a"}, ("css", "nav a", 6)),
        ({"restrict_css": "div.agenda"}, ("css", "div.agenda", 2)),
        ({"restrict_xpaths": "//ul"}, ("xpath", "//ul", 7)),
        ({"restrict_css": "b"}, None),
    ],
)
def test_what_becomes_an_xpath_of_an_extractor_is_found_as_it_was_written(given, found):
    (path,) = LinkExtractor(**given).restrict_xpaths
    assert find_restriction(SOURCE, path) == found


def replaced(old, new, how):
    after = replace_in_python(SOURCE, function="rules", how=how, old=old, new=new)
    assert replace_in_python(after, function="rules", how="xpath" if "/" in new else "css", old=new, new=old) == SOURCE
    return [line.strip() for line in after.splitlines() if line not in SOURCE.splitlines()]


def test_an_extractor_is_edited_where_it_stands_and_back():
    assert replaced("nav a", "main", "css") == ['Rule(LinkExtractor(restrict_css="main"), callback="parse_event"),']
    assert replaced("nav a", "//main[1]", "css") == [
        'Rule(LinkExtractor(restrict_xpaths="//main[1]"), callback="parse_event"),'
    ]
    assert replaced("//ul", "//dl", "xpath") == [
        """Rule(LinkExtractor(allow="x", restrict_xpaths=["//dl", "//ol[@id='x']"])),"""
    ]
    assert replaced("div.agenda", "ol.days", "css") == ['AGENDA = "ol.days"']


def test_one_of_several_keeps_its_language():
    with pytest.raises(UneditableError, match="several selectors"):
        replaced("//ul", "main", "xpath")
