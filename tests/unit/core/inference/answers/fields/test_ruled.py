"""Entries that lines across the page part."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.fields import ruled
from scrapy_bt.core.inference.answers.fields.ruled import of_ruled, parts_to_line, ruled_entries
from tests.recordings import answer


def entry(number: int) -> str:
    links = f"<a href=/get/{number}>get</a> <a href=/see/{number}>see</a> <a href=#>at</a> <a href=#>by</a>"
    seen = "<small>seen</small>" if number % 2 else ""
    return (
        f"No <b>{number}</b>: {links}<br><i>{number} May</i> by <i>w{number}</i>{seen}<p class=told>Told {number}</p>"
    )


def test_what_each_has_once_is_known_by_and_the_rest_up_to_the_line_is_taken() -> None:
    body = page_of(answer("/", f"<h1>All</h1><hr>{'<hr>'.join(map(entry, range(4)))}<hr><form></form>")).root.find(
        "body"
    )
    kind, rows = ruled_entries(body)
    assert (kind, [row.text for row in rows]) == ("b", ["0", "1", "2", "3"])
    fields = list(of_ruled(rows, parts_to_line(rows)))
    told = [[extract_within(row, each) for _, each in fields] for row in rows]
    assert told == [[[f"{n} May"], [f"w{n}"], [f"Told {n}"]] for n in range(4)]


def test_without_a_line_between_each_two_there_is_no_entry() -> None:
    for inner in ("<b>a</b><hr><b>b</b>", "<b>a</b><b>b</b><hr>c<hr>d", "<b>a</b><hr><b>a</b><hr><b>a</b>"):
        assert ruled_entries(page_of(answer("/", f"<div>{inner}</div>")).root.find(".//div")) == ("", [])
    rows = list(page_of(answer("/", "<b>a</b><hr><b>b</b><b>c</b><hr>")).root.iter("b"))
    assert parts_to_line(rows) == []
    cards = page_of(answer("/", "<div><b>a</b><i>1</i><hr></div><div><b>b</b></div><div><b>c</b></div>")).root
    assert parts_to_line(list(cards.iter("b"))) == []


def test_each_element_is_asked_once_what_it_is_however_many_stand_between_two_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[Any]()

    def ask(element: Any) -> str:
        asked.append(element)
        return str(element.tag)

    monkeypatch.setattr(ruled, "own_selector", ask)
    lines = "".join(f"<a href=/{number}>{number}</a><br>" for number in range(9))
    assert ruled_entries(page_of(answer("/", f"<div><hr>{lines}<hr>end</div>")).root.find(".//div")) == ("", [])
    assert len(asked) == 18
