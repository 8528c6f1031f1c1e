"""What is told where training is not installed."""

import sys

import pytest

from scrapy_bt.commands.heal.extras import ablation_module, course_module
from scrapy_bt.errors import BTError


def test_the_module_that_trains_is_loaded():
    assert course_module().Course
    assert ablation_module().Ablation


def test_a_missing_library_is_told_with_the_extra(monkeypatch):
    for name in [each for each in sys.modules if each.startswith("scrapy_bt.learning.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    with pytest.raises(BTError, match=r"scrapy_bt\[heal\]"):
        course_module()
