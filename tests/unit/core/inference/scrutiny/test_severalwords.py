"""Several words that were typed, and stand in the rows just so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.rows.searched import SearchedRows
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import ChosenGroup, Records
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.judging import Judge
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.severalwords import one_by_one
from scrapy_bt.core.inference.scrutiny.subject import Subject
from tests.recordings import ask, record

_ROWS = "<li>Big lamp</li><li>Lamp, big</li><li>Old rope</li><li>Rope</li>"


@pytest.mark.parametrize(
    ("words", "by_words", "told"),
    [
        (("old rope", "rope"), False, "old rope"),
        (("rope", "old rope"), False, "old rope"),
        (("big lamp", "old rope"), False, ""),
        (("old rope", "rope"), True, ""),
        (("lamp", "rope"), False, ""),
    ],
)
def test_they_may_be_searched_one_by_one_where_no_row_says_otherwise(
    words: tuple[str, str], by_words: bool, told: str
) -> None:
    recordings = [record(ask("/list", f"<ul>{_ROWS}</ul>"))] * 2
    group = ChosenGroup("word", words, SearchedRows("//li", by_words=by_words), "")
    records = Records(0, Extraction("css", "li"), (("name", Extraction("css", "::text")),), group=group)
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    planner = Planner(inference.board)

    def subject(own: Records | None) -> Subject:
        judge = Judge(planner, workflow_of(inference.board), own, 0)
        return Subject(judge, planner, Draft((0,)), recordings, [{"word": word} for word in words])

    assert one_by_one(subject(records)) == told
    assert one_by_one(subject(None)) == one_by_one(subject(replace(records, group=None))) == ""
