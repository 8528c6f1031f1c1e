from scrapy_bt.core.rules.suggestion.outlining import read_outline

PAGE = """<!DOCTYPE html><html><body class="b a">
<ul><li>One <b>&amp; only</b><li>Two
</ul><script>if (a < b) { "<p>"; }</script><table><tr><td>x<td>y</table><br>end</body></html>"""


def test_parts_of_the_text_are_found_in_the_source():
    outline = read_outline(PAGE)
    first = outline.text.index("& only")
    span = outline.source_span(first, first + len("& only"))
    assert PAGE[span.start : span.end] == "&amp; only"
    assert outline.elements[outline.element_at(span.start)].name == "b"
    assert outline.elements[outline.by_text[first, first + len("& only")]].name == "b"


def test_places_count_lines_and_columns_from_1():
    outline = read_outline("ab\ncd")
    assert (outline.place(0), outline.place(4)) == ((1, 1), (2, 2))


def test_behind_an_element_is_what_holds_it():
    source = "<p><i>a</i>b</p>c"
    outline = read_outline(source)
    names = [outline.elements[outline.element_at(source.index(char))].name for char in "ab"]
    assert names == ["i", "p"]
    assert outline.element_at(source.rindex("c")) == -1
