"""Lists in several parts beside each other."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.rows.severalparts import of_all_parts
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer


def rows(texts: str) -> str:
    return "".join(f"<li><i>{text}</i> <b>{ord(text)}</b></li>" for text in texts)


def told(*pages: tuple[str, str]) -> str:
    shape = "<div class=all><ul class=left>{}</ul><ul class=right>{}</ul></div>"
    answers = [answer("/", shape.format(*map(rows, own))) for own in pages]
    return of_all_parts(Extraction("css", "ul.left > li"), answers).text


def test_rows_of_the_part_beside_are_rows_where_they_differ_by_page() -> None:
    assert told(("ab", "cd"), ("ef", "g")) == "div.all > ul > li"


@pytest.mark.parametrize("pages", [[("ab", "cd")], [("ab", "cd"), ("ef", "cd")], [("ab", "cd"), ("ef", "")]])
def test_what_one_page_has_or_all_have_is_none(pages: list[tuple[str, str]]) -> None:
    assert told(*pages) == "ul.left > li"
