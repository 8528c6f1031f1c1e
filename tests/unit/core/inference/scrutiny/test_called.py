"""Arguments that stand for what was chosen by name."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.called import chosen_by_name
from scrapy_bt.core.samples.traffic import Event, Recording
from tests.recordings import ask, event, record

AT = 49_600.0


def told(*recordings: Recording) -> list[str]:
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    return list(chosen_by_name(Planner(inference.board), Draft((0,)), recordings))


def chosen(value: str, text: str, tag: str = "select") -> Recording:
    if tag == "select":
        events = [event(AT - 1, "change", "select", value, text=text, name="kind")]
    else:
        events = [event(AT - 1, "click", "a", text=text, href=f"/list?kind={value}")]
    return record(ask(f"/list?kind={value}", "<p>A list</p>", at=AT), events=events)


@pytest.mark.parametrize("tag", ["select", "a"])
def test_a_number_that_was_chosen_by_a_name_is_told(tag: str) -> None:
    (text,) = told(chosen("2", "Lamps", tag), chosen("4", "Ropes", tag))
    assert "the argument kind is a number" in text
    assert "such as “Lamps”" in text


@pytest.mark.parametrize("tag", ["select", "a"])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("2", "2"), ("4", "4")),
        (("2", "Order 2"), ("4", "Order 4")),
        (("lamps", "Lamps"), ("ropes", "Ropes")),
    ],
    ids=["by itself", "named with it", "a word"],
)
def test_what_is_called_as_it_is_sent_is_not(one: tuple[str, str], other: tuple[str, str], tag: str) -> None:
    assert told(chosen(*one, tag), chosen(*other, tag)) == []


def test_a_number_in_the_address_of_a_link_that_says_the_same_each_time_is_told() -> None:
    (text,) = told(chosen("2", "show", "a"), chosen("4", "show", "a"))
    assert "nobody typed" in text


def test_a_number_that_was_typed_is_not() -> None:
    def typed(value: str) -> Recording:
        events: list[Event] = [event(AT - 1, "change", value=value, name="kind")]
        return record(ask(f"/list?kind={value}", "<p>A list</p>", at=AT), events=events)

    assert told(typed("2"), typed("4")) == []


@pytest.mark.parametrize("around", ["", "kind:"], ids=["alone", "with its field"])
def test_a_number_that_no_act_says_is_told(around: str) -> None:
    def opened(value: str, text: str) -> Recording:
        click = event(AT - 1, "click", "div", text=text)
        return record(ask(f"/list?kind={around}{value}", "<p>A list</p>", at=AT), events=[click])

    assert any("nobody typed" in text for text in told(opened("2", "Open"), opened("4", "Open")))
    assert told(opened("2", "Order 2"), opened("4", "Order 4")) == []


def test_a_number_in_an_address_that_nobody_clicked_for_is_not() -> None:
    def gone_to(value: str) -> Recording:
        before = event(AT - 60, "click", "div", text="Open")
        return record(ask(f"/list?kind={value}", "<p>A list</p>", at=AT), events=[before])

    assert told(gone_to("2"), gone_to("4")) == []


def test_what_was_typed_and_is_sent_on_by_the_link_to_a_hit_is_not() -> None:
    def found(word: str, note: str) -> Recording:
        events = [
            event(AT - 1, "change", value=word, name="q"),
            event(AT + 1, "click", "a", text=note, href=f"/note?id=9&of={word}"),
        ]
        hits = f'<a href="/note?id=9&of={word}">{note}</a>'
        return record(
            ask(f"/find?q={word}", hits, at=AT), ask(f"/note?id=9&of={word}", "<p>It</p>", at=AT + 2), events=events
        )

    inference = Inference(recordings := [found("harbour", "Piers"), found("lantern", "Wicks")], Goal(level="none"))
    inference.next()
    assert list(chosen_by_name(Planner(inference.board), Draft((0, 1)), recordings)) == []


def test_without_events_a_list_that_was_answered_before_tells_the_name() -> None:
    kinds = [{"id": 12, "name": "Lamps"}, {"id": 14, "name": "Ropes"}, {"id": 16, "name": "Kettles"}]

    def asked(before: object, value: str) -> Recording:
        return record(ask("/kinds", before), ask(f"/list?kind={value}", "<p>A list</p>"))

    def of_plain(before: object) -> list[str]:
        recordings = [asked(before, value) for value in ("12", "14")]
        inference = Inference(recordings, Goal(level="none"))
        inference.next()
        return list(chosen_by_name(Planner(inference.board), Draft((1,)), recordings))

    assert of_plain([]) == []
    assert of_plain(kinds) == [], "it is looked up by the name"
    kinds_of_script = '{"Lamps": "12", "Ropes": "14", "Kettles": "16"}'
    script = f'<script>var counts = {{"Kettles": "3"}}, kinds = {kinds_of_script}</script>'
    (text,) = of_plain(script)
    assert "such as “Lamps”" in text


@pytest.mark.parametrize(
    ("names", "is_told"), [(("Due soon", "Returned"), True), (("Due", "Back"), False), (("due", "back soon"), False)]
)
def test_the_key_of_an_entry_that_a_script_drew_is_told_where_that_is_called_otherwise(
    names: tuple[str, str], is_told: bool
) -> None:
    def picked(value: str, text: str) -> Recording:
        act = event(AT - 9, "click", "li", text=text, role="option", **{"data-value": value})
        later = event(AT - 1, "click", "span", text="Fee")
        return record(ask(f"/list?kind={value}", "<p>A list</p>", at=AT), events=[act, later])

    found = told(*map(picked, ("due", "back"), names))
    assert bool(found) == is_told
    assert all("such as “Returned”" in text for text in found)


@pytest.mark.parametrize(
    ("boxes", "field", "is_told"),
    [
        ('<input type="checkbox" id="hue-{0}"><label for="hue-{0}">{1}</label>', "hue[value]", True),
        ('<label><input type="checkbox" id="hues_{0}"> {1}</label>', "hue", True),
        ('<input type="checkbox" id="shelf-{0}"><label for="shelf-{0}">{1}</label>', "hue", False),
        ('<input type="checkbox" id="hue-{0}"><label for="hue-{0}">Hue {0}</label>', "hue", False),
        ('<input type="checkbox" id="hue-{0}" value="{0}"><label for="hue-{0}">{1}</label>', "hue", False),
    ],
    ids=["behind", "around", "of another field", "called so", "a choice of a form"],
)
def test_without_events_the_key_that_only_the_id_of_a_box_has_is_told_by_its_label(
    boxes: str, field: str, is_told: bool
) -> None:
    page = "".join(boxes.format(key, name) for key, name in (("4", "Amber"), ("5", "Teal"), ("6", "Mauve")))
    recordings = [
        record(ask("/lamps", f"<form>{page}</form>"), ask(f"/list?{field}={value}", "<p>A list</p>")) for value in "46"
    ]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    found = list(chosen_by_name(Planner(inference.board), Draft((1,)), recordings))
    assert bool(found) == is_told
    assert all("such as “Amber”" in text for text in found)
