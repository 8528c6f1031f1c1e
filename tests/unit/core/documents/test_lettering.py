"""Words of names in any script."""

from __future__ import annotations

import pytest

from scrapy_bt.core.documents.lettering import words_in
from scrapy_bt.core.language.parser import parse


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("priceEur", ["price", "eur"]),
        ("In stock (pcs)", ["in", "stock", "pcs"]),
        ("Prix à l’unité", ["prix", "a", "l", "unite"]),
        ("Größe (m²)", ["grosse", "m2"]),
        ("价格（元）", ["价格", "元"]),
        ("ガイド ページ", ["ガイド", "ページ"]),
        ("Цена й", ["цена", "й"]),
        ("Μαΐου", ["μαΐου"]),
        ("ΜΑΪ́ΟΥ", ["μαΐου"]),
        ("السِّعر", ["السعر"]),
        ("मूल्य", ["मलय"]),
        ("２０２４", ["2024"]),
        ("—", []),
    ],
)
def test_letters_of_any_script_stand_in_names(text: str, words: list[str]) -> None:
    assert words_in(text) == words
    for word in words:
        name = word if word[0].isalpha() else f"field_{word}"
        assert parse(f'found :: item {{ {name} = css "b::text" }}')
