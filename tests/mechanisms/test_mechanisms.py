"""Each mechanism, recorded twice: what is inferred brings what is true of a third input, and is proven.

Where recordings do not show enough for that, it is not called proven, and ends all the same.
"""

from __future__ import annotations

import re
from dataclasses import replace
from zlib import crc32

import pytest

from .all import ALL, NOT_SHOWN
from .chosenkeys import CHOSENKEYS
from .chosennames import CHOSENNAMES
from .details import PARTLY, REST_OF_LIST
from .expressions import EXPRESSIONS
from .givenchoices import GIVENCHOICES, WORD_OF_CHOICES
from .misleading import MISLEADING
from .names import NAMES
from .nothing import FOUND_NOTHING, STOPPED
from .offered import OFFERED
from .routed import ROUTED
from .running import crawl, infer, tell
from .scriptnames import SCRIPTWORDS
from .twolists import TWOLISTS
from .typedtwice import TYPEDTWICE
from .within import GROUPS, TABS, WITHIN

_NUMBERED_TWICE = re.compile(r"^ *([a-z_]+\d+[a-z_]+\d+\w*) +(?:::|=)", re.MULTILINE)
"""Names with more than one number."""
_FOR_EVER = "rows for ever for another input"
"""It ends after as many pages as any series, which are many for a test of each."""
_OPENED = {
    "a key in an attribute",
    "a number in the address of a link that was opened",
    "a row that is selected, and a tab",
    "details that have the names of their list",
    "how many there are, before the name",
}
_OFFERED = [
    *OFFERED,
    *CHOSENKEYS[:2],
    *CHOSENNAMES,
    *GIVENCHOICES,
    WORD_OF_CHOICES,
    *EXPRESSIONS[1:],
    *SCRIPTWORDS,
    *TWOLISTS,
    *(each for each in ALL if each.name in _OPENED),
]
"""What pages and data offer by a name, and what was opened of a list."""
_ACTS = ("a chip that", "a box that", "a tab that")
_UNSEEN = [*GROUPS[:2], *TABS, *ROUTED[1:3], *(each for each in WITHIN if each.name.startswith(_ACTS))]
"""What a click shows that asks for nothing."""


def halved(mechanisms):
    """Half of them is for the ordinary run, as the checksums of their names fall, and half for the long one."""
    marks = ((), pytest.mark.long)
    return [pytest.param(each, id=each.name, marks=marks[crc32(each.name.encode()) % 2]) for each in mechanisms]


@pytest.mark.parametrize("mechanism", halved(ALL))
def test_the_tree_brings_what_is_true_of_another_input(mechanism):
    outcome = infer(mechanism)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert outcome.inference.summary.is_proven, told
    assert "# Not proven: " not in outcome.tree
    assert not _NUMBERED_TWICE.findall(outcome.tree)


@pytest.mark.parametrize("mechanism", NOT_SHOWN, ids=lambda mechanism: mechanism.name)
def test_what_recordings_do_not_show_is_not_called_proven(mechanism):
    outcome = infer(mechanism)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert not outcome.inference.summary.is_proven, told
    assert "# Not proven: " in outcome.tree
    assert "proven by" not in outcome.tree
    if mechanism.name != _FOR_EVER:
        assert not outcome.unfinished, told


def test_what_was_opened_before_the_rest_of_its_list_comes_though_it_is_not_proven():
    outcome = infer(REST_OF_LIST)
    assert outcome.is_right, f"{tell(outcome)}\n{outcome.tree}"


@pytest.mark.parametrize("mechanism", FOUND_NOTHING, ids=lambda mechanism: mechanism.name)
def test_nothing_speaks_against_a_tree_by_a_recording_that_has_found_nothing(mechanism):
    assert not infer(mechanism).inference.summary.unproven


@pytest.mark.parametrize("mechanism", _OFFERED, ids=lambda mechanism: mechanism.name)
def test_without_events_what_is_offered_by_a_name_is_taken_by_it(mechanism):
    outcome = infer(mechanism, has_events=False)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert outcome.inference.summary.is_proven, told


@pytest.mark.parametrize("name", ["labels within a text", "fields of a form", "a text between comments"])
def test_of_one_recording_a_search_that_finds_nothing_is_no_failure_either(name):
    mechanism = next(each for each in ALL if each.name == name)
    outcome = infer(replace(mechanism, inputs=mechanism.inputs[:1]))
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert "# a search may find nothing" in outcome.tree, told


@pytest.mark.parametrize("has_events", [True, False])
@pytest.mark.parametrize("mechanism", [GIVENCHOICES[0], *NAMES[1:4], *TYPEDTWICE], ids=lambda mechanism: mechanism.name)
def test_of_one_recording_a_choice_is_an_argument_too(mechanism, *, has_events):
    outcome = infer(replace(mechanism, inputs=mechanism.inputs[:1]), has_events=has_events)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert outcome.inference.summary.is_proven, told


@pytest.mark.parametrize("mechanism", _UNSEEN, ids=lambda mechanism: mechanism.name)
def test_without_events_what_may_have_been_chosen_by_a_click_alone_is_not_called_proven(mechanism):
    outcome = infer(mechanism, has_events=False)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert not outcome.is_right, told
    assert not outcome.inference.summary.is_proven, told
    assert "nothing recorded tells" in str(outcome.inference.summary.unproven)


@pytest.mark.parametrize("mechanism", STOPPED, ids=lambda mechanism: mechanism.name)
def test_a_recording_that_does_not_come_to_the_target_is_told(mechanism):
    outcome = infer(mechanism)
    assert "recording 3 (recording 3) never asks for the target" in str(outcome.inference.summary.unproven)


def test_a_table_that_some_pages_of_one_thing_have_is_not_what_they_are_about():
    outcome = infer(PARTLY)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert not outcome.inference.summary.is_proven, "its rows are in no field"


def test_the_choices_of_a_list_stand_in_the_tree_where_its_page_is_not_needed_for_something_else():
    outcome = infer(GIVENCHOICES[0])
    assert outcome.inference.summary.kept_steps == 1, outcome.tree
    assert '"Ropes of hemp"  = "rope"' in outcome.tree
    assert 'warn "no choice was called “{kind}”: it is sent as it is"' in outcome.tree


def test_a_series_that_has_no_end_has_so_many_pages_at_most():
    mechanism = next(each for each in MISLEADING if each.name == _FOR_EVER)
    tree, few = infer(mechanism).tree, 20
    crawled = crawl(tree, mechanism.serve(), {**mechanism.other, "most_pages": few}, 0, 10 * few)
    assert not crawled.unfinished
    assert few <= crawled.visits.total() <= few + 1
