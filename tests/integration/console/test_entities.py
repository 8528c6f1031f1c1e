"""A crawl is steered by what it is after, in a real browser: found, looked around, preferred, by keys alone."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Page, expect

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.storage.entities import EntityStore
from tests.commandlines import COMMAND, CommandLine
from tests.integration.console.keyboard import follow, leaving, press
from tests.serving import Handler, serving

TREE = """
list :: visit "{site}/"
links :: data css "a::attr(href)" all
page :: visit "{site}{link}"
detail :: and (link) { :page }
main :: and (site) {
    :list
    while link = :links { goroutine { :detail(link) } }
}
"""


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    """With a crawl that stands still: nothing but the list is answered."""
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text(
        'ADDONS = {"scrapy_bt.Addon": 300}\nBT_PREFERENCES = "preferences.toml"\nCONCURRENT_REQUESTS = 1\n'
        'BT_TREES = "trees"\nTELNETCONSOLE_ENABLED = False\nREMOTE_CONTROL_ENABLED = False\n'
    )
    (tmp_path / "preferences.toml").write_text("[prefer.words]\nengine = 1 # mine\n")
    (tmp_path / "trees").mkdir()
    (tmp_path / "trees" / "things.bt").write_text(TREE)
    (tmp_path / ".scrapy").mkdir()
    store = EntityStore(f"sqlite:///{tmp_path}/.scrapy/bt-entities.db")
    poems = [Entity(f"p{number}", f"Poem {number}", "work") for number in range(12)]
    store.add([*poems, Entity("q1", "Ada Lovelace", "person", aliases=("Countess",), links=(("wrote", "p1"),))])
    store.add([Entity("q2", "Lord Byron", "person", links=tuple(("wrote", one.id) for one in poems))])
    store.close()
    goes_on = Event()

    class Site(Handler):
        def do_GET(self) -> None:  # noqa: N802 - as the server calls it
            if self.path == "/":
                self.answer(
                    200, "".join(f"<a href=/thing/{number}>" for number in range(30)) + "<a href=/ada-lovelace>"
                )
            else:
                goes_on.wait()
                self.answer(200, "done")

    with serving(Site) as url:
        crawl = CommandLine(
            [*COMMAND, "crawl", "things", "-a", f"site={url}"],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        yield tmp_path
        crawl.kill()
        crawl.wait()
        goes_on.set()


@pytest.mark.server
def test_an_entity_is_found_looked_around_and_preferred(page: Page, project: Path) -> None:
    base = page.url.rstrip("/")
    while not page.request.get(f"{base}/api/v1/crawls").json()["crawls"]:
        page.wait_for_timeout(100)
    (crawl,) = page.request.get(f"{base}/api/v1/crawls").json()["crawls"]
    while page.request.get(f"{base}/api/v1/crawls/{crawl['id']}").json()["tasks"]["ready"] < 20:
        page.wait_for_timeout(100)
    follow(page, page.get_by_role("link", name="Entities"))
    page.keyboard.press("/")
    page.keyboard.type("countess")
    with leaving(page):
        page.keyboard.press("Enter")
    follow(page, page.get_by_role("link", name="Ada Lovelace"))
    follow(page, page.get_by_role("link", name="Poem 1", exact=True).first)
    expect(page.locator("[data-graph] g.chosen")).to_have_count(2)
    expect(page.get_by_role("heading", name="Poem 1")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Lord Byron")).to_be_visible()
    follow(page, page.get_by_role("rowheader", name="Ada Lovelace").get_by_role("link"))
    follow(page, page.get_by_role("link", name="Lord Byron"))
    if folder := os.environ.get("BT_PICTURES"):
        page.screenshot(path=f"{folder}/entities.png", full_page=True)
    follow(page, page.get_by_role("rowheader", name="Ada Lovelace").get_by_role("link"))

    # First what it would do is told; then it is done.
    ada = page.get_by_role("button", name="Prefer Ada Lovelace").or_(page.get_by_role("button", name="Prefer q1"))
    press(page, ada)
    dialog = page.locator("#edit")
    expect(dialog).to_be_visible()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(dialog.locator("section:last-of-type li").first).to_contain_text("/ada-lovelace")
    expect(dialog.locator("section:first-of-type li").first).to_contain_text("/thing/")
    expect(dialog).to_contain_text(f"scrapy bt entities prefer 'Ada Lovelace' 3 --crawl {crawl['id']}")
    if folder:
        page.screenshot(path=f"{folder}/preference.png")
    assert "Lovelace" not in (project / "preferences.toml").read_text()
    page.keyboard.press("Enter")
    expect(page.get_by_role("row", name="Ada Lovelace what it is: entity preferred: ●+3")).to_be_visible()
    assert (project / "preferences.toml").read_text().startswith("[prefer.words]\nengine = 1 # mine\n")
    assert '"Ada Lovelace" = 3' in (project / "preferences.toml").read_text()
