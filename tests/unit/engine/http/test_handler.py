"""The client against servers of every kind: what Scrapy gets of it."""

import asyncio
import inspect
import logging
import socket
import ssl

import pytest
from scrapy import Request, signals
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    NotConfigured,
    ResponseDataLossError,
    StopDownload,
    UnsupportedURLSchemeError,
)
from scrapy.utils.test import get_crawler

from scrapy_bt.engine.http.handler import LeanDownloadHandler
from tests.certificates import write_certificate
from tests.scripted import END, HANG, RESET, answer, scripted

CHUNKS = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def using(*scripts, settings=None, **server):
    """Run a test with a handler and a server that answers so."""

    def decorate(test):
        def run(**fixtures):
            async def serve():
                crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, **(settings or {})})
                crawler.spider = crawler._create_spider()
                handler = LeanDownloadHandler.from_crawler(crawler)
                async with scripted(*scripts, **server) as site:
                    try:
                        await test(handler, site, **fixtures)
                    finally:
                        await handler.close()

            asyncio.run(serve())

        run.__name__ = test.__name__
        given = inspect.signature(test)
        run.__signature__ = given.replace(parameters=list(given.parameters.values())[2:])
        return run

    return decorate


def listening(handler, signal):
    """What a listener gets."""
    heard = []

    def listen(**named):
        heard.append(named)

    handler.crawler.signals.connect(listen, signal, weak=False)
    return heard


@using(
    answer(b"<p>hello</p>", b"content-type: text/html", b"Set-Cookie: a", b"Connection: keep-alive", b"Set-Cookie: b")
)
async def test_a_response_is_as_scrapy_has_it(handler, site):
    request = Request(site.url("/a#b"), meta={"download_timeout": 150})
    response = await handler.download_request(request)
    assert type(response).__name__ == "HtmlResponse"
    assert response.url == site.url("/a")
    assert (response.status, response.body, response.flags) == (200, b"<p>hello</p>", [])
    assert (response.protocol, str(response.ip_address), response.certificate) == ("HTTP/1.1", "127.0.0.1", None)
    assert list(response.headers) == [b"Content-Length", b"Content-Type", b"Set-Cookie"]
    assert response.headers.getlist("Set-Cookie") == [b"a", b"b"]
    assert request.meta["download_latency"] > 0
    assert site.requests == [b"GET /a HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % site.port]


@using(answer())
async def test_connections_are_kept_and_of_many_at_once_each_has_its_own(handler, site):
    for _ in range(3):
        await handler.download_request(Request(site.url()))
    assert site.connections == 1
    await asyncio.gather(*(handler.download_request(Request(site.url())) for _ in range(5)))
    assert site.connections == 5


@using(answer(b"a", b"Connection: close"))
async def test_a_connection_that_the_server_ends_is_not_kept(handler, site):
    for _ in range(2):
        await handler.download_request(Request(site.url()))
    assert site.connections == 2


@using(answer(b"a"), [END], answer(b"b"))
async def test_a_request_on_a_stale_connection_is_sent_again(handler, site):
    bodies = [(await handler.download_request(Request(site.url()))).body for _ in range(2)]
    assert bodies == [b"a", b"b"]
    assert site.connections == 2


@using(answer(b"a"), [END], answer(b"b"))
async def test_a_form_is_not_sent_again(handler, site):
    await handler.download_request(Request(site.url()))
    with pytest.raises(DownloadFailedError, match="ended"):
        await handler.download_request(Request(site.url(), method="POST"))


@using(answer(b"a"), [b"HTTP/1.1 2", END], answer(b"b"))
async def test_a_request_that_was_answered_in_part_is_not_sent_again(handler, site):
    await handler.download_request(Request(site.url()))
    with pytest.raises(DownloadFailedError, match="ended"):
        await handler.download_request(Request(site.url()))


@using([END], answer())
async def test_a_new_connection_is_not_tried_twice(handler, site):
    with pytest.raises(DownloadFailedError, match="ended"):
        await handler.download_request(Request(site.url()))
    assert len(site.requests) == 1


@using([answer(), b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"])
async def test_what_nobody_asked_for_is_no_answer(handler, site):
    for _ in range(3):
        assert (await handler.download_request(Request(site.url()))).body == b"ok"


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_an_answer_without_a_body_ends_with_its_head(method):
    status = b"200 OK" if method == "HEAD" else b"304 Not Modified"

    @using(b"HTTP/1.1 %b\r\nContent-Length: 9\r\n\r\n" % status)
    async def test(handler, site):
        for _ in range(2):
            response = await handler.download_request(Request(site.url(), method=method))
            assert (response.body, response.headers["Content-Length"]) == (b"", b"9")
        assert site.connections == 1

    test()


@using(
    [b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", answer(b"", status=b"204 No")]
)
async def test_what_comes_before_an_answer_is_none(handler, site):
    response = await handler.download_request(Request(site.url(), method="POST", body="ab"))
    assert (response.status, response.headers.to_unicode_dict().data) == (204, {"Content-Length": "0"})
    assert site.requests[0].endswith(b"Content-Length: 2\r\n\r\nab")


@using([b"HTTP/1.1 200 OK\r\n\r\nab", b"cd", END])
async def test_a_body_of_unknown_length_is_partial(handler, site):
    response = await handler.download_request(Request(site.url()))
    assert (response.body, response.flags) == (b"abcd", ["partial"])


@pytest.mark.parametrize(
    "script",
    [
        [b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", END],
        [CHUNKS + b"3\r\nabc\r\n", END],
        [CHUNKS + b"3\r\nabc\r\nxyz\r\n", HANG],
    ],
)
def test_a_body_that_is_not_whole_fails_or_is_flagged(script, caplog):
    @using(script)
    async def test(handler, site):
        for _ in range(2):
            with pytest.raises(ResponseDataLossError):
                await handler.download_request(Request(site.url()))
        response = await handler.download_request(Request(site.url(), meta={"download_fail_on_dataloss": False}))
        assert (response.body, response.flags) == (b"abc", ["dataloss"])

    with caplog.at_level(logging.WARNING):
        test()
    assert caplog.text.count("Got data loss") == 1


@pytest.mark.parametrize(
    "script",
    [
        [RESET],
        [b"SSH-2.0-OpenSSH_9\r\n\r\n", HANG],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", HANG],
        [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nab", HANG],
        [b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", HANG],
        [b"HTTP/1.1 200 OK\r\n", *[b"A: " + b"b" * 1000 + b"\r\n"] * 300, HANG],
    ],
)
def test_a_broken_answer_fails_at_once_and_ends_its_connection(script):
    @using(script)
    async def test(handler, site):
        with pytest.raises(DownloadFailedError):
            await handler.download_request(Request(site.url(), meta={"download_timeout": 150}))
        await until_closed(handler)

    test()


async def until_closed(handler):
    while len(handler._pool):
        await asyncio.sleep(0)


@pytest.mark.parametrize("script", [[HANG], [b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", HANG]])
def test_a_slow_answer_is_given_up(script):
    @using(script)
    async def test(handler, site):
        with pytest.raises(DownloadTimeoutError, match="longer than"):
            await handler.download_request(Request(site.url(), meta={"download_timeout": 0.1}))
        await until_closed(handler)

    test()


@using(answer())
async def test_a_server_that_does_not_shake_hands_is_given_up(handler, site):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(DownloadTimeoutError):
            await handler.download_request(Request(url, meta={"download_timeout": 0.1}))


@using([HANG])
async def test_a_request_that_is_cancelled_ends_its_connection(handler, site):
    task = asyncio.ensure_future(handler.download_request(Request(site.url())))
    while not site.requests:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until_closed(handler)


@using(answer(b"0123456789"), settings={"DOWNLOAD_MAXSIZE": 9, "DOWNLOAD_WARNSIZE": 5})
async def test_a_body_that_is_announced_too_large_is_not_read(handler, site, caplog):
    with pytest.raises(DownloadCancelledError, match=r"Expected to receive 10 bytes .* max size \(9\)"):
        await handler.download_request(Request(site.url()))
    response = await handler.download_request(Request(site.url(), meta={"download_maxsize": 0}))
    assert response.body == b"0123456789"
    assert "Expected to receive 10 bytes which is larger than download warn size (5)" in caplog.text


@using([CHUNKS] + [b"3\r\nabc\r\n"] * 10 + [HANG], settings={"DOWNLOAD_MAXSIZE": 9, "DOWNLOAD_WARNSIZE": 5})
async def test_an_endless_body_is_read_as_far_as_the_limit(handler, site, caplog):
    with pytest.raises(DownloadCancelledError, match=r"Received \d+ bytes .* max size \(9\)"):
        await handler.download_request(Request(site.url(), meta={"download_timeout": 150}))
    assert caplog.text.count("download warn size (5)") == 1


@using([CHUNKS, b"3\r\nabc\r\n", b"1\r\nd\r\n0\r\n\r\n"])
async def test_listeners_hear_of_the_head_and_of_each_piece(handler, site):
    heads, pieces = listening(handler, signals.headers_received), listening(handler, signals.bytes_received)
    request = Request(site.url())
    await handler.download_request(request)
    assert [(one["body_length"], one["request"]) for one in heads] == [(None, request)]
    assert b"".join(one["data"] for one in pieces) == b"abcd"
    assert len(pieces) == 2


@pytest.mark.parametrize(("signal", "body"), [(signals.headers_received, b""), (signals.bytes_received, b"abc")])
@pytest.mark.parametrize("fails", [True, False])
def test_a_listener_may_stop_a_download(signal, body, fails):
    @using([CHUNKS, b"3\r\nabc\r\n", HANG])
    async def test(handler, site):
        def stop(**_):
            raise StopDownload(fail=fails)

        handler.crawler.signals.connect(stop, signal)
        request = Request(site.url(), meta={"download_timeout": 150})
        if fails:
            with pytest.raises(StopDownload) as stopped:
                await handler.download_request(request)
            response = stopped.value.response
        else:
            response = await handler.download_request(request)
        assert (response.status, response.body, response.flags) == (200, body, ["download_stopped"])
        await until_closed(handler)

    test()


@using(answer())
async def test_where_nobody_listens_or_a_name_leads_nowhere_is_told(handler, site):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # it is nobody else's meanwhile
        with pytest.raises(DownloadConnectionRefusedError):
            await handler.download_request(Request(f"http://127.0.0.1:{free.getsockname()[1]}/"))

    async def lead_nowhere(host):
        return []

    handler.lead_names(lambda otherwise: lead_nowhere)
    with pytest.raises(CannotResolveHostError):
        await handler.download_request(Request("http://a.test/"))
    with pytest.raises(UnsupportedURLSchemeError):
        await handler.download_request(Request("gopher://a.test/"))


@using(answer())
async def test_a_name_leads_where_the_look_up_says(handler, site):
    asked = []

    async def lead(host):
        asked.append(host)
        return ["127.0.0.9", "127.0.0.1"]  # nobody listens at the first

    handler.lead_names(lambda otherwise: lead)
    for _ in range(2):
        assert (await handler.download_request(Request(site.url(host="shop.test")))).body == b"ok"
    assert asked == ["shop.test"]
    assert b"Host: shop.test:" in site.requests[0]


@using(answer(), host="::1")
async def test_an_address_of_ipv6(handler, site):
    response = await handler.download_request(Request(site.url(host="[::1]")))
    assert str(response.ip_address) == "::1"


@using(answer(), settings={"DOWNLOAD_BIND_ADDRESS": "127.0.0.3"})
async def test_requests_that_leave_from_different_addresses_share_no_connection(handler, site):
    for meta in ({}, {"bindaddress": "127.0.0.2"}, {"bindaddress": ("127.0.0.2", 0)}):
        await handler.download_request(Request(site.url(), meta=meta))
    assert site.connections == 2


def test_a_secure_server_is_known_by_its_certificate(tmp_path):
    certificate = write_certificate(tmp_path)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate)

    @using(answer(), tls=server)
    async def trusting(handler, site):
        for _ in range(2):
            response = await handler.download_request(Request(site.url()))
        assert ssl.DER_cert_to_PEM_cert(response.certificate) in certificate.read_text()
        assert site.connections == 1

    @using(answer(), tls=server, settings={"DOWNLOAD_VERIFY_CERTIFICATES": True})
    async def careful(handler, site):
        with pytest.raises(DownloadFailedError, match="self-signed"):
            await handler.download_request(Request(site.url()))
        assert site.requests == []

    trusting()
    careful()


@using(answer(), greeting=b"220 mail.test ESMTP\r\n")
async def test_a_server_that_speaks_no_tls_is_told(handler, site):
    with pytest.raises(DownloadFailedError, match="TLS"):
        await handler.download_request(Request(f"https://127.0.0.1:{site.port}/", meta={"download_timeout": 150}))


def test_without_asyncio_there_is_none(monkeypatch):
    monkeypatch.setattr("scrapy_bt.engine.http.handler.is_asyncio_available", lambda: False)
    with pytest.raises(NotConfigured, match="asyncio"):
        LeanDownloadHandler.from_crawler(get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False}))
