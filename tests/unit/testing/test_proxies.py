import urllib.error

import pytest

from scrapy_bt.testing.proxies import PracticeProxies
from scrapy_bt.testing.proxy_process import ProxyError
from tests.unit.testing.test_forwarder import ask, site  # noqa: F401  # a fixture


def test_proxies_ask_for_their_login_and_misbehave_when_they_are_told(site):  # noqa: F811
    with PracticeProxies(2, login="u:p") as proxies:
        one, other = proxies.urls
        assert "shop" in ask(one, site.url)
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(one.replace("u:p@", ""), site.url)
        refused.value.close()
        assert refused.value.code == 407
        proxies.set(1, status=429)
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask(other, site.url)
        refused.value.close()
        assert refused.value.code == 429
        proxies.set(1, down=True)
        with pytest.raises(OSError, match=r"closed|reset"):
            ask(other, site.url)
        assert [count["asked"] for count in proxies.counts()] == [2, 2]


def test_proxies_that_do_not_run_say_so():
    with pytest.raises(ProxyError, match="do not run"):
        PracticeProxies().counts()
