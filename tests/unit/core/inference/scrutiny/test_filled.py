"""Pages that are as full as a request asks for."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.filled import filled
from tests.recordings import ask, record


@pytest.mark.parametrize(("counts", "is_told"), [((9, 7), True), ((8, 7), False), ((12, 9), False)])
def test_a_number_that_is_sent_and_so_many_records_tell_that_there_may_be_more(
    counts: tuple[int, ...], is_told: bool
) -> None:
    recordings = [record(ask(f"/list?q={word}&limit=9", "<p>")) for word in "ab"]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    told = list(filled(Planner(inference.board), Draft((0,)), counts))
    assert bool(told) == is_told
    assert not told or "limit" in told[0]
