"""A rule and a node of a tree are tried on a page while they are written, in a real browser; the page is hostile."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.integration.console.keyboard import choose_text, leaving

RULE = """\
rule: shop
site:
  url: https://shop.test/
layers:
  - layer: list
    entries: [/]
    tags:
      - tag: row
        start: <li>
        end: </li>
      - tag: price
        start: <b>
        end: </b>
        parent: row
"""
TREE = """\
main :: and {
    visit "https://shop.test/"
    item each css "li" {
        price = css "b::text" as number
        name  = css ".name::text"
    }
}
"""
OURS = "script, iframe, form, svg, base, link, meta[http-equiv], [href], [src], [onclick]"
"""What may be in the frame: our own script alone."""
HOSTILE = """\
<html><head><title>Shop</title><base href="https://evil.test/">
<meta http-equiv="refresh" content="0;url=https://evil.test/">
<link rel="stylesheet" href="https://evil.test/x.css">
<script>top.location = "https://evil.test/"; window.ran = 1</script>
<style>@import "https://evil.test/y.css";</style></head>
<body onload="parent.ran = 1"><h1 onclick="parent.ran = 1">Shop &amp; more</h1>
<form action="https://evil.test/"><input name="q" value="soup"><button>Go</button></form>
<iframe src="https://evil.test/"></iframe><img src="https://evil.test/x.png" onerror="parent.ran = 1" alt="a picture">
<svg><script>parent.ran = 1</script></svg><a href="javascript:parent.ran=1">odd</a>
<ul><li>Soup <b>12 €</b></li>
<li>Bread 🍞 <b>3 €</b></li></ul>
</body></html>
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = shop\n")
    (tmp_path / "shop.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\nBT_TREES = "trees"\nBT_RULES = "rules"\n')
    for name in ("trees", "rules"):
        (tmp_path / name).mkdir()
    (tmp_path / "rules" / "shop.yaml").write_text(RULE)
    (tmp_path / "trees" / "shop.bt").write_text(TREE)
    return tmp_path


@pytest.mark.server
def test_a_rule_is_tried_and_changed_on_a_hostile_page(page: Page, project: Path) -> None:
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="shop.yaml").click()
    with leaving(page):
        page.get_by_role("link", name="Try").click()
    text = page.locator("bt-editor .cm-content")
    expect(text).to_be_visible()  # the page's script is there
    page.get_by_role("button", name="Give a page").click()
    dialog = page.locator("#edit")
    expect(dialog.get_by_label("Its address (fetched, where nothing else is given):")).to_be_focused()
    dialog.get_by_label("Its address (fetched, where nothing else is given):").fill("https://shop.test/")
    dialog.locator("textarea").fill(HOSTILE)
    dialog.get_by_role("button", name="Confirm").click()
    steps = page.locator("[data-steps]")
    expect(steps.locator("h3")).to_have_text(["row takes 2", "price takes 2"])
    expect(steps).to_contain_text("3 €")
    shown = page.frame_locator("bt-page iframe")
    expect(shown.locator("h1")).to_have_text("Shop & more")
    expect(shown.locator(OURS)).to_have_count(1)  # our own script
    page.locator("select[name=tag]").select_option("price")
    expect(steps.locator("section.trial")).to_have_count(2)
    if folder := os.environ.get("BT_PICTURES"):
        page.screenshot(path=f"{folder}/try.png", full_page=True)

    # A click on a text asks for tags that take it.
    shown.get_by_text("Shop", exact=False).first.click()
    proposals = page.locator("[data-proposals] article")
    expect(proposals.first).to_contain_text("start:")
    if folder := os.environ.get("BT_PICTURES"):
        page.screenshot(path=f"{folder}/try-proposals.png", full_page=True)
    proposals.first.get_by_role("button", name="Put it into the rule").click()
    expect(steps.locator("section.trial")).to_have_count(3)
    page.get_by_role("button", name="Source").click()
    expect(page.locator("bt-source .values").first).to_be_visible()

    # What is typed is tried at once.
    page.locator("select[name=tag]").select_option("")
    text.get_by_text("start: <b>").click()
    page.keyboard.press("End")
    page.keyboard.type("[0-9]")
    expect(steps.get_by_text("2 €", exact=True)).to_be_visible()
    page.get_by_role("button", name="All kept pages").click()
    expect(steps.get_by_role("button", name="https://shop.test/")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("+        start: <b>[0-9]")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("#notices")).to_contain_text("Saved")
    assert "<b>[0-9]" in (project / "rules" / "shop.yaml").read_text()
    _try_node(page, project)
    assert page.evaluate("window.ran") is None


def _try_node(page: Page, project: Path) -> None:
    """The same page, for a node of a tree."""
    steps, shown = page.locator("[data-steps]"), page.frame_locator("bt-page iframe")
    text, proposals = page.locator("bt-editor .cm-content"), page.locator("[data-proposals] article")
    dialog = page.locator("#edit")
    page.get_by_role("link", name="Trees").click()
    page.get_by_role("link", name="shop.bt").click()
    page.get_by_role("link", name="Try").click()
    expect(steps.locator("h3")).to_have_text("main/item takes 2")
    expect(steps).to_contain_text('css ".name::text" nothing is found')
    expect(shown.locator(".is-value")).to_have_count(2)
    expect(shown.locator(OURS)).to_have_count(1)
    choose_text(page, page.locator("[name=variables]"), shown, "h1")
    expect(proposals.first).to_contain_text("css")
    text.get_by_text('".name::text"').click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type("name  = ")
    proposals.first.get_by_role("button", name="Put it at the cursor").click()
    expect(steps).not_to_contain_text("nothing is found")
    if folder := os.environ.get("BT_PICTURES"):
        page.screenshot(path=f"{folder}/try-node.png", full_page=True)
    page.get_by_role("button", name="All kept pages").click()
    expect(steps.get_by_role("button", name="https://shop.test/")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("#notices")).to_contain_text("Saved")
    assert ".name::text" not in (project / "trees" / "shop.bt").read_text()
