"""A real server, a real process with Scrapy in it."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from scrapy_bt.console.jobs.fetches import Fetches
from scrapy_bt.console.refusals import Refusal

RULE = """\
rule: r
hosts: ['127.0.0.1:PORT']
layers:
  - layer: l
    entries: ['http://127.0.0.1:PORT/']
    tags: [{tag: t, start: <p>}]
"""


class Site(BaseHTTPRequestHandler):
    asked = threading.Event()
    over = threading.Event()

    def do_GET(self) -> None:
        if self.path == "/never":
            self.asked.set()
            self.over.wait()
            return
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", "http://other.test/")
            self.end_headers()
            return
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Type", "text/html; charset=iso-8859-1")
        self.end_headers()
        self.wfile.write("<p>é".encode("latin-1"))

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = shop\n")
    (tmp_path / "shop.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\nBT_ALLOW_INTERNAL = True\n')
    return tmp_path


@pytest.mark.server
def test_a_page_of_the_rules_hosts_is_fetched(project: Path, port: int) -> None:
    rule = RULE.replace("PORT", str(port))
    found = Fetches(project, seconds=None).fetch(f"http://127.0.0.1:{port}/", rule)
    assert (found.body, found.content_type) == ("<p>é".encode("latin-1"), "text/html; charset=iso-8859-1")
    assert Fetches(project, seconds=None).fetch(f"http://127.0.0.1:{port}/gone", rule).body == found.body


@pytest.mark.server
def test_nothing_beyond_them_is(project: Path, port: int) -> None:
    rule = RULE.replace("PORT", str(port))
    for url in ("http://other.test/", f"http://127.0.0.1:{port}/away"):
        with pytest.raises(Refusal, match="none of the rule's hosts"):
            Fetches(project, seconds=None).fetch(url, rule)


@pytest.mark.server
def test_internal_addresses_are_not_asked_unless_the_project_allows_it(project: Path, port: int) -> None:
    (project / "shop.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\n')
    with pytest.raises(Refusal, match="internal address"):
        Fetches(project, seconds=None).fetch(f"http://127.0.0.1:{port}/", RULE.replace("PORT", str(port)))


@pytest.mark.server
def test_what_is_on_its_way_can_be_ended(project: Path, port: int) -> None:
    fetches = Fetches(project, seconds=None)

    def end() -> None:
        Site.asked.wait()
        fetches.stop()

    thread = threading.Thread(target=end)
    thread.start()
    try:
        with pytest.raises(Refusal, match="the process has ended"):
            fetches.fetch(f"http://127.0.0.1:{port}/never", "")
    finally:
        Site.over.set()
        thread.join()
    with pytest.raises(Refusal, match="the process has ended"):  # nor does it begin
        fetches.fetch(f"http://127.0.0.1:{port}/", "")
