"""What is kept without a try."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.replay.untried import Untried, untried_parameter
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, record


@pytest.mark.parametrize(
    ("name", "one", "other", "kept"),
    [
        ("lang", "de", "de", Untried.SPEAKS),
        ("uselang", "pt-br", "pt-br", Untried.SPEAKS),
        ("currency", "EUR", "EUR", Untried.SPEAKS),
        ("_method", "get", "get", Untried.MEANS),
        ("_method", "plain", "plain", None),
        ("lang", "de", "en", None),
        ("lang", "german of old", "german of old", None),
        ("slang2", "de", "de", None),
        ("sort", "up", "up", None),
    ],
)
def test_what_says_in_which_language_a_page_is(name: str, one: str, other: str, kept: Untried | None) -> None:
    paths = (f"/list?{name}={one}&q=lamp", f"/list?{name}={other}&q=rope")
    recordings = [record(ask(path, f"<h1>All of {path[-4:]}</h1>")) for path in paths]
    inference = Inference(recordings, Goal(level="all"))
    inference.next()
    assert untried_parameter(Planner(inference.board), (0, Key("query", name)), Draft((0,)), ()) == kept
