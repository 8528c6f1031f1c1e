import socket
import urllib.request

import pytest

from scrapy_bt.testing.proxies import PracticeProxies
from scrapy_bt.testing.site import PracticeSite

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def site():
    with PracticeSite(products=5) as running:
        yield running


def ask(proxy, url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
    with opener.open(url) as response:
        return response.read().decode()


def test_requests_and_tunnels_reach_the_site(site):
    with PracticeProxies(1) as proxies:
        assert "shop" in ask(proxies.urls[0], site.url)
        host = site.url.removeprefix("http://").rstrip("/")
        port = int(proxies.urls[0].rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as tunnel:
            tunnel.sendall(f"CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert tunnel.recv(1000).startswith(b"HTTP/1.1 200 ")
            tunnel.sendall(f"GET /shop/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            said = b""
            while part := tunnel.recv(65536):
                said += part
        assert said.startswith(b"HTTP/1.1 200 ")
        assert proxies.counts()[0]["sites"] == {host: 2}
