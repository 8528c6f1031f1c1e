"""What a tree begins with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.conclusion import Conclusion
from scrapy_bt.core.inference.growth.heads import head_of
from scrapy_bt.core.inference.plans.plan import Plan
from scrapy_bt.core.tree import nodes as bt

CONCLUSION = Conclusion(Plan((), 0), goal="GET /list", replays=3)
_REASONS = ("the host has gone", "recording 2 is cut off")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"is_proven": True, "unproven": _REASONS}, "GET /list"),
        ({"unproven": _REASONS}, "GET /list\nNot proven: the host has gone\n(1 reason more: scrapy bt explain)"),
        ({"unproven": _REASONS[1:]}, "GET /list\nNot proven: recording 2 is cut off"),
        ({"unproven": _REASONS, "replays": 0}, "GET /list\nNot proven: nothing was replayed."),
        ({"unproven": ("it was not run",), "replays": 0, "in_browser": {0}}, "GET /list\nNot proven: it was not run"),
    ],
)
def test_the_head_of_a_file_says_the_goal_and_the_verdict(changes: dict[str, object], told: str) -> None:
    (comment,) = head_of(replace(CONCLUSION, **changes), bt.Visit("a", "POST", "/"))  # type: ignore[arg-type]  # fields
    assert comment.text == told
