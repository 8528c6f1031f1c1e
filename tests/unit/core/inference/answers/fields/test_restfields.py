from __future__ import annotations

from lxml import html

from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.restfields import line_elements, rest_of, xpath_within
from scrapy_bt.core.inference.answers.fields.rowfields import row_fields
from scrapy_bt.core.inference.answers.values import Extraction


def table(*cells: str) -> list[html.HtmlElement]:
    rows = "".join(f"<tr>{row}</tr>" for row in cells)
    return list(html.fromstring(f"<table>{rows}</table>").iter("tr"))


def test_a_cell_is_whole_though_what_holds_its_text_differs() -> None:
    rows = table(
        '<td class="id"><a href="/1">1</a></td><td><span class="me">Ann</span></td>',
        '<td class="id"><a href="/2">2</a></td><td><b>Ben</b> (away)</td>',
        '<td class="id"><a href="/3">3</a></td><td><i>Cleo</i></td>',
    )
    fields = dict(row_fields(rows))
    said = [[value for each in fields.values() for value in extract_within(row, each)] for row in rows]
    assert [texts[-1] for texts in said] == ["Ann", "Ben (away)", "Cleo"]


def test_what_is_held_piece_by_piece_is_no_field_of_its_own() -> None:
    rows = table("<td><b>1</b> <i>one</i></td>", "<td><b>2</b> <i>two</i></td>")
    assert list(rest_of(rows, [Extraction("css", "b::text"), Extraction("css", "i::text")])) == []
    ((_, whole),) = rest_of(rows, [Extraction("css", "b::text")])
    assert [extract_within(row, whole) for row in rows] == [["1 one"], ["2 two"]]


def test_buttons_and_what_all_of_a_list_say_are_left_out() -> None:
    rows = list(html.fromstring("<ul><li><p>Buy</p></li><li><p>Buy</p></li><li><p>Buy</p></li></ul>").iter("li"))
    assert list(rest_of(rows, ())) == []


def test_lines_are_the_innermost_blocks_and_have_paths() -> None:
    (row,) = html.fromstring(
        '<ul><li><div class="a">x <b>y</b></div><div><p>1</p><p>2</p><script>3</script></div></li></ul>'
    ).iter("li")
    lines = list(line_elements(row))
    assert ["".join(line.itertext()) for line in lines] == ["x y", "1", "2"]
    assert [xpath_within(row, line) for line in lines][1:] == ["div[2]/p[1]", "div[2]/p[2]"]
    assert all(row.xpath(xpath_within(row, line)) == [line] for line in lines)


def test_what_only_another_place_of_a_selector_holds_is_in_no_field() -> None:
    posts = [html.fromstring(f"<li><p class=t>Post {n}</p><p class=t>Line {n}</p></li>") for n in range(3)]
    known = [Extraction("css", "p.t::text")]
    assert [extract_within(posts[1], each) for _, each in rest_of(posts, known)] == [["Line 1"]]


def test_a_comment_before_a_cell_does_not_move_it() -> None:
    row = html.fromstring("<table><tr><!-- a --><td>1<td>2</table>").xpath("//tr")[0]
    assert xpath_within(row, row.xpath("td")[1]) == "*[2]"


def test_a_tag_that_is_no_name_is_found_by_its_place() -> None:
    rows = [
        html.fromstring(f'<li><b>{n}</b><div\\n class="note"><p>left</p></div\\n><div\\n><p>{word}</p></div\\n></li>')
        for n, word in enumerate(("one", "two"))
    ]
    paths = {xpath_within(row, row.findall(".//p")[-1]) for row in rows}
    assert [row.xpath(path)[0].text for row in rows for path in paths] == ["one", "two"]
