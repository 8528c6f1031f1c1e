"""Keys in attributes of rows, which scripts ask with; tests/mechanisms/rowids.py has them in whole recordings."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.steps.rowkeys import keys_behind_words
from tests.recordings import answer


def test_a_number_stands_behind_a_word_in_the_id_of_a_row() -> None:
    page = answer("/", "<ul id=box_list><li id='box_3'>Lamps</li><li id='box_13'>Ropes</li></ul>")
    (found,) = keys_behind_words(page, ["3", "13"])
    assert extract(page, found) == ["3", "13"]


@pytest.mark.parametrize(
    ("body", "key"),
    [("<li id='3'>Lamps</li>", "3"), ("<li id='box_b1'>Lamps</li>", "b1"), ("<li id='box_13'>Ropes</li>", "3")],
    ids=["no word", "no number", "a part of a number"],
)
def test_other_ids_tell_none(body: str, key: str) -> None:
    assert not list(keys_behind_words(answer("/", f"<ul>{body}</ul>"), [key]))
