"""What stands for Scrapy's own methods leaves the same requests, responses, jars and statistics."""

from copy import deepcopy
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scrapy import Request, Spider
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.defaultheaders import DefaultHeadersMiddleware
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware, RedirectMiddleware
from scrapy.downloadermiddlewares.stats import DownloaderStats
from scrapy.downloadermiddlewares.useragent import UserAgentMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.spidermiddlewares.referer import RefererMiddleware
from scrapy.utils.request import request_httprepr
from scrapy.utils.response import get_base_url
from scrapy.utils.test import get_crawler

from scrapy_bt.engine.equivalents import _EQUIVALENTS, find_equivalent, measure_request
from scrapy_bt.engine.unwrapping import unwrap

ON_REQUESTS = (
    CookiesMiddleware,
    DefaultHeadersMiddleware,
    DownloaderStats,
    HttpCompressionMiddleware,
    OffsiteMiddleware,
    UserAgentMiddleware,
)
ON_RESPONSES = (
    CookiesMiddleware,
    DownloaderStats,
    HttpCompressionMiddleware,
    MetaRefreshMiddleware,
    RedirectMiddleware,
)
URLS = (
    "http://a.test",
    "http://a.test/",
    "http://A.test:8080/b;c?d=e&f#g",
    "https://user:pass@a.test//two//slashes?",
    "http://sub.a.test/ä?ö=ü#ß",
    "http://[::1]/x",
    "http://1.2.3.4/?q",
    "http://b.test/;",
    "file:///etc/hosts",
    "data:,x",
)
NAMES = st.sampled_from(("Accept", "accept-language", "User-Agent", "COOKIE", "X-Täg", "Accept-Encoding", "Host"))
VALUES = st.one_of(st.text("aä; =", max_size=5), st.lists(st.sampled_from(("x", "yy")), max_size=2), st.just(7))
META = st.fixed_dictionaries(
    {},
    optional={
        "dont_merge_cookies": st.booleans(),
        "cookiejar": st.sampled_from((1, "two")),
        "allow_offsite": st.booleans(),
        "dont_redirect": st.booleans(),
        "handle_httpstatus_list": st.just([301]),
    },
)
REQUESTS = st.builds(
    dict,
    url=st.sampled_from(URLS),
    method=st.sampled_from(("GET", "POST", "HEAD")),
    headers=st.dictionaries(NAMES, VALUES, max_size=4),
    body=st.sampled_from((b"", b"body")),
    cookies=st.sampled_from(({}, {"a": "1"})),
    meta=META,
    dont_filter=st.booleans(),
    encoding=st.sampled_from(("utf-8", "latin-1")),
)
BODIES = (
    "",
    "<p>page</p>",
    "<base href='http://c.test/'><meta http-equiv=refresh content='0; url=next'>",
    "<meta http-equiv=refresh content='0; url='>",
    "<meta http-equiv=refresh content='1000; url=later'>",
    "<script><meta http-equiv=refresh content='0; url=no'></script>",
    "<me<!-- -->ta http-equiv='&#114;efresh' content='0;url=x'>",
)
RESPONSE_HEADERS = st.dictionaries(
    st.sampled_from(("Set-Cookie", "Set-Cookie2", "Location", "Content-Encoding", "Content-Type", "X-A")),
    st.sampled_from(("a=1; Path=/", "//c.test/x", "/y", "identity", "gzip", ["a=1", "b=2"])),
    max_size=3,
)


def make_pair(kind, domains=None):
    """A middleware of Scrapy's, and one more whose methods are replaced, each with a crawler of its own."""
    chosen = {"DEFAULT_REQUEST_HEADERS": {"Accept": "a/b", "accept-language": ["en", "de"], "X-None": None}}
    made = []
    for _ in range(2):
        crawler = get_crawler(settings_dict={**chosen, "TWISTED_REACTOR_ENABLED": False})
        crawler.spider = Spider("it", allowed_domains=domains)
        made.append(kind.from_crawler(crawler))
    return made


def outcome(method, *arguments):
    try:
        found = method(*arguments)
    except Exception as error:  # noqa: BLE001  # the same is to be raised
        return type(error), str(error)
    return found if not isinstance(found, Request) else (found.to_dict(), found.headers)


def state_of(middleware, *messages):
    jars = getattr(middleware, "jars", {})
    return (
        [(message.headers, list(dict.items(message.headers)), message.meta) for message in messages],
        middleware.stats.get_stats() if hasattr(middleware, "stats") else None,
        {key: sorted(map(repr, jar)) for key, jar in jars.items()},
        getattr(middleware, "domains_seen", None),
    )


@settings(max_examples=30)
@pytest.mark.parametrize("kind", ON_REQUESTS)
@given(requests=st.lists(REQUESTS, min_size=1, max_size=3), domains=st.sampled_from((None, ["a.test"])))
def test_requests_are_left_as_scrapy_leaves_them(kind, requests, domains):
    stock, lean = make_pair(kind, domains)
    method = find_equivalent(lean.process_request)
    assert method != lean.process_request
    for written in requests:
        request, other = Request(**deepcopy(written)), Request(**deepcopy(written))
        assert outcome(method, request) == outcome(stock.process_request, other)
        assert state_of(lean, request) == state_of(stock, other)


@settings(max_examples=30)
@pytest.mark.parametrize("kind", ON_RESPONSES)
@given(
    written=REQUESTS,
    status=st.sampled_from((200, 204, 301, 303, 404, 503, 299, 999)),
    headers=RESPONSE_HEADERS,
    body=st.sampled_from(BODIES),
    made_by=st.sampled_from((Response, TextResponse, HtmlResponse)),
)
def test_responses_pass_as_they_pass_scrapys(kind, written, status, headers, body, made_by):
    stock, lean = make_pair(kind)
    method = find_equivalent(lean.process_response)
    assert method != lean.process_response
    response = made_by("http://a.test/x", status=status, headers=headers, body=body.encode(), request=None)
    request, other = Request(**deepcopy(written)), Request(**deepcopy(written))
    given_back, expected = outcome(method, request, response), outcome(stock.process_response, other, response.copy())
    if isinstance(given_back, Response):
        assert given_back is response or kind is HttpCompressionMiddleware
        given_back, expected = given_back.to_dict(), expected.to_dict()
    assert given_back == expected
    assert state_of(lean, request) == state_of(stock, other)
    if isinstance(response, TextResponse):
        assert get_base_url(response) == get_base_url(response.copy())


@cache
def refer_by(policy):
    return RefererMiddleware.from_crawler(get_crawler(settings_dict={"REFERRER_POLICY": policy}))


@given(
    policy=st.sampled_from(("scrapy.spidermiddlewares.referer.DefaultReferrerPolicy", "origin", "unsafe-url")),
    written=REQUESTS,
    named=st.sampled_from((None, "same-origin", "no-referrer", "nonsense", "")),
    at=st.sampled_from((*URLS, "https://b.test:443/c?d#e", "http://b.test:80/")),
    headers=st.sampled_from(({}, {"Referrer-Policy": "no-referrer"}, {"referrer-policy": "nonsense"})),
)
@pytest.mark.filterwarnings("ignore:Could not load referrer policy:RuntimeWarning")
def test_the_page_that_leads_to_a_request_is_named_as_scrapy_names_it(policy, written, named, at, headers):
    middleware = refer_by(policy)
    meta = written["meta"] if named is None else {**written["meta"], "referrer_policy": named}
    request, other = (Request(**deepcopy({**written, "meta": meta})) for _ in range(2))
    method = find_equivalent(middleware.get_processed_request)
    for response in (None, Response(at, headers=headers)):
        assert outcome(method, request, response) == outcome(middleware.get_processed_request, other, response)
        assert state_of(middleware, request) == state_of(middleware, other)


@example({"url": "http://a.test//x?y", "headers": {"A": []}})
@example({"url": "http://a.test/", "headers": {"A": ["b", "c"], "D": []}})
@given(REQUESTS)
def test_a_request_is_as_long_as_scrapy_would_write_it(written):
    request = Request(**written)
    assert measure_request(request) == len(request_httprepr(request))


def test_a_scheduled_request_that_leads_away_is_refused():
    stock, lean = make_pair(OffsiteMiddleware, ["a.test"])
    for middleware, scheduled in ((stock, stock.request_scheduled), (lean, find_equivalent(lean.request_scheduled))):
        scheduled(Request("http://a.test/"), middleware.crawler.spider)
        with pytest.raises(IgnoreRequest):
            scheduled(Request("http://b.test/"), middleware.crawler.spider)
    assert stock.stats.get_stats() == lean.stats.get_stats()


@pytest.mark.parametrize(("kind", "name"), _EQUIVALENTS)
def test_what_is_not_scrapys_is_left_alone(kind, name, monkeypatch):
    """A subclass, and a method that somebody has put in the place of Scrapy's, on an object or on the class."""

    class Own(kind):
        pass

    owned = Own.__new__(Own)
    assert find_equivalent(getattr(owned, name)) == getattr(owned, name)

    def other(*given):
        """Somebody's."""

    plain = kind.__new__(kind)
    assert find_equivalent(getattr(plain, name)) != getattr(plain, name)
    setattr(plain, name, other)
    assert find_equivalent(getattr(plain, name)) is other
    monkeypatch.setattr(kind, name, other)
    patched = getattr(kind.__new__(kind), name)
    assert find_equivalent(patched) is patched
    assert unwrap(patched) is patched
