from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.answers.labelled import labelled_of
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def page(maker: str, size: str, note: str, more: str = "") -> Answer:
    return answer(
        "/",
        f"<main><h1>Thing</h1><ul>{more}<li><strong>Maker:</strong> {maker}</li>"
        f"<li><b>Size:</b> <i>{size}</i></li></ul>"
        f'<div><div>Remarks</div><div>{note}</div></div><div id="foot"><p>All of {maker}</p></div></main>',
    )


def test_what_differs_is_found_by_its_label_or_its_place() -> None:
    pages = [page("Acme", "3 m", "old"), page("Brill", "5 m", "new", "<li>Sold</li>")]
    fields = dict(labelled_of(pages, ()))
    assert {name: extract(pages[1], extraction) for name, extraction in fields.items()} == {
        "maker": ["Brill"],
        "size": ["5 m"],
        "remarks": ["new"],
        "text": ["All of Brill"],
    }


def test_one_page_or_equal_ones_tell_nothing() -> None:
    assert list(labelled_of([page("Acme", "3 m", "old")], ())) == []
    assert list(labelled_of([page("Acme", "3 m", "old")] * 2, ())) == []


def test_what_is_known_is_not_told_again() -> None:
    pages = [page("Acme", "3 m", "old"), page("Brill", "5 m", "new")]
    known = [extraction for _, extraction in labelled_of(pages, ())]
    assert list(labelled_of(pages, known[1:])) == list(labelled_of(pages, ()))[:1]
