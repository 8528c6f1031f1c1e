"""What finds an element in any row."""

from __future__ import annotations

from lxml.html import fromstring

from scrapy_bt.core.inference.answers.elements.rowselectors import RowSelectors
from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.rowfields import row_fields


def test_it_is_told_by_its_class_its_parent_or_its_cell() -> None:
    row = fromstring("<li><p><b>A</b></p><i class=day>B</i></li>")
    assert [RowSelectors([row]).of(row, each) for each in row.iter("b", "i")] == ["p b", "i.day"]
    cells = fromstring("<table><tr><td><b>1</b><td><b>2</b></table>")[0]
    assert [RowSelectors([cells]).of(cells, each) for each in cells.iter("td", "b")] == [
        "td:nth-child(1)", "td:nth-child(1) b", "td:nth-child(2)", "td:nth-child(2) b"
    ]  # fmt: skip


def test_rows_that_take_turns_in_their_looks_are_told_by_their_tag() -> None:
    rows = [fromstring(f"<li class={name}>A</li>") for name in ("odd", "even", "odd")]
    assert RowSelectors(rows).itself == "li"
    assert RowSelectors(rows[::2]).itself == "li.odd"


def test_a_text_is_told_from_others_that_stand_deeper_before_it() -> None:
    told = (("Ann", "hills"), ("Bob", "woods"), ("Cy", "fields"))
    heads = [f"<div class='info'><p>By {name}</p><p>In {place}</p></div>" for name, place in told]
    posts = [fromstring(f"<li><div class='entry'>{head}<p>We saw {n} sheep.</p></div>") for n, head in enumerate(heads)]
    (text,) = (each for _, each in row_fields(posts) if each.text.startswith("div.entry"))
    assert [extract_within(post, text)[0] for post in posts] == [f"We saw {n} sheep." for n in range(3)]


def test_what_has_no_class_is_told_from_what_has_one_before_it() -> None:
    told = (("4711", "Lamp"), ("4712", "Desk, <i>old</i>"), ("4713", "Mirror"))
    rows = [fromstring(f"<li><h4 class=head><span class=key>{n}</span> <span>{name}</span></h4>") for n, name in told]
    values = [[extract_within(row, each)[0].strip() for row in rows] for _, each in row_fields(rows)]
    assert values == [[n for n, _ in told], ["Lamp", "Desk, old", "Mirror"]]


def test_several_without_a_class_behind_one_with_a_class_are_told_by_their_places() -> None:
    rows = [fromstring(f"<li><b class=key>{n}</b> <b>Lamp {n}</b> <b>{n}.50 €</b>") for n in (4, 7, 9)]
    values = [[extract_within(row, each) for row in rows] for _, each in row_fields(rows)]
    assert values == [[[text.format(n)] for n in (4, 7, 9)] for text in ("{}", "Lamp {}", "{}.50 €")]


def test_a_comment_before_a_cell_does_not_move_it():
    rows = fromstring("<table><tr><!-- a --><td>1<td><i>x</i><td><i>y</i><tr><!-- b --><td>2<td><i>z</i><td><i>u</i>")
    row = rows.xpath("//tr")[0]
    selectors = RowSelectors(rows.xpath("//tr"))
    assert selectors.of(row, row.xpath("td")[0]) == "td:nth-child(1)"
    assert selectors.of(row, row.xpath("td/i")[1]) == "td:nth-child(3) i"


def test_a_link_of_a_cell_is_told_from_one_that_stands_deeper_in_the_cell_before_it() -> None:
    told = (("Ann", "Hills"), ("Bob", "Woods"), ("Cy", "Fields"))
    cells = [
        f"<td class=song><span class=by><a>{by}</a></span> – <a>{song}</a><td class=year>{by}" for by, song in told
    ]
    rows = fromstring(f"<table><tr>{'<tr>'.join(cells)}</table>").xpath("//tr")
    values = [[extract_within(row, each) for row in rows] for _, each in row_fields(rows)]
    assert [[song] for _, song in told] in values


def test_links_behind_that_of_a_cell_leave_it_found_where_another_row_has_it_in_bold() -> None:
    cells = [
        f"<td class=subject><a>{name}</a> <span class=pages><a>2</a></span><td>{n}" for n, name in enumerate("abc")
    ]
    rows = fromstring(f"<table><tr>{'<tr>'.join(cells)}</table>").xpath("//tr")
    (bold,) = fromstring("<table><tr><td class=subject><b><a>d</a></b><td>3</table>").xpath("//tr")
    assert ["d"] in [extract_within(bold, each) for _, each in row_fields(rows)]
