"""A page that a script makes: the tree visits it in a real browser, and is proven by that."""

from __future__ import annotations

import base64
import http.server
import json
import shutil
import threading
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from scrapy_bt.capture.har_writer import write_har
from tests.integration.projects import Project
from tests.pure_site import Browser, over_http

OFFERS = {"lamp": ["brass", "glass", "iron"], "rope": ["hemp", "silk"]}
DRAW = """const app = document.getElementById("app");
for (const [name, price] of JSON.parse(atob(app.dataset.all)))
  app.insertAdjacentHTML("beforeend", `<li class="offer"><b>${name}</b><i>${price}</i></li>`)"""


def offers(word):
    return [[f"{word} of {kind}", f"{number + 3}.50"] for number, kind in enumerate(OFFERS.get(word, ()))]


class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        word = parse_qs(urlsplit(self.path).query).get("q", [""])[0]
        packed = base64.b64encode(json.dumps(offers(word)).encode()).decode()
        body = f'<title>Shop</title><ul id="app" data-all="{packed}"></ul><script>setTimeout(() => {{{DRAW}}})</script>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def site():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def write_sample(folder, site, word):
    """A sample folder as the recorder leaves it: the traffic, and how the last page looked."""
    browser = Browser(over_http, word, base=site)
    browser.get(f"/found?q={word}")
    rows = "".join(f'<li class="offer"><b>{name}</b><i>{price}</i></li>' for name, price in offers(word))
    (folder / "pages").mkdir(parents=True)
    (folder / "pages/seen.html").write_text(f'<title>Shop</title><ul id="app">{rows}</ul>')
    exchanges = [replace(each, kind="document") for each in browser.recording().exchanges]
    write_har(folder / "traffic.har", exchanges)
    seen = {"at": 1e9, "type": "navigate", "url_after": f"{site}/found?q={word}", "after": "pages/seen.html"}
    (folder / "events.jsonl").write_text(json.dumps(seen) + "\n")


def test_what_a_script_makes_is_brought_by_a_browser_and_proven(tmp_path, site):
    pytest.importorskip("scrapy_playwright")
    if shutil.which("chromium") is None:
        pytest.skip("chromium is not installed")
    project = Project(tmp_path, site=site)
    project.settings["PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT"] = 150_000
    for word in OFFERS:
        write_sample(tmp_path / word, site, word)
    result = project.run("bt", "infer", *OFFERS, "--in-browser", "-o", "shop.bt")
    assert result.code == 0, result.log
    assert "\nproven\n" in result.log
    assert "lamp of brass" in result.log
    tree = (tmp_path / "shop.bt").read_text()
    assert '[["wait_for_selector", "li.offer"]]' in tree
    assert "Not proven" not in tree
