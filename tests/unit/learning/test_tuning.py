"""Models learn on from what a project has accepted."""

from dataclasses import replace

import pytest

pytest.importorskip("lightgbm")

from scrapy_bt.core.healing.deciding import Models
from scrapy_bt.errors import BTError
from scrapy_bt.learning.evaluation import judge_pair
from scrapy_bt.learning.labelled import read_labelled
from scrapy_bt.learning.tuning import Tuning

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def pairs(labelled_folder):
    return [
        replace(
            pair,
            fields={
                name: replace(one, selector=f'//*[normalize-space()="{one.old_value}"]')
                for name, one in pair.fields.items()
            },
        )
        for pair in read_labelled(labelled_folder / "pairs").pairs
    ]


@pytest.fixture(scope="module")
def untaught(plain):
    """Rankers that know nothing."""
    empty = {name: plain["fields"][name] | {"trees": []} for name in ("typed", "ranking", "untyped")}
    return plain["fields"] | empty


def test_models_that_know_nothing_learn_from_repairs(untaught, pairs):
    tuned = Tuning(untaught, pairs, seed=1).tune()

    def right(plain):
        return sum(one.right for pair in pairs for one in judge_pair(pair, Models.read(plain), blind=True))

    assert right(tuned) > 18 > right(untaught)  # which has hints alone
    assert Tuning(untaught, pairs, seed=1).tune() == tuned
    assert untaught["typed"]["trees"] == []


def test_what_is_known_stays_and_each_pair_is_judged_by_what_learned_from_others(plain, pairs):
    tuning = Tuning(plain["fields"], pairs)
    trees = plain["fields"]["typed"]["trees"]
    assert tuning.tune()["typed"]["trees"][: len(trees)] == trees
    report = tuning.judge()
    assert [(one.pair, one.field) for one in report.before] == [(one.pair, one.field) for one in report.after]
    assert len(report.after) == 36


def test_few_repairs_are_told(plain, pairs):
    with pytest.raises(BTError, match="there are 3 repaired fields: models learn on from 6 at least"):
        Tuning(plain["fields"], pairs[:1]).tune()
