"""Fields that only some of the opened pages have."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.details.optional import of_some
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

PRICE = Extraction("css", "b.price::text")
OLD = Extraction("css", "s.old-price::text")


def pages(*olds: str) -> list[Answer]:
    return [
        answer("/", f"<main><b class=price>{n} €</b>{f'<s class=old-price>{old}</s>' if old else ''}</main>")
        for n, old in enumerate(olds)
    ]


def test_what_some_pages_say_by_a_name_of_its_own_is_a_field() -> None:
    assert list(of_some(pages("", "8 €", "", "9 €", ""), [PRICE])) == [("old_price", OLD)]


def test_one_page_alone_or_the_same_on_several_tell_of_none() -> None:
    assert list(of_some(pages("", "8 €", "", ""), [PRICE])) == []
    assert list(of_some(pages("", "8 €", "", "8 €"), [PRICE])) == []
    assert list(of_some(pages("", "8 €"), [PRICE])) == []


def test_what_other_fields_hold_is_none() -> None:
    assert list(of_some(pages("", "1 €", "", "3 €"), [PRICE])) == []
