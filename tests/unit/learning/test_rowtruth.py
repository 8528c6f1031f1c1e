"""Precision and recall of the rows of a list."""

from scrapy_bt.core.healing.fields import run_path, run_selector
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.learning.rowtruth import RowTruth, field_texts, general_path
from tests.redesigns import ROWS_NEW

PAGE = Page(ROWS_NEW)
RECORDS = [{"case_names": f"State v. Jones {n}", "download_urls": f"https://court.test/g/{n}.pdf"} for n in range(1, 7)]


def judge(selector, *, links=False, rows=True):
    truth = RowTruth(PAGE, field_texts(RECORDS, "download_urls" if links else "case_names"), links=links)
    return truth.judge(run_selector(PAGE, selector), rows=rows)


def test_a_whole_column_is_right_and_a_part_of_it_is_not():
    assert judge("h3 a") == (1.0, 1.0)
    assert judge("h3 a", rows=False) == (1.0, 1.0)
    assert judge("div.opinion:first-child h3") == (1.0, 1 / 6)
    assert judge("div.menu a") == (0.0, 0.0)
    assert judge("h4") == (0.0, 0.0)


def test_a_neighbour_in_the_row_is_right_as_a_row_only():
    assert judge("span.docket") == (1.0, 1.0)
    assert judge("span.docket", rows=False) == (0.0, 0.0)


def test_what_holds_several_records_is_not_right():
    assert judge("div.opinions") == (0.0, 0.0)


def test_addresses_are_compared_by_their_end():
    assert judge("h3 a", links=True) == (1.0, 1.0)
    assert judge("div.menu a", links=True) == (0.0, 0.0)


def test_the_seed_and_its_path():
    truth = RowTruth(PAGE, field_texts(RECORDS, "case_names"), links=False)
    assert truth.seed().text == "State v. Jones 1"
    assert len(run_path(PAGE, general_path(truth.seed()))) == 6
    assert RowTruth(PAGE, ["nowhere"], links=False).seed() is None
