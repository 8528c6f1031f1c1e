"""The console as a newcomer meets it: one command, then a real browser under the real policy."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from scrapy_bt.capture.browser import find_browser
from scrapy_bt.console.words import LANGUAGES
from tests.integration.console.axe import THEMES, axe_source, violations
from tests.integration.console.keyboard import leaving

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect

PATIENCE = 900_000

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What `scrapy bt demo --console` prints, in a project of somebody's own."""
    folder = tmp_path_factory.mktemp("demo")
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = own_settings\n", "utf-8")
    (folder / "own_settings.py").touch()
    process = subprocess.Popen(
        [sys.executable, "-m", "scrapy", "bt", "demo", "--console"],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "SCRAPY_SETTINGS_MODULE"},
    )
    try:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+/login#key=\S+", line)
            if found:
                yield found[0]
                break
        else:
            pytest.fail("".join(lines))
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 0


@pytest.fixture(scope="module")
def browser() -> Iterator[sync_api.Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), chromium_sandbox=os.geteuid() != 0, args=["--no-proxy-server"]
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser: sync_api.Browser, address: str) -> Iterator[sync_api.Page]:
    """A page whose browser is logged in; any error of the console, and any request elsewhere, fails the test."""
    context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    sync_api.expect.set_options(timeout=PATIENCE)
    troubles: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    context.on("request", lambda request: _note_foreign(request.url, address, troubles))
    page.goto(address)
    expect(page.get_by_role("heading", name="Crawls")).to_be_visible(timeout=PATIENCE)
    yield page
    context.close()
    assert troubles == []


def _note_foreign(url: str, address: str, troubles: list[str]) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(address).netloc:
        troubles.append(f"a request to {url}")


def open_crawl(page: sync_api.Page) -> None:
    """The page of the crawl, as soon as that answers."""
    link = page.locator("article a", has_text="catalogue")
    expect(link.first).to_be_visible()  # the page comes anew by itself
    link.first.click()
    # Its script is there.
    expect(page.locator("[data-outline] tr[aria-selected]").first).to_be_visible(timeout=PATIENCE)


def test_a_crawl_is_seen_paused_and_resumed_by_mouse_and_by_keyboard(page: sync_api.Page, address: str) -> None:
    assert "key" not in page.url
    assert page.evaluate("document.cookie") == ""
    open_crawl(page)
    running = page.locator("[data-total=running]")
    expect(running).to_have_text(re.compile(r"^[1-9]"))
    page.locator("[data-order=pause]").click()
    dialog = page.locator("dialog#order")
    expect(dialog).to_contain_text("scrapy bt pause catalogue@")
    expect(dialog).to_contain_text("Tasks that this means: ")
    dialog.get_by_role("button", name="Pause").click()
    expect(page.locator("[data-standing]")).to_contain_text("paused everything")
    expect(page.locator("[data-total=paused]")).to_have_text(re.compile(r"^[1-9]"))
    page.locator("#notices").get_by_role("button", name="Undo").click()
    expect(page.locator("[data-standing]")).to_contain_text("Nothing")
    # The same by keyboard, for one node.
    page.locator("[data-outline] tr[data-key$='/product']").first.focus()
    page.keyboard.press("Space")
    chosen = page.locator("[data-outline] tr[aria-selected=true]")
    expect(chosen).to_have_count(1)
    page.keyboard.press("p")
    expect(dialog).to_contain_text("/product")
    page.keyboard.press("Enter")
    expect(page.locator("[data-standing]")).to_contain_text(re.compile("paused .*product"))
    page.keyboard.press("r")
    expect(dialog).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-standing]")).not_to_contain_text(re.compile("paused .*product"))
    # What was paused goes on: there is nothing of it to be taken back.
    expect(page.locator("#notices").get_by_role("button", name="Undo")).to_have_count(0)


def test_the_overview_moves_by_itself(page: sync_api.Page) -> None:
    pages = page.locator("article [data-count=pages_per_second]").first
    seen = {pages.inner_text()}
    while len(seen) < 2:
        page.wait_for_timeout(500)
        seen.add(pages.inner_text())


def test_a_living_crawl_hinders_nobody(page: sync_api.Page, request: pytest.FixtureRequest) -> None:
    axe = axe_source(request.config.cache.mkdir("axe"))
    home = page.url
    for language in LANGUAGES:
        page.goto(f"{home}settings?language={language}")
        page.goto(home)
        open_crawl(page)
        complaints = [each for theme in THEMES for each in violations(page, axe, theme=theme)]
        assert [(each["id"], each["nodes"][0]["html"]) for each in complaints] == []
        page.set_viewport_size({"width": 320, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        page.set_viewport_size({"width": 1280, "height": 900})


def test_a_boost_is_typed_and_entered(page: sync_api.Page) -> None:
    open_crawl(page)
    page.keyboard.press("b")
    page.locator("dialog#order input").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator("dialog#order")).to_contain_text("scrapy bt boost 5")
    page.keyboard.press("Enter")
    expect(page.locator("[data-standing]")).to_contain_text("boosted")


def test_a_stop_of_everything_wants_the_name_typed_and_can_be_left(page: sync_api.Page) -> None:
    open_crawl(page)
    page.keyboard.press("s")
    dialog = page.locator("dialog#order")
    stop = dialog.get_by_role("button", name="Stop")
    expect(stop).to_be_disabled()
    dialog.locator("input").fill("catalogue")
    expect(stop).to_be_enabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_tasks_and_one_of_them(page: sync_api.Page) -> None:
    open_crawl(page)
    page.locator("a.total.running").click()
    expect(page.get_by_role("heading", name="Tasks")).to_contain_text("running")
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Task")
    page.goto(page.url.partition("/crawls/")[0] + "/settings")
    expect(page.get_by_role("rowheader", name="BT_WATCH")).to_be_visible()


def test_a_rule_of_the_practice_site_is_tried_on_a_page_that_is_fetched(page: sync_api.Page) -> None:
    page.get_by_role("link", name="Rules").click()
    with leaving(page):
        page.get_by_role("link", name="manual.yaml").click()
    written = re.search(r"http://127\.0\.0\.1:\d+/manual/", page.locator("main").inner_text())
    assert written is not None
    with leaving(page):
        page.get_by_role("link", name="Try").click()
    page.get_by_role("button", name="Give a page").click()
    page.locator("dialog input[name=url]").fill(written[0])
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("unpacking.html")


def test_pages_are_narrow_dark_and_chinese_where_that_is_wanted(page: sync_api.Page) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    home = page.url
    for path in ("", "runs", "settings?language=zh_CN&theme=dark", "runs"):
        page.goto(home + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("heading", level=1)).to_have_text("运行")


def test_without_scripts_everything_can_be_read(browser: sync_api.Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    key = address.partition("#key=")[2]
    page.set_extra_http_headers({"Authorization": f"Bearer {key}"})
    page.goto(address.partition("/login")[0])
    expect(page.get_by_role("heading", name="Crawls")).to_be_visible(timeout=PATIENCE)
    page.goto(address.partition("/login")[0] + "/runs")
    expect(page.get_by_role("heading", name="Start")).to_be_visible(timeout=PATIENCE)
    context.close()
