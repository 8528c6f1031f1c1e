"""What the knowledge sources find in recordings of the practice site."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Constant, Extraction, Joined, Taken, Value
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.blackboard.source import Post
from scrapy_bt.core.inference.findings import (
    Contended,
    ListOf,
    Loop,
    Origin,
    Records,
    SessionCookie,
    Shareable,
    Step,
    Target,
    Typed,
)
from scrapy_bt.core.inference.sources import SOURCES
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Recording
from scrapy_bt.testing.site import PracticeSite
from tests.browsing import Browser


@pytest.fixture(scope="module")
def site() -> Iterator[PracticeSite]:
    with PracticeSite(products=60) as site:
        yield site


def board(target: int, *recordings: Recording) -> Blackboard:
    """All that is found; *target*: the step that is wanted."""
    board = Blackboard(recordings)
    board.post(Post(Target(target, "given"), "given"), "test")
    controller = Controller(board, SOURCES)
    controller.run_round()
    assert controller.faults == []
    return board


def requests(found: Blackboard) -> list[str]:
    """The steps of the first recording."""
    exchanges = (found.exchange(step.number, 0) for step in found.findings(Step))
    return [f"{each.sent.method} {each.sent.url.split('/', 3)[3]}" for each in exchanges if each is not None]


def origin(found: Blackboard, step: int, key: str) -> Value | None:
    own = [each for each in found.findings(Origin) if each.step == step and str(each.key) == key]
    return max(own, key=lambda each: each.score).value if own else None


def css(step: int, text: str) -> Taken:
    return Taken(step, Extraction("css", text))


def text_of(browser: Browser) -> str:
    answer = browser.exchanges[-1].answer
    assert answer is not None
    return (answer.body or b"").decode()


def read_quotes(site: PracticeSite, user: str, password: str, pages: int, *authors: int) -> Recording:
    browser = Browser()
    browser.get(site.url)
    browser.get("/shop/")  # nobody needs it
    browser.get("/login")
    token = re.search(r'name="csrf_token" value="(\w+)"', text_of(browser))
    browser.types("username", user)
    browser.types("password", password, secret=True)
    browser.clicks("Log in", "button", type="submit")
    browser.post("/login", {"csrf_token": token[1] if token else "", "username": user, "password": password})
    for page in range(2, pages + 1):
        browser.clicks("Next")
        browser.get(f"/quotes/page/{page}/")
    links = re.findall(r"/author/[\w-]+/", text_of(browser))
    for place in authors:
        browser.get(links[place])
    return browser.recording()


def test_quotes(site: PracticeSite) -> None:
    one = read_quotes(site, "reader", "practice", 3, 0, 4)
    other = read_quotes(site, "editor", "exercise", 2, 2, 5)
    found = board(4, one, other)
    assert requests(found)[2:6] == ["GET login", "POST login", "GET quotes/page/2/", "GET quotes/page/3/"]
    assert origin(found, 3, "form csrf_token") == css(2, "input[name=csrf_token]::attr(value)")
    assert origin(found, 3, "form username") == Argument("username")
    assert origin(found, 3, "form password") == Argument("password", is_secret=True)
    assert {(each.step, each.name) for each in found.findings(SessionCookie)} == {(2, "session"), (3, "session")}
    (loop,) = found.findings(Loop)
    assert (loop.step, loop.kind, loop.next, loop.entry) == (4, "link", css(4, "li.next a::attr(href)"), 3)
    (listed,) = found.findings(ListOf)
    assert (listed.step, listed.key, listed.each.how) == (4, None, "css")
    assert Shareable((2, 3)) in found.findings(Shareable)
    (records,) = found.findings(Records)
    assert records.each == Extraction("css", "div.quote")
    assert dict(records.fields)["author"] == Extraction("css", "small.author::text")
    assert not any("practice" in str(fact.why) or "exercise" in str(fact.why) for fact in found.all_facts)


def search(site: PracticeSite, words: str, pages: int) -> Recording:
    browser = Browser()
    browser.page = site.url
    browser.get("/portal/")
    browser.types("q", words)
    browser.clicks("Search", "button", type="submit")
    browser.get(f"/portal/search?{urlencode({'q': words, 'lang': 'en'})}")
    links = re.findall(r'class="result"><a href="([^"]+)"', text_of(browser))
    for _ in range(pages - 1):
        following = re.search(r'class="next"><a href="([^"]+)"', text_of(browser))
        assert following is not None
        browser.get(following[1].replace("&amp;", "&"))
    for link in links[:2]:
        browser.get(link)
    return browser.recording()


def test_the_portal(site: PracticeSite) -> None:
    found = board(1, search(site, "harbour", 3), search(site, "lighthouse", 2))
    assert origin(found, 1, "query q") == Argument("q")
    assert {typed.argument for typed in found.findings(Typed)} == {"q"}
    (loop,) = found.findings(Loop)
    assert (loop.step, loop.repeats, loop.next) == (1, (2, 3), css(1, "li.next a::attr(href)"))
    (listed,) = found.findings(ListOf)
    assert (listed.step, listed.each) == (1, Extraction("css", 'a[href^="/portal/article/"]::attr(href)', all=True))


def ask_api(site: PracticeSite, *numbers: int) -> Recording:
    browser = Browser()
    browser.page = site.url
    browser.get("/api/")
    token = re.search(r'"token": "(\w+)"', text_of(browser))
    header = f"Bearer {token[1] if token else ''}"
    for page in (1, 2):
        browser.get(f"/api/products?page={page}", kind="fetch", Authorization=header)
    for number in numbers:
        browser.get(f"/api/products/{number}", kind="fetch", Authorization=header)
    return browser.recording()


def test_the_api(site: PracticeSite) -> None:
    found = board(3, ask_api(site, 22, 25), ask_api(site, 31))
    token = Taken(0, Extraction("re", r'"token"\s*:\s*"([^"]+)"'))
    assert {origin(found, step, "header authorization") for step in (1, 2, 3)} == {Joined((Constant("Bearer "), token))}
    (loop,) = found.findings(Loop)
    assert (loop.step, loop.next) == (1, Taken(1, Extraction("json", "next")))
    (listed,) = found.findings(ListOf)
    assert (listed.step, listed.key) == (1, Key("path", "2"))
    assert listed.each == Extraction("json", "items[].id", all=True)
    assert Shareable((0,), 300.0) in found.findings(Shareable)
    assert Contended(3) in found.findings(Contended)
    (records,) = found.findings(Records)
    assert (records.each, {"sku", "stock"} <= dict(records.fields).keys()) == (None, True)


def test_cursors_of_the_api(site: PracticeSite) -> None:
    def ask(times: int) -> Recording:
        browser = Browser()
        browser.page = site.url
        cursor = ""
        for _ in range(times):
            browser.get(f"/api/events{cursor}", kind="fetch")
            cursor = f"?cursor={json.loads(text_of(browser))['next']}"
        return browser.recording()

    (loop,) = board(0, ask(2), ask(3)).findings(Loop)
    assert (loop.kind, loop.key) == ("cursor", Key("query", "cursor"))
    assert (loop.step, loop.next) == (0, Taken(0, Extraction("json", "next")))


def test_view_state(site: PracticeSite) -> None:
    def turn(times: int) -> Recording:
        browser = Browser()
        browser.page = site.url
        browser.get("/aspnet/")
        for _ in range(times):
            hidden = dict(re.findall(r'<input type="hidden" name="(\w+)"[^>]* value="([^"]*)"', text_of(browser)))
            sent = {**hidden, "__EVENTTARGET": "ctl00$Main$Grid", "__EVENTARGUMENT": "Page$Next"}
            browser.post("/aspnet/Default.aspx", sent)
        return browser.recording()

    found = board(1, turn(2), turn(3))
    for name in ("__VIEWSTATE", "__EVENTVALIDATION"):
        assert origin(found, 1, f"form {name}") == css(0, f"input[name={name}]::attr(value)")
        assert origin(found, 2, f"form {name}") == css(1, f"input[name={name}]::attr(value)")
    (loop,) = found.findings(Loop)
    assert (loop.step, loop.repeats, loop.key, loop.entry) == (1, (2, 3), Key("form", "__EVENTARGUMENT"), 0)
    assert loop.until == Extraction("css", "a.next::attr(href)")
    (records,) = found.findings(Records)
    assert records.each == Extraction("css", "#Grid > tr:has(> td:nth-child(2))")


@pytest.mark.parametrize("browse", [lambda site: ask_api(site, 22), lambda site: search(site, "harbour", 2)])
def test_one_recording_alone_has_origins_too(site: PracticeSite, browse: Callable[[PracticeSite], Recording]) -> None:
    found = board(1, browse(site))
    values = [origin(found, 1, key) for key in ("header authorization", "query q")]
    assert any(value is not None for value in values)
