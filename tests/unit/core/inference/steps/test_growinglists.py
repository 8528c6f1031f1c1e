"""Lists that are asked for from their beginning each time."""

from __future__ import annotations

import json

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.steps.growinglists import grows
from scrapy_bt.core.samples.traffic import Answer

_EACH, _FIELDS = Extraction("json", "@"), (("id", Extraction("json", "id")),)


def are_growing(*series: list[range]) -> bool:
    kind = (("Content-Type", "application/json"),)
    pages = [
        [Answer(200, "", kind, json.dumps([{"id": number} for number in page]).encode()) for page in own]
        for own in series
    ]
    return grows(_EACH, _FIELDS, pages)


def test_each_page_has_the_rows_of_the_one_before_and_further_ones() -> None:
    assert are_growing([range(5), range(10), range(12), range(12)], [range(20, 24)])
    assert are_growing([range(20), range(1, 40)]), "one may be gone by then"


def test_pages_that_follow_each_other_or_are_the_same_do_not_grow() -> None:
    assert not are_growing([range(5), range(5, 10)])
    assert not are_growing([range(5), range(10), range(10, 15)])
    assert not are_growing([range(5), range(5)])
    assert not are_growing([range(2), range(5)]), "too few for that"
    assert not are_growing([range(5)], [range(10)])
