"""Vectors of elements from what stands around them."""

import pytest

pytest.importorskip("numpy")
import numpy as np

from scrapy_bt.core.healing.pages import Page
from scrapy_bt.learning.embeddings import EMBEDDING_NAMES, Embeddings, pair_numbers
from tests.redesigns import NEW, OLD, ROWS_NEW, ROWS_OLD


def test_the_same_seed_gives_the_same_vectors_and_elements_are_like_themselves():
    pages = [Page(text) for text in (OLD, NEW, ROWS_OLD, ROWS_NEW)]
    one, other = (Embeddings(pages, seed=3).of(pages[0]) for _ in range(2))
    assert np.allclose(np.abs(one), np.abs(other), atol=1e-4)
    numbers = pair_numbers(one[0], one[0])
    assert len(numbers) == len(EMBEDDING_NAMES)
    assert numbers[0] == pytest.approx(1.0, abs=1e-4)


def test_cells_of_rows_are_nearer_to_each_other_than_to_a_menu():
    page = Page(ROWS_OLD)
    vectors = Embeddings([page, Page(ROWS_NEW)]).of(page)
    cells = [one.number for one in page.candidates if one.inner.tag == "td" and one.text.startswith("Case")]
    menu = next(one.number for one in page.candidates if one.text == "Home")
    assert pair_numbers(vectors[cells[1]], vectors[cells[2]])[0] > pair_numbers(vectors[cells[1]], vectors[menu])[0]


def test_pages_without_anything_have_vectors_of_nothing():
    page = Page("<p>a</p>")
    assert Embeddings([Page("")]).of(page).shape[1:] == (3, len(EMBEDDING_NAMES) - 3)
