"""The overview while crawls come: what is shown changes, and the keyboard stays where it is."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.commandlines import COMMAND, CommandLine
from tests.integration.console.keyboard import follow, reach
from tests.serving import Handler, serving

RENEW = """() => import("/static/renew.js").then(({ renew }) => renew(document.querySelector("bt-overview")))"""
CARD = '<h2><a href="/crawls/a">card</a></h2><div tabindex="0">rows</div>' + "<p>more</p>" * 99

TREE = 'page :: visit "{site}"\nmain :: and (site) { :page }\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text(
        'ADDONS = {"scrapy_bt.Addon": 300}\nBT_TREES = "trees"\nTELNETCONSOLE_ENABLED = False\n'
    )
    (tmp_path / "trees").mkdir()
    for name in ("chairs", "tables"):
        (tmp_path / "trees" / f"{name}.bt").write_text(TREE)
    return tmp_path


@pytest.fixture
def crawl(project: Path) -> Iterator[Callable[[str], None]]:
    """Starts the crawl of a tree, which goes on until the test is over."""
    goes_on = Event()

    class Site(Handler):
        def do_GET(self) -> None:  # noqa: N802 - as the server calls it
            goes_on.wait()
            self.answer(200, "done")

    with ExitStack() as ends, serving(Site) as url:

        def start(name: str) -> None:
            command = [*COMMAND, "crawl", name, "-a", f"site={url}"]
            process = CommandLine(command, cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            ends.callback(process.wait)
            ends.callback(process.kill)

        yield start
        ends.close()
        goes_on.set()


@pytest.mark.server
def test_a_crawl_that_comes_leaves_the_keyboard_where_it_is(page: Page, crawl: Callable[[str], None]) -> None:
    cards = page.locator("article.card")
    page.evaluate("window.same = true")
    crawl("chairs")
    expect(cards).to_have_count(1)
    chairs = page.get_by_role("link", name="chairs")
    reach(page, chairs)
    crawl("tables")
    expect(cards).to_have_count(2)
    expect(chairs).to_be_focused()
    assert page.evaluate("window.same"), "the page itself has stayed"
    follow(page, page.get_by_role("link", name="tables"))
    expect(page.locator("h1")).to_contain_text("tables")


def renewal(parts: str) -> str:
    return f"<!doctype html><bt-overview>{parts}</bt-overview>"


def is_renewal(request: Request) -> bool:
    return request.resource_type == "xhr"


def serve(route: Route, parts: str) -> None:
    if is_renewal(route.request):
        route.fulfill(content_type="text/html", body=renewal(parts))
    else:
        route.fallback()


@pytest.mark.server
def test_what_has_the_focus_keeps_it_wherever_the_page_is_scrolled_to(page: Page) -> None:
    page.route("**/*", lambda route: serve(route, CARD))
    page.evaluate(RENEW)
    card = page.get_by_role("link", name="card")
    card.focus()
    page.get_by_text("more").last.scroll_into_view_if_needed()
    page.route("**/*", lambda route: serve(route, f'<li><a href="/crawls/a">waits</a></li>{CARD}'))
    page.evaluate(RENEW)
    expect(page.get_by_role("link", name="waits")).to_have_count(1)
    expect(card).to_be_focused()
    expect(card).not_to_be_in_viewport()
    page.get_by_text("rows").focus()
    page.evaluate(RENEW)
    expect(page.get_by_text("rows")).to_be_focused()


@pytest.mark.server
def test_an_answer_that_comes_after_a_later_one_is_not_shown(page: Page) -> None:
    held: list[Route] = []
    page.route("**/*", lambda route: held.append(route) if is_renewal(route.request) else route.fallback())
    page.evaluate(f"() => {{ window.first = ({RENEW})(); }}")
    while not held:
        page.wait_for_timeout(100)
    page.route("**/*", lambda route: serve(route, "later"))
    assert page.evaluate(RENEW)
    held[0].fulfill(content_type="text/html", body=renewal("earlier"))
    assert page.evaluate("() => first") is False
    expect(page.locator("bt-overview")).to_have_text("later")
