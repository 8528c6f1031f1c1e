from lxml import html

from scrapy_bt.core.documents.elements import is_element


def test_an_element_is_told_from_what_else_a_selector_finds() -> None:
    page = html.fromstring("<p title='a'>text<!-- note --></p>")
    assert is_element(page)
    assert [is_element(each) for each in page.xpath("node()")] == [False, True]
    assert not any(map(is_element, [*page.xpath("@title"), page.xpath("count(*)"), None]))
