from __future__ import annotations

import pytest
from lxml.html import fromstring

from scrapy_bt.core.inference.answers.elements.classes import is_volatile, says_looks, stable_classes, word_of


def test_what_says_what_a_thing_is_comes_before_what_says_how_it_looks() -> None:
    element = fromstring('<li class="col-sm-3 text-muted product_pod css-1x2y3z mt-3"></li>')
    assert stable_classes(element) == ["product_pod", "col-sm-3", "text-muted", "mt-3"]
    assert [says_looks(name) for name in ("sr-only", "col-lg-2", "author-name", "price")] == [True, True, False, False]


def test_names_of_machines() -> None:
    assert [is_volatile(name) for name in ("sc-a1b2c3d", "row-12345", "price")] == [True, True, False]


@pytest.mark.parametrize(
    ("name", "is_of_looks"),
    [("card__price", False), ("card__col", True), ("item-title", False), ("card-body", True), ("list-price", False),
     ("table-striped", True), ("list-group-item", True), ("btn-lg", True), ("col-md-4", True), ("text-muted", True)],
)  # fmt: skip
def test_what_a_part_of_a_block_is_says_more_than_where_it_stands(name: str, is_of_looks: bool) -> None:
    assert says_looks(name) is is_of_looks


def test_elements_of_blocks_are_no_keys_of_a_machine() -> None:
    assert not is_volatile("card__price")
    assert not is_volatile("old-price")
    assert is_volatile("css-abcdefg")
    assert is_volatile("xy-abcDefg")
    assert not is_volatile("product-card__old-price--big")
    assert is_volatile("Card_title__x3fK2")
    assert word_of("product-card__old-price--big") == "old-price"
    assert word_of("price") == "price"
