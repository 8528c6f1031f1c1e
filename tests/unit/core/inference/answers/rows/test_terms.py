"""Terms that are rows."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.terms import terms_among
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer


def found(*pages: str) -> list[Extraction]:
    bodies = ("".join(f"<dt>{term}</dt><dd>it is {page}</dd>" for term in page.split()) for page in pages)
    return list(terms_among([answer(f"/{n}", f"<dl class=words>{body}</dl>") for n, body in enumerate(bodies)]))


def test_terms_are_rows_where_pages_have_other_ones() -> None:
    assert found("a b c", "d e f") == [Extraction("css", "dl.words > dt")]
    assert found("a b c d", "e f g d") == [Extraction("css", "dl.words > dt")]


def test_labels_are_the_same_on_all_pages_and_one_page_tells_nothing() -> None:
    assert found("a b c", "a b c") == []
    assert found("a b c") == []
    assert found("a b", "c d") == []
