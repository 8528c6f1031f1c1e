"""What is told where the extra is not installed."""

import sys

import pytest

from scrapy_bt.commands.learn.extras import learning_module
from scrapy_bt.errors import BTError


def test_without_the_extra_it_is_told(monkeypatch):
    for name in ("optax", "jax"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "scrapy_bt.learning.distillation.training", raising=False)
    with pytest.raises(BTError, match=r'pip install "scrapy_bt\[learn\]"'):
        learning_module("distillation.training")


def test_what_is_there_is_loaded():
    assert learning_module("distillation.evaluation").NEIGHBOURS == 10
