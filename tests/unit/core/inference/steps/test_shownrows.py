"""Rows of data that were seen at the end."""

from __future__ import annotations

from dataclasses import replace

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.shownrows import shown_entries, shown_rows
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import answer, ask, event, infer, record

BOATS = [{"id": f"b{n}", "name": f"Boat {n}", "quay": ("east", "west", "south")[n % 3]} for n in range(12)]
FIELDS = tuple((name, Extraction("json", name)) for name in ("id", "name", "quay"))


def left(quay: str) -> Recording:
    seen = "".join(f"<p>{boat['name']}</p>" for boat in BOATS if boat["quay"] == quay)
    clicks = [event(0.5, "click", "a", text=f"{quay} (4)")]
    return replace(record(ask("/boats", {"boats": BOATS}), events=clicks), screen=answer("/", seen))


def test_the_rows_of_a_name_and_their_keys() -> None:
    recordings = [left("east"), left("south")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    group = shown_rows(0, Extraction("json", "boats"), FIELDS, workflow, recordings)
    assert group is not None
    assert (group.argument, group.names, group.rows) == ("chosen_quay", ("east", "south"), "@")
    entries = shown_entries(0, Extraction("json", "boats[].id", all=True), workflow, recordings)
    assert entries == replace(group, rows="[].id")
    assert shown_entries(0, Extraction("json", "crews[].id", all=True), workflow, recordings) is None


def test_a_screen_of_what_was_opened_last_says_nothing_of_the_list() -> None:
    recordings = [left("east"), left("south")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    keys = Extraction("json", "boats[].id", all=True)
    assert shown_entries(0, keys, workflow, recordings, [{"b0", "b3"}, {"b2"}]) is not None
    assert shown_entries(0, keys, workflow, recordings, [{"b0", "b1"}, {"b2"}]) is None


def test_where_a_screen_was_not_kept_nothing_is_known() -> None:
    recordings = [left("east"), replace(left("south"), screen=None)]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    assert shown_rows(0, Extraction("json", "boats"), FIELDS, workflow, recordings) is None


def test_the_rows_that_a_typed_word_left_are_known_from_one_recording() -> None:
    seen = "".join(f"<p>{boat['name']}</p>" for boat in BOATS if boat["quay"] == "west")
    typed = [event(0.5, "change", "input", value="wes", name="find")]
    recordings = [replace(record(ask("/boats", {"boats": BOATS}), events=typed), screen=answer("/", seen))]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    group = shown_rows(0, Extraction("json", "boats"), FIELDS, workflow, recordings)
    assert group is not None
    assert (group.argument, group.names) == ("find", ("wes",))
