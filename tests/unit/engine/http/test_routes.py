import pytest
from scrapy import Request
from scrapy.exceptions import UnsupportedURLSchemeError

from scrapy_bt.engine.http.routes import Route, find_route

PROXY = Route(is_secure=False, host="p.test", port=3128)


def route(url, **meta):
    headers = {"Proxy-Authorization": "Basic x"} if "proxy" in meta else {}
    return find_route(Request(url, headers=headers, meta=meta), bind_address=None)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://H.test/a", Route(is_secure=False, host="h.test", port=80)),
        ("https://h.test/", Route(is_secure=True, host="h.test", port=443)),
        ("https://me:x@h.test:8443/", Route(is_secure=True, host="h.test", port=8443)),
        ("http://[::1]:81/", Route(is_secure=False, host="::1", port=81)),
    ],
)
def test_a_route_leads_to_the_host(url, expected):
    assert route(url) == expected


def test_http_goes_to_the_proxy_and_https_through_it():
    assert route("http://h.test/", proxy="p.test:3128") == PROXY
    assert route("https://h.test/", proxy="http://p.test:3128") == Route(
        is_secure=True, host="h.test", port=443, tunnel=PROXY, authorization=b"Basic x"
    )
    assert route("http://h.test/", proxy="https://p.test") == Route(is_secure=True, host="p.test", port=443)


def test_another_address_of_ones_own_is_another_route():
    request = Request("http://h.test/", meta={"bindaddress": "127.0.0.2"})
    assert find_route(request, bind_address=("127.0.0.3", 0)).bind_address == ("127.0.0.2", 0)
    assert find_route(Request("http://h.test/"), bind_address=("127.0.0.3", 0)).bind_address == ("127.0.0.3", 0)


@pytest.mark.parametrize("meta", [{}, {"proxy": "socks5://p.test"}])
def test_other_schemes_are_refused(meta):
    with pytest.raises(UnsupportedURLSchemeError):
        route("http://h.test/" if meta else "gopher://h.test/", **meta)


@pytest.mark.parametrize("url", ["http:///a", "http://h.test:99999/", "http://:80/"])
def test_a_url_without_a_host_or_port_that_is_one_is_refused(url):
    with pytest.raises(ValueError, match=r".+"):
        route(url)
