"""Texts within expressions of other languages."""

from lxml import etree

from scrapy_bt.core.tree.jsonpaths import search_json
from scrapy_bt.core.tree.literals import literal


def test_a_text_of_xpath_may_have_any_quotes() -> None:
    for text in ("it's", 'it\'s "so"', '5"', "\\", ""):
        assert etree.XPath(literal(text))(etree.Element("a")) == text
    assert search_json("xpath_text(name)", {"name": "it's"}) == '"it\'s"'
    assert search_json("xpath_text(name)", {}) is None


def test_a_text_of_xml_may_have_any_signs() -> None:
    for text in ("Tom & Jerry", "a < b > c", "]]>", "&amp;", """it's "so\""""):
        written = search_json("xml_text(name)", {"name": text})
        assert etree.fromstring(f"<a>{written}</a>").text == text
        assert (
            etree.fromstring(f"<a b='{written}'/>").get("b") == text == etree.fromstring(f'<a b="{written}"/>').get("b")
        )
    assert search_json("xml_text(name)", {"name": 5}) == "5"
    assert search_json("xml_text(name)", {}) is None
