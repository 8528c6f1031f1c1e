"""A name that leads elsewhere the second time that it is looked up: a rule connects to what was checked."""

import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.integration.projects import Project

RULE = """
rule: shop
hosts: [turning.rebinding.test, xn--bcher-kva.turning.rebinding.test, inside.rebinding.test]
layers:
- layer: list
  entries:
  - http://turning.rebinding.test:{port}/list
  - http://xn--bcher-kva.turning.rebinding.test:{port}/list
  - http://inside.rebinding.test:{port}/list
  tags:
  - {{tag: link, start: '<a href="', end: '"', link: article}}
- layer: article
  tags:
  - {{tag: text, start: '<p>', end: '</p>'}}
groups:
- group: articles
  columns:
  - {{name: text, tag: article.text}}
"""

# 127.0.0.1 stands for an internal address here, and 127.0.0.2 for one of the public Internet.
NAMES = """
import socket
from collections import Counter

from scrapy_bt.crawl.network import guarding

guarding.is_internal_address = lambda address: address == "127.0.0.1"
asked = Counter()
by_system = socket.getaddrinfo


def lead(name):
    asked[name] += 1
    internal = name.startswith("inside") or asked[name] % 2 == 0
    return "127.0.0.1" if internal else "127.0.0.2"


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    name = host.decode() if isinstance(host, bytes) else host
    if str(name).endswith("rebinding.test"):
        host, family = lead(name), socket.AF_INET
    return by_system(host, port, family, type, proto, flags)


socket.gethostbyname = lambda name: lead(name) if name.endswith("rebinding.test") else name
socket.getaddrinfo = getaddrinfo


class Names:
    pass
"""


@contextmanager
def serving(address, port=0):
    visits = Counter()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            visits[self.path] += 1
            links = "".join(f'<a href="/article/{n}">' for n in range(4))
            body = (links if self.path == "/list" else f"<p>{address}</p>").encode()
            self.send_response(404 if self.path == "/robots.txt" else 200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer((address, port), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port, visits
        server.shutdown()


@pytest.fixture
def sites():
    """The port that both have, and the visits of the public site and of the internal one."""
    try:
        with serving("127.0.0.2") as (port, public), serving("127.0.0.1", port) as (_, internal):
            yield port, public, internal
    except OSError as error:
        pytest.skip(f"this machine has no second address of its own: {error}")


@pytest.mark.parametrize("client", ["lean", "aiohttp", "scrapy"])
def test_a_rule_connects_to_the_address_that_was_checked(client, tmp_path, sites):
    port, public, internal = sites
    project = Project(tmp_path)
    project.write("names.py", NAMES)
    project.write("rules/shop.yaml", RULE.format(port=port))
    result = project.crawl(
        "shop",
        settings={
            "BT_HTTP": client,
            "DNSCACHE_ENABLED": False,
            "EXTENSIONS": {"names.Names": 1},
            "RETRY_ENABLED": False,
        },
    )
    assert not result.has_traceback, result.log
    assert not internal
    assert public["/list"] == 2
    assert {item["text"] for item in result.items} == {"127.0.0.2"}
    assert "`inside.rebinding.test` leads to the internal address 127.0.0.1" in result.log
    assert result.stats["bt/rules/refused"] > 1
