from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.priority.weights import Weights

TEXT = 'page :: visit "https://a.test" title :: data css "h1::text" row :: item { t = css "b" } main :: and { :page }'
seconds = st.floats(0, 1e6)


def filled(node, times):
    weights = Weights({})
    for time in times:
        weights.add(node, time)
    return weights


def test_the_weight_is_the_root_of_the_mean_square():
    assert filled("page", [1.0, 7.0]).weight("page") == 5.0  # sqrt((1 + 49) / 2)
    assert filled("page", [2.0, 2.0, 2.0]).weight("page") == 2.0
    assert filled("page", [3.0]).weight("page") == 3.0


def test_before_the_first_execution_a_visit_has_the_prior_and_others_weigh_nothing():
    weights = Weights.of(parse(TEXT))
    assert [weights.weight(name) for name in ("page", "title", "row", "unknown")] == [1.0, 0.0, 0.0, 0.0]
    assert Weights.of(parse(TEXT), visit_prior=2.5).weight("page") == 2.5


def test_a_recording_gives_priors_to_any_node():
    weights = Weights.of(parse(TEXT), recorded={"page": 0.3, "title": 0.002})
    assert [weights.weight(name) for name in ("page", "title", "row")] == [0.3, 0.002, 0.0]
    weights.add("page", 0.7)
    assert weights.weight("page") == 0.7


def test_the_rounds_are_the_mean_of_those_seen_and_one_before():
    weights = Weights({})
    assert weights.rounds("main/while") == 1.0
    for rounds in (0, 5, 10):
        weights.add_rounds("main/while", rounds)
    assert weights.rounds("main/while") == 5.0


def test_a_dump_is_plain_data_from_which_others_go_on():
    weights = filled("page", [1.0, 7.0])
    weights.add_rounds("main/while", 4)
    assert weights.dump() == ({"page": (2, 50.0)}, {"main/while": (1, 4.0)})
    other = Weights({"page": 9.0})
    other.load(*weights.dump())
    assert (other.weight("page"), other.rounds("main/while")) == (5.0, 4.0)
    other.add("page", 5.0)
    assert other.dump()[0] == {"page": (3, 75.0)}
    assert weights.dump()[0] == {"page": (2, 50.0)}


def test_a_weight_moves_when_it_changes_by_more_than_the_ratio():
    weights = Weights({"page": 1.0}, ratio=0.1)
    weights.add("page", 1.0)
    assert not weights.has_moved
    weights.load({"page": (1, 1.09**2)}, {})
    assert not weights.has_moved
    weights.load({"page": (1, 1.11**2)}, {})
    assert weights.has_moved


def test_a_weight_moves_away_from_what_it_was_when_it_was_settled():
    weights = Weights({"page": 1.0}, ratio=0.5)
    weights.add("page", 10.0)
    assert weights.has_moved
    weights.settle()
    assert not weights.has_moved
    weights.add("page", 10.0)
    assert not weights.has_moved
    weights.add("page", 100.0)
    assert weights.has_moved


def test_it_has_moved_until_it_is_settled_even_if_it_moves_back():
    weights = Weights({"page": 1.0})
    weights.load({"page": (1, 4.0)}, {})
    weights.load({"page": (1, 1.0)}, {})
    assert weights.has_moved


def test_a_mean_of_rounds_moves_too():
    weights = Weights({}, ratio=0.1)
    weights.add_rounds("main/while", 1)
    assert not weights.has_moved
    weights.add_rounds("main/while", 3)
    assert weights.has_moved
    weights.settle()
    weights.add_rounds("main/while", 2)
    assert not weights.has_moved


def test_what_takes_less_than_a_millisecond_does_not_move():
    weights = Weights({})
    weights.add("title", 0.0009)
    assert not weights.has_moved
    weights.add("title", 0.02)
    assert weights.has_moved


@pytest.mark.parametrize("wrong", [-0.1, inf, nan])
def test_only_times_that_can_be_are_counted(wrong):
    weights = Weights({})
    with pytest.raises(ValueError, match=r"'page' cannot have run for"):
        weights.add("page", wrong)
    with pytest.raises(ValueError, match="main/while cannot have gone round"):
        weights.add_rounds("main/while", wrong)
    assert weights.dump() == ({}, {})


@given(st.lists(seconds, min_size=1))
def test_the_weight_lies_between_the_mean_and_the_longest(times):
    weight = filled("page", times).weight("page")
    assert weight >= sum(times) / len(times) * (1 - 1e-9) - 1e-150
    assert weight <= max(times) * (1 + 1e-9)


@given(st.lists(seconds, min_size=1), st.randoms())
def test_the_order_of_executions_does_not_matter(times, random):
    before = filled("page", times).weight("page")
    random.shuffle(times)
    assert filled("page", times).weight("page") == pytest.approx(before)
