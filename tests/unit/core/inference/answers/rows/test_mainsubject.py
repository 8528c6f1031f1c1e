from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.inference.answers.rows.mainsubject import are_main, are_on_some
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def listed(*pairs: tuple[str, str]) -> Answer:
    return answer("/", "".join(f"<div class=row><b>{label}</b><i>{value}</i></div>" for label, value in pairs))


LAMPS = listed(("lamp", "oak 3"), ("lantern", "tin 5"))
CHAIRS = listed(("chair", "ash 9"), ("stool", "fir 8"), ("bench", "elm 7"))


def is_list(*pages: Answer, is_single: bool) -> bool:
    rows = next(iter(rows_among(pages)))
    return are_main(rows, pages, is_single=is_single)


def test_a_list_of_other_things_on_each_page_is_its_subject() -> None:
    assert is_list(LAMPS, CHAIRS, is_single=False)
    assert is_list(LAMPS, CHAIRS, is_single=True)  # as the posts of a thread


def test_labels_that_each_page_has_are_parts_of_one_thing() -> None:
    facts = listed(("Wood", "oak"), ("Price", "three")), listed(("Wood", "ash"), ("Price", "nine"))
    assert not is_list(*facts, is_single=True)


def test_what_some_details_lack() -> None:
    rows = next(iter(rows_among([LAMPS])))
    assert are_on_some(rows, [LAMPS, CHAIRS, answer("/", "<p>one alone</p>")])
    assert not are_on_some(rows, [LAMPS, CHAIRS])
