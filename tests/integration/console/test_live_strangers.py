"""What strangers have written comes while somebody watches, in a real browser: it is text, and tears nothing."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.hostilecrawls import CODE, LONG, SIGNS, TEXTS, HostileCrawl, hostile_crawl
from tests.integration.console.keyboard import follow, press
from tests.integration.console.opening import base_of, open_page
from tests.unit.console.inferred import infer

MARK = "onerror=top.ran"
SIGN = re.compile("[\u202a-\u202e\u2066-\u2069\x00\x07\x1b\x9b]")
SETTINGS = f"""
import sys
from pathlib import Path
ADDONS = {{"scrapy_bt.Addon": 300}}
if "infer" in sys.argv:
    print({(CODE + SIGNS).replace(chr(0), "")!r}, {LONG!r}, sep=chr(10), file=sys.stderr, flush=True)
    Path("goes_on").read_text()  # waits until somebody writes
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text(SETTINGS)
    os.mkfifo(tmp_path / "goes_on")
    monkeypatch.chdir(tmp_path)
    infer(tmp_path / "trees", "site")
    items = [{"title": text, "half": "\ud83d", "url": f"https://shop.test/{CODE}"} for text in TEXTS]
    (tmp_path / "goods.jl").write_text("".join(json.dumps(item) + "\n" for item in items))
    return tmp_path


@pytest.fixture
def crawl(project: Path) -> Iterator[HostileCrawl]:
    with hostile_crawl(project) as crawl:
        crawl.add("list")
        yield crawl


def check(page: Page) -> None:
    """Nothing of it has become an element or has run, and nothing has to be scrolled sideways."""
    assert page.locator("[onerror], [onload], img[src='x'], main script:not([type])").count() == 0
    assert page.evaluate("window.ran") is None
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.server
def test_what_a_crawl_tells_while_it_is_watched_is_text(crawl: HostileCrawl, page: Page) -> None:
    (told,) = page.request.get(f"{base_of(page)}/api/v1/crawls").json()["crawls"]
    address = f"/crawls/{told['id']}"
    open_page(page, address)
    rows = page.locator("[data-outline] tr")
    expect(rows.filter(has_text="list")).to_have_count(1)
    for text in TEXTS:
        crawl.add(text.replace("/", "|"))
    expect(rows.filter(has_text=MARK)).to_have_count(1)  # through the stream
    expect(rows.filter(has_text="gnp.exe")).to_have_count(1)
    expect(rows.filter(has_text="longlong")).to_have_count(1)
    assert not SIGN.search(page.locator("main").inner_text())
    check(page)


@pytest.mark.server
def test_dead_letters_are_chosen_by_what_strangers_have_written(crawl: HostileCrawl, page: Page) -> None:
    for text in TEXTS:
        crawl.bury(text)
        crawl.add(text.replace("/", "|"))
    (told,) = page.request.get(f"{base_of(page)}/api/v1/crawls").json()["crawls"]
    address = f"/crawls/{told['id']}"
    open_page(page, f"{address}/letters")
    check(page)
    dialog = page.locator("#order")
    for button in page.get_by_role("button", name="Queue again").all():
        press(page, button)
        expect(dialog).to_contain_text("Dead letters that this means: 1.")
        press(page, dialog.get_by_role("button", name="Cancel"))
    open_page(page, address)
    row = page.locator("[data-outline] tr", has_text=MARK)
    expect(row).to_have_count(1)
    row.click()
    page.keyboard.press("p")
    expect(dialog).to_contain_text(MARK)
    check(page)


@pytest.mark.server
def test_what_a_job_says_is_text(page: Page, project: Path) -> None:
    follow(page, page.get_by_role("link", name="Inferences"))
    follow(page, page.get_by_role("link", name="site"))
    press(page, page.get_by_role("button", name="Prove again"))
    dialog = page.locator("#edit")
    expect(dialog).to_contain_text("scrapy bt infer")
    press(page, dialog.get_by_role("button", name="Confirm"))
    expect(page.locator("bt-inference")).to_contain_text(MARK)
    expect(page.locator("bt-inference")).to_contain_text("longlong")
    check(page)
    (project / "goes_on").write_text("")


@pytest.mark.server
def test_items_are_text(page: Page, project: Path) -> None:
    assert project.is_dir()
    open_page(page, "/records/feed:goods.jl")
    expect(page.locator("main")).to_contain_text(MARK)
    links = page.locator("main a[href^='/records/feed%3Agoods.jl/']")
    paths = sorted({str(each.get_attribute("href")) for each in links.all()})
    assert len(paths) == len(TEXTS)
    check(page)
    for path in ("/records", *paths):
        open_page(page, path)
        check(page)
