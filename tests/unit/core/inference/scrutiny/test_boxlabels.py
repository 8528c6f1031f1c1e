"""Keys that only the ID of a box has."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.scrutiny.boxlabels import boxed_name
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Event
from tests.recordings import ask, event, record


@pytest.mark.parametrize(
    ("name", "page", "acts", "called"),
    [
        (
            "hue[is]",
            "<input id=hue-4><label for=hue-4>Amber</label><input id=hue-5><label for=hue-5>Red</label>",
            [],
            1,
        ),
        ("hue", "<label><input id=hues:4>Amber</label><label><input id=hues:5>Teal</label>", [], 1),
        ("hue", "<label><input id=hue4>Amber</label>", [], 0),
        ("kind", "<label><input id=hue4>Amber</label><label><input id=hue5>Teal</label>", [], 0),
        ("hue", "<label><input id=hue4>Amber</label><label><input id=hue5>Teal</label>", [event(0, "click")], 0),
    ],
    ids=["behind", "around", "one alone", "of another field", "with events"],
)
def test_the_label_of_a_box_tells_its_key(name: str, page: str, acts: list[Event], called: int) -> None:
    own = [record(ask("/", page), ask(f"/list?{name}={value}"), events=acts) for value in "45"]
    found = boxed_name(Key("query", name), ("4", "5"), [each.exchanges[1] for each in own], own)
    assert found == ("Amber" if called else "")
