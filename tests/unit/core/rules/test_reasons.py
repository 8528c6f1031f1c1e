import pytest

from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.reasons import why_nothing
from scrapy_bt.core.rules.rule import Tag
from scrapy_bt.core.rules.tags import run_tag

PAGE = """<h1>List</h1>
<ul><li><a href="/1">Ada</a> 12</li>
<li><a href="/2">Ben</a></li></ul>
"""


def why(tag, text=PAGE):
    found = run_tag(tag, text, "https://s.test/", is_traced=True)
    assert not any(found.values)
    return why_nothing(tag, text, found.trace)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        (Tag("x", start="<ol>", end="</ol>"), "the start code never matches"),
        (Tag("x", start="<H1>", end="<"), "the start code never matches; in other letters"),
        (
            Tag("x", start='<a href="/3">', end="<"),
            'does up to “<a href="/” at 2:9, where “<a href="/1">Ada</a> 12</li> <” is',
        ),
        (Tag("x", start='<a href="/[3-9]', end="<"), 'does up to “<a href="/” at 2:9'),
        (Tag("x", start="<h1>", end="</h2>"), "the end code never matches; it does up to “</h” at 1:9"),
        (Tag("x", start="</ul>", end="<h1>"), "the last end at 1:1, the first start at 3:35"),
        (Tag("x", start="</ul>", start_offset=Offset(5, 0)), "the start offset 5,0 leads out"),
        (Tag("x", end="<h1>", end_offset=Offset(5, 0)), "the end offset 5,0 leads out"),
        (Tag("x", start="<li>", end="</li>", rematch="z"), "rematch z matches nowhere in any of 2 pieces"),
        (Tag("x", start="<li>", end="</li>", include="z"), "include z does not match in any of 2 pieces, the first"),
        (Tag("x", start="<li>", end="</li>", exclude="a"), "exclude a matches in each of them"),
        (Tag("x", start="<ul>", end="<", link=True), "nothing to link to is in the piece “”"),
    ],
)
def test_it_is_told_why_a_tag_takes_nothing(tag, expected):
    assert expected in why(tag)


def test_an_empty_page_is_told():
    assert why(Tag("x", start="a"), "") == "the text is empty"
