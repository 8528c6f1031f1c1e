import sys

import pytest

from scrapy_bt.commands.shared.extras import learning_module, need
from scrapy_bt.errors import BTError


@pytest.mark.parametrize(
    ("module", "library", "extra"), [("distillation.training", "jax", "learn"), ("course", "lightgbm", "heal")]
)
def test_a_missing_library_is_told_with_the_extra(monkeypatch, module, library, extra):
    for name in [each for each in sys.modules if each.startswith("scrapy_bt.learning.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("optax", library):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(BTError, match=rf'pip install "scrapy_bt\[{extra}\]"'):
        learning_module(module, extra=extra)
    with pytest.raises(BTError, match=rf'nowhere is not installed; say: pip install "scrapy_bt\[{extra}\]"'):
        need("sys", "nowhere", extra=extra)


def test_what_is_there_is_loaded():
    need("sys", extra="learn")
    assert learning_module("distillation.evaluation").NEIGHBOURS == 10
    assert learning_module("ablation", extra="heal").Ablation
