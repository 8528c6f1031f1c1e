"""Forests are evaluated without the library that grew them; malformed ones are refused."""

import pytest

from scrapy_bt.core.healing.forests import Forest

PLAIN = {"names": ["a", "b"], "classes": 1, "trees": [[[0, 1], [0.5, 2.0], [-1, -2], [1, -3], [1.0, 2.0, 4.0]]]}


def changed(**parts):
    return PLAIN | parts


def test_a_vector_goes_down_to_a_leaf_of_each_tree():
    forest = Forest.read(PLAIN)
    assert [forest.score(vector) for vector in ([0.5, 9], [1, 2], [1, 3])] == [1.0, 2.0, 4.0]


def test_shares_of_classes_are_probabilities():
    forest = Forest.read(changed(classes=2, trees=[PLAIN["trees"][0], [[], [], [], [], [1.0]]]))
    assert forest.shares([0, 0]) == [0.5, 0.5]
    assert forest.shares([1, 3])[0] > 0.9


@pytest.mark.parametrize(
    "broken",
    [
        {}, changed(classes=0), changed(classes=10**9), changed(trees=[[[0], [0.5], [0], [-2], [1.0, 2.0]]]),
        changed(trees=[[[7], [0.5], [-1], [-2], [1.0, 2.0]]]), changed(trees=[[[0], [0.5], [-1], [5], [1.0, 2.0]]]),
        changed(trees=[[[0], [0.5], [-1], [-2], [1.0]]]), changed(trees=[[1]]), changed(trees=3),
    ],
)  # fmt: skip
def test_a_forest_that_is_none_is_refused(broken):
    with pytest.raises(ValueError, match="not a forest"):
        Forest.read(broken)


def test_a_forest_of_other_numbers_is_refused():
    assert Forest.read(PLAIN, ["a", "b"]).names == ("a", "b")
    with pytest.raises(ValueError, match="another version"):
        Forest.read(PLAIN, ["a", "c"])
