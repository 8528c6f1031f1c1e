"""What of all that an act brings tells what was wanted."""

from __future__ import annotations

from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.blackboard.workflow import Workflow, workflow_of
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.broughtbyacts import brings_content, new_ones, seen, words_at_end
from scrapy_bt.core.samples.traffic import Answer, Exchange
from tests.recordings import ask, record

ENDING = words_at_end(Answer(200, "", (("Content-Type", "text/html"),), b"<h1>Dinghy</h1><ul><li>rudder<li>mast"))
HEAD = ask("/api/boat", {"boat": {"name": "Dinghy", "keeper": "Keeper of boats"}}, kind="fetch")
PARTS = ask("/api/parts", {"parts": [{"part": "rudder"}, {"part": "mast"}]}, kind="fetch")
NEWS = ask("/api/news", {"unread": 3}, kind="fetch")


def workflow(*exchanges: Exchange) -> Workflow:
    board = Blackboard([record(ask("/"), *exchanges)])
    Controller(board, [AlignmentSource()]).run_round()
    return workflow_of(board)


def test_what_is_asked_for_once_more_is_not_what_an_act_was_for() -> None:
    assert new_ones(workflow(HEAD, HEAD, PARTS), [2, 3], ENDING) == [3]
    assert new_ones(workflow(HEAD, HEAD, NEWS), [2, 3], ENDING) == [2, 3], "what is new shows nothing"
    assert new_ones(workflow(HEAD, PARTS), [1, 2], ENDING) == [1, 2], "all of it is new"
    assert new_ones(workflow(HEAD, HEAD, PARTS), [2, 3], None) == [2, 3], "nobody has told what was seen"


def test_a_state_of_a_script_is_no_content() -> None:
    assert brings_content(workflow(PARTS), [1], ENDING)
    assert not brings_content(workflow(NEWS), [1], ENDING)
    assert brings_content(workflow(NEWS), [1], None)


def test_data_of_which_nothing_is_seen_is_left_out_where_other_data_is_seen() -> None:
    assert seen(workflow(PARTS, NEWS), [1, 2], ENDING) == [1]
    assert seen(workflow(NEWS), [1], ENDING) == [1]
    assert seen(workflow(PARTS, NEWS), [1, 2], None) == [1, 2]
