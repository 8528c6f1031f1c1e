"""Where a tag looks, as one line."""

import pytest

from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.rule import Tag
from scrapy_bt.core.rules.tagcodes import codes_of, read_codes, with_codes
from scrapy_bt.core.rules.treatments import Insert, Replace

TAG = Tag("a", start="<h1 class='x'>", start_offset=Offset(1, 2), end='"', exclude="it's: #1", link=True)


def test_a_line_says_where_a_tag_looks_and_nothing_else():
    line = codes_of(TAG)
    assert line == "{start: \"<h1 class='x'>\", start_offset: '1,2', end: '\"', exclude: \"it's: #1\"}"
    other = Tag("b", end_offset=Offset(3, 0), treatments=(Insert("x", 0),), merge=True)
    assert codes_of(with_codes(other, line)) == line
    assert (with_codes(other, line).merge, with_codes(other, line).treatments) == (True, other.treatments)
    assert with_codes(other, "{rematch: 'a(b)'}") == Tag("b", rematch="a(b)", treatments=other.treatments, merge=True)


def test_a_line_may_put_treatments_in_front_of_those_of_a_tag_once():
    own, first = Insert("x", 0), Replace(",", ".")
    line = codes_of(TAG, [first])
    assert line == codes_of(TAG)[:-1] + ", treatments: [{replace: ',', with: '.'}]}"
    assert read_codes(line).treatments == (first,)
    healed = with_codes(Tag("b", treatments=(own,)), line)
    assert healed.treatments == (first, own)
    assert with_codes(healed, line) == healed, "the file has them already"


@pytest.mark.parametrize(
    "text",
    [
        "<h1>",
        "{start: '<'",
        "{starts: a}",
        "[a]",
        "{}",
        "{include: a}",
        "",
        "{start: {a: b}}",
        "{start: a, treatments: x}",
        "{start: a, treatments: [{insert: x}]}",
    ],
)
def test_what_is_no_such_line_is_told(text):
    with pytest.raises(ValueError, match=r"write codes as in a rule|says where a tag looks"):
        read_codes(text)


@pytest.mark.parametrize(
    "text",
    ["{start: '('}", "{start: a, start_offset: x}", "{start: a, treatments: [{replace: a, with: '\\1'}]}"],
)
def test_what_does_not_hold_in_a_rule_is_told(text):
    with pytest.raises(ValueError, match=r"."):
        read_codes(text)
