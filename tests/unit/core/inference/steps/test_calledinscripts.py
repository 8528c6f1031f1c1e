"""Names and what a script of the page sends for them."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.plans.rendering import Situation, render
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.steps.calledinscripts import called_in_script
from tests.recordings import ask, infer, record

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


def test_other_values_are_not() -> None:
    recordings = [record(ask("/", _MAP), ask(f"/api?sort={order}")) for order in ("title ASC", "grams ASC")]
    workflow = workflow_of(infer(recordings, AlignmentSource()))
    for names in (("Lightest", "By name"), ("By name", "Heavy"), ("", "Lightest")):
        assert called_in_script(1, ("title ASC", "grams ASC"), names, workflow, "order") is None
