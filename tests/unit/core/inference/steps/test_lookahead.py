from __future__ import annotations

import json
from collections.abc import Iterable

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Each, Extraction
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.steps.lookahead import without_lookahead
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer

ROWS = Extraction("json", "rows")
THINGS = [{"title": f"Thing {number}"} for number in range(50)]
COUNTER = Loop(1, (2,), "counter", Key("query", "skip"), Each(1), 10)
CURSOR = Loop(1, (2,), "cursor", Key("query", "from"), Each(1))


def page(rows: Iterable[object]) -> Answer:
    body = json.dumps({"rows": list(rows)}).encode()
    return Answer(200, "https://shop.test/things", (("Content-Type", "application/json"),), body)


def pages(size: int, step: int, count: int) -> list[Answer]:
    return [page(THINGS[:count][start : start + size]) for start in range(0, count, step)]


def test_a_page_is_asked_for_with_one_row_more_than_it_shows() -> None:
    for series in (pages(11, 10, 25), pages(11, 10, 21), pages(11, 10, 11)):
        own = without_lookahead(ROWS, COUNTER, [series, pages(11, 10, 30), pages(11, 10, 5)])
        assert own.text == "rows[:10]"
    assert [len(page_of(each).elements(own)) for each in pages(11, 10, 25)] == [10, 10, 5]
    assert without_lookahead(ROWS, CURSOR, [pages(12, 10, 30)]).text == "rows[:10]"
    nested = Extraction("json", "groups[].rows[]")
    body = json.dumps({"groups": [{"rows": THINGS[:8]}, {"rows": THINGS[8:11]}]}).encode()
    first = Answer(200, "https://shop.test/things", (("Content-Type", "application/json"),), body)
    following = json.dumps({"groups": [{"rows": THINGS[10:15]}]}).encode()
    last = Answer(200, "https://shop.test/things", (("Content-Type", "application/json"),), following)
    own = without_lookahead(nested, COUNTER, [[first, last]])
    assert page_of(first).elements(own) == THINGS[:10]


def test_what_came_in_meanwhile_or_is_alike_by_chance_is_none() -> None:
    assert without_lookahead(ROWS, COUNTER, [pages(10, 10, 30)]) == ROWS
    assert without_lookahead(ROWS, COUNTER, [[page(THINGS[1:11]), page(THINGS[10:20])]]) == ROWS, "ten are counted"
    assert without_lookahead(ROWS, CURSOR, [pages(11, 10, 15)]) == ROWS, "one pair of pages"
    assert without_lookahead(ROWS, CURSOR, [pages(11, 10, 25), pages(10, 10, 15)]) == ROWS, "not in each recording"
    alike = [page(["red"] * 11), page(["red"] * 11)]
    assert without_lookahead(ROWS, COUNTER, [alike]) == ROWS
    assert without_lookahead(ROWS, COUNTER, [[], [page(THINGS)]]) == ROWS
    assert without_lookahead(Extraction("css", "li"), COUNTER, [pages(11, 10, 25)]) == Extraction("css", "li")
