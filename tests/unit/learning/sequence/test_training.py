"""Training of the network in JAX."""

import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

from scrapy_bt.core.documents.models import unpack_model
from scrapy_bt.errors import BTError
from scrapy_bt.learning.lessons import read_sheet
from scrapy_bt.learning.sequence import network
from scrapy_bt.learning.sequence.questions import PageCache, made_questions
from scrapy_bt.learning.sequence.training import SequencePlan, train
from tests.redesigns import OLD

pytestmark = pytest.mark.training

PLAN = SequencePlan(steps=12, batch=4, others=10, hidden=6, embedding=4, rate=0.01, seed=2)
TRUTH = {"title": ("Storm over the bay",), "author": ("Ann Lee",), "topic": ("weather",)}


@pytest.fixture(scope="module")
def questions():
    sheet, cache = read_sheet(OLD, "a", TRUTH), PageCache()
    return [one for seed in range(8) for one in made_questions([sheet], list(TRUTH), cache, seed)]


def test_what_is_learned_is_expected_more_and_more(questions):
    told = []
    model = train(questions, PLAN, line=(0.5, 2.0), tell=told.append, every=4)
    assert [one.step for one in told] == [4, 8, 12]
    assert told[-1].loss < told[0].loss
    weights, facts = unpack_model(model, network.KIND, "m")
    assert {name: array.shape for name, array in weights.items()} == network.forms(6, 4)
    assert (facts["line"], facts["questions"]) == ([0.5, 2.0], 24)
    assert train(questions, PLAN, line=(0.5, 2.0)) == model


def test_too_few_fields_are_told(questions):
    with pytest.raises(BTError, match="there are 19 fields whose redesign is known: a training needs 20 at least"):
        train(questions[:19], PLAN)
