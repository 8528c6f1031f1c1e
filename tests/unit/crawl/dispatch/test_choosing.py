"""A policy by its name or its path."""

import pytest

from scrapy_bt.core.dispatch.policies import SIMPLE, LeastLoaded
from scrapy_bt.crawl.dispatch.choosing import make_policy
from scrapy_bt.errors import BTError


@pytest.mark.parametrize("name", SIMPLE)
def test_those_that_have_names(name):
    assert type(make_policy(name)) is SIMPLE[name]


def test_one_of_somebodys_own():
    assert type(make_policy("scrapy_bt.core.dispatch.policies.LeastLoaded")) is LeastLoaded


@pytest.mark.parametrize("name", ["", "quickest", "no.such", "json.loads", "pathlib.Path"])
def test_what_is_none_is_refused(name):
    with pytest.raises(BTError, match=rf"BT_DISPATCH is '{name}': "):
        make_policy(name)
