from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.requests.acts import argument_of, identifier, identity_of, typed_fields
from scrapy_bt.core.samples.traffic import Element, Event
from tests.recordings import ask, event, record


def recording(*events: Event):  # type: ignore[no-untyped-def]
    return record(ask("/"), events=events)


def test_letters_are_one_field_with_its_last_value() -> None:
    one = recording(
        event(1, "input", value="l", name="q"), event(2, "input", value="la", name="q"), event(3, "submit", "form")
    )
    other = recording(event(1, "change", value="chair", name="q"))
    (field,) = typed_fields([one, other])
    assert (field.argument, field.values) == ("q", ("la", "chair"))
    assert field.times[0] == one.events[1].at
    assert not field.is_secret


def test_a_field_has_its_value_since_it_was_typed_however_late_it_is_left() -> None:
    own = recording(event(1, "input", value="lamp", name="q"), event(61, "change", value="lamp", name="q"))
    (field,) = typed_fields([own])
    assert field.times == (own.events[0].at,)


def test_a_field_that_is_filled_again_is_another() -> None:
    events = [
        event(1, "change", value="a", name="q"),
        event(2, "click", "button"),
        event(3, "change", value="b", name="q"),
    ]
    fields = typed_fields([recording(*events), recording(events[0])])
    assert [(field.argument, field.values) for field in fields] == [("q", ("a", "a")), ("q2", ("b", None))]


def test_each_box_of_a_name_is_a_choice() -> None:
    def ticked(*values: str):  # type: ignore[no-untyped-def]
        boxes = [event(at, "change", value=value, name="colours[]", type="checkbox") for at, value in enumerate(values)]
        return recording(*boxes, event(9, "submit", "form"))

    fields = typed_fields([ticked("red", "green"), ticked("green", "white")])
    assert [(field.argument, field.values) for field in fields] == [
        ("colours", ("red", "green")),
        ("colours2", ("green", "white")),
    ]


def test_choices_and_secrets() -> None:
    events = [
        event(1, "change", "select", "blue", name="colour"),
        event(2, "change", value="x", name="login", type="password"),
        event(3, "change", value="y", name="user_pwd"),
        event(4, "click", value="Go", type="submit", name="go"),
    ]
    found = {field.argument: field.is_secret for field in typed_fields([recording(*events)])}
    assert found == {"colour": False, "login": True, "user_pwd": True}


@pytest.mark.parametrize(
    ("attributes", "label", "name"),
    [
        ({"name": "userName"}, "", "user_name"),
        ({"name": "ctl00$Main$Search"}, "Search for", "search_for"),
        ({"name": "ctl00$Main$Search"}, "", "search"),
        ({"name": "user[email]"}, "", "user_email"),
        ({"name": "u"}, "Username:", "username"),
        ({"name": "u"}, "", "u"),
        ({"name": "q"}, "Words", "q"),
        ({"id": "page"}, "", "page_value"),
        ({"name": "灯"}, "", "灯"),
        ({"name": "—"}, "", "value"),
    ],
)
def test_names_of_arguments(attributes: dict[str, str], label: str, name: str) -> None:
    assert argument_of(Element("input", attributes=attributes, label=label)) == name


def test_identifiers_are_words_of_the_language() -> None:
    assert [identifier(text) for text in ("While", "2nd try", "", "a-b.c")] == [
        "while_value",
        "value_2nd_try",
        "",
        "a_b_c",
    ]
    assert identity_of(Event(0, "click")) == ""


@pytest.mark.parametrize(
    "keys", [("f_6e5b1c2d-00aa-4bb1", "f_7a5b1c2d-11bb-4bb1"), (":r1a:", ":r2b:"), ("in-12", "in-47")]
)
def test_a_field_whose_id_each_load_makes_anew_is_the_same_by_its_place(keys: tuple[str, str]) -> None:
    def typed(key: str, text: str) -> Event:
        return Event(1.0, "change", "", Element("input", "body > input", {"id": key}), text)

    (field,) = typed_fields([recording(typed(keys[0], "oak")), recording(typed(keys[1], "elm"))])
    assert field.values == ("oak", "elm")


def test_fields_of_one_label_whose_names_are_numbered_are_told_apart_by_their_places() -> None:
    def typed(name: str, text: str) -> Event:
        return Event(
            1.0, "change", "", Element("input", f"div.{name} > input", {"name": f"{name}-12"}, label="Date"), text
        )

    fields = typed_fields([recording(typed("from", one), typed("till", other)) for one, other in ("ab", "cd")])
    assert [field.values for field in fields] == [("a", "c"), ("b", "d")]
