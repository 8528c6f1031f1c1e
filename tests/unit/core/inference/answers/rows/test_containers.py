from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.containers import of_one_container
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

ROWS = Extraction("css", "li.item")


def page(*names: str, menu: str = "Home"):
    found = "".join(f"<li class=item>{name}</li>" for name in names)
    return answer("/", f"<ul class=menu><li class=item>{menu}</li></ul><ul class=found>{found}</ul>")


def test_a_part_that_says_the_same_on_all_pages_is_left_out() -> None:
    assert of_one_container(ROWS, [page("lamp"), page("rope", "cord")]).text == "ul.found > li.item"


def test_all_parts_stay_where_they_differ_or_one_page_is_all_that_is_known() -> None:
    assert of_one_container(ROWS, [page("lamp"), page("rope", menu="News")]) == ROWS
    assert of_one_container(ROWS, [page("lamp")]) == ROWS
    assert of_one_container(Extraction("css", "ul > li"), [page("lamp"), page("rope")]).text == "ul > li"
