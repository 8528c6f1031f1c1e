"""A model is trained, goes on after an interruption, and is the same for the same seed."""

import numpy as np
import pytest

from scrapy_bt.errors import BTError

pytest.importorskip("jax")
pytest.importorskip("optax")

from scrapy_bt.learning.distillation import training
from scrapy_bt.learning.distillation.distiller import Distiller, encode_texts

pytestmark = pytest.mark.training

URLS = [f"https://{host}.example/{kind}/{'x' * n}-{host}" for host in "abc" for kind in ("n", "s") for n in range(1, 9)]
PLAN = training.DistillationPlan(steps=4, batch=8, hidden=8, embedding=4, seed=3)


@pytest.fixture(scope="module")
def checkpoints():
    return []


@pytest.fixture(scope="module")
def model(checkpoints):
    return training.train(URLS, PLAN, keep=checkpoints.append, every=2)


@pytest.fixture
def path(model, tmp_path):
    path = tmp_path / "urls.model"
    path.write_bytes(model)
    return path


def test_a_training_that_goes_on_gives_the_same_model(model, checkpoints):
    assert training.train(URLS[::-1], PLAN, checkpoint=checkpoints[0], every=2) == model


def test_a_checkpoint_of_another_training_is_refused(checkpoints):
    with pytest.raises(BTError, match="another training"):
        training.train(URLS[1:], PLAN, checkpoint=checkpoints[0])


def test_service_gives_what_the_training_means(path, checkpoints):
    """What numpy computes is `mu` of the network in JAX, whatever else is in the batch."""
    stored, _ = training.unpack_model(path.read_bytes(), "urls", "m")
    told = {name: training.jnp.asarray(array) for name, array in stored.items()}
    shapes = [training.shape(url) for url in URLS]
    mu = np.asarray(
        training._encode({**told, "logvar": told["mu"], "logvar_bias": told["mu_bias"]}, encode_texts(shapes))[0]
    )
    served = Distiller.read(path).distil(URLS)
    alone = [Distiller.read(path).distil([url])[0] for url in URLS]
    assert np.allclose(mu, served, atol=1e-5)
    assert np.allclose(alone, served, atol=1e-5)


def test_too_few_urls_are_told():
    with pytest.raises(BTError, match="20 at least"):
        training.train(["https://a.example/1", "https://a.example/2"], PLAN)
