"""Badges at the ends of texts."""

from __future__ import annotations

from lxml import html

from scrapy_bt.core.inference.answers.fields.badges import badges_of
from tests.waiting import takes_at_most


def badges(*rows: str) -> list[str]:
    found = list(html.fromstring(f"<ul>{''.join(f'<li><h3>{row}</h3></li>' for row in rows)}</ul>"))
    told = badges_of(found)
    return [each.text for row in found for each in row.iter() if each in told]


def test_a_word_before_or_behind_the_texts_of_some_rows_is_a_badge() -> None:
    assert badges("<span>New</span> Oak", "Elm", "<span>New</span> Ash") == ["New", "New"]
    assert badges("Oak <sup class=s>Sale</sup>", "Elm <sup class=s>Sale</sup>", "Ash") == ["Sale", "Sale"]


def test_what_all_rows_have_what_differs_and_what_was_searched_for_is_none() -> None:
    assert badges("<i>No.</i> 1", "<i>No.</i> 2") == []
    assert badges("<b>Oak</b> wood", "Elm", "<b>Ash</b> wood") == []
    assert badges("<span class=match>Oak</span> wood", "Elm", "<span class=match>Oak</span> leaf") == []
    assert badges("<span>Oak</span> wood", "Elm of <span>Oak</span>", "Ash") == []


def test_a_row_of_many_words_is_read_once() -> None:
    words = "".join(f"<i></i><span>{number}</span> of" for number in range(1_000))
    with takes_at_most(3):
        assert badges(words, "Elm") == []
