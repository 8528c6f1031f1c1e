"""A model of URLs in service: numpy alone, answers kept by shape, and no weights of another form."""

import subprocess
import sys

import numpy as np
import pytest

from scrapy_bt.core.documents.models import pack_model, unpack_model
from scrapy_bt.errors import ModelError
from scrapy_bt.learning.distillation.distiller import KIND, SYMBOLS, Distiller

FORMS = {
    "embedding": (SYMBOLS, 4),
    "gates_in": (4, 24),
    "gates_state": (8, 24),
    "gates_bias": (24,),
    "mu": (8, 2),
    "mu_bias": (2,),
}


@pytest.fixture
def path(tmp_path):
    chance = np.random.default_rng(0)
    weights = {name: chance.normal(size=form).astype(np.float32) for name, form in FORMS.items()}
    path = tmp_path / "urls.model"
    path.write_bytes(pack_model(KIND, weights, {}))
    return path


def test_an_answer_depends_on_the_url_alone(path):
    urls = [f"https://a.example/{'x' * length}?page=1" for length in range(30)]
    together = Distiller.read(path).distil(urls)
    assert np.allclose(together, [Distiller.read(path).distil([url])[0] for url in urls], atol=1e-5)
    assert len(set(together)) == len(urls)


def test_shapes_that_are_known_are_not_computed_again(path):
    distiller = Distiller.read(path)
    first = distiller.distil(["https://a.example/item/12", "https://a.example/item/34", "http://a.example/item/56"])
    assert first[0] == first[1] == first[2]
    assert (distiller.asked, distiller.hits) == (3, 2)
    assert distiller.distil(["", "中" * 900]) == distiller.distil(["", "中" * 900])


def test_weights_of_another_form_are_refused(tmp_path, path):
    told, facts = unpack_model(path.read_bytes(), "urls", "m")
    broken = tmp_path / "broken"
    for name in told:
        broken.write_bytes(pack_model("urls", told | {name: np.zeros((3, 5), np.float32)}, facts))
        with pytest.raises(ModelError, match="not those of a model of URLs"):
            Distiller.read(broken)


def test_service_does_not_load_jax(path):
    program = (
        "import sys, pathlib; from scrapy_bt.learning.distillation.distiller import Distiller;"
        f"Distiller.read(pathlib.Path({str(path)!r})).distil(['https://a.example/']);"
        "assert not {'jax', 'optax', 'scrapy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
