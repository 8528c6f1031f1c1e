"""Names and what a script of the page sends for them."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.plans.rendering import Situation, render
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.calledinscripts import called_in_script, named_beside, named_in_scripts
from scrapy_bt.core.inference.steps.callednames import called
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import answer, ask, infer, record

_MAP = """<script>const sorts = { "By name": "title ASC", 'Heavy': 'grams DESC', "Lightest": "grams ASC" };</script>"""
_LIST = """<script src=/x.js></script><script>[{label: "By name", value: "title ASC"},
{label: "Lightest", value: "grams ASC"}]</script>"""


@pytest.mark.parametrize("page", [_MAP, _LIST])
def test_the_value_behind_a_name_is_taken(page: str) -> None:
    recordings = [record(ask("/", page), ask(f"/api?sort={order}")) for order in ("title ASC", "grams ASC")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    taken = called_in_script(1, ("title ASC", "grams ASC"), ("By name", "Lightest"), workflow, "order")
    assert taken is not None
    answer = recordings[0].exchanges[0].answer
    assert answer is not None
    assert render(taken, Situation({"order": "Lightest"}, {0: answer})) == "grams ASC"


def test_the_first_name_of_each_value_is_told() -> None:
    page = answer("/", _MAP + '<script>x = ["Later", "title ASC", "next"]</script>')
    named = {"title ASC": "By name", "grams DESC": "Heavy", "grams ASC": "Lightest"}
    assert named_in_scripts(page) == named


@pytest.mark.parametrize(
    "page", ['draw([{"label": "Low", "id": 1}, {"label": "High", "id": 20}])', "draw({'Low': 1, 'High': 20})"]
)
def test_a_number_without_marks_is_taken(page: str) -> None:
    page = f"<script>{page}</script>"
    recordings = [record(ask("/", page), ask(f"/api?level={level}")) for level in ("1", "20")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    taken = called_in_script(1, ("1", "20"), ("Low", "High"), workflow, "level")
    assert taken is not None
    answer = recordings[0].exchanges[0].answer
    assert answer is not None
    assert render(taken, Situation({"level": "High"}, {0: answer})) == "20"
    assert named_in_scripts(answer).get("20") is None, "a number stands for anything"


@pytest.mark.parametrize(
    "page",
    [
        "counts = {'Mid': 23, 'High up': 3}; ids = {'Low': 1, 'High': 20, 'Mid': 5}",
        'lists = {"state": [["New", "1"], ["Mid", "3"]], "level": [["Low", "1"], ["High", "20"], ["Mid", "5"]]}',
    ],
)
def test_a_list_of_which_a_name_stands_elsewhere_before_is_not_looked_up_in(page: str) -> None:
    recordings = [record(ask("/", f"<script>{page}</script>"), ask(f"/api?level={level}")) for level in ("1", "20")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    assert called_in_script(1, ("1", "20"), ("Low", "High"), workflow, "level") is None


def test_an_entry_of_a_list_is_no_name_of_the_next_one() -> None:
    page = "<script>const kinds = ['boats', 'ropes', 'lamps', 'oars'];</script>"
    recordings = [record(ask("/", page), ask(f"/api/{kind}")) for kind in ("ropes", "lamps")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    assert called_in_script(1, ("ropes", "lamps"), ("boats", "ropes"), workflow, "kind") is None
    assert named_in_scripts(answer("/", page)) == {}


def test_two_lists_of_as_many_tell_what_numbers_are_called() -> None:
    page = "<script>var names = ['Boats', 'Ropes', 'Oars'], ids = ['17', '305', '42'], sizes = [1, 2];</script>"
    assert named_in_scripts(answer("/", page)) == {"17": "Boats", "305": "Ropes", "42": "Oars"}


@pytest.mark.parametrize(
    "script",
    [
        'add(s, "Boats", "305"); add(s, "Ropes", "42");',
        'add(s, "sort", "Boats", "305"); add(s, "sort", "Ropes", "42");',
        'kinds = [["0", "Boats", "305"], ["1", "Ropes", "42"]];',
        'kinds = ["Boats", "305", "Ropes", "42"];',
    ],
)
def test_a_name_and_its_value_may_stand_behind_something_else(script: str) -> None:
    page = f"<script>{script}</script>"
    recordings = [record(ask("/", page), ask(f"/api?kind={kind}")) for kind in ("305", "42")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    assert called_in_script(1, ("305", "42"), ("Boats", "Ropes"), workflow, "kind") is not None
    assert named_in_scripts(answer("/", page))["42"] == "Ropes"


def test_without_values_nothing_is_taken() -> None:
    recordings = [record(ask("/", _MAP), ask("/api")) for _ in range(2)]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    assert called_in_script(1, (None, None), ("By name", "Heavy"), workflow, "order") is None
    assert called(1, Key("query", "sort"), (None, None), ("By name", "Heavy"), workflow, "order") is None


def test_other_values_are_not() -> None:
    recordings = [record(ask("/", _MAP), ask(f"/api?sort={order}")) for order in ("title ASC", "grams ASC")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    for names in (("Lightest", "By name"), ("By name", "Heavy"), ("", "Lightest")):
        assert called_in_script(1, ("title ASC", "grams ASC"), names, workflow, "order") is None


def test_of_lists_of_a_script_the_one_counts_that_is_called_as_the_field() -> None:
    told = (
        '{"state": [["New \\\\"]", "1"]], "level_id": {"of": [["Low", "1"], ["High", "2"]]}, "kind": [["Lamp", "3"]]}'
    )
    page = answer("/", f"<script>const choices = {told}</script>")
    assert named_beside(page, "v[level_id][]", "1") == "Low"
    assert named_beside(page, "v[level_id][]", "3") == "", "it is of another list"
    assert named_beside(page, "v[size][]", "1") == named_beside(page, "[]", "1") == ""
    assert named_beside(answer("/", {"level_id": [["Low", "1"]]}), "level_id", "1") == "", "no page"


@pytest.mark.parametrize(
    "script",
    [
        "level: {values: [['Low','1']]}",
        "'level': {'values': [['Low','1'], ['High (]', '2']], 'kind': [['Lamp', '3']]}",
        '"level": {"values": [{"name": "Low", "id": 1}]}',
    ],
)
def test_a_list_of_a_script_may_be_written_otherwise(script: str) -> None:
    page = answer("/", f"<script>const choices = {{sublevel: [['None', '1']], {script}}}</script>")
    assert named_beside(page, "v[level][]", "1") == "Low"
