"""Every section of the practice site, recorded twice in a browser: the smallest path, and a tree for other input.

The recordings are kept; with `SCRAPY_BT_LONG_INFERENCE=1` a browser makes them anew.
"""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

import pytest

from scrapy_bt.testing.site import PracticeSite

pytest.importorskip("playwright", reason="recordings are made by Playwright: pip install 'scrapy_bt[record]'")

from scrapy_bt.capture.folder import open_sample
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.language.checker import check
from tests.integration.inference.judge import folder_of, generate_all, judge, run_all, table
from tests.integration.inference.kept import unpack
from tests.integration.inference.sections import CASES, PRODUCTS

NAMES = [case.name for case in CASES]


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """By name, how each inference compares; and what went wrong with the code that was generated."""
    folder = tmp_path_factory.mktemp("judged")
    with PracticeSite(products=PRODUCTS, noise="on") as site:
        if "SCRAPY_BT_LONG_INFERENCE" not in os.environ:
            unpack(folder, site)
        judgements = judge(CASES, site, folder)
        faults = generate_all(judgements, folder)
        log = run_all(judgements, site, folder)
    print(table(judgements))
    return {each.case.name: each for each in judgements}, faults, log, folder


@pytest.mark.parametrize("name", NAMES)
def test_the_path_is_the_smallest_and_each_value_has_its_origin(judged, name):
    judgements, *_ = judged
    one = judgements[name]
    assert one.facts, one.log
    assert (one.missing_requests, one.superfluous_requests) == ([], [])
    assert (one.wrong, one.missing) == ([], [])
    assert one.facts["proven"], one.log


@pytest.mark.parametrize("name", NAMES)
def test_with_other_input_and_a_fresh_session_all_records_come(judged, name):
    judgements, _, log, _ = judged
    one = judgements[name]
    assert sorted(one.found) == sorted(one.expected), f"{one.tree}\n{log[-3000:]}"


def test_what_is_generated_passes_its_tests_and_the_linter_and_is_without_faults(judged):
    _, faults, *_ = judged
    assert faults == []


def test_fewer_replays_are_sent_than_there_are_parameters(judged):
    judgements, *_ = judged
    for one in judgements.values():
        steps, parameters = one.facts["summary"]["steps"], one.facts["summary"]["parameters"]
        assert one.facts["summary"]["replays"] < steps + parameters


@pytest.mark.parametrize("name", ["quotes", "desk", "office"])
@pytest.mark.parametrize("part", ["", "traffic.har"])
def test_without_replay_and_without_events_there_is_the_same_path_and_it_is_not_proven(judged, name, part):
    judgements, *_, folder = judged
    one = judgements[name]
    recordings = [open_sample(folder_of(folder, one.case, number) / part) for number in (1, 2)]
    inference = Inference(recordings, Goal(level="none"))
    assert not inference.next()
    steps = [step.step for step in inference.conclusion.plan.steps]
    assert len(steps) == len(one.case.path)
    text = print_grown(grow(inference.conclusion))
    assert "Not proven: nothing was replayed." in text
    assert [fault for fault in check(text) if not fault.is_warning and "not implemented" not in str(fault)] == []
    for secret in ("practice", "exercise"):
        assert secret not in text


@pytest.mark.parametrize("name", NAMES)
def test_without_events_the_target_is_the_same(judged, name):
    judgements, *_, folder = judged
    case = judgements[name].case
    recordings = [open_sample(folder_of(folder, case, number) / "traffic.har") for number in (1, 2)]
    inference = Inference(recordings, Goal(level="none"))
    assert not inference.next()
    target = inference.conclusion.plan.steps[-1].sent
    assert re.fullmatch(case.path[-1].request, f"{target.method} {urlsplit(target.url).path}")
