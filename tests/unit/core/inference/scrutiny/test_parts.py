"""Whether rows are whole."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.scrutiny.parts import (
    are_columns,
    parts_of_page,
    pieces_of_list,
    stands_between,
    take_turns,
    titled_lines,
)
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


def between(row: str, behind: str, held: tuple[str, ...] = ()) -> str:
    page = answer("/list", f"<dl>{''.join(row.format(name) + behind.format(name) for name in NAMES)}</dl>")
    return stands_between(page_of(page).elements(Extraction("css", "dt")), held)


def test_what_stands_behind_each_row_and_in_none_is_told() -> None:
    assert between("<dt>{0}</dt>", "<dd>lives in {0}ville</dd>") == "lives in Annville"
    assert between("<dt>{0}</dt>", "<dd>lives in {0}ville</dd>", tuple(f"lives in {n}ville" for n in NAMES)) == ""


def test_a_value_holds_words_that_an_element_within_a_line_cuts() -> None:
    assert between("<dt>{0}</dt>", "<dd><b>{0}</b>ville</dd>", tuple(f"{name}ville" for name in NAMES)) == ""


def test_several_values_hold_what_stands_between_together() -> None:
    behind = "<dd>Report {0}</dd><dd>by <b>{0}</b></dd>"
    first, second = (tuple(f"{what} {name}" for name in NAMES) for what in ("Report", "by"))
    assert between("<dt>{0}</dt>", behind, (*first, *second)) == ""
    assert between("<dt>{0}</dt>", behind, first) == "Report Ann by Ann"


def test_what_is_the_same_between_most_rows_tells_nothing() -> None:
    def told(*behind: str) -> str:
        page = answer(
            "/list", "".join(f"<dt>{n}</dt><dd>get, <i>{n}0</i> see {each}</dd>" for n, each in enumerate(behind))
        )
        held = [f"{n}0" for n in range(len(behind))]
        return stands_between(page_of(page).elements(Extraction("css", "dt")), held)

    assert told("last", "", "", "x") == ""
    assert told("last", "one", "", "x") == "get, 00 see last"
    assert told(*["in stock"] * 5, *["sold out"] * 2, "x") == "get, 00 see in stock"
    assert told(*["in stock"] * 6, "sold out", "x") == ""


def test_what_is_the_same_between_rows_tells_nothing() -> None:
    assert between("<dt>{0}</dt>", "<dd>|</dd>") == ""
    assert between("<dt>{0}</dt>", "<dd>and</dd>") == ""
    assert between("<dt>{0}</dt>", "<script>{0}</script><!--{0}-->") == ""
    assert between("<dt>{0}</dt>", "<i>" * 150 + "of {0}" + "</i>" * 150) == "of Ann"
    assert stands_between([{"name": name} for name in NAMES], ()) == ""


def test_records_take_turns_where_each_second_one_has_other_fields() -> None:
    one, other = {"name": "Ann", "town": None}, {"name": None, "town": "Annville"}
    assert take_turns([one, other] * 4) == ("name", "town")
    assert take_turns([one, other] * 3) is None
    assert take_turns([one, {"name": "Bob", "town": "Bobville"}] * 4) is None
    assert take_turns([one, one, other, other] * 2) is None
    lines = [{"sum": "5"}, {"less": "5", "sum": None}]
    assert take_turns([one, *lines, {"sum": "3", "less": "3"}] * 4) == ("name", "sum"), "entries, and their lines"
    assert take_turns([one, *lines] * 4) is not None
    assert take_turns([one] * 4 + [other] * 4) is None, "they stand apart"
    assert take_turns([one, other | one, {"name": "Cy", "price": "3"}] * 4) is None


def test_pieces_of_a_list_in_one_record_are_told() -> None:
    fields = tuple((f"text{n}", Extraction("xpath", f"//div/h3[{n}]")) for n in range(1, 5))
    assert pieces_of_list(Records(0, None, fields)) == ["text1", "text2", "text3", "text4"]
    assert pieces_of_list(Records(0, None, fields[:3])) == []
    assert pieces_of_list(Records(0, Extraction("css", "div"), fields)) == []
    cells = tuple((f"text{n}", Extraction("xpath", f"//tr[{n}]/td")) for n in range(1, 5))
    assert pieces_of_list(Records(0, None, cells)) == []
    names = ["name", *(f"name{n}" for n in range(2, 8))]
    cells = tuple((name, Extraction("xpath", f"//tr[{n}]/td[2]")) for n, name in enumerate(names))
    assert pieces_of_list(Records(0, None, cells)) == names
    cells = tuple((f"{'abcdefg'[n]}_of_it", Extraction("xpath", f"//tr[{n}]/td[2]")) for n in range(7))
    assert pieces_of_list(Records(0, None, cells)) == [], "each has a name of its own"
    places = tuple(
        (f"{kind}{n}", Extraction("xpath", f"normalize-space(/html/body/div[{n}]/div[{place}])"))
        for n in range(2, 8)
        for place, kind in ((1, "text"), (3, "number"))
    )
    assert pieces_of_list(Records(0, None, places))[:3] == ["text2", "number2", "text3"]
    assert pieces_of_list(Records(0, None, places[:10])) == []
    assert pieces_of_list(Records(0, None, tuple((f"{name}_of_it", each) for name, each in places))) == []


def in_parts(*names: str) -> list[Any]:
    """The rows of a page, two in each part."""
    html = "".join(f"<h2>{name}</h2><div class={name}><p class=e>a</p><p class=e>b</p></div>" for name in names)
    return page_of(answer("/", html)).elements(Extraction("css", "p.e"))


def test_parts_that_all_pages_have_are_told() -> None:
    assert parts_of_page([in_parts("found", "advice"), in_parts("found", "advice")]) == ["div.advice", "div.found"]
    assert not parts_of_page([in_parts("found"), in_parts("found")])
    assert not parts_of_page([in_parts("monday", "tuesday"), in_parts("friday")])  # what they say is of each page
    assert not parts_of_page([in_parts("left", "right"), in_parts("left", "right")])  # only where they stand


def test_entries_that_take_turns_in_their_looks_are_no_parts() -> None:
    body = "".join(f"<li class=kind{'ab'[n % 2]}><p class=row>{n}</p></li>" for n in range(6))
    rows = page_of(answer("/", f"<ul>{body}</ul>")).elements(Extraction("css", "p.row"))
    assert not parts_of_page([rows, rows])


def test_lists_of_one_length_in_one_record_are_columns() -> None:
    fields = tuple((name, Extraction("json", f"held.{name}", all=True)) for name in ("time", "heat"))
    pages = [answer("/", {"held": {"time": [*range(count)], "heat": [*range(count)]}}) for count in (4, 6)]
    assert are_columns(Records(0, None, fields), pages) == ["time", "heat"]
    assert not are_columns(Records(0, None, fields[:1]), pages)
    assert not are_columns(Records(0, Extraction("json", "held"), fields), pages)
    labels = tuple((name, Extraction("json", f"held[].{name}", all=True)) for name in ("time", "heat"))
    rows = [answer("/", {"held": [{"time": 1, "heat": 2}] * count}) for count in (4, 6)]
    assert are_columns(Records(0, None, labels), rows) == ["time", "heat"]
    assert not are_columns(Records(0, None, labels), rows, is_detail=True)
    uneven = answer("/", {"held": {"time": [1, 2, 3, 4], "heat": [1]}})
    assert not are_columns(Records(0, None, fields), [*pages, uneven])


def test_titles_in_bold_letters_above_lines_begin_entries_where_pages_have_other_ones() -> None:
    field = Extraction("xpath", "//div//text()[normalize-space()]", all=True)
    records = Records(0, None, (("text", field),))

    def page(*titles: str) -> Answer:
        return answer("/", f"<div>{''.join(f'<b>{title}</b><br>Of use<br>' for title in titles)}</div>")

    assert titled_lines(records, [page(*"abcd"), page(*"efgh")]) == "text"
    assert titled_lines(records, [page(*"abcd"), page(*"abxy")]) == ""
    assert titled_lines(records, [page(*"ab"), page(*"cd")]) == ""
