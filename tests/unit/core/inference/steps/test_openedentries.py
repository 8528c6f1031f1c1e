"""Of which list several entries were opened."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Extraction
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.blackboard.source import Post
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import ListOf, Loop
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.openedentries import opened_detail
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, record

_LINKS = "".join(f"<li><a href=/boat/{n}>Boat {n}</a></li>" for n in range(8))
_SERIES = Loop(0, (3, 4), "counter", Key("query", "page"), Constant("2"))


def opened(listed: ListOf, opened_later: int = 2, *, kind: str = "document") -> int | None:
    """The details that are wanted after two boats, of which a second recording has so many, and further pages."""
    boats = ("/boat/1", "/boat/4")
    paths = [("/boats", *own, "/boats?page=2", "/boats?page=3") for own in (boats, boats[:opened_later])]
    bodies = {"/boat/1": "<h1>One", "/boat/4": "<h1>Four"}
    asked = [
        [ask(path, bodies.get(path, _LINKS), kind=kind if path in boats else "document") for path in own]
        for own in paths
    ]
    recordings = [record(*own) for own in asked]
    board = Blackboard(recordings)
    Controller(board, [AlignmentSource()]).run_round()
    for finding in (listed, _SERIES):
        board.post(Post(finding, "told"), "person")
    return opened_detail(board, workflow_of(board), 4)


_LISTED = ListOf(0, 1, Key("path", "1"), Extraction("css", "a::attr(href)", all=True), (2,))


def test_who_opened_two_entries_in_each_recording_wanted_these_although_the_list_came_last() -> None:
    assert opened(_LISTED) == 1


@pytest.mark.parametrize(
    ("listed", "later"),
    [
        (_LISTED, 1),
        (ListOf(0, 1, Key("path", "1"), Extraction("css", "a::attr(href)", all=True)), 2),
        (ListOf(0, 3, Key("query", "page"), Extraction("css", "a::attr(href)", all=True), (4,)), 2),
        (ListOf(4, 1, Key("path", "1"), Extraction("css", "a::attr(href)", all=True), (2,)), 2),
    ],
    ids=["one in a recording", "one alone", "pages of the list", "a list that came after them"],
)
def test_the_list_is_wanted_where_fewer_were_opened_or_none_of_it(listed: ListOf, later: int) -> None:
    assert opened(listed, later) is None


def test_what_a_page_loads_of_what_it_lists_was_opened_by_nobody() -> None:
    assert opened(_LISTED, kind="script") is None
