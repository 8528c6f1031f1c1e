"""Whether rows are whole."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.scrutiny.parts import pieces_of_list, stands_between, take_turns
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


def test_pieces_of_a_list_in_one_record_are_told() -> None:
    fields = tuple((f"text{n}", Extraction("xpath", f"//div/h3[{n}]")) for n in range(1, 5))
    assert pieces_of_list(Records(0, None, fields)) == ["text1", "text2", "text3", "text4"]
    assert pieces_of_list(Records(0, None, fields[:3])) == []
    assert pieces_of_list(Records(0, Extraction("css", "div"), fields)) == []
    cells = tuple((f"text{n}", Extraction("xpath", f"//tr[{n}]/td")) for n in range(1, 5))
    assert pieces_of_list(Records(0, None, cells)) == []
