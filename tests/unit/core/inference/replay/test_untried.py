"""What is kept without a try."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.replay.untried import Untried, untried_parameter, untried_step
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


@pytest.mark.parametrize(("day", "kept"), [("2023-11-14", Untried.OF_DAY), ("2023-02-03", None)])
def test_a_page_that_tells_the_day_which_is_sent_is_kept(day: str, kept: Untried | None) -> None:
    form = f"<form action=/list><input name=q><input name=until value={day}></form>"
    recordings = [record(ask("/", form), ask(f"/list?q={word}&until={day}", f"<h1>{word}")) for word in ("a", "b")]
    inference = Inference(recordings, Goal(level="all"))
    inference.next()
    draft = Draft((0, 1)).choosing((1, Key("query", "until")), Taken(0, Extraction("css", "[name=until]::attr(value)")))
    assert untried_step(Planner(inference.board), 0, draft) == kept


@pytest.mark.parametrize(
    ("kinds", "is_kept"), [(("new", "new"), True), (("all", "all"), False), (("new", "old"), False)]
)
def test_what_was_chosen_alike_in_each_recording_is_kept(kinds: tuple[str, str], is_kept: bool) -> None:
    options = "".join(f"<option value={kind}>{kind}" for kind in ("all", "new", "old"))
    form = f"<form action=/find method=post><input name=q><select name=kind>{options}</select></form>"
    recordings = [
        record(ask("/", form), ask("/find", f"<h1>{word}", form={"q": word, "kind": kind}))
        for word, kind in zip(("rope", "sail"), kinds, strict=True)
    ]
    inference = Inference(recordings, Goal(level="all"))
    inference.next()
    planner = Planner(inference.board)
    place = next(place for place in planner.places(1) if place[1].name == "kind")
    assert (untried_parameter(planner, place, Draft((0, 1)), ()) is Untried.CHOSEN) == is_kept
