import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.regex.deadlines import OutOfTime, Timeout
from scrapy_bt.core.rules.suggestion.outlining import read_outline

PAGE = """<!DOCTYPE html><html><body class="b a">
<ul><li>One <b>&amp; only</b><li>Two
</ul><script>if (a < b) { "<p>"; }</script><table><tr><td>x<td>y</table><br>end</body></html>"""


def paths(outline):
    return ["/".join(map(str, outline.path(element.path))) for element in outline.elements]


def test_elements_have_paths_with_classes_and_cells():
    assert paths(read_outline(PAGE)) == [
        "html",
        "html/body.a.b",
        "html/body.a.b/ul",
        "html/body.a.b/ul/li",
        "html/body.a.b/ul/li/b",
        "html/body.a.b/ul/li",
        "html/body.a.b/script",
        "html/body.a.b/table",
        "html/body.a.b/table/tr",
        "html/body.a.b/table/tr/td:1",
        "html/body.a.b/table/tr/td:2",
        "html/body.a.b/br",
    ]


def test_the_text_is_what_a_reader_sees():
    assert read_outline(PAGE).text.split() == ["One", "&", "only", "Two", "x", "y", "end"]


def test_items_that_are_never_closed_end_with_the_next():
    outline = read_outline(PAGE)
    assert [outline.read(element) for element in outline.elements if element.name == "li"] == ["One & only", "Two"]


@given(st.text(alphabet="<>/ab &;l\"'=!-\n t", max_size=80))
def test_any_text_has_an_outline_whose_places_fit(source):
    outline = read_outline(source)
    for at, char in enumerate(outline.text):
        span = outline.source_span(at, at + 1)
        assert 0 <= span.start <= span.end <= len(source)
        if char not in " &<":
            assert char in source[span.start : span.end]
    for element in outline.elements:
        assert 0 <= element.start < element.first <= element.last <= len(source)
        assert element.read_first <= element.read_last <= len(outline.text)


@pytest.mark.parametrize("part", ["<a ", "<!--", "<", "<div>", "<script>", "&", '"<a "', "<p><b>", "<td>"])
def test_hostile_pages_take_no_more_than_their_length(part):
    outline = read_outline(part * (300_000 // len(part)))
    assert outline.by_text is not None


@pytest.mark.parametrize("part", ["<p>a</p>", "a  b &amp; ", "<br>", "<!-- a -->"])
def test_what_takes_too_long_is_broken_off(part):
    ticks = iter(range(1_000_000))
    until = Timeout(5.0, lambda: float(next(ticks))).begin()
    with pytest.raises(OutOfTime):
        read_outline(part * 10_000, until)
    assert next(ticks) == 6
