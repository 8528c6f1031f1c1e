import pytest
from scrapy import Request

from scrapy_bt.engine.http.writing import write_request


def lines(request, *, is_proxied=False):
    head, _, body = write_request(request, is_proxied=is_proxied).partition(b"\r\n\r\n")
    return [*head.decode().split("\r\n"), body.decode()]


def test_headers_go_in_their_order_with_the_host_first():
    request = Request("http://h.test:8080/a?b=c#d", headers=[("Z", "1"), ("A", ["2", "3"]), ("M", "4")])
    assert lines(request) == ["GET /a?b=c HTTP/1.1", "Host: h.test:8080", "Z: 1", "A: 2", "A: 3", "M: 4", ""]


def test_a_host_of_its_own_stays_where_it_is():
    request = Request("http://h.test/", headers=[("A", "1"), ("Host", "other.test")])
    assert lines(request) == ["GET / HTTP/1.1", "A: 1", "Host: other.test", ""]


@pytest.mark.parametrize(
    ("url", "target", "host"),
    [
        ("http://h.test", "/", "h.test"),
        ("http://h.test?a=b", "/?a=b", "h.test"),
        ("http://h.test/?", "/?", "h.test"),
        ("http://h.test:80/a//b/../c/./d", "/a//b/../c/./d", "h.test"),
        ("https://h.test:443/%7e%41%2f", "/%7e%41%2f", "h.test"),
        ("https://h.test:80/x;y=1?a&&b=", "/x;y=1?a&&b=", "h.test:80"),
        ("http://[::1]:81/", "/", "[::1]:81"),
        ("http://me:secret@h.test/", "/", "h.test"),
    ],
)
def test_a_url_reaches_the_server_as_it_is_written(url, target, host):
    sent = lines(Request(url, meta={"verbatim_url": True}))
    assert sent[:2] == [f"GET {target} HTTP/1.1", f"Host: {host}"]


def test_the_user_of_a_url_is_told_unless_the_request_does_it():
    assert "Authorization: Basic bWU6c2VjcmV0IQ==" in lines(Request("http://me:secret%21@h.test/"))
    own = lines(Request("http://me:secret@h.test/", headers={"Authorization": "Bearer x"}))
    assert [line for line in own if line.startswith("Authorization")] == ["Authorization: Bearer x"]


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (Request("http://h.test/"), []),
        (Request("http://h.test/", body="ab"), ["Content-Length: 2"]),
        (Request("http://h.test/", method="POST"), ["Content-Length: 0"]),
        (Request("http://h.test/", method="PUT", body="é"), ["Content-Length: 2"]),
        # What is copied from a browser may be wrong, and would let a server wait or read a second request.
        (Request("http://h.test/", method="POST", body="ab", headers={"Content-Length": "99"}), ["Content-Length: 2"]),
        (Request("http://h.test/", headers={"Transfer-Encoding": "chunked", "Content-Length": "3"}), []),
    ],
)
def test_the_length_is_that_of_the_body(request_, told):
    sent = lines(request_)[1:-1]
    assert [line for line in sent if line.startswith(("Content-Length", "Transfer-Encoding"))] == told


def test_a_proxy_gets_the_whole_url_and_its_authorization_and_nobody_else_does():
    request = Request("http://h.test/a#b", headers={"Proxy-Authorization": "Basic x"})
    assert lines(request, is_proxied=True)[0] == "GET http://h.test/a HTTP/1.1"
    assert "Proxy-Authorization: Basic x" in lines(request, is_proxied=True)
    assert "Proxy-Authorization: Basic x" not in lines(request)


@pytest.mark.parametrize(
    "request_",
    [
        Request("http://h.test/", headers={"A": "b\r\nC: d"}),
        Request("http://h.test/", headers={"A": "b\nC: d"}),
        Request("http://h.test/", headers={"A": "b\rC: d"}),
        Request("http://h.test/", headers={"A": "b\0"}),
        Request("http://h.test/", headers={"A: b\r\nC": "d"}),
        Request("http://h.test/", headers={"A b": "c"}),
        Request("http://h.test/", headers={"": "c"}),
        Request("http://h.test/", method="GET /a HTTP/1.1\r\nA:"),
        Request("http://h.test/", method="A B"),
        Request("http://h.test/a b", meta={"verbatim_url": True}),
        Request("http://h.test/a\r\nb", meta={"verbatim_url": True}),
        Request("http://h.test/ü", meta={"verbatim_url": True}),
    ],
)
def test_nothing_is_sent_that_would_be_read_as_something_else(request_):
    with pytest.raises(ValueError, match=r".+"):
        write_request(request_, is_proxied=False)
