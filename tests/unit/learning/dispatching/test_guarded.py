"""A learned policy decides only while what was seen says that it is better than pulling."""

import pytest

from scrapy_bt.core.dispatch.policies import DispatchSituation, Learning, PolicyVerdict
from scrapy_bt.core.dispatch.states import WorkerRecord, WorkerState
from scrapy_bt.errors import ModelError
from scrapy_bt.learning.dispatching.guarded import GuardedBandit, GuardedNetwork
from scrapy_bt.learning.dispatching.network import DispatchPlan, experience_of, train
from tests.unit.learning.dispatching.worlds import ITEM, differing, equal

BANNED = {ITEM.route: WorkerRecord(weight=5.0, failures=5.0, at=100.0)}
TWO = DispatchSituation((WorkerState("0", 100.0, records=BANNED), WorkerState("1", 100.0)), ITEM, 100.0)
TRAINED = 1000.0


@pytest.fixture(scope="module")
def model():
    return train(experience_of(differing(400)), DispatchPlan(steps=300), {"trained": TRAINED})


@pytest.fixture
def bandit():
    return GuardedBandit()


@pytest.fixture
def network(model):
    made = GuardedNetwork(oldest=60.0)
    made.take(model, "m")
    return made


def test_both_learn(bandit, network):
    assert isinstance(bandit, Learning)
    assert isinstance(network, Learning)


def test_a_bandit_decides_when_enough_has_ended(bandit):
    bandit.hear(differing(199), 0.0)
    assert (bandit.verdict, bandit.choose(TWO, 0.5)) == (PolicyVerdict.TOO_FEW, None)
    bandit.hear(differing(1), 0.0)
    assert (bandit.verdict, bandit.choose(TWO, 0.5)) == (PolicyVerdict.DECIDES, 1)


def test_it_gives_way_when_it_makes_no_difference_any_more(bandit):
    bandit.hear(differing(400), 0.0)
    bandit.hear(equal(600), 0.0)
    assert (bandit.verdict, bandit.choose(TWO, 0.5)) == (PolicyVerdict.WORSE, None)


def test_a_network_decides_when_it_is_better(network):
    network.hear([], TRAINED)
    assert network.verdict is PolicyVerdict.TOO_FEW
    network.hear(differing(400), TRAINED)
    assert (network.verdict, network.choose(TWO, 0.5)) == (PolicyVerdict.DECIDES, 1)


def test_without_a_model_everybody_pulls():
    made = GuardedNetwork()
    made.hear(differing(400), 0.0)
    assert (made.verdict, made.choose(TWO, 0.5)) == (PolicyVerdict.NO_MODEL, None)


def test_a_model_is_judged_at_once_by_what_was_heard_before(model):
    made = GuardedNetwork()
    made.hear(differing(400), 0.0)
    made.take(model, "m")
    made.hear([], 0.0)
    assert made.verdict is PolicyVerdict.DECIDES


def test_a_model_that_is_too_old_does_not_decide_until_there_is_another(network, model):
    network.hear(differing(400), TRAINED + 61)
    assert (network.verdict, network.choose(TWO, 0.5)) == (PolicyVerdict.TOO_OLD, None)
    network.take(train(experience_of(differing(400)), DispatchPlan(steps=300), {"trained": TRAINED + 50}), "m")
    network.hear([], TRAINED + 61)
    assert network.verdict is PolicyVerdict.DECIDES


def test_what_is_no_model_leaves_the_last_one(network):
    network.hear(differing(400), TRAINED)
    with pytest.raises(ModelError, match="broken one"):
        network.take(b"?", "broken one")
    assert (network.verdict, network.choose(TWO, 0.5)) == (PolicyVerdict.DECIDES, 1)


def test_a_state_that_it_never_saw_is_pulled(network):
    network.hear(differing(400), TRAINED)
    strange = DispatchSituation([WorkerState(name, 100.0, queue=400) for name in "01"], ITEM, 100.0)
    assert network.choose(strange, 0.5) is None
