"""Kinds of URLs by a rule or a model, which never holds anything up."""

import asyncio
import logging
import math

import numpy as np
import pytest

from scrapy_bt.core.dispatch.projections import PATTERNS, number_of_kind, route_pattern
from scrapy_bt.core.dispatch.states import URLKind
from scrapy_bt.core.documents.models import pack_model
from scrapy_bt.crawl.dispatch.kinds import DistilledKinds, read_kinds
from scrapy_bt.learning.distillation.distiller import KIND, SYMBOLS

ITEM, OTHER, LIST = "https://a.test/item/12", "https://a.test/item/34", "https://a.test/list/x"


class Model:
    """Gives each URL its length's parity."""

    def __init__(self):
        self.asked = []

    def distil(self, urls):
        self.asked.append(urls)
        return [(0.0 if "item" in url else 1.0, 0.5) for url in urls]


def test_rules_by_their_names():
    for name, rule in PATTERNS.items():
        kind = read_kinds(name, {})(ITEM)
        assert (kind.route, kind.host, kind.z) == (rule(ITEM), "a.test", number_of_kind(rule(ITEM)))


def test_a_model_is_asked_in_a_batch_and_each_shape_once():
    async def scenario():
        kinds, urls = DistilledKinds(model := Model()), (ITEM, OTHER, LIST)
        assert [kinds(url) for url in urls] == [URLKind(route_pattern(url), "a.test") for url in urls]
        kinds.ask()
        await kinds._task
        assert [kinds(url).route for url in urls] == ["a.test 0 2", "a.test 0 2", "a.test 4 2"]
        assert [kinds(url).z for url in urls] == [0.0, 0.0, math.tanh(1.0)]
        kinds.ask()
        assert [len(urls) for urls in model.asked] == [2]

    asyncio.run(scenario())


@pytest.mark.parametrize("data", [None, b"", b"\x80\x04pickle"])
def test_a_model_that_cannot_be_used_is_told_and_left(tmp_path, caplog, data):
    path = tmp_path / "urls.model"
    if data is not None:
        path.write_bytes(data)
    with caplog.at_level(logging.WARNING):
        assert read_kinds(str(path), {})(ITEM).route == route_pattern(ITEM)
    assert "BT_DISPATCH_KINDS: " in caplog.text
    assert "URLs are grouped by their pattern instead" in caplog.text


def test_a_real_model(tmp_path):
    chance = np.random.default_rng(0)
    forms = {"embedding": (SYMBOLS, 4), "gates_in": (4, 24), "gates_state": (8, 24), "gates_bias": (24,)}
    forms |= {"mu": (8, 1), "mu_bias": (1,)}
    weights = {name: chance.normal(size=form).astype(np.float32) for name, form in forms.items()}
    path = tmp_path / "urls.model"
    path.write_bytes(pack_model(KIND, weights, {}))

    async def scenario():
        kinds = read_kinds(str(path), {})
        kinds(ITEM)
        kinds.ask()
        await kinds._task
        assert kinds(ITEM) == kinds(OTHER) != URLKind(route_pattern(ITEM), "a.test")
        assert -1 < kinds(ITEM).z < 1

    asyncio.run(scenario())
