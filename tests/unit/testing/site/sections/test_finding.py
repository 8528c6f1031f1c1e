import pytest

from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections.finding import cut, read_wish, write_form, write_pager


def wish(**query):
    return read_wish(Ask("/portal/search", query=query))


def test_a_wish_says_what_is_wanted_and_what_is_not():
    found = wish(q="Old Town -storm", page="2", lang="en")
    assert (found.words, found.without, found.page, found.language) == (("old", "town"), ("storm",), 2, "en")


@pytest.mark.parametrize("query", [{"page": "0"}, {"page": "x"}, {"lang": "fr"}])
def test_there_is_no_page_and_no_language_like_that(query):
    assert wish(**query) is None


def test_a_page_is_a_part_of_what_was_found():
    assert cut("abcdefg", 2, size=3) == "def"
    assert cut("abcdefg", 9, size=3) == ""


def test_the_pager_keeps_the_wish():
    links = write_pager("/portal/search", wish(q="灯塔", page="2", lang="zh"), count=30, size=10)
    assert "q=%E7%81%AF%E5%A1%94&amp;page=1&amp;lang=zh" in links
    assert "page=3" in links
    assert "next" not in write_pager("/portal/search", wish(q="灯塔", page="3"), count=30, size=10)


def test_the_form_shows_what_was_typed():
    assert 'value="a&quot;b"' in write_form("/portal/search", wish(q='a"b'))
