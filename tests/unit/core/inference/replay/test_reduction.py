"""The smallest set is found, with fewer questions than things."""

from collections.abc import Callable, Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.inference.replay.reduction import Reduction, reduce


def find(likelihoods: Mapping[int, float], is_enough: Callable[[Collection[int]], bool]) -> Reduction[int]:
    """Answer the questions by a judge that is told what is left."""
    process = reduce(likelihoods)
    left = set(likelihoods)
    try:
        group = next(process)
        while True:
            went_well = is_enough(left - group)
            if went_well:
                left -= group
            group = process.send(went_well)
    except StopIteration as end:
        found: Reduction[int] = end.value
        return found


@given(
    likelihoods=st.dictionaries(st.integers(0, 30), st.floats(0.01, 0.95), max_size=20),
    needed=st.sets(st.integers(0, 30)),
)
def test_exactly_what_is_needed_is_left(likelihoods: dict[int, float], needed: set[int]) -> None:
    needed &= likelihoods.keys()
    found = find(likelihoods, lambda left: needed <= set(left))
    assert set(found.needed) == needed
    assert set(found.superfluous) == likelihoods.keys() - needed


@given(
    things=st.sets(st.integers(0, 30), max_size=12), alternatives=st.sets(st.integers(0, 30), min_size=1, max_size=4)
)
def test_where_one_of_several_will_do_one_is_left(things: set[int], alternatives: set[int]) -> None:
    alternatives &= things
    found = find(dict.fromkeys(things, 0.3), lambda left: not alternatives or bool(alternatives & set(left)))
    assert len(set(found.needed) & alternatives) == min(1, len(alternatives))
    assert set(found.needed) <= alternatives


@pytest.mark.parametrize("count", [10, 100])
def test_what_is_surely_superfluous_goes_with_few_questions(count: int) -> None:
    found = find(dict.fromkeys(range(count), 0.02), lambda left: True)
    assert found.questions <= max(1, count // 30)


def test_one_of_many_is_found_by_halves() -> None:
    found = find(dict.fromkeys(range(32), 0.02), lambda left: 7 in left)
    assert (set(found.needed), found.questions) == ({7}, 8)


@given(st.lists(st.tuples(st.floats(0.02, 0.95), st.floats(0, 1)), min_size=4, max_size=25))
def test_there_are_never_many_more_questions_than_things(things: list[tuple[float, float]]) -> None:
    likelihoods = {number: likelihood for number, (likelihood, _) in enumerate(things)}
    needed = {number for number, (likelihood, chance) in enumerate(things) if chance < likelihood}
    assert find(likelihoods, lambda left: needed <= set(left)).questions <= 2 * len(things)


def test_evidence_is_the_question_that_decided() -> None:
    found = find({1: 0.1, 2: 0.2, 3: 0.9}, lambda left: {2, 3} <= set(left))
    # Both 1 and 2; 1 alone; 3. That 2 is needed follows from the first two.
    assert (found.superfluous, found.needed, found.questions) == ({1: 1}, {2: 0, 3: 2}, 3)


def test_what_cannot_be_asked_stays_open() -> None:
    process = reduce({1: 0.5, 2: 0.9})
    assert next(process) == {1}
    process.send(True)
    with pytest.raises(StopIteration) as end:
        process.send(None)
    found: Reduction[int] = end.value.value
    assert (found.superfluous, found.needed) == ({1: 0}, {})
