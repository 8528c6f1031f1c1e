import pytest

from scrapy_bt.core.rules.results import PageResults, TagResult, TagValues
from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.core.rules.ways import BEGINNING, LinkPath, read_way, write_way
from scrapy_bt.errors import NodeError


def test_what_is_written_is_read_again():
    children = (TagValues("c", ("1", "2")),)
    page = PageResults(
        "a", "https://a.test/", (TagValues.of("t", [TagResult("x", children), TagResult("y")]), TagValues("u", ("z",)))
    )
    way = LinkPath({TagRef("l", "t.x"): "value", TagRef("l", "u"): ""}, levels={"l": 2}).with_article("a", page)
    way = way.visiting("https://a.test/1")
    assert read_way(write_way(way)) == way


def test_nothing_is_the_beginning():
    assert read_way("") == BEGINNING
    assert read_way(write_way(BEGINNING)) == BEGINNING


def test_no_page_is_visited_twice_whatever_its_fragment():
    way = BEGINNING.visiting("https://a.test/1#a").visiting("https://a.test/2")
    assert way.visiting("https://a.test/1#b") is None
    assert way.visiting("https://a.test/2") is None
    assert len(way.visiting("https://a.test/3").visited) == 3


@pytest.mark.parametrize("text", ["{", '{"p": 3}', '{"a": {"x": 1}}'])
def test_another_text_is_told(text):
    with pytest.raises(NodeError, match="no way of a rule"):
        read_way(text)


def test_a_value_that_no_text_can_hold_is_told():
    with pytest.raises(NodeError, match="cannot be carried"):
        write_way(LinkPath({TagRef("l", "t"): "\ud800"}))
