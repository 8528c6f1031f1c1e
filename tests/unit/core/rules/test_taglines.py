"""Lines of tags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.rule import Tag
from scrapy_bt.core.rules.taglines import is_tag_line, line_of_tags, pieces_of, read_tag_line
from scrapy_bt.core.rules.treatments import Insert, Replace
from tests.rulefiles import rules

BOX = Tag("box", start="<li>", end="</li>", treatments=(Replace("<i>.*?</i>"), Insert(">", 0)), merge=True)
PART = Tag("part", parent="box", rematch=r"<b>(.*?)</b>")


def test_a_line_says_all_that_tags_do_but_their_names():
    line = line_of_tags([BOX, PART])
    assert line == (
        "[{start: '<li>', end: '</li>', treatments: [{replace: '<i>.*?</i>', with: ''}, {insert: '>', at: 0}],"
        " merge: true}, {rematch: '<b>(.*?)</b>'}]"
    )
    assert pieces_of(read_tag_line(line), "<li><b>1</b><i>x</i></li><li><b>2</b></li>") == ["1", "2"]


@given(rules())
def test_what_is_written_is_read(rule):
    for layer in rule.layers:
        line = line_of_tags(layer.tags)
        assert line_of_tags(read_tag_line(line)) == line
        assert is_tag_line(line)


@pytest.mark.parametrize("text", ["", "[{", "[]", "[a]", "div.offer", "{start: '<li>'}", "//li"])
def test_what_is_no_line_is_told(text):
    with pytest.raises(ValueError, match="no line of tags"):
        read_tag_line(text)


@given(st.sampled_from(["div.offer", "{start: '<li>'}", "//li", "[class]", "$.items[*]", "[*].name", ""]))
def test_selectors_are_no_lines(text):
    assert not is_tag_line(text)
