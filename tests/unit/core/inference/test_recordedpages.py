"""What stood on the recorded pages of a target."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from scrapy_bt.core.inference.answers.pages.contents import content_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.furtherpages import is_asked_for_more
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.recordedpages import RecordedPages, texts_that_change, values_in
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import SITE, answer, ask, record
from tests.unit.core.inference.test_judging import ROWS, judge, page

NAMES = [f"Ada of {number}" * 3 for number in range(30)]


def pages(records: Records | None = ROWS) -> RecordedPages:
    return judge(records).recorded


def test_what_all_pages_say_does_not_change() -> None:
    pages = [answer("/1", page("Ann", "Ada")), answer("/2", page("Ann", "Bob"))]
    assert texts_that_change(pages) == ["Ada", "lives in adA", "Bob", "lives in boB"]


def test_settings_for_scripts_are_not_what_a_short_page_says() -> None:
    words = ", ".join(f'"word {number}": "A text for script number {number}"' for number in range(20))
    settings = f'<script type="application/json" id="own">{{{words}}}</script>'
    short, long = (answer(f"/{number}", f"{page(*names)}{settings}") for number, names in enumerate((["Ann"], NAMES)))
    assert content_of(short).data is not None is content_of(long).data
    assert not [text for text in texts_that_change([short, long]) if "script" in text]
    assert texts_that_change([short, answer("/3", page("Ann"))]) == []


def test_each_record_stands_beside_its_row_of_the_recorded_page_and_what_is_in_no_field_is_told() -> None:
    names = Records(0, Extraction("css", "li"), (("name", Extraction("css", "b::text")),))
    told = pages(names).beside([{"name": "Ada"}, {"name": "Ann"}, {"name": "Zoe"}])
    assert told == ["Ada lives in adA", "Ann lives in nnA", ""]
    assert pages(names).left_out == ["lives in nnA", "lives in adA", "lives in boB", "lives in neB"]
    assert pages().left_out == []
    single = Records(0, None, (("name", Extraction("css", "b::text")),))
    assert pages(single).beside([{"name": "Ada"}])[0].startswith("Ada lives in adA")


def test_a_first_page_is_asked_for_without_the_cursor_that_it_gives() -> None:
    def asked(first: int, **more: str) -> Exchange:
        rows = [{"id": f"r{number}"} for number in range(first, first + 3)]
        return ask("/runs", {"rows": rows, "cursor": f"c{first}-of-all"}, data={"job": "quarry", **more})

    other = ask("/runs", {"rows": []}, data={"job": "bridge"})
    inference = Inference(
        [record(asked(1), other, asked(4, after="c1-of-all"))], Goal(level="none"), (AlignmentSource(),)
    )
    inference.next()
    recorded = RecordedPages(Planner(inference.board), workflow_of(inference.board), None, 2)
    assert [answer.body for answer in recorded.firsts(0)] == [asked(1).answer.body]  # type: ignore[union-attr]


def test_a_first_page_may_be_where_the_answer_to_a_form_led() -> None:
    rows = [{"id": f"r{number}"} for number in range(6)]
    form = ask("/search", {"rows": rows[:3]}, form={"q": "quarry"}, lands=f"{SITE}/found?key=1f3a")
    later = ask("/found?start=3&key=1f3a", {"rows": rows[3:]})
    inference = Inference([record(form, later)], Goal(level="none"), (AlignmentSource(),))
    inference.next()
    recorded = RecordedPages(Planner(inference.board), workflow_of(inference.board), None, 1)
    assert [answer.body for answer in recorded.firsts(0)] == [form.answer.body]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("typed", "is_first"), [({Key("query", "q")}, True), ({Key("query", "x")}, False), ((), False)]
)
def test_a_page_that_its_own_form_goes_on_with_is_a_first_one(typed: Collection[Key], is_first: bool) -> None:
    hidden = "<input type=hidden name=state value=1f>"
    form = f"<form><input name=q value=quarry>{hidden}<input type=submit name=on value=2></form>"
    first, later = ask("/found?q=quarry", form), ask("/found?q=quarry&state=1f&on=2")
    assert is_asked_for_more(first, later, typed) is is_first


@pytest.mark.parametrize(
    ("query", "is_first"), [("page=2&view=plain", True), ("page=1&view=plain", False), ("view=plain", False)]
)
def test_with_the_number_of_a_page_anything_may_be_sent(query: str, is_first: bool) -> None:
    first, later = (record(ask(url, "<p>Things</p>")).exchanges[0] for url in ("/list?a=1", f"/list?a=1&{query}"))
    assert is_asked_for_more(first, later, (), may_say_more=True) is is_first
    assert not is_asked_for_more(first, later, ())


def test_texts_of_a_record() -> None:
    assert values_in({"a": [1, None, " b\n c "], "d": {"e": "f"}}) == {"1", "b c", "f"}
