"""Labels and classes of what is paid for."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.rows.paid import is_label_of_paid, word_for_paid


@pytest.mark.parametrize(
    "text", ["Ad", "Sponsored", "[ads]", "Sponsored by Ann", "Patrocinada", "广告", "Advertisement"]
)
def test_a_label_says_nothing_else(text: str) -> None:
    assert is_label_of_paid(text)
    assert not is_label_of_paid(f"The {text} of the year")


@pytest.mark.parametrize(
    ("names", "word"), [("card card--ad", "ad"), ("is_sponsored", "sponsored"), ("sponsoring", "sponsoring")]
)
def test_a_class_says_it_in_a_word_of_its_own(names: str, word: str) -> None:
    assert word_for_paid(names) == word
    assert word_for_paid("adopted badge") == ""


@pytest.mark.parametrize("word", ["annonce", "Anzeige", "anuncio", "annunci"])
def test_a_class_may_be_that_of_small_ads(word: str) -> None:
    assert word_for_paid(f"row {word}") == ""
    assert is_label_of_paid(word)
