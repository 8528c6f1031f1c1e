from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.rows.rows import SEVERAL_CELLS, RowPattern, rows_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def read(own: Answer, rows: RowPattern) -> list[dict[str, list[str]]]:
    """The rows with their fields, as a crawl would read them."""
    return [
        {name: extract_within(element, extraction) for name, extraction in rows.fields}
        for element in page_of(own).elements(rows.each)
    ]


def test_rows_by_class() -> None:
    rows = "".join(
        f'<div class="quote"><span class="text">T{n}</span> by <small class="author">A{n}</small> '
        f'<a href="/a/{n}">about</a>'
        f'<p><a class="tag">x{n}</a><a class="tag">y</a></p></div>'
        for n in range(3)
    )
    own = answer("/", f"<nav><a>1</a></nav><main>{rows}</main>")
    found = rows_of(own)[0]
    assert (found.each, found.count) == (Extraction("css", "div.quote"), 3)
    assert read(own, found)[1] == {"text": ["T1"], "author": ["A1"], "link": ["/a/1"], "tag": ["x1", "y"]}


def test_tables_take_names_from_their_heads() -> None:
    cells = "".join(f"<tr><td>n{n}</td><td>{n}</td></tr>" for n in range(4))
    own = answer("/", f'<table id="t"><tr><th>Name</th><th>Big size</th></tr>{cells}</table>')
    found = rows_of(own)[0]
    assert read(own, found) == [{"name": [f"n{n}"], "big_size": [str(n)]} for n in range(4)]


def test_json_lists() -> None:
    own = answer("/", {"meta": {"n": 2}, "data": {"items": [{"id": 1, "a": {"b": "x"}}, {"id": 2, "a": {"b": None}}]}})
    found = rows_of(own)[0]
    assert found.each == Extraction("json", "data.items")
    assert [(name, extraction.text) for name, extraction in found.fields] == [("id", "id"), ("a_b", "a.b")]


def test_what_is_empty_has_no_rows() -> None:
    assert rows_of(None) == rows_of(answer("/", "")) == ()


def test_the_main_part_of_a_page_is_no_row() -> None:
    cells = "".join(f'<tr><td class="who">Jo {n}</td><td class="what">does {n}</td></tr>' for n in range(9))
    aside = "".join(f'<div class="box"><b class="who">b{n}</b><i class="what">x{n}</i></div>' for n in range(2))
    main = f'<div class="box"><b class="who">Main</b><i class="what">z</i><table id="t">{cells}</table></div>'
    own = answer("/", aside + main)
    assert rows_of(own)[0].each == Extraction("css", "#t > tr:has(td)")


def test_the_class_of_all_rows_of_a_table_says_less_than_the_table() -> None:
    def table(*kinds: str) -> str:
        rows = "".join(f'<tr class="{kind}"><td class="n">n{n}</td><td>v{n}</td></tr>' for n, kind in enumerate(kinds))
        return f'<table class="listing"><tr><th>N</th><th>V</th></tr>{rows}</table>'

    assert rows_of(answer("/", table("low", "low", "low")))[0].each.text == "table.listing > tr:has(td)"
    assert "tr.thing" in [rows.each.text for rows in rows_of(answer("/", table("thing", "gap", "thing", "gap")))]


def test_terms_that_are_links_are_rows() -> None:
    hits = "".join(f'<dt><a href="/t/{n}"><b>#{n}</b> Report {n}</a></dt><dd>What {n} says</dd>' for n in range(4))
    own = answer("/", f'<p>found</p><dl id="results">{hits}</dl>')
    assert rows_of(own)[0].each == Extraction("css", "#results > dt")
    told = {"title": ["#2 Report 2"], "link": ["/t/2"], "text": ["#2"], "meaning": ["What 2 says"]}
    assert read(own, rows_of(own)[0])[2] == told
    values = "".join(f"<dt>Name {n}</dt><dd>{n}</dd>" for n in range(4))
    assert rows_of(answer("/", f'<dl id="facts">{values}</dl>')) == ()


def test_a_column_is_kept_though_all_say_the_same_and_cells_of_one_class_stay_apart() -> None:
    cells = "".join(f'<tr><td class="n">{n}</td><td>new</td><td class="n">{n * 7}</td></tr>' for n in range(4))
    own = answer("/", f'<table id="t"><tr><th>ID</th><th>State</th><th>Size</th></tr>{cells}</table>')
    assert read(own, rows_of(own)[0])[2] == {"id": ["2"], "state_value": ["new"], "size": ["14"]}


def test_a_value_within_a_line_is_its_own_where_each_row_has_it() -> None:
    rows = "".join(f'<li class="r">on <i class="day">{n}</i> <b>it</b> was <b>cold</b></li>' for n in range(3))
    own = answer("/", f"<main>{rows}</main>")
    assert read(own, rows_of(own)[0])[1]["day"] == ["1"]
    plain = answer("/", f"<main>{rows.replace(' class=' + chr(34) + 'day' + chr(34), '')}</main>")
    assert ["on 1 it was cold"] in read(plain, rows_of(plain)[0])[1].values()


def test_a_piece_of_a_page_may_hold_nothing_but_rows_without_a_class() -> None:
    entries = "".join(f"<article><h3>T{n}</h3><p>P{n}</p></article>" for n in range(3))
    own = answer("/", entries)
    assert rows_of(own)[0].each == Extraction("css", "article")
    assert read(own, rows_of(own)[0])[1] == {"title": ["T1"], "text": ["P1"]}
    assert all(rows.each.text != "article" for rows in rows_of(answer("/", f"{entries}<p>Imprint</p>")))


def test_rows_may_stand_right_in_the_body() -> None:
    entries = "".join(f"<dl><dt><a href='/{n}'>Part {n}</a></dt><dd>seen by {n}</dd></dl>" for n in range(4))
    found = rows_of(answer("/", f"<h2>Found</h2>{entries}<hr>"))[0]
    assert (found.each, found.count) == (Extraction("css", "body > dl"), 4)
    parts = "<h1>All</h1><div>Menu one</div><div>All the rest</div><div>Foot of it</div>"
    assert rows_of(answer("/", parts)) == ()


def test_a_comment_in_a_row_of_a_table_is_no_cell() -> None:
    rows = "".join(f"<tr><!-- row --><td>{name}<td>{name}{name}" for name in "abcd")
    page = answer("/", f"<table>{rows}<tr><!-- sum --><td colspan=2>4 of them</table>")
    assert [(found.each.text, found.count) for found in rows_of(page)][:1] == [(f"body > table > tr{SEVERAL_CELLS}", 4)]


def test_comments_between_the_rows_of_a_piece_of_a_page_are_none_of_them() -> None:
    page = answer("/", "".join(f"<!-- row --><tr><td>{name}<td>{name}{name}</tr>" for name in "abcd"))
    assert [(found.each.text, found.count) for found in rows_of(page)][:1] == [("tr", 4)]


def test_headings_among_the_entries_of_a_list_are_no_rows() -> None:
    entries = "".join(f"<li><a href=/i/{number}>Lamp {number}</a> <b>{number}.50</b></li>" for number in range(4))
    page = answer("/", f"<ul class=x><li class=head>Brass</li>{entries}<li class=head>Glass</li>{entries}</ul>")
    assert [rows.each.text for rows in rows_of(page)] == ["ul.x > li:not(.head)", "li.head"]
