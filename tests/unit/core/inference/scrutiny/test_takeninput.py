"""Whether a tree takes what chooses its records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.judging import Judge
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.subject import Subject
from scrapy_bt.core.inference.scrutiny.takeninput import against_taken_input
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, record

ROWS = Records(0, Extraction("css", "li"), (("name", Extraction("css", "b::text")),))


def rows(letter: str) -> str:
    return "".join(f"<li><b>{letter}{name}</b></li>" for name in "klmn")


def told(inputs: Sequence[Mapping[str, str]], records: Records | None = ROWS) -> list[str]:
    return told_of([record(ask("/list", rows(letter))) for letter in "ab"], inputs, records)


def told_of(
    recordings: Sequence[Recording], inputs: Sequence[Mapping[str, str]] = ({}, {}), records: Records | None = ROWS
) -> list[str]:
    """Of trees whose target is the first page of each recording."""
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    planner = Planner(inference.board)
    judge = Judge(planner, workflow_of(inference.board), records, 0)
    return [fault.text for fault in against_taken_input(Subject(judge, planner, Draft((0,)), recordings, inputs))]


def test_each_recording_has_records_of_its_own_and_nothing_is_given() -> None:
    (text,) = told(({}, {}))
    assert text.startswith("each recording has records of its own, such as “an”")
    assert told(({"q": "a"}, {"q": "b"})) == []


def test_each_recording_also_asks_for_records_of_its_own_and_nothing_is_given() -> None:
    (text,) = told_of([record(ask("/list", rows("z")), ask(f"/list?q={word}", rows(word))) for word in "ab"])
    assert text.startswith("each recording also asked for records of its own, such as “an”")
    assert told_of([record(ask("/list", rows("z")), ask(f"/list?at={word}", rows("y"))) for word in "ab"]) == []


def test_one_recording_ends_on_the_target_and_another_one_on_rows_that_are_built_so() -> None:
    first, other = ask("/list", rows("z")), ask("/list", rows("z"))
    assert told_of([record(first), record(other, ask("/others", rows("b")))]) == [
        "recording 2 ends on records like these, such as “bk”, which nothing given tells"
    ]
    assert told_of([record(first), record(other, ask("/others", "<p>Bye</p>"))]) == []


def test_each_recording_gives_something_of_its_own_at_last_which_the_tree_does_not_take() -> None:
    recordings = [record(ask("/list", rows("z")), ask(f"/other?q={word}", rows(word))) for word in "ab"]
    assert told_of(recordings) == [
        "each recording also asked for something of its own at last, by query q of step 2 (GET /other)"
    ]
    assert told_of(recordings, ({"q": "a"}, {"q": "b"})) == []
    assert told_of([record(ask("/list", rows("z")), ask(f"/other?q={word}", rows("y"))) for word in "ab"]) == []


def test_each_recording_ends_with_a_text_of_its_own_and_nothing_is_given() -> None:
    text = {"Content-Type": "text/plain"}
    recordings = [
        record(ask("/list", rows("a")), ask("/file", f"{name}.test\nlocal.test", gives=text, kind="xhr"))
        for name in ("east", "west")
    ]
    assert any("such as “east.test”" in text for text in told_of(recordings))
    assert not any("east.test" in text for text in told_of([recordings[0], recordings[0]]))


def test_a_secret_chooses_records_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Planner, "secrets", lambda _: frozenset("ab"))
    assert told(({"key": "a"}, {"key": "b"})) == []


def test_a_page_without_records_is_told() -> None:
    (text,) = told(({"q": "a"}, {"q": "b"}), None)
    assert text.startswith("nothing on the pages of the target is a record")
