"""Data that say that something went wrong, and are asked for once more."""

from __future__ import annotations

from scrapy_bt.core.inference.sources.noise import NoiseSource
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, infer, noise, record

UNKNOWN = {"errors": [{"message": "DigestNotKnown"}]}
FOUND = {"data": {"boats": [{"name": "Dinghy"}]}}
SHORT = ask("/graph?variables=%7B%22of%22%3A%22oak%22%7D&digest=d1", UNKNOWN, kind="fetch")
WHOLE = {"variables": {"of": "oak"}, "digest": "d1", "query": "{boats}"}


def left_out(*exchanges: Exchange) -> set[int]:
    return noise(infer([record(*exchanges)], NoiseSource()))


def test_what_was_answered_by_errors_and_then_asked_in_full_is_noise() -> None:
    assert left_out(SHORT, ask("/graph", FOUND, data=WHOLE, kind="fetch")) == {0}


def test_other_errors_are_none() -> None:
    served = ask("/graph", FOUND, data=WHOLE, kind="fetch")
    assert left_out(SHORT) == set()
    assert left_out(SHORT, ask("/graph", UNKNOWN, data=WHOLE, kind="fetch")) == set(), "it failed once more"
    assert left_out(SHORT, ask("/graph", FOUND, data=WHOLE | {"digest": "d2"}, kind="fetch")) == set(), "another one"
    assert left_out(SHORT, ask("/boats", FOUND, data=WHOLE, kind="fetch")) == set(), "somewhere else"
    part = ask("/graph?variables=%7B%22of%22%3A%22oak%22%7D&digest=d1", {**UNKNOWN, **FOUND}, kind="fetch")
    assert left_out(part, served) == set(), "it has data, too"
    first = ask("/boats", {"errors": ["one shop is closed"], "boats": [{"name": "Dinghy"}]}, kind="fetch")
    assert left_out(first, ask("/boats?page=2", {"boats": [{"name": "Ketch"}]}, kind="fetch")) == set(), "so has it"
