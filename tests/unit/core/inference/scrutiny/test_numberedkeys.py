"""Keys with a number that nothing says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scrapy_bt.core.inference.scrutiny.numberedkeys import numbered_key
from scrapy_bt.core.inference.scrutiny.subject import page_kind
from tests.recordings import ask, event, record


def told(opened: str, *names: str, click: str = "", target: str = "") -> str:
    listed = ask("/boats.json", [{"name": name} for name in names], at=1.0)
    crew = ask(f"/crew/{opened}", {"crew": 3}, kind="xhr", at=2.0)
    recording = record(listed, crew, events=[event(1.9, "click", "li", text=click)] if click else [])
    kinds = {page_kind(target or crew.sent.url)}
    subject: Any = SimpleNamespace(recordings=[recording], kinds=kinds)
    return numbered_key(subject)


@pytest.mark.parametrize("click", ["", "Blue Gull"])
def test_an_entry_that_is_called_like_another_one_has_a_number(click: str) -> None:
    assert told("blue-gull-2", "Blue Gull", "Red Tern", click=click) == "blue-gull-2"
    assert told("blue-gull-1", "Blue Gull", "Red Tern", click=click) == ""
    assert told("blue-gull-2", "Blue Gull", "Blue Gull 2", click=click) == ""
    assert told("green-tern-2", "Blue Gull", "Red Tern", click=click) == ""


def test_what_was_opened_beside_the_target_counts_only_where_nobody_tells_what_was_wanted() -> None:
    assert told("blue-gull-2", "Blue Gull", target="https://port.test/boats.json") == "blue-gull-2"
    assert told("blue-gull-2", "Blue Gull", click="Blue Gull", target="https://port.test/boats.json") == ""
