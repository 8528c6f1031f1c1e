from __future__ import annotations

from scrapy_bt.core.inference.steps.batches import with_batches
from tests.recordings import ask, record

LIST = {"found": [{"id": number} for number in (11, 12, 13, 14)]}


def told(*asked: str, page: object = LIST) -> list[set[tuple[str, str]]]:
    (one,) = with_batches([record(ask("/list", page), *(ask(path, {}) for path in asked))])
    return [set(exchange.sent.lists) for exchange in one.exchanges[1:]]


def test_what_an_answer_lists_is_asked_for_at_once() -> None:
    assert told("/things?id=11&id=12&id=13&id=14", "/things?id=9", "/other?q=1") == [
        {("query", "id")},
        {("query", "id")},
        set(),
    ]
    page = "".join(f"<li data-id={number}>" for number in (11, 12, 13, 14))
    assert told("/things?id=11&id=12&id=13", page=page) == [{("query", "id")}]


def test_what_is_chosen_among_others_is_no_list() -> None:
    assert told("/things?id=12&id=13&id=14", "/things?id=11&id=12", "/things?id=5&id=6&id=7") == [set(), set(), set()]


def test_a_list_of_json_by_its_path() -> None:
    asked = ask("/things", {}, data={"of": {"ids": [11, 12, 13, 14]}})
    (one,) = with_batches([record(ask("/list", LIST), asked)])
    assert one.exchanges[1].sent.lists == {("json", "of.ids[]")}
