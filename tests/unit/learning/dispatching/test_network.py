"""The network of values learns, is the same for the same seed, and is checked before it is used."""

import random

import numpy as np
import pytest

from scrapy_bt.core.dispatch.policies import DispatchSituation
from scrapy_bt.core.dispatch.states import FEATURES, URLKind, WorkerRecord, WorkerState, features_of
from scrapy_bt.core.documents.models import pack_model
from scrapy_bt.errors import BTError, ModelError
from scrapy_bt.learning.dispatching.network import KIND, DispatchPlan, Experience, Network, train

ITEM = URLKind("a.test/item", "a.test")
PLAN = DispatchPlan(steps=400, seed=1)


def workers(count: int, banned: int) -> tuple[WorkerState, ...]:
    record = {ITEM.route: WorkerRecord(weight=5.0, failures=5.0, at=100.0)}
    return tuple(WorkerState(str(at), 100.0, records=record if at == banned else {}) for at in range(count))


@pytest.fixture(scope="module")
def experience():
    """Whoever is banned costs 5; workers come and go."""
    chance = random.Random(0)
    found = []
    for _ in range(400):
        count = chance.randrange(2, 5)
        banned, action = chance.randrange(count), chance.randrange(count)
        state = features_of(workers(count, banned), ITEM, now=100.0)
        found.append(
            Experience(state, action, -5.0 if action == banned else -0.5, state[: chance.randrange(1, count + 1)])
        )
    return found


@pytest.fixture(scope="module")
def model(experience):
    return train(experience, PLAN)


def test_it_learns_whom_to_avoid(model):
    network = Network.unpack(model, "m")
    for count in (2, 3, 9):
        for banned in range(count):
            assert network.choose(DispatchSituation(workers(count, banned), ITEM, 100.0), 0.9) != banned


def test_the_same_seed_gives_the_same_model(model, experience):
    assert train(experience, PLAN) == model
    assert train(experience, DispatchPlan(steps=400, seed=2)) != model


def test_now_and_then_it_tries_any_worker(model):
    network = Network.unpack(model, "m")
    chosen = {network.choose(DispatchSituation(workers(4, 0), ITEM, 100.0), chance / 10_000) for chance in range(200)}
    assert chosen == {0, 1, 2, 3}


def test_too_little_is_told(experience):
    with pytest.raises(BTError, match=r"199 decisions .* 200 are needed"):
        train(experience[:199], PLAN)


@pytest.mark.parametrize("weights", [{"weights0": np.zeros((2, 2), np.float32)}, {}])
def test_a_network_of_another_form_is_refused(weights):
    with pytest.raises(ModelError, match="of another form than this version's; train it anew"):
        Network.unpack(pack_model(KIND, weights, {"features": [*FEATURES]}), "m")


def test_one_for_other_features_is_refused(model):
    network = Network.unpack(model, "m")
    with pytest.raises(ModelError, match="of another form"):
        Network.unpack(pack_model(KIND, network._weights, {"features": ["one"]}), "m")


def test_one_that_would_divide_by_nothing_is_refused(model):
    weights = Network.unpack(model, "m")._weights
    with pytest.raises(ModelError, match="of another form"):
        Network.unpack(pack_model(KIND, {**weights, "spread": weights["spread"] * 0}, {"features": [*FEATURES]}), "m")
