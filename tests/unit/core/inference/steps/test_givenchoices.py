"""What is given by its label or by its value."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Called, Coded
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.givenchoices import ChosenKey, given_either_way, labels_of
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, event, infer, record


def chosen(offered: Mapping[str, str], *labels: str, script: str = "") -> ChosenKey | None:
    """What is found where these were chosen, one in each recording; *offered*: values by their labels.

    *script*: what draws the choices, which the page itself does not have then.
    """
    options = "".join(f"<option value='{value}'>{label}" for label, value in offered.items())
    body = f"<script>{script}</script>" if script else f"<select name=kind>{options}</select>"
    recordings = []
    for label in labels:
        change = event(0.5, "change", "select", offered[label], text=label, name="kind")
        pages = ask("/", body), ask(f"/list?kind={offered[label]}", "<p>")
        recordings.append(record(*pages, events=[change]))
    workflow, values = workflow_of(infer(recordings, AlignmentSource())), tuple(map(offered.__getitem__, labels))
    said = labels_of(values, workflow.exchanges[1], recordings, lambda _, __, recording: recording.events)
    return given_either_way(1, Key("query", "kind"), values, said, workflow, "kind")


@pytest.mark.parametrize(
    ("offered", "given"),
    [
        ({"Lamps": "lgt", "Ropes": "cdg"}, ("lgt", "cdg")),
        ({"Lamps": "17", "Ropes": "18"}, ("Lamps", "Ropes")),
        ({"Lamps (3)": "17", "Ropes (12)": "18"}, ("Lamps", "Ropes")),
        ({"Top 10": "17", "Top 20": "18"}, ("Top 10", "Top 20")),
        ({"Lamps": "lamps", "Ropes": "ropes", "All of them": "every"}, ("lamps", "ropes")),
    ],
)
def test_a_choice_is_looked_up_by_its_label_or_its_value(offered: Mapping[str, str], given: tuple[str, ...]) -> None:
    found = chosen(offered, *list(offered)[:2])
    assert found is not None
    assert isinstance(found.value, Called)
    assert found.value.takes_keys
    assert "by its label or its value" in found.ways[found.value]


def test_a_spelling_that_all_choices_have_is_written_of_what_is_given() -> None:
    found = chosen({"Brass lamps": "brass-lamps", "Ropes": "ropes"}, "Brass lamps", "Ropes")
    assert found is not None
    assert found.value == Coded(Argument("kind"), "slug")
    assert "spelled as the choices" in found.ways[found.value]


def test_one_recording_alone_tells_it() -> None:
    found = chosen({"Lamps": "17", "Ropes": "18"}, "Lamps")
    assert found is not None
    assert found.names == ("Lamps",)


@pytest.mark.parametrize(
    "offered", [{"lamps": "lamps", "ropes": "ropes"}, {"lamps (2)": "lamps", "ropes (3)": "ropes"}]
)
def test_nothing_is_looked_up_where_both_are_the_same(offered: Mapping[str, str]) -> None:
    assert chosen(offered, *offered) is None


def test_a_value_that_is_the_label_of_another_is_not_taken_for_it() -> None:
    assert chosen({"2": "low", "low": "high"}, "2", "low") is None


@pytest.mark.parametrize(
    ("offered", "script"),
    [
        ({"By price": "price", "By name": "name"}, "draw({'By price': 'price', 'By name': 'name'})"),
        ({"Lamps": "lamps", "Ropes": "ropes"}, "draw([['Lamps','lamps'],['Ropes','ropes']])"),
    ],
)
def test_what_a_script_draws_is_found_there_by_its_label_or_is_sent_as_it_is(
    offered: Mapping[str, str], script: str
) -> None:
    found = chosen(offered, *offered, script=script)
    assert found is not None
    assert isinstance(found.value, Called)
    assert found.value.or_given
    assert found.names == tuple(offered.values())


@pytest.mark.parametrize(
    "script",
    [
        "draw(['Old lamps', 'lamp', 'Old ropes', 'rope'])",
        "draw({'Old lamps': 'lamp', 'Old ropes': 'rope', 'lamp': '3', 'rope': '4'})",
    ],
)
def test_what_merely_follows_a_text_in_a_script_is_not_found_by_it(script: str) -> None:
    assert chosen({"Old lamps": "lamp", "Old ropes": "rope"}, "Old lamps", "Old ropes", script=script) is None
