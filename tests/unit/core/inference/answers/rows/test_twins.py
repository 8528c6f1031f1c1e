from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.rows.twins import filled, without_twins
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

ROWS = Extraction("css", "li.found")
FIELDS = (
    ("name", Extraction("css", "a::text")),
    ("link", Extraction("css", "a::attr(href)")),
    ("price", Extraction("css", "i::text")),
)
Entries = tuple[tuple[str, str], ...]


def page(*lists: Entries) -> Answer:
    rows = (
        "".join(f'<li class=found><a href="/{name}">{name}</a> <i>{price}</i></li>' for name, price in own)
        for own in lists
    )
    return answer("/", "".join(f"<h2>Part</h2><ul>{own}</ul>" for own in rows))


LAMPS: Entries = (("lamp", "3"), ("lantern", "5"), ("torch", "7"))


def test_what_stands_in_two_parts_of_a_page_comes_once() -> None:
    both = page(LAMPS[:2], LAMPS)
    once = without_twins(ROWS, FIELDS, [both, page(LAMPS)])
    assert once.how == "xpath"
    assert [row.findtext("a") for row in page_of(both).elements(once)] == ["lamp", "lantern", "torch"]


@pytest.mark.parametrize("is_first", [True, False])
def test_of_a_short_list_beside_the_one_of_all_none_is_left(*, is_first: bool) -> None:
    new, every = (("lamp", "new"), ("torch", "new")), tuple((name, "") for name, _ in LAMPS)
    pages = [page(*((new, every) if is_first else (every, new))), page(every)]
    once = without_twins(ROWS, FIELDS, pages)
    assert [row.findtext("a") for row in page_of(pages[0]).elements(once)] == ["lamp", "lantern", "torch"]
    assert [name for name, _ in filled(FIELDS, once, pages)] == ["name", "link"]
    assert without_twins(ROWS, FIELDS, [page((*new, ("rope", "new")), every)]) == ROWS  # not all are there again


def test_what_says_something_else_or_stands_in_one_list_is_another_row() -> None:
    assert without_twins(ROWS, FIELDS, [page(LAMPS, (("lamp", "4"), ("lantern", "5")))]) == ROWS
    assert without_twins(ROWS, FIELDS, [page(LAMPS + LAMPS)]) == ROWS
    assert without_twins(ROWS, FIELDS, [page(LAMPS, LAMPS[:1])]) == ROWS  # one may be chance
    assert without_twins(ROWS, FIELDS[:1], [page(LAMPS, LAMPS)]) == ROWS  # nothing says that it is the same
