"""Entries of data that were chosen by their rows."""

from __future__ import annotations

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.chosenentries import entry_names
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, event, infer, record

BOATS = [{"id": 2, "of": {"name": "Dinghy"}, "seats": 9}, {"id": 3, "of": {"name": "Barge"}, "seats": 8}]


def opened(key: int, *texts: str) -> Recording:
    clicks = [event(1.2 + place / 10, "click", "li", text=text) for place, text in enumerate(texts)]
    return record(
        ask("/boats", {"boats": BOATS}), ask("/list", "<p>"), ask("/crew", [1], data={"ids": [key]}), events=clicks
    )


def names(*recordings: Recording) -> tuple[str | None, ...]:
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    return entry_names(2, ("2", "3"), workflow, recordings)


def test_the_name_is_what_was_clicked_before() -> None:
    assert names(opened(2, "Dinghy", "Crew"), opened(3, "Barge", "Crew")) == ("Dinghy", "Barge")


def test_what_was_clicked_each_time_or_says_another_entry_is_none() -> None:
    assert names(opened(2, "Dinghy", "Barge"), opened(3, "Dinghy", "Barge")) == ()
    assert names(opened(2, "Barge"), opened(3, "Dinghy")) == ()
    assert names(opened(2), opened(3)) == ()


def selected(key: int, text: str) -> Recording:
    """By a row that has the key, and all that the entry says run together."""
    row = event(1.3, "click", "tr", text=text, **{"data-key": str(key)})
    answers = ask("/boats", {"boats": BOATS}), ask("/list", "<p>"), ask("/crew", [1], data={"ids": [key]})
    return record(*answers, events=[row])


def test_the_name_is_what_a_row_says_that_has_the_key() -> None:
    assert names(selected(2, "1Dinghy9ready"), selected(3, "2Barge8ready")) == ("Dinghy", "Barge")
    assert names(selected(2, "1Skiff9ready"), selected(3, "2Barge8ready")) == ()
