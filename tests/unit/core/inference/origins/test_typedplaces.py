"""Of the parameters that hold a typed word, those that send it in any case are told apart."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.origins.typedplaces import places_of, was_empty
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, infer, record


@pytest.mark.parametrize(
    ("before", "sent", "typed"),
    [
        ("/", "part=lamp&view=lamp", {"part", "view"}),
        ("/", "text=lamp&view=lamp", {"text"}),
        ("/list?part=&view=lamp", "part=lamp&view=lamp", {"part"}),
        ("/list?text=lamp&part=", "part=lamp&text=lamp", {"part"}),
        ("/list?part=lamp&view=lamp", "part=lamp&view=lamp", {"part", "view"}),
        ("/else?view=lamp", "part=lamp&view=lamp", {"part", "view"}),
    ],
)
def test_what_was_sent_before_the_others_is_a_constant(before: str, sent: str, typed: set[str]) -> None:
    asked = ask(f"/list?{sent}")
    workflow = workflow_of(infer([record(ask(before), asked)], AlignmentSource()))
    exchange = workflow.first(max(workflow.numbers()))
    places = places_of("lamp", 0, exchange, workflow)
    assert {key.name for key in places.typed} == typed
    assert not places.typed & places.constant


def test_what_a_form_holds_by_itself_is_a_constant() -> None:
    fields = "<input name=since value=2023-11-14><input name=until><button>Show</button>"
    pages = ask("/", f"<form action=/list>{fields}</form>"), ask("/list?since=2023-11-14&until=2023-11-14")
    workflow = workflow_of(infer([record(*pages)], AlignmentSource()))
    places = places_of("2023-11-14", 0, workflow.first(1), workflow)
    assert [{key.name for key in own} for own in places] == [{"until"}, {"since"}]


@pytest.mark.parametrize(
    ("before", "is_empty"),
    [("/list?part=&view=lamp", True), ("/list?view=lamp", True), ("/list?view=rope", False), ("/list?part=a", False)],
)
def test_a_place_was_empty_where_the_rest_was_the_same(before: str, *, is_empty: bool) -> None:
    first, then = record(ask(before), ask("/list?part=lamp&view=lamp")).exchanges
    assert was_empty(Key("query", "part"), then, [first]) is is_empty
