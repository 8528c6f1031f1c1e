"""Each application of the gallery is in one half, and what it declares fits together."""

from __future__ import annotations

import inspect
import random
from pathlib import Path

import pytest

from .halves import DEVELOPED, KNOWN, LATER, LOOKED_AT, LOTS, UNSEEN, exhibits
from .judging import Outcome, match
from .tables import outcome_table, totals
from .workflow import Exhibit

EXHIBITS = {exhibit.name: exhibit for exhibit in exhibits()}


def test_each_application_is_in_one_half_as_it_was_drawn() -> None:
    files = {path.stem for path in (Path(__file__).parent / "applications").glob("[!_]*.py")}
    assert sorted((*DEVELOPED, *UNSEEN)) == sorted(files)
    drawn = [
        name for seed, lot in LOTS.items() for name in random.Random(seed).sample(sorted(lot), (len(lot) + 1) // 2)
    ]
    assert sorted(drawn) == sorted(set(DEVELOPED) - {*KNOWN, *LATER, *LOOKED_AT})
    in_lots = {name for lot in LOTS.values() for name in lot}
    assert files - {*KNOWN, *LATER, *UNSEEN, *LOOKED_AT} <= in_lots <= files - {*KNOWN, *LATER}


@pytest.mark.parametrize("exhibit", EXHIBITS.values(), ids=list(EXHIBITS))
def test_inputs_are_what_browsing_and_the_truth_take(exhibit: Exhibit) -> None:
    assert exhibit.name in (*DEVELOPED, *UNSEEN)
    assert exhibit.workflows
    for workflow in exhibit.workflows:
        for given in workflow.inputs:
            inspect.signature(workflow.browse).bind(None, None, **given)
        inspect.signature(workflow.records).bind(None, **workflow.other)
        assert workflow.inputs[0] != workflow.inputs[1] or not any(workflow.inputs), "unless nothing is given"
        assert set(workflow.other) <= set(workflow.inputs[0])


def test_records_are_matched_to_rows_one_to_one() -> None:
    outcome = Outcome("shop", "list", tree="main", expected=[("a", "1"), ("b", "2"), ("b", "2")])
    match(outcome, [{"x": " a ", "y": 1}, {"x": ["b", "2"]}, {"x": "b", "y": "3"}])
    assert outcome.right == [("a", "1"), ("b", "2")]
    assert outcome.wrong == [{"x": "b", "y": "3"}]
    assert outcome.missing == [("b", "2")]
    assert not outcome.is_exact
    match(outcome, [{"x": "a", "y": 1}, {"x": "b", "y": 2}, {"x": "b", "z": {"n": "2"}}])
    assert outcome.is_exact
    assert "| shop, list | 0 → 0 | 0 → 0 | 0 | 0 | 3 / 0 / 0 | no |" in outcome_table([outcome])
    assert "complete and right with new input: 1 of 1" in totals([outcome])
