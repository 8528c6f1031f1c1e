"""Recordings of a real browser have more in them than the workflow: what is inferred of them is the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .all import ALL
from .disturbances import (
    Disturbance,
    beside_others,
    first_cut_off,
    first_left_early,
    first_lost,
    loaded_anew,
    login_lost,
    visited_elsewhere,
)
from .running import infer, tell
from .sessions import of_one_token

_FEW = (
    "cursor in JSON",
    "pager of numbers with a mark",
    "a key in two calls of one request",
    "an entry that opens by itself",
    "labels before spans",
    "cells below headings",
    "table of a script",
    "terms with meanings",
)
_DISTURBANCES = (loaded_anew, beside_others, visited_elsewhere)


@pytest.mark.parametrize("disturb", _DISTURBANCES, ids=lambda disturb: disturb.__name__)
@pytest.mark.parametrize("mechanism", [each for each in ALL if each.name in _FEW], ids=lambda each: each.name)
def test_a_recording_with_more_in_it_brings_the_same(mechanism, disturb: Disturbance):
    outcome = infer(mechanism, has_events=False, disturb=disturb)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert outcome.inference.summary.is_proven, told


@pytest.mark.parametrize("disturb", [first_cut_off, first_left_early], ids=lambda disturb: disturb.__name__)
@pytest.mark.parametrize("name", ["cells below headings", "rows in Arabic"])
def test_a_first_recording_that_ends_early_leaves_the_other_one_what_it_tells(name: str, disturb: Disturbance):
    outcome = infer(next(each for each in ALL if each.name == name), has_events=False, disturb=disturb)
    assert outcome.records, "those of the page that the other one came to"
    assert not outcome.inference.summary.is_proven
    (told,) = outcome.inference.summary.unproven
    assert told.startswith("recording 2 (recording 1) ")


@pytest.mark.parametrize(
    "name",
    ["a first page by fewer names, 2 more from 1", "a form of another part of the page that leaves some of a table"],
)
def test_what_a_recording_lacks_is_told_before_what_the_tree_does_not_bring(name: str):
    outcome = infer(next(each for each in ALL if each.name == name), has_events=False, disturb=first_lost)
    assert not outcome.inference.summary.is_proven
    assert "recording 1 has no content of" in outcome.inference.summary.unproven[0]
    assert "# Not proven: recording 1 has no content of" in outcome.tree


def test_a_token_that_the_lost_answer_to_a_login_may_have_told_is_no_proof():
    mechanism = next(each for each in ALL if each.name == "bearer's token")
    of_one = tuple({**each, "user": mechanism.inputs[0]["user"]} for each in mechanism.inputs)
    outcome = infer(replace(mechanism, serve=of_one_token, inputs=of_one), has_events=False, disturb=login_lost)
    assert outcome.inference.summary.unproven[0].startswith("recording 1 has no content of POST /api/auth/login")


@pytest.mark.long
@pytest.mark.parametrize("disturb", _DISTURBANCES, ids=lambda disturb: disturb.__name__)
@pytest.mark.parametrize("mechanism", ALL[::5], ids=lambda each: each.name)
def test_a_recording_with_more_in_it_is_not_proven_where_it_is_wrong(mechanism, disturb: Disturbance):
    if not infer(mechanism, has_events=False).is_right:
        pytest.skip("it needs a browser's events")
    outcome = infer(mechanism, has_events=False, disturb=disturb)
    assert outcome.is_right or not outcome.inference.summary.is_proven, f"{tell(outcome)}\n{outcome.tree}"
