"""Forests that LightGBM grew give the same numbers without it."""

import numpy as np
import pytest

from scrapy_bt.core.healing.forests import Forest
from scrapy_bt.learning.growing import grow_kinds, grow_ranker, plain_forest
from scrapy_bt.learning.lessons import CandidateRows

NAMES = ("a", "b: c", "d")


@pytest.fixture(scope="module")
def numbers():
    return np.random.default_rng(1).normal(size=(600, 3)).astype(np.float32)


@pytest.mark.parametrize("ranking", [False, True])
def test_a_ranker_scores_alike(numbers, ranking):
    rows = CandidateRows(numbers, (numbers[:, 0] > numbers[:, 1]).astype(np.int8), [20] * 30)
    booster = grow_ranker(rows, names=NAMES, seed=0, ranking=ranking, rounds=20)
    forest = Forest.read(plain_forest(booster, NAMES))
    ours = forest.scores(numbers[:50].tolist())
    assert ours == pytest.approx(booster.predict(numbers[:50], raw_score=True), abs=1e-4)


def test_a_classifier_shares_alike(numbers):
    labels = (numbers[:, 2] > 0).astype(np.int8) + (numbers[:, 1] > 1)
    booster = grow_kinds(numbers, labels, 3, names=NAMES, seed=0)
    forest = Forest.read(plain_forest(booster, NAMES, 3))
    ours = np.array(forest.shares(numbers[:50].tolist())).T
    assert ours == pytest.approx(booster.predict(numbers[:50]), abs=1e-4)


def test_the_same_seed_gives_the_same_trees(numbers):
    rows = CandidateRows(numbers, (numbers[:, 0] > 0).astype(np.int8), [20] * 30)
    first, again = (grow_ranker(rows, names=NAMES, seed=5, ranking=False, rounds=5) for _ in range(2))
    assert plain_forest(first, NAMES) == plain_forest(again, NAMES)
