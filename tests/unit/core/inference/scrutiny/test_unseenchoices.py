"""What a person may have chosen by an act that asks for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.scrutiny.unseenchoices import unseen_choices
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, event, record

_ROWS = "".join(f"<tr><td>lamp {number}</td><td>{number}.50</td></tr>" for number in range(4))
_TABLE = f"<table>{_ROWS}</table>"
_PARTS = f"<div id=a>{_TABLE}</div><div id=b>{_TABLE.replace('lamp', 'rope')}</div>"
_SHELF = {"stock": [{"title": f"lamp {number}", "price": number} for number in range(9)]}
_SHELVES = [{**_SHELF, "shelf": name} for name in ("attic", "cellar")]


def told(recordings: Sequence[Recording]) -> list[str]:
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    finished = inference._finished()
    return list(unseen_choices(finished.subject(finished.judge())))


@pytest.mark.parametrize(
    ("page", "is_told"),
    [
        (f'<a href="#a">A</a><a href="#b">B</a>{_PARTS}', True),
        (f"<button data-bs-target=#a>A</button><button data-bs-target=#b>B</button>{_PARTS}", True),
        (_PARTS.replace("id=a", "role=tabpanel").replace("id=b", "role=tabpanel"), True),
        (f'<a href="#a">A</a><a href="#b">B</a><div id=a>{_TABLE}</div>', False),
        (_PARTS, False),
        (_TABLE, False),
    ],
)
def test_parts_of_a_page_that_are_shown_in_turn(page: str, *, is_told: bool) -> None:
    recordings = [record(ask("/list", f"<h1>Things</h1>{page}")) for _ in range(2)]
    assert bool(told(recordings)) == is_told
    acts = (event(99.0, "click", "div", text="A"),)
    assert not told([replace(each, events=acts) for each in recordings]), "what was clicked tells it"


@pytest.mark.parametrize(
    ("page", "is_told"),
    [
        (f"<input placeholder=Find>{_TABLE}", True),
        (f"<input type=TEXT>{_TABLE}", True),
        (f"<select><option>lamp<option>rope</select>{_TABLE}", True),
        (f"<form><input name=q></form>{_TABLE}", False),
        (f"<form id=f></form><input form=f name=q>{_TABLE}", False),
        (f"<nav><input type=search></nav>{_TABLE}", False),
        (f"<input type=checkbox>{_TABLE}", False),
    ],
)
def test_a_field_that_no_form_sends_may_be_what_a_script_searches_by(page: str, *, is_told: bool) -> None:
    recordings = [record(ask("/list", f"<h1>Things</h1>{page}")) for _ in range(2)]
    assert bool(told(recordings)) == is_told
    assert not told(recordings[:1]), "one alone says nothing of what was chosen"
    acts = (event(99.0, "click", "div", text="A"),)
    assert not told([replace(each, events=acts) for each in recordings]), "what was typed would tell it"


@pytest.mark.parametrize(
    ("shelves", "is_told"), [(_SHELVES, True), ([{**_SHELF, "shelf": str(n)} for n in range(9)], False)]
)
def test_groups_of_data_with_many_entries(shelves: Sequence[object], *, is_told: bool) -> None:
    assert bool(told([record(ask("/", "<div>"), ask("/stock.json", {"shelves": shelves}))])) == is_told


@pytest.mark.parametrize(
    ("asked", "answer", "is_told"),
    [
        (("/stock", "/stock"), _SHELF["stock"], True),
        (("/stock?of=attic", "/stock?of=cellar"), _SHELF["stock"], False),
        (("/stock", "/stock"), f"<h1>Things</h1>{_TABLE}", False),
    ],
)
def test_data_that_are_asked_for_alike_may_be_shown_in_part(
    asked: Sequence[str], answer: object, *, is_told: bool
) -> None:
    assert bool(told([record(ask("/", "<div>"), ask(path, answer)) for path in asked])) == is_told
    assert not told([record(ask("/", "<div>"), ask(asked[0], answer))]), (
        "that a single one tells of no choice is said anyway"
    )


@pytest.mark.parametrize(
    ("scripts", "is_told"),
    [(("attic", "cellar"), True), (("stock", "stock"), False), (("stock?v=1", "stock?v=2"), False)],
)
def test_scripts_that_each_recording_loads_alone_may_hold_the_pages_that_were_opened(
    scripts: Sequence[str], *, is_told: bool
) -> None:
    recordings = [
        record(
            ask("/list", f"<h1>Things</h1>{_TABLE}"),
            ask(f"/js/{name}", "show()", gives={"Content-Type": "text/javascript"}, kind="script"),
        )
        for name in scripts
    ]
    assert bool(told(recordings)) == is_told


@pytest.mark.parametrize(
    ("opened", "is_told"), [(((1, 4), (2, 5)), True), (((1, 4), (1, 5)), False), (((1,), (2,)), False)]
)
def test_entries_of_the_same_data_may_have_been_shown_in_part(
    opened: Sequence[Sequence[int]], *, is_told: bool
) -> None:
    rows = [{"id": f"k{n}x", "title": f"lamp {n}"} for n in range(9)]

    def browse(places: Sequence[int]) -> Recording:
        parts = (ask(f"/parts?of=k{n}x", {"parts": [f"lid {n}", f"base {n}"]}) for n in places)
        return record(ask("/", "<div>"), ask("/stock", {"stock": rows}), *parts)

    assert any("opened other entries" in text for text in told(list(map(browse, opened)))) == is_told
