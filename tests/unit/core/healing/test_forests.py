"""Forests are evaluated without the library that grew them; malformed ones are refused."""

import pytest

from scrapy_bt.core.healing.forests import Forest

PLAIN = {"names": ["a", "b"], "classes": 1, "trees": [[[0, 1], [0.5, 2.0], [-1, -2], [1, -3], [1.0, 2.0, 4.0]]]}


def changed(**parts):
    return PLAIN | parts


def test_a_vector_goes_down_to_a_leaf_of_each_tree():
    forest = Forest.read(PLAIN)
    assert forest.scores([[0.5, 9], [1, 2], [1, 3]]) == [1.0, 2.0, 4.0]
    assert forest.scores([[0, 0]] * 300) == [1.0] * 300
    assert forest.scores([]) == []
    assert Forest.read(changed(trees=[])).scores([[0, 0]]) == [0.0]


def test_shares_of_classes_are_probabilities():
    forest = Forest.read(changed(classes=2, trees=[PLAIN["trees"][0], [[], [], [], [], [1.0]]]))
    shares = forest.shares([[0, 0], [1, 3]])
    assert [of_class[0] for of_class in shares] == [0.5, 0.5]
    assert shares[0][1] > 0.9
    assert forest.shares([]) == [[], []]


@pytest.mark.parametrize(
    "broken",
    [
        {}, changed(classes=0), changed(classes=10**9), changed(trees=[[[0], [0.5], [0], [-2], [1.0, 2.0]]]),
        changed(trees=[[[7], [0.5], [-1], [-2], [1.0, 2.0]]]), changed(trees=[[[0], [0.5], [-1], [5], [1.0, 2.0]]]),
        changed(trees=[[[0], [0.5], [-1], [-2], [1.0]]]), changed(trees=[[1]]), changed(trees=3),
        changed(trees=[[[0], [10**400], [-1], [-2], [1.0, 2.0]]]), changed(classes=float("inf")),
    ],
)  # fmt: skip
def test_a_forest_that_is_none_is_refused(broken):
    with pytest.raises(ValueError, match="not a forest"):
        Forest.read(broken)


def stairs(leaves):
    """A tree in which each node has one leaf below it; features in turn, thresholds 0, 0, 1, 1, …"""
    nodes = range(leaves - 1)
    features, thresholds = [at % 2 for at in nodes], [float(at // 2) for at in nodes]
    return [features, thresholds, [~at for at in nodes], [*nodes[1:], ~nodes[-1] - 1], [*map(float, range(leaves))]]


def test_a_tree_has_no_more_leaves_than_a_byte_holds():
    forest = Forest.read(changed(trees=[stairs(255)]))
    assert forest.scores([[200, 200], [-1, 200], [200, 7.5], [127, 200]]) == [254.0, 0.0, 17.0, 254.0]
    with pytest.raises(ValueError, match="has 256 leaves, and may have 255"):
        Forest.read(changed(trees=[PLAIN["trees"][0], stairs(256)]))


def test_a_number_may_have_more_thresholds_than_a_byte_holds():
    single = [[[0], [float(at)], [-1], [-2], [0.0, 1.0]] for at in range(600)]
    vectors = [[-1, 0], [0, 0], [0.5, 0], [254, 0], [254.5, 0], [255, 0], [255.5, 0], [510.5, 0], [700, 0]]
    assert Forest.read(changed(trees=single)).scores(vectors) == [0, 0, 1, 254, 255, 255, 256, 511, 600]


def test_a_forest_of_other_numbers_is_refused():
    assert Forest.read(PLAIN, ["a", "b"]).names == ("a", "b")
    with pytest.raises(ValueError, match="another version"):
        Forest.read(PLAIN, ["a", "c"])
