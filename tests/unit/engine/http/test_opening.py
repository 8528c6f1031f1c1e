"""Ways through proxies, with a proxy and servers of our own."""

import asyncio
import ssl
from contextlib import asynccontextmanager

import pytest
from scrapy.exceptions import DownloadConnectionRefusedError, DownloadFailedError

from scrapy_bt.engine.http.opening import Opener
from scrapy_bt.engine.http.routes import Route
from tests.certificates import write_certificate
from tests.scripted import END, HANG, answer, scripted


@pytest.fixture(scope="module")
def server_tls(tmp_path_factory):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(write_certificate(tmp_path_factory.mktemp("tls")))
    return context


@asynccontextmanager
async def proxying(asked, tls=None):
    """A proxy; *asked* gets what it is asked. Gives its port."""
    tasks = set()

    async def copy(reader, writer):
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()

    async def serve(reader, writer):
        tasks.add(asyncio.current_task())
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        host, _, port = asked[-1].split()[1].decode().rpartition(":")
        there_reader, there_writer = await asyncio.open_connection(host.strip("[]"), int(port))
        writer.write(b"HTTP/1.1 200 Connection established\r\nContent-Length: 5\r\n\r\n")
        await asyncio.gather(copy(reader, there_writer), copy(there_reader, writer), return_exceptions=True)

    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    try:
        yield listening.sockets[0].getsockname()[1]
    finally:
        listening.close()
        await asyncio.gather(*tasks, return_exceptions=True)


class Waiting:
    """An exchange that gathers what comes."""

    def __init__(self):
        self.got = b""
        self.whole = asyncio.get_running_loop().create_future()

    def data_came(self, data):
        self.got += data
        if self.got.endswith(b"ok"):
            self.whole.set_result(None)

    def connection_ended(self, error):
        if not self.whole.done():
            self.whole.set_exception(ConnectionError(str(error)))


async def look_up(host):
    return [host]


def make_opener():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return Opener(tls=context, look_up=look_up)


def through(port, to, *, authorization=None, is_secure=False):
    proxy = Route(is_secure=is_secure, host="127.0.0.1", port=port)
    return Route(is_secure=True, host="127.0.0.1", port=to, tunnel=proxy, authorization=authorization)


@pytest.mark.parametrize("is_secure", [False, True])
def test_tls_goes_through_a_proxy_that_is_asked_for_the_way(server_tls, is_secure):
    async def run():
        asked, lost = [], []
        async with (
            scripted(answer(), tls=server_tls) as site,
            proxying(asked, server_tls if is_secure else None) as port,
        ):
            route = through(port, site.port, authorization=b"Basic eDp5", is_secure=is_secure)
            connection = await make_opener().open(route, lost.append)
            exchange = Waiting()
            connection.send(b"GET / HTTP/1.1\r\nHost: h\r\n\r\n", exchange)
            await exchange.whole
            assert site.requests == [b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"]
            assert connection.certificate is not None
            connection.close()
            while not lost:
                await asyncio.sleep(0)
        to = b"127.0.0.1:%d" % site.port
        assert asked == [b"CONNECT %b HTTP/1.1\r\nHost: %b\r\nProxy-Authorization: Basic eDp5\r\n\r\n" % (to, to)]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (answer(b"", status=b"407 Proxy Authentication Required"), "answered CONNECT with 407"),
        ([END], "the proxy ended the connection"),
        ([b"SSH-2.0-x\r\n\r\n", HANG], "SSH"),
        ([b"HTTP/1.1 200 OK\r\n\r\n", END], "127.0.0.1"),
        ([b"HTTP/1.1 200 OK\r\n\r\nnot TLS", HANG], "speaks"),
    ],
)
def test_a_proxy_that_opens_no_way_is_told(script, told):
    async def run():
        async with scripted(script) as proxy:
            with pytest.raises((DownloadFailedError, DownloadConnectionRefusedError), match=told):
                await make_opener().open(through(proxy.port, 443), lambda _: None)

    asyncio.run(run())
