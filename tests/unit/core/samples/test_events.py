"""Browser events as lines."""

import pytest

from scrapy_bt.core.samples.events import event_from, event_line, is_secret_element
from scrapy_bt.core.samples.traffic import Element, Event

CLICK = Event(
    at=10.5,
    type="click",
    url="https://shop.example/",
    element=Element("button", "#go", {"type": "submit"}, "Search", "Search"),
    value="",
    x=1.0,
    y=2.0,
    before="pages/1.html",
)


def test_an_event_comes_back_from_its_line() -> None:
    typed = Event(at=1.0, type="input", element=Element("input", "input", {"name": "q"}), value="chair")
    assert event_from(event_line(typed)) == typed
    line = event_line(CLICK)
    assert line["element"]["label"] == "Search"
    assert "clipboard" not in line
    assert event_from({**line, "new in a later version": 1}).element == CLICK.element


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ([], "object"),
        ({}, "`at`"),
        ({"at": True, "type": "click"}, "`at`"),
        ({"at": 1}, "`type`"),
        ({"at": 1, "type": "x", "value": 5}, "`value`"),
    ],
)
def test_a_line_that_is_no_event_says_what_it_lacks(line: object, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        event_from(line)


def test_odd_pieces_are_taken_as_they_can_be() -> None:
    event = event_from({"at": 1, "type": "click", "x": "here", "url": 5, "element": "button", "y": 3})
    assert (event.x, event.y, event.url, event.element) == (None, 3.0, "5", None)


@pytest.mark.parametrize(
    ("attributes", "secret"),
    [
        ({"type": "password"}, True),
        ({"autocomplete": "section-a one-time-code"}, True),
        ({"type": "text", "name": "user"}, False),
    ],
)
def test_which_fields_are_secret(attributes: dict[str, str], secret: bool) -> None:
    assert is_secret_element(Element("input", attributes=attributes)) is secret
    assert not is_secret_element(None)
