"""The network gives the same in service as in training."""

import numpy as np
import pytest

from scrapy_bt.learning.sequence import network
from scrapy_bt.learning.sequence.encoding import Sight, before_tokens, choice_tokens, likenesses
from scrapy_bt.learning.sequence.grammar import Prefix


def run(xp, weights, old, new):
    """From what is asked to the logits of candidates, and of the first steps to one."""
    weights = {name: xp.asarray(array) for name, array in weights.items()}
    before, after = Sight(old), Sight(new)
    place = old.page.by_text["ann lee"][0]
    looks = network.standard(xp, weights, xp.asarray(after.looks.astype(np.float32)))
    here = network.standard(xp, weights, xp.asarray(before.looks[place.number].astype(np.float32)))
    like = xp.asarray(likenesses(old.look_of(place), new.looks, 0.5))
    tokens = xp.asarray(before_tokens("span.author", place))
    state = network.encode(xp, weights, tokens, here, xp.asarray(before.mean), xp.asarray(after.mean))
    keys = network.candidates(xp, weights, here, looks, like)
    pointed = network.point(xp, weights, state, keys, like)
    words, numbers = map(xp.asarray, choice_tokens(Prefix(new.page, new.page.by_text["bo chan"][0]).choices))
    steps = network.step_keys(xp, weights, words, numbers)
    return pointed, network.go_on(xp, weights, network.write(xp, weights, state, keys[0]), steps)


def test_there_is_one_logit_more_than_candidates(weights, old, new):
    pointed, steps = run(np, weights, old, new)
    assert pointed.shape == (len(new.looks) + 1,)
    assert np.isfinite(steps).all()
    assert len({float(one) for one in pointed}) > len(new.looks) / 2


@pytest.mark.training
def test_numpy_and_jax_give_the_same(weights, old, new):
    jnp = pytest.importorskip("jax.numpy")
    for one, other in zip(run(np, weights, old, new), run(jnp, weights, old, new), strict=True):
        assert np.allclose(one, np.asarray(other), atol=1e-4)


def test_a_padding_says_nothing(weights, old):
    place = old.page.by_text["ann lee"][0]
    tokens = before_tokens("b", place)
    longer = np.concatenate([np.zeros((3, tokens.shape[1]), np.int32), tokens])
    look = Sight(old).looks[0].astype(np.float32)
    one, other = (network.encode(np, weights, each, look, look, look) for each in (tokens, longer))
    assert np.allclose(one, other)
