"""The practice site as people and crawlers meet it: its own process, real HTTP."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlencode, urlsplit

import psutil
import pytest
from parsel import Selector

from scrapy_bt.testing.site import PracticeSite, SiteStartError
from scrapy_bt.testing.site.content.filings import make_filings
from scrapy_bt.testing.site.content.quotations import make_quotations
from tests.waiting import wait_until

COMMAND = [sys.executable, "-m", "scrapy_bt.testing.site"]


@pytest.fixture(scope="module")
def running():
    with PracticeSite(products=30) as site:
        yield site


@pytest.fixture
def site(running):
    running.reset()
    return running


class Browser:
    """One connection that keeps cookies."""

    def __init__(self, site):
        self.connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
        self.cookies = {}

    def ask(self, path, *, method="GET", form=None, headers=None):
        """Return status, headers and text."""
        headers = dict(headers or {})
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body=None if form is None else urlencode(form), headers=headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        if "Set-Cookie" in response.headers:
            name, _, value = response.headers["Set-Cookie"].partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, response.headers, text


@pytest.fixture
def browser(site):
    browser = Browser(site)
    yield browser
    browser.connection.close()


def log_in(browser):
    page = Selector(browser.ask("/login")[2])
    token = page.css("input[name=csrf_token]::attr(value)").get()
    form = {"csrf_token": token, "username": "reader", "password": "practice"}
    status, headers, _ = browser.ask("/login", method="POST", form=form)
    return status, headers["Location"]


def test_quotes_are_read_after_a_login_and_no_request_is_more_than_asked(site, browser):
    status, path = log_in(browser)
    assert (status, path) == (302, "/quotes/page/1/")
    texts = []
    while path:
        page = Selector(browser.ask(path)[2])
        texts += page.css("span.text::text").getall()
        path = page.css("li.next a::attr(href)").get()
    assert texts == [f"“{quotation.text}”" for quotation in make_quotations("practice")]
    counts = site.counts()
    assert counts["by_request"] == {
        "GET /login": 1,
        "POST /login": 1,
        **{f"GET /quotes/page/{number}/": 1 for number in range(1, 6)},
    }
    assert counts["by_status"] == {"200": 6, "302": 1}
    assert counts["total"] == 7


def test_a_session_ends_by_setting_and_by_order(site, browser):
    log_in(browser)
    assert browser.ask("/quotes/page/1/")[0] == 200
    site.expire()
    assert browser.ask("/quotes/page/1/")[0] == 403
    log_in(browser)
    site.set(session_seconds=0, login_wall="redirect")
    status, headers, _ = browser.ask("/quotes/page/1/")
    assert (status, headers["Location"]) == (302, "/login")


def test_the_api_gives_json_to_who_read_the_token(browser):
    assert browser.ask("/api/products")[0] == 401
    token = re.search(r'"token": "([^"]+)"', browser.ask("/api/")[2]).group(1)
    status, headers, text = browser.ask("/api/products?page=2", headers={"Authorization": f"Bearer {token}"})
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    assert '"page": 2, "pages": 2, "total": 30' in text


def test_the_webforms_pages_are_turned_by_posting_back(browser):
    page = Selector(browser.ask("/aspnet/")[2])
    found = page.css("td.reference::text").getall()
    while page.css("a.next"):
        form = {each.attrib["name"]: each.attrib["value"] for each in page.css("input[type=hidden]")}
        form |= {"__EVENTTARGET": "ctl00$Main$Grid", "__EVENTARGUMENT": "Page$Next"}
        page = Selector(browser.ask("/aspnet/Default.aspx", method="POST", form=form)[2])
        found += page.css("td.reference::text").getall()
    assert found == [filing.reference for filing in make_filings("practice")]
    status, _, text = browser.ask("/aspnet/Default.aspx", method="POST", form={"__VIEWSTATE": "x"})
    assert (status, "Validation of viewstate MAC failed." in text) == (500, True)


def hold(site, path):
    """Send a request whose answer nobody waits for."""
    client = socket.create_connection(("127.0.0.1", urlsplit(site.url).port))
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return client


def test_latency_is_waited_for_under_its_prefix_only(site, browser):
    site.set(latency_by_prefix={"/plain/item/": 0.2})
    before = time.monotonic()
    assert browser.ask("/plain/item/1/")[0] == 200
    assert time.monotonic() - before >= 0.2
    site.set(latency_by_prefix={"/plain/item/": 3600})
    assert browser.ask("/plain/list/0/")[0] == 200


def test_requests_that_wait_at_the_same_time_are_counted(site):
    site.set(latency=3600)
    with contextlib.ExitStack() as clients:
        for number in range(1, 6):
            clients.enter_context(hold(site, f"/plain/item/{number}/"))
        wait_until(lambda: site.counts()["total"] == 5)
        assert site.counts()["max_concurrent_by_folder"] == {"/plain/item/": 5}


def test_the_single_desk_refuses_who_comes_meanwhile(site, browser):
    site.set(single_seconds=3600)
    with hold(site, "/single/1"):
        wait_until(lambda: site.counts()["total"] == 1)
        assert browser.ask("/single/2")[0] == 409
    assert site.counts()["violations"] == 1
    wait_until(lambda: site.counts()["by_status"].get("cancelled") == 1)
    site.set(single_seconds=0)
    assert browser.ask("/single/3")[0] == 200


def test_one_after_another_at_the_single_desk_is_no_violation(site, browser):
    site.set(single_seconds=0)
    assert [browser.ask(f"/single/{number}")[0] for number in range(20)] == [200] * 20
    assert site.counts()["violations"] == 0


def test_a_connection_is_dropped_without_an_answer(site, browser):
    with pytest.raises(ConnectionError):
        browser.ask("/trouble/drop")
    assert site.counts()["by_status"] == {"dropped": 1}


def test_a_client_that_gives_up_on_silence_is_counted_as_gone(site):
    with hold(site, "/trouble/timeout") as client:
        client.settimeout(0.2)
        with pytest.raises(TimeoutError):
            client.recv(1)
    wait_until(lambda: site.counts()["by_status"] == {"cancelled": 1})


def test_settings_that_cannot_be_are_explained(site):
    with pytest.raises(ValueError, match="there is no setting 'latensy'"):
        site.set(latensy=1)
    with pytest.raises(ValueError, match="products can only be set when the site starts"):
        site.set(products=5)


def test_a_page_that_is_not_http_does_not_stop_the_site(site, browser):
    with socket.create_connection(("127.0.0.1", urlsplit(site.url).port)) as client:
        client.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        assert client.recv(20).startswith(b"HTTP/1.")
    assert browser.ask("/")[0] == 200


def test_no_process_is_left_when_the_block_fails():
    site = PracticeSite(products=1)
    started = []

    def fail():
        with site:
            started.append(psutil.Process(site.pid))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert not started[0].is_running()
    assert site.pid is None


def test_a_site_can_be_started_again():
    site = PracticeSite(products=1)
    for _ in range(2):
        with site:
            assert site.counts()["total"] == 0


def test_a_proxy_of_the_environment_is_not_used(site, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert site.counts()["total"] == 0


def test_the_terminal_s_interrupt_does_not_reach_a_site_that_was_launched(site):
    assert os.getsid(site.pid) != os.getsid(0)


def test_a_port_in_use_is_explained(site):
    with pytest.raises(SiteStartError) as caught:
        PracticeSite(products=1, port=urlsplit(site.url).port).start()
    assert f"cannot listen on 127.0.0.1:{urlsplit(site.url).port}" in str(caught.value)
    assert "choose another --port" in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_a_site_that_takes_too_long_to_start_is_stopped():
    site = PracticeSite(start_seconds=0)
    with pytest.raises(SiteStartError, match="it said nothing"):
        site.start()
    assert site.pid is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_command_says_where_it_listens_and_ends_cleanly_on_a_signal(number):
    with subprocess.Popen([*COMMAND, "--products=1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        line = process.stdout.readline().decode()
        process.send_signal(number)
        rest, complaints = process.communicate()
    assert re.fullmatch(r"practice site on http://127\.0\.0\.1:\d+/\n", line)
    assert (process.returncode, rest, complaints) == (0, b"", b"")


def test_a_hanging_request_does_not_delay_the_end():
    with PracticeSite(products=1) as site, hold(site, "/trouble/timeout"):
        process = psutil.Process(site.pid)
        wait_until(lambda: site.counts()["total"] == 1)
        os.kill(site.pid, signal.SIGTERM)
        assert process.wait() == 0


def has_ended(number):
    try:
        # Without its parent it may stay in the table as a zombie.
        return psutil.Process(number).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_the_site_ends_with_the_process_that_started_it():
    source = """
import os, signal
from scrapy_bt.testing.site import PracticeSite
site = PracticeSite(products=1)
site.start()
print(site.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    parent = subprocess.run([sys.executable, "-c", source], stdout=subprocess.PIPE, check=False)
    assert parent.returncode == -signal.SIGKILL
    number = int(parent.stdout)
    wait_until(lambda: has_ended(number))
