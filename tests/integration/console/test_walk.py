"""The walk of docs/console.md, to the letter: watch, pause, mend, see it taken up, review, publish."""

import io
import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urljoin

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from playwright.sync_api import Page, ViewportSize, expect
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.testing.site.process import PracticeSite
from tests.docs.blocks import DOCS, read_blocks
from tests.integration.console.keyboard import choose_text, leaving
from tests.ruleservers import PASSWORD, RunningServer, rule_server
from tests.unit.console.inferred import infer

FILES = {block.caption: block.text for block in read_blocks(DOCS / "console.md") if block.caption}
WRITTEN_SERVER = "http://127.0.0.1:8780"
TABLE = "offers.jl"
OLD = 'css ".name::text"'
SELECT = """(editor, text) => {
    const anchor = editor.text.indexOf(text);
    editor.view.dispatch({ selection: { anchor, head: anchor + text.length } });
}"""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with PracticeSite() as site:
        yield site.url.rstrip("/")


@pytest.fixture
def viewport() -> ViewportSize:
    """As wide as a desk for pictures, else as narrow as a phone."""
    return {"width": 1280, "height": 720} if os.environ.get("BT_PICTURES") else {"width": 320, "height": 700}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with rule_server(tmp_path) as server:
        yield server


@pytest.fixture
def project(tmp_path: Path, server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the page; an inference, a rule, and a login at the server."""
    folder = tmp_path / "shop"
    (folder / "rules").mkdir(parents=True)
    infer(folder / "trees", "quotes")
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
    (folder / "trees" / "shop.bt").write_text(FILES["trees/shop.bt"])
    settings = FILES["settings.py"].replace(WRITTEN_SERVER, server.url)
    library = f'BT_RULE_LIBRARY = "{tmp_path / "library"}"\n'
    (folder / "settings.py").write_text(f'ADDONS = {{"scrapy_bt.Addon": 300}}\n{settings}{library}')
    (folder / "rules" / "offers.yaml").write_text(FILES["rules/offers.yaml"])
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    (folder / "ann.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    known = {"BT_RULE_SERVERS": [server.url], "BT_RULE_LIBRARY": str(tmp_path / "library")}
    words = ["login", "ann", "--server", server.url, "--sign", str(folder / "ann.pem")]
    with ThreadPoolExecutor(1) as other:  # the browser's loop runs in this one
        assert other.submit(BT.run, "rules", words, Settings(known)).result() == 0
    return folder


@pytest.mark.server
def test_the_walk_goes_as_the_page_says(page: Page, project: Path, site: str, server: RunningServer) -> None:
    """By keyboard alone, on a page as narrow as a phone."""
    _start(page, site, last=5000)
    crawl = _watch_and_pause(page)
    _mend(page, site)
    assert ".name::text" not in (project / "trees" / "shop.bt").read_text()

    # A crawl that is over leaves its place to the next one.
    with leaving(page):
        page.get_by_role("link", name="Runs").press("Enter")
    watching = page.context.new_page()
    watching.goto(crawl)
    expect(watching.locator("[data-outline] tr[aria-selected]").first).to_be_visible()
    page.locator("[data-end]").press("Enter")
    expect(page.locator("#edit")).to_contain_text("They are lost")
    expect(page.locator("#edit")).to_contain_text("kill -INT")
    page.keyboard.press("Enter")
    expect(page.locator("#notices")).to_contain_text("shop: asked to end")
    expect(page.locator("bt-runs .state").first).to_contain_text("ended with status 0")
    expect(page.locator("[data-ended] tbody tr")).to_contain_text("shop")  # the page has not come anew
    expect(page.locator("[data-compare] option")).to_have_count(2)  # it can be compared with the next one
    expect(watching.locator("main")).to_contain_text("This crawl is over")
    watching.close()
    _until_it_is_over(page)
    _start(page, site, last=3)
    _until_it_is_over(page)
    page.get_by_role("link", name="Records").press("Enter")
    page.get_by_role("link", name=TABLE).press("Enter")
    expect(page.locator("tbody tr", has_text="No.")).to_have_count(3)
    expect(page.locator("tbody")).to_contain_text("Sturdy canvas chair No. 1")
    _picture(page, "records")
    offers = [json.loads(line) for line in (project / TABLE).read_text().splitlines()]
    assert all(offer["name"] and offer["price"] for offer in offers)

    page.get_by_role("link", name="Inferences").press("Enter")
    page.get_by_role("link", name="quotes").press("Enter")
    expect(page.locator("section.card h3 code").first).to_be_visible()
    _picture(page, "inference")

    with leaving(page):
        page.get_by_role("link", name="Library").press("Enter")
    publishing = page.locator("[data-publish]")
    publishing.locator("[name=file]").select_option("offers.yaml")
    publishing.get_by_role("button", name="Publish").press("Enter")
    dialog = page.locator("#edit")
    expect(dialog).to_contain_text("127.0.0.1")
    dialog.get_by_role("button", name="Confirm").press("Enter")
    expect(page.locator("#notices")).to_contain_text("ann/offers@1")
    page.get_by_label("Search").fill("names")
    with leaving(page):
        page.keyboard.press("Enter")
    expect(page.locator("tbody")).to_contain_text("ann/offers@1")
    _picture(page, "library")
    _subscribe(page, project)


def _subscribe(page: Page, project: Path) -> None:
    """As somebody else would, who has no such file."""
    file = project / "rules" / "offers.yaml"
    file.unlink()
    page.get_by_role("button", name="Subscribe").press("Enter")
    dialog = page.locator("#edit")
    expect(dialog).to_contain_text("127.0.0.1")
    expect(dialog).to_contain_text("scrapy bt rules subscribe ann/offers@1")
    expect(dialog).to_contain_text("+rule: Offers")
    assert not file.exists()
    with leaving(page):
        dialog.get_by_role("button", name="Confirm").press("Enter")
    expect(page.get_by_role("row", name="offers.yaml")).to_contain_text("as signed")
    page.get_by_role("button", name="Look for updates").press("Enter")
    expect(page.locator("[data-found]")).to_contain_text(re.compile("newest", re.IGNORECASE))
    page.get_by_role("link", name="offers.yaml").press("Enter")
    expect(page.locator("[data-outline]")).to_contain_text("product")


def _start(page: Page, site: str, *, last: int) -> None:
    page.goto(urljoin(page.url, "/runs"))
    logs = page.locator("summary", has_text=re.compile(r"^shop-.*log$"))
    before = logs.count()
    form = page.locator("form[data-start=shop]")
    page.locator("details", has=form).locator("summary").press("Enter")
    form.locator("[name=site]").fill(site)
    form.locator("[name=last]").fill(str(last))
    with leaving(page):
        form.get_by_role("button", name="Start").press("Enter")
    expect(page.locator("#notices")).to_contain_text("Started: shop")
    expect(logs).to_have_count(before + 1)


def _watch_and_pause(page: Page) -> str:
    """The address of the crawl."""
    crawl = page.locator("article a", has_text=re.compile("^shop@"))
    page.get_by_role("link", name="Overview").press("Enter")
    expect(crawl).to_have_count(1)  # the page comes anew by itself
    crawl.press("Enter")
    expect(page.locator("[data-total=running]")).to_have_text(re.compile("^[1-9]"))
    expect(page.locator("[data-outline] tr[aria-selected]").first).to_be_visible()  # the page's script is there
    chosen = page.locator("[data-outline] tr[aria-selected=true]")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_count(1)
    while not (chosen.get_attribute("data-key") or "").endswith("product"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("p")
    expect(page.locator("dialog#order")).to_contain_text("product")
    page.keyboard.press("Enter")
    expect(page.locator("[data-standing]")).to_contain_text(re.compile("paused .*product"))
    expect(page.locator("[data-total=paused]")).to_have_text(re.compile("^[1-9]"))
    expect(page.locator("[data-total=running]")).to_have_text(re.compile("^0"))
    expect(page.locator("[data-line=ready]")).to_contain_text(re.compile(r"^\d.*, at most \d"))
    _picture(page, "crawl")
    page.keyboard.press("r")
    expect(page.locator("dialog#order")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[data-standing]")).not_to_contain_text("product")
    return page.url


def _mend(page: Page, site: str) -> None:
    page.get_by_role("link", name="Trees").press("Enter")
    page.get_by_role("link", name="shop.bt").press("Enter")
    expect(page.locator("bt-editor .cm-content")).to_be_visible()
    _picture(page, "tree")
    with leaving(page):
        page.get_by_role("link", name="Try").press("Enter")
    expect(page.locator("bt-editor .cm-content")).to_be_visible()
    page.get_by_role("button", name="Give a page").press("Enter")
    dialog = page.locator("#edit")
    dialog.locator("input[name=url]").fill(f"{site}/plain/item/1/")
    dialog.get_by_role("button", name="Confirm").press("Enter")
    steps = page.locator("[data-steps]")
    expect(steps).to_contain_text("nothing is found")
    choose_text(page, page.locator("[name=variables]"), page.frame_locator("bt-page iframe"), "h1")
    proposal = page.locator("[data-proposals] article").first
    expect(proposal).to_contain_text("::text")
    page.locator("bt-editor").evaluate(SELECT, OLD)
    proposal.get_by_role("button", name="Put it at the cursor").press("Enter")
    expect(steps.locator("tbody td").nth(1)).to_contain_text("Sturdy canvas chair No. 1")
    page.evaluate("scrollTo(0, 0)")
    _picture(page, "try")
    page.get_by_role("button", name="Save").press("Enter")
    dialog.get_by_role("button", name="Confirm").press("Enter")
    expect(page.locator("#notices")).to_contain_text("Saved")


def _until_it_is_over(page: Page) -> None:
    page.goto(urljoin(page.url, "/runs"))
    while page.locator("[data-end]").count():
        page.wait_for_timeout(500)
        page.reload()
    expect(page.locator("main")).not_to_contain_text(re.compile("ended with status [1-9-]"))


def _picture(page: Page, name: str) -> None:
    if folder := os.environ.get("BT_PICTURES"):
        page.wait_for_timeout(3000)  # frames are drawn late
        page.screenshot(path=f"{folder}/{name}.png")
