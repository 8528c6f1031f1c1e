"""A policy by its name or its path."""

import sys

import pytest

from scrapy_bt.core.dispatch.policies import SIMPLE, Learning, LeastLoaded, Pull
from scrapy_bt.crawl.dispatch.choosing import LEARNED, make_policy
from scrapy_bt.errors import BTError


@pytest.mark.parametrize("name", SIMPLE)
def test_those_that_have_names(name):
    assert type(make_policy(name)) is SIMPLE[name]


def test_one_of_somebodys_own():
    assert type(make_policy("scrapy_bt.core.dispatch.policies.LeastLoaded")) is LeastLoaded


@pytest.mark.parametrize("name", LEARNED)
def test_those_that_learn(name):
    assert isinstance(make_policy(name, oldest=5.0), Learning)


@pytest.mark.parametrize("name", LEARNED)
def test_without_the_extra_it_is_told_and_pulled(name, monkeypatch, caplog):
    module = LEARNED[name].rpartition(".")[0]
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    for loaded in [one for one in sys.modules if one.startswith("scrapy_bt.learning.")]:
        monkeypatch.delitem(sys.modules, loaded)
    assert isinstance(make_policy(name), Pull)
    assert "numpy is not installed" in caplog.text


@pytest.mark.parametrize("name", ["", "quickest", "no.such", "json.loads", "pathlib.Path"])
def test_what_is_none_is_refused(name):
    with pytest.raises(BTError, match=rf"BT_DISPATCH is '{name}': "):
        make_policy(name)
