"""Texts that look as the values of a field do."""

import pytest

from scrapy_bt.core.healing.lookalikes import Lookalikes, less_likely, more_likely

CODES = Lookalikes.of(["SKU-0012", "SKU-0345"], {"a-0"})


def test_what_looks_so_has_the_form_and_about_the_length():
    assert CODES.among(["SKU-7001", "E-1", "In stock", "ABCDEFGH-0123456789"]) == {"SKU-7001"}


def test_a_value_stands_alone_where_no_other_text_of_its_page_looks_so():
    pages = [(f"SKU-{n}000", {f"SKU-{n}000", "Sent within two days", "3.50 €"}) for n in range(1, 4)]
    assert CODES.stands_alone(pages)
    assert not CODES.stands_alone(pages[:2]), "two pages are too few"
    assert not CODES.stands_alone([*pages, ("SKU-4000", {"SKU-4000", "EAN-4001"})])
    assert not CODES.stands_alone([*pages, ("", {"Sent within two days"})])
    assert not CODES.stands_alone([("SKU-1000", {"SKU-1000"})] * 5), "what every page says is no value"


def test_it_is_likelier_then_and_never_sure():
    assert more_likely(0.28) == pytest.approx(0.94, abs=0.01)
    assert more_likely(0.02) < 0.5
    assert more_likely(0.0) == 0.0
    assert more_likely(1.0) == pytest.approx(1.0)


def test_what_gives_nothing_usual_is_less_likely():
    assert less_likely(0.5) == pytest.approx(1 / 11)
    assert less_likely(1.0) < 1.0
    assert less_likely(0.0) == 0.0
