"""Keys in the addresses of links that a person chose."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.answers.values import Argument, Called, Extraction, Within
from scrapy_bt.core.inference.blackboard.workflow import Workflow, workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.linkkeys import key_in_link, key_in_row
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import answer, ask, event, infer, record

GATES = {"North": 3, "South": 8}
ROW = (
    "<tr><td><a href='/gate?id={key}&in=gates'>{name}</a></td>"
    "<td><a href='/seen?page=1&gate={key}&all=1'>{count}</a></td></tr>"
)


def opened(name: str, link: str, text: str, *, has_events: bool = True) -> Recording:
    rows = "".join(ROW.format(name=own, key=key, count=62) for own, key in GATES.items())
    click = event(1.0, "click", "a", text=text, href=link.format(key=GATES[name]))
    asked = (ask("/gates", f"<table>{rows}</table>"), ask(link.format(key=GATES[name]), "<div id=seen></div>", at=1.1))
    data = ask(f"/api?of={GATES[name]}", {"rows": []}, kind="fetch", at=1.5)
    return record(*asked, data, events=[click] if has_events else [])


def workflow(*recordings: Recording) -> Workflow:
    return workflow_of(infer(recordings, AlignmentSource()))


def test_a_key_is_in_the_address_of_the_link_that_says_its_name() -> None:
    known = workflow(*(opened(name, "/gate?id={key}&in=gates", name) for name in GATES))
    found = key_in_link(2, ("3", "8"), tuple(GATES), known, "gate")
    way = Called(0, Argument("gate"), ("//a[normalize-space()=", "]/@href"))
    assert found == Within(way, Extraction("re", r"[/?&]id=([^/?&#]+)"))


def test_a_word_that_ends_as_that_before_a_key_is_another_one() -> None:
    known = workflow(*(opened(name, "/gate?id={key}&in=gates", name) for name in GATES))
    found = key_in_link(2, ("3", "8"), tuple(GATES), known, "gate")
    assert found is not None
    page = answer("/", "/gate?parent_id=3&id=8")
    assert extract(page, found.extraction) == ["8"]


@pytest.mark.parametrize("has_events", [True, False])
def test_a_key_is_in_the_address_of_a_count_in_the_row_of_its_name(has_events: bool) -> None:
    seen = "/seen?page=1&gate={key}&all=1"
    recordings = [opened(name, seen, "62", has_events=has_events) for name in GATES]
    known = workflow(*recordings)
    found = key_in_row(2, ("3", "8"), known, recordings, lambda _: "gate")
    assert found is not None
    names, value = found
    assert names == tuple(GATES)
    assert value.extraction == Extraction("re", r"[/?&]gate=([^/?&#]+)")
    assert isinstance(value.value, Called)
    before, after = value.value.pieces
    listed = known.answer(0, 0)
    assert listed is not None
    assert extract(listed, Extraction("xpath", f"{before}'South'{after}")) == ["/seen?page=1&gate=8&all=1"]
    assert "62" not in after


def test_what_is_the_same_each_time_or_stands_in_no_link_that_was_clicked_is_not() -> None:
    recordings = [opened(name, "/seen?page=1&gate={key}&all=1", "62") for name in GATES]
    known = workflow(*recordings)
    assert key_in_link(2, ("gates", "gates"), tuple(GATES), known, "gate") is None
    assert key_in_row(2, ("1", "1"), known, recordings, lambda _: "gate") is None
    assert key_in_row(2, ("4", "9"), known, recordings, lambda _: "gate") is None
