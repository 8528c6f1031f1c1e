"""What scripts make up for each request."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps import cachebusters
from scrapy_bt.core.inference.steps.cachebusters import is_against_caches, is_made_each_time
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import ask, infer, record


def is_made(name: str, one: str, other: str, page: str = "<h1>Shop</h1>") -> bool:
    recordings = [record(ask("/", page), ask(f"/api?{name}={value}", [value])) for value in (one, other)]
    return is_made_each_time(1, Key("query", name), workflow_of(infer(recordings, AlignmentSource())))


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("rnd", "48213", "7731"),
        ("request_id", "a7", "c9"),
        ("X", "0.8213441976", "0.1192847761"),
        ("k", "0a81f3c77d24b611", "7b0c94e6612f0013"),
    ],
)
def test_numbers_against_caches_and_keys_of_requests(name: str, one: str, other: str) -> None:
    assert is_made(name, one, other)


def test_an_answer_is_searched_once_for_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = list[tuple[str, str]]()

    def stands_in(value: str, answer: Answer) -> bool:
        searched.append((value, answer.url))
        return False

    monkeypatch.setattr(cachebusters, "stands_in", stands_in)
    pages = [ask(f"/{place}", f"<h1>Once {place}</h1>") for place in range(5)]
    recordings = [record(*pages, ask(f"/api?rnd={value}", [value])) for value in ("90817", "71635")]
    for _ in range(3):
        assert is_made_each_time(5, Key("query", "rnd"), workflow_of(infer(recordings, AlignmentSource())))
    assert len(searched) == len(set(searched)) == 10


def test_what_a_person_gave_or_a_page_did_is_none() -> None:
    assert not is_made("q", "lamps", "ropes")
    assert not is_made("rnd", "48213", "48213"), "the same each time"
    assert not is_made("k", "0a81f3c77d24b611", "7b0c94e6612f0013", '<a href="?k=0a81f3c77d24b611">Lamps</a>')
    assert not is_made("seq", "17", "19", "<input name=seq>")


@pytest.mark.parametrize(
    ("name", "value", "is_so"),
    [
        ("rnd", "0.48373264812", True),
        ("_", "1700000001007", True),
        ("nocache", "k3j9x2m8q", True),
        ("_dc", "6b1c0f3e-8a52-4d36-9d9e-1f2a3b4c5d6e", True),
        ("rnd", "12", False),
        ("ts", "lamp", False),
        ("id", "1700000001007", False),
    ],
)
def test_what_is_called_so_and_looks_so_is_against_caches(name: str, value: str, is_so: bool) -> None:
    assert is_against_caches(Key("query", name), value) is is_so
