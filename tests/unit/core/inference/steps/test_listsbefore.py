"""What the latest list of choices before a request tells of what it sends."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.steps.listsbefore import answers_before, labels_offered, was_left
from tests.recordings import ask, event, record

_LIST = "<form><select name=kind><option value=17>Lamps (3)<option value=18>Ropes</select></form>"
_RADIO = "<label><input type=radio name=kind value=17>Lamps</label>"


def test_the_latest_answer_before_a_request_comes_first() -> None:
    recording = record(ask("/1", "<p>"), ask("/2", "<p>"), ask("/3", "<p>"))
    assert [asked.index for asked, _ in answers_before(recording.exchanges[2], recording)] == [1, 0]


def left(page: str, *values: str, has_acts: bool = False) -> bool:
    """Whether these values were sent by recordings of the page, as it was."""
    events = [event(1.0, "click")] if has_acts else []
    own = [record(ask("/", page), ask(f"/list?kind={value}"), events=events) for value in values]
    return was_left("kind", values, [each.exchanges[-1] for each in own], own)


def test_what_a_list_of_choices_shows_at_first_was_left() -> None:
    assert left(_LIST, "17", "17")
    assert not left(_LIST, "18", "18")
    assert left(_LIST.replace("value=18", "value=18 selected"), "18", "18")
    assert not left(_LIST.replace("<select", "<select multiple"), "17", "17"), "nothing is chosen there by itself"
    assert not left(_LIST.replace("value=17", "value=17 disabled"), "17", "17")
    assert left(_RADIO.replace("radio", "radio checked"), "17", "17")
    assert not left(_RADIO, "17", "17")
    assert not left(_LIST, "17", "18"), "one of them was chosen"
    assert not left("", "17", "17"), "it is of no list"
    assert not left(_LIST, "17"), "it may have been chosen just so"
    assert not left(_LIST, "17", "17", has_acts=True), "these tell it"


_OTHER_FORM = "<form><select name=kind><option value=1>News<option value={value}>{label}</select></form>"


@pytest.mark.parametrize(
    ("page", "labels"),
    [
        (_LIST, (None, "Ropes")),  # the first of a list is chosen before anybody does
        (f"{_LIST}{_OTHER_FORM.format(value=18, label='Guides')}", ()),
        (f"{_LIST}{_OTHER_FORM.format(value=2, label='Ropes')}", ()),
        (f"{_LIST}{_OTHER_FORM.format(value=2, label='Guides')}", (None, "Ropes")),
        ("<p>none</p>", ()),
    ],
)
def test_what_a_list_of_choices_calls_what_was_sent_whatever_was_clicked(page: str, labels: Any) -> None:
    click = event(0.1, "click", "span", text="---")
    recordings = [record(ask("/", page), ask(f"/list?kind={own}", "x"), events=[click]) for own in (17, 18)]
    sent = [own.exchanges[-1] for own in recordings]
    assert labels_offered("kind", ["17", "18"], sent, recordings) == labels
    assert labels_offered("kind", ["18", "18"], sent, recordings) == (), "the same each time may be the application's"


def test_the_form_that_is_sent_tells_what_it_calls_a_value_whatever_another_one_does() -> None:
    page = f"{_OTHER_FORM.format(value=18, label='Guides')}{_LIST.replace('<form', '<form action=/list')}"
    recordings = [record(ask("/", page), ask(f"/list?kind={own}", "x")) for own in (17, 18)]
    sent = [own.exchanges[-1] for own in recordings]
    assert labels_offered("kind", ["17", "18"], sent, recordings) == (None, "Ropes")
    assert labels_offered("kind", ["2", "18"], sent, recordings) == (None, "Ropes")
