"""What a person called something."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.spokennames import chosen_name, offered_name, opened_name, slug_name, without_count
from tests.recordings import ask, event, record


def test_a_value_that_says_what_it_is_has_no_other_name() -> None:
    choice = event(10.0, "change", "select", "2", text="Lamps", name="kind")
    assert chosen_name("2", None, [choice]) == "Lamps"
    assert chosen_name("lamps", None, [choice]) == ""
    assert chosen_name("7", None, [choice]) == ""


def test_a_box_that_only_its_id_tells_is_called_by_its_label() -> None:
    box = event(10.0, "change", "input", label="White", type="checkbox", id="colour-13")
    assert chosen_name("13", None, [box]) == "White"
    assert chosen_name("3", None, [box]) == "", "a part of the number"
    assert chosen_name("13", None, [event(10.0, "click", "input", label="White", type="text", id="colour-13")]) == ""


def test_a_folder_that_is_shown_with_a_slash_is_spelled_as_it_is_called() -> None:
    page = '<a href="/mills/">mills/</a><a href="/red-roofs/">Red roofs</a>'

    def name_of(value: str, text: str) -> str:
        clicked = event(0.5, "click", "a", text=text, href=f"/{value}/")
        recording = record(ask("/", page), ask(f"/{value}/", "<p>"), events=[clicked])
        return slug_name(value, recording.exchanges[1], recording.events)

    assert name_of("mills", "mills/") == ""
    assert name_of("mills", "[MILLS]") == ""
    assert name_of("red-roofs", "Red roofs") == "Red roofs"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("lamp (12)", "lamp"),
        ("lamp [ 1,200 ] ›", "lamp"),
        ("lamp: 12", "lamp"),
        ("lamp 1.200", "lamp"),
        ("lamp »", "lamp"),
        ("lamp (old)", "lamp (old"),
        ("03/2021", "03/2021"),
        ("***", "***"),
    ],
)
def test_a_name_is_told_without_how_many_there_are_of_it(text: str, name: str) -> None:
    assert without_count(text) == name


def test_a_link_that_was_clicked_afterwards_says_what_a_value_of_its_path_is_called() -> None:
    clicks = [
        event(1.0, "click", "a", text="Menu", href="/"),
        event(9.0, "click", "a", text="Boat", href="/a/b.boat?p=1"),
    ]
    assert opened_name("b.boat", None, clicks) == "Boat"
    assert opened_name("b.rope", None, clicks) == ""
    assert offered_name("b.boat", None, clicks[-1:]) == "Boat"
    assert offered_name("b.boat", None, []) == ""
