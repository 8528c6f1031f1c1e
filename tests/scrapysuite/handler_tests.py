"""Scrapy's tests of download handlers for the lean client; a copy of it stands among them, since it inherits them."""

import sys

import pytest

from scrapy_bt.engine.choosing import LEAN_HANDLER
from scrapy_bt.engine.http.handler import LeanDownloadHandler
from tests.utils.bases import download_handlers_http as bases

pytestmark = pytest.mark.only_asyncio


class Lean:
    handler_supports_tls_in_tls = sys.version_info >= (3, 11)
    handler_supports_socks = False

    @property
    def download_handler_cls(self):
        return LeanDownloadHandler

    @property
    def settings_dict(self):
        return {"DOWNLOAD_HANDLERS": {"http": LEAN_HANDLER, "https": LEAN_HANDLER}}


class TestHttp(Lean, bases.TestHttpBase):
    pass


class TestHttps(Lean, bases.TestHttpsBase):
    tls_log_message = "SSL connection to 127.0.0.1 using protocol TLSv1.3, cipher"
    # It is about Twisted's contexts of TLS.
    test_verify_certs_deprecated = None


class TestSimpleHttps(Lean, bases.TestSimpleHttpsBase):
    pass


class TestHttpsWrongHostname(Lean, bases.TestHttpsWrongHostnameBase):
    pass


class TestHttpsInvalidDNSId(Lean, bases.TestHttpsInvalidDNSIdBase):
    pass


class TestHttpsInvalidDNSPattern(Lean, bases.TestHttpsInvalidDNSPatternBase):
    pass


class TestHttpsCustomCiphers(Lean, bases.TestHttpsCustomCiphersBase):
    pass


class TestHttpsDefaultCiphers(Lean, bases.TestHttpsDefaultCiphersBase):
    pass


class TestHttpsTLSVersion(Lean, bases.TestHttpsTLSVersionBase):
    pass


class TestHttpWithCrawler(Lean, bases.TestHttpWithCrawlerBase):
    pass


class TestHttpsWithCrawler(TestHttpWithCrawler):
    is_secure = True


class TestHttpProxy(Lean, bases.TestHttpProxyBase):
    pass


class TestHttpsProxy(Lean, bases.TestHttpProxyBase):
    is_secure = True
