"""One context of a browser; tests/integration/test_recording.py records all that can happen in it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed: pip install '.[record]'")

from playwright.async_api import Browser, async_playwright

from scrapy_bt.capture.browser import find_browser, launch
from scrapy_bt.capture.contexts import recorded_context, settle
from scrapy_bt.capture.folder import NewSample, open_sample
from scrapy_bt.errors import SampleError
from scrapy_bt.testing.site import PracticeSite

pytestmark = pytest.mark.server


@pytest.fixture
def site():
    try:
        find_browser()
    except SampleError as error:
        pytest.skip(str(error))
    with PracticeSite() as site:
        yield site.url


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await launch(playwright, find_browser(), is_headless=True)
        try:
            yield browser
        finally:
            await browser.close()


def in_chromium(act: Callable[[Browser], Awaitable[None]]) -> None:
    async def run() -> None:
        async with chromium() as browser:
            await act(browser)

    asyncio.run(run())


def test_what_happens_in_a_context_is_a_sample_and_others_are_not_in_it(site: str, tmp_path: Path) -> None:
    async def act(browser: Browser) -> None:
        other = await browser.new_context()
        async with recorded_context(browser, NewSample(tmp_path / "first", start_url=site)) as recording:
            page = await recording.open_tab()
            await page.goto(site)
            await (await other.new_page()).goto(f"{site}/other")
            await page.click("a >> nth=0")
            await settle(page, quiet=0)
            assert recording.recorded is None
        assert recording.recorded is not None
        assert recording.recorded.events >= 1
        assert browser.contexts == [other]

    in_chromium(act)
    sample = open_sample(tmp_path / "first")
    urls = [exchange.sent.url for exchange in sample.exchanges]
    assert urls[0] == site
    assert f"{site}/other" not in urls
    assert "click" in [event.type for event in sample.events]
    assert json.loads((tmp_path / "first" / "manifest.json").read_text("utf-8"))["start_url"] == site


def test_what_is_raised_goes_on_and_the_sample_is_not_finished(site: str, tmp_path: Path) -> None:
    new = NewSample(tmp_path / "first")

    async def act(browser: Browser) -> None:
        async with recorded_context(browser, new) as recording:
            await (await recording.open_tab()).goto(site)
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        in_chromium(act)
    assert [path.name for path in tmp_path.iterdir()] == [new.unfinished.name]
    new.discard()
    assert list(tmp_path.iterdir()) == []


def test_a_browser_that_is_closed_meanwhile_ends_it_in_order(site: str, tmp_path: Path) -> None:
    async def act(browser: Browser) -> None:
        async with recorded_context(browser, NewSample(tmp_path / "first")) as recording:
            await (await recording.open_tab()).goto(site)
            await browser.close()

    in_chromium(act)
    assert open_sample(tmp_path / "first").exchanges[0].sent.url == site


_ENDS_AT_ONCE = """path => new Promise(told => {
  const script = new Blob(["onmessage = ({ data }) => fetch(data).then(r => r.text()).then(postMessage)"]);
  const worker = new Worker(URL.createObjectURL(script));
  worker.onmessage = ({ data }) => { worker.terminate(); told(data); };
  worker.postMessage(new URL(path, location.href).href);
})"""


def test_what_a_worker_has_asked_for_last_is_recorded(site: str, tmp_path: Path) -> None:
    async def act(browser: Browser) -> None:
        async with recorded_context(browser, NewSample(tmp_path / "first", start_url=site)) as recording:
            page = await recording.open_tab()
            await page.goto(site)
            for number in range(5):
                assert await page.evaluate(_ENDS_AT_ONCE, f"/?asked={number}")
            await settle(page, quiet=0)

    in_chromium(act)
    asked = [each for each in open_sample(tmp_path / "first").exchanges if "asked=" in each.sent.url]
    assert len(asked) == 5
    assert all(each.answer is not None and each.answer.body for each in asked)


def marks_of(folder: Path) -> list[tuple[str | None, str, str]]:
    events = open_sample(folder).events
    return [
        (each.value, each.element.tag, each.element.text) for each in events if each.type == "mark" and each.element
    ]


def test_what_the_mouse_is_on_is_marked_by_keys(site: str, tmp_path: Path) -> None:
    async def act(browser: Browser) -> None:
        async with recorded_context(browser, NewSample(tmp_path / "first", start_url=site)) as recording:
            page = await recording.open_tab()
            await page.goto(f"{site}shop/chairs/")
            assert await page.locator("scrapy-bt-bar").count() == 0
            await page.hover("article.product >> nth=0 >> .price")
            await page.keyboard.press("Alt+Shift+KeyV")
            await page.hover("article.product >> nth=0 >> a")
            await page.keyboard.press("Alt+Shift+KeyL")
            await page.keyboard.press("Alt+Shift+KeyX")
            await settle(page, quiet=0)
            assert await page.locator("[style]").count() == 0

    in_chromium(act)
    (value, list_row) = marks_of(tmp_path / "first")
    assert value[:2] == ("value", "span")
    assert value[2].startswith("€")
    assert list_row[:2] == ("list", "a")


def test_the_bar_marks_what_is_clicked_next_and_is_no_part_of_the_page(site: str, tmp_path: Path) -> None:
    async def act(browser: Browser) -> None:
        new = NewSample(tmp_path / "first", start_url=site)
        async with recorded_context(browser, new, is_watched=True) as recording:
            page = await recording.open_tab()
            await page.goto(f"{site}shop/chairs/")
            await page.click("scrapy-bt-bar >> text=a row of my list")
            await page.click("article.product >> nth=0 >> a")
            await page.click("scrapy-bt-bar >> text=this page")
            await settle(page, quiet=0)
            assert page.url == f"{site}shop/chairs/"
            await page.click("article.product >> nth=0 >> a")
            await settle(page, quiet=0)
            assert page.url != f"{site}shop/chairs/"

    in_chromium(act)
    assert [what for what, _, _ in marks_of(tmp_path / "first")] == ["list", "page"]
    sample = open_sample(tmp_path / "first")
    assert [each.type for each in sample.events if each.type in ("click", "mark")] == ["mark", "mark", "click"]
    assert not any(
        "scrapy-bt-bar" in file.read_text("utf-8", "replace") for file in (tmp_path / "first").rglob("*.html")
    )
