"""Headings above groups of rows."""

import pytest
from lxml import html

from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.rows.groupheadings import group_headings


def told(page: str, rows: str) -> dict[str, list[str]]:
    found = html.fromstring(f"<main>{page}</main>").xpath(rows)
    return {name: [extract_within(row, each)[0] for row in found] for name, each in group_headings(found)}


@pytest.mark.parametrize(
    ("page", "rows"),
    [
        ("<h2>a</h2><p>1<p>2<h2>b</h2><p>3<p>4", "//p"),
        ("<h2>a</h2><ul><li>1<li>2</ul><h2>b</h2><ul><li>3<li>4</ul>", "//li"),
        ("<div><h3>a</h3><div><p>1<p>2</div></div><div><h3>b</h3><div><p>3<p>4</div></div>", "//p"),
        ("<table><tr><td>a<tr><td>1<td>x<tr><td>2<td>x<tr><td>b<tr><td>3<td>x<tr><td>4<td>x</table>", "//tr[td[2]]"),
    ],
)
def test_a_heading_is_said_of_each_row_below_it(page, rows):
    assert told(page, rows) == {"group": ["a", "a", "b", "b"]}


def test_a_class_tells_what_a_heading_is():
    assert told("<h2 class=day>a</h2><p>1<p>2<h2 class=day>b</h2><p>3<p>4", "//p") == {"day": ["a", "a", "b", "b"]}


@pytest.mark.parametrize(
    "page",
    [
        "<h1>a</h1><p>1<p>2<p>3<p>4",
        "<h2>a</h2><p>1<h2>b</h2><p>2<h2>c</h2><p>3",
        "<p>1<p>2<p>3<h2>a</h2><p>4",
        "<h2>By title</h2><p>1<p>2<h2>By text</h2><p>1<p>2",
    ],
)
def test_a_heading_of_all_rows_of_each_of_few_or_of_the_same_is_none_of_groups(page):
    assert told(page, "//p") == {}


def test_a_comment_beside_the_cell_of_a_heading_is_no_cell():
    lines = "".join(f"<tr><!-- group --><td>G{g}<tr><td>a{g}<td>1<tr><td>b{g}<td>2" for g in range(3))
    rows = html.fromstring(f"<table>{lines}</table>").xpath("//tr[td[2]]")
    assert [name for name, _ in group_headings(rows)] == ["group"]


def test_rows_that_are_headings_head_no_others():
    parts = ("".join(f"<h5>{letter}</h5><p>{letter}</p>" for letter in letters) for letters in ("abcdef", "ghijkl"))
    page = "".join(f"<section>{part}</section>" for part in parts)
    assert list(group_headings(html.fromstring(f"<main>{page}</main>").xpath("//h5"))) == []
