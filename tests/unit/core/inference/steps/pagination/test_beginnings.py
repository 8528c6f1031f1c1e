from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import Each
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.steps.pagination.beginnings import begins_late, from_first
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, record

LOOP = Loop(1, (), "counter", Key("query", "page"), Each(1), 1, None)
FROM_FIRST = replace(LOOP, start=1)
BY_TWO = replace(LOOP, by=2)


@pytest.mark.parametrize(
    ("before", "query", "loop", "is_late"),
    [
        ("/shelf", "page=2&ajax=true", LOOP, True),
        ("/shelf?sort=price", "page=2", LOOP, True),
        ("/shelf", "page=1", LOOP, False),
        ("/", "page=2", LOOP, False),
        ("/shelf?page=1", "page=2", LOOP, False),
        ("/shelf", "page=2", FROM_FIRST, False),
        ("/shelf", "page=2", BY_TWO, True),
    ],
)
def test_page_1_is_missed_where_the_page_itself_brought_it(
    before: str, query: str, loop: Loop, *, is_late: bool
) -> None:
    own = record(ask(before, "<p>Lamp</p>"), ask(f"/shelf?{query}", {"rows": [1]}, kind="xhr"))
    asked = [own.exchanges[1]]
    assert begins_late(loop, asked, [own]) == is_late
    assert from_first(loop, asked, [own]) == (FROM_FIRST if is_late and loop.by == 1 else loop)
