from __future__ import annotations

from lxml.html import fromstring

from scrapy_bt.core.inference.answers.classes import is_volatile, says_looks, stable_classes


def test_what_says_what_a_thing_is_comes_before_what_says_how_it_looks() -> None:
    element = fromstring('<li class="col-sm-3 text-muted product_pod css-1x2y3z mt-3"></li>')
    assert stable_classes(element) == ["product_pod", "col-sm-3", "text-muted", "mt-3"]
    assert [says_looks(name) for name in ("sr-only", "col-lg-2", "author-name", "price")] == [True, True, False, False]


def test_names_of_machines() -> None:
    assert [is_volatile(name) for name in ("sc-a1b2c3d", "row-12345", "price")] == [True, True, False]
