"""A page before, a page of today, and a sequence model without training: weights by chance."""

import numpy as np
import pytest

from scrapy_bt.core.healing.features import Survey
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.learning.sequence import network
from scrapy_bt.learning.sequence.encoding import MEANING
from scrapy_bt.learning.sequence.generator import Generator
from tests.redesigns import NEW, OLD


@pytest.fixture(scope="session")
def old():
    return Survey(Page(OLD))


@pytest.fixture(scope="session")
def new():
    return Survey(Page(NEW))


@pytest.fixture(scope="session")
def weights():
    random = np.random.default_rng(7)
    return {
        name: (random.normal(size=form) * 0.1).astype(np.float32)
        for name, form in network.forms(hidden=6, embedding=4).items()
    }


@pytest.fixture(scope="session")
def facts():
    return {"line": [0.0, 1.0], "meaning": MEANING}


@pytest.fixture(scope="session")
def generator(weights, facts):
    return Generator(weights, facts)
