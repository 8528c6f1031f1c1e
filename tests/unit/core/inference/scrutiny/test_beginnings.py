from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from scrapy_bt.core.inference.answers.values import Each
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.scrutiny.beginnings import begins_late
from scrapy_bt.core.inference.scrutiny.subject import Subject
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, record

LOOP = Loop(1, (), "counter", Key("query", "page"), Each(1), 1, None)


@pytest.mark.parametrize(
    ("before", "query", "loop", "is_late"),
    [
        ("/shelf", "page=2&ajax=true", LOOP, True),
        ("/shelf?sort=price", "page=2", LOOP, True),
        ("/shelf", "page=1", LOOP, False),
        ("/", "page=2", LOOP, False),
        ("/shelf?page=1", "page=2", LOOP, False),
        ("/shelf", "page=2", Loop(1, (), "counter", Key("query", "page"), Each(1), 1, None, start=1), False),
        ("/shelf", "page=2", None, False),
    ],
)
def test_page_1_is_missed_where_the_page_itself_brought_it(
    before: str, query: str, loop: Loop | None, *, is_late: bool
) -> None:
    own = record(ask(before, "<p>Lamp</p>"), ask(f"/shelf?{query}", {"rows": [1]}, kind="xhr"))
    planner: Any = SimpleNamespace(
        canonical=lambda step: step, loops={1: loop} if loop else {}, recorded=lambda step, _: own.exchanges[step]
    )
    subject = SimpleNamespace(planner=planner, draft=SimpleNamespace(steps=(1,)), recordings=(own,))
    assert begins_late(cast("Subject", subject)) == is_late
