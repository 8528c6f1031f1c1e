"""What the person gave that a tree does not take, and what it takes of the day of recording."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.ignored import not_taken, passing
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, event, record

NOON = 49_600.0
"""On 2023-11-15, in seconds since recordings begin."""
KEYS = ("Basic cmVhZGVyOmZvciB0ZXN0cw==", "Basic ZWRpdG9yOm5vdCBmb3IgMTU=")


def typed(text: str, kind: str = "text") -> Recording:
    events = [event(NOON - 1, "change", value=text, name="filter", type=kind)]
    return record(ask("/list", "<p>A list</p>", at=NOON), events=events)


def planner(*recordings: Recording) -> Planner:
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    return Planner(inference.board)


@pytest.mark.parametrize(
    ("texts", "kind", "inputs", "count"),
    [
        (("lamp", "rope"), "text", ({}, {}), 1),
        (("lamp", "rope"), "text", ({"q": "Lamp"}, {"q": "tag:rope"}), 0),
        (("lamp", "rope"), "text", ({"q": "lamp"}, {"q": "lamp"}), 1),
        (("lamp", "lamp"), "text", ({}, {}), 0),
        (("lamp", "rope"), "password", ({}, {}), 0),
    ],
    ids=["nowhere", "within", "of one recording", "the same", "a secret"],
)
def test_what_was_typed_into_a_field_is_taken_or_told(texts, kind, inputs, count) -> None:
    recordings = [typed(text, kind) for text in texts]
    told = list(not_taken(planner(*recordings), recordings, inputs))
    assert len(told) == count
    assert all("typed or chosen for filter, “lamp” and “rope”" in text for text in told)


@pytest.mark.parametrize("text", ["2023-11-15", "20231115", "15.11.2023", "before:1700050000", "1700050000123"])
def test_the_day_of_the_recording_is_told(text) -> None:
    own = planner(*(record(ask(f"/list?on={text}", "<p>A list</p>", at=NOON)) for _ in range(2)))
    assert [told for told in passing(own, Draft((0,)), has_events=False) if text in told]


def test_another_day_is_as_it_was_chosen() -> None:
    own = planner(*(record(ask("/list?on=2019-02-03&id=1200000000", "<p>A list</p>", at=NOON)) for _ in range(2)))
    assert list(passing(own, Draft((0,)), has_events=True)) == []


def test_a_key_that_nobody_typed_is_told_where_it_is_known_what_was() -> None:
    own = planner(*(record(ask("/list", "<p>A list</p>", at=NOON, sends={"Authorization": key})) for key in KEYS))
    assert [
        told for told in passing(own, Draft((0,)), has_events=True) if "nobody typed the argument authorization" in told
    ]
    assert list(passing(own, Draft((0,)), has_events=False)) == []
