"""Keys of what was chosen by its name."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Called, Constant, Joined
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.chosenkeys import chosen_key
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, event, infer, record

WOODS = {"woods": [{"value": {"id": 71, "label": "Oak"}}, {"value": {"id": 84, "label": "Elm"}}]}


def chosen(sent: str, text: str) -> Recording:
    click = event(0.5, "click", "li", text=text)
    return record(ask("/woods", WOODS, kind="fetch"), ask(f"/boats?of={sent}", [1], kind="fetch"), events=[click])


def test_a_key_is_found_by_the_name_within_its_entry_also_with_something_around_it() -> None:
    for before, after in (("", ""), ("wood:", ""), ("wood=", ";")):
        values = (f"{before}71{after}", f"{before}84{after}")
        recordings = [chosen(values[0], "Oak"), chosen(values[1], "Elm")]
        workflow = workflow_of(infer(recordings, AlignmentSource()))
        found = chosen_key(1, Key("query", "of"), values, workflow, recordings, lambda _: "wood")
        assert found is not None
        assert found.names == ("Oak", "Elm")
        pieces = ("woods[] | [?base64(to_string(value.label))=='", "' || base64(to_string(value.id))=='")
        key = Called(0, Argument("wood"), (*pieces, "'] | [0].value.id"), "json")
        around = [part for part in (Constant(before), key, Constant(after)) if part != Constant("")]
        assert found.value == (Joined(tuple(around)) if before else key)


def test_a_value_that_no_entry_has_is_none() -> None:
    recordings = [chosen("71", "Oak"), chosen("99", "Elm")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    assert chosen_key(1, Key("query", "of"), ("71", "99"), workflow, recordings, lambda _: "wood") is None


@pytest.mark.parametrize("has_events", [True, False])
def test_a_key_that_holds_its_name_is_looked_up_by_a_link_that_was_clicked_afterwards(has_events: bool) -> None:
    kinds = {"kinds": [{"uid": f"api::{name}.{name}", "info": {"called": name.title()}} for name in ("boat", "rope")]}
    recordings = [
        record(
            ask("/init", kinds, kind="fetch"),
            ask(f"/list/api::{name}.{name}?page=1", [1], kind="fetch", at=0.2),
            events=[event(at, "click", "a", text=name.title(), href=f"/all/api::{name}.{name}?page=1")]
            if has_events
            else [],
        )
        for name, at in (("boat", 0.9), ("rope", 0.1))
    ]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    values = ("api::boat.boat", "api::rope.rope")
    found = chosen_key(1, Key("path", "1"), values, workflow, recordings, lambda _: "kind")
    assert found is not None
    assert found.names == ("Boat", "Rope")
