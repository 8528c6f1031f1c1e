import re

import pytest

from scrapy_bt.core.rules.suggestion.renderings import (
    literal,
    render_between,
    render_edges,
    render_words,
)


@pytest.mark.parametrize("text", ["a.b", r"c:\d", "x|y(z)", "[1]{2}", "a\n\tb\r", "^$*+?", "中文 & <p>"])
def test_a_literal_fits_its_text_alone(text):
    assert re.fullmatch(literal(text), text)


def test_texts_between_tags():
    assert [each.code for each in render_between(["", ""])] == [""]
    assert [each.code for each in render_between(["\n ", ""])] == [r"\s*"]
    assert [each.code for each in render_between([" Price: ", " Price: "])] == [r"\s*Price:\s*", "[^<]*"]
    assert [each.code for each in render_between(["Ada", "Ben"])] == ["[^<]*"]


def test_digits_in_a_text_cost_more_than_letters():
    assert render_words("page 7").cost > render_words("page x").cost


def test_edges_keep_what_is_the_same_and_loosen_numbers():
    left = [each.code for each in render_edges(["No. 1: ", "No. 22: "], "left")]
    assert left[:3] == [" ", ": ", r"\d+: "]
    assert r"No\. \d+: " in left
    assert [each.code for each in render_edges([" EUR\n", " EUR, more"], "right")][:2] == [" ", " EUR"]


def test_what_a_code_leans_on_is_told_as_it_stands_on_the_page():
    notes = {note for each in render_edges([" (MPM) now", " (MPM) now"], "right") for note in each.notes}
    assert "leans on the text “(MPM)”" in notes
    assert not any("\\" in note for note in notes)
