"""A redesign is reviewed in a real browser: pages side by side, a selector tried, accepted, and rolled back."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.integration.console.keyboard import leaving, press, reach
from tests.proposals import TREE, Filing

ROWS = "".join(f"<p>the same text {number}</p>" for number in range(60))
BEFORE = f"<html><body onload='parent.ran=1'><div>{ROWS}</div><h1>Soup</h1><p>end</p></body></html>"
NOW = f"<html><body><script>parent.ran = 1</script><div class='new'>{ROWS}</div><h2>Bread</h2><p>end</p></body></html>"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (folder / "project.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\nBT_HEALING = "review"\n')
    monkeypatch.chdir(folder)
    (folder / ".scrapy").mkdir()
    filing = Filing()
    filing.file("shop.bt:1", "h2::text", "p:last-child::text")
    for state, markup in (("good", BEFORE), ("failing", NOW)):
        filing.store.add_page("shop", "product", state=state, url="/1", status=200, markup=markup, seen=())
    filing.store.close()
    return folder


@pytest.fixture
def viewport() -> ViewportSize:
    """Two pages beside each other, to be seen scrolling together."""
    return {"width": 1280, "height": 720}


IS_IN_SIGHT = """element => new Promise(tell => {
  new IntersectionObserver(([seen]) => tell(seen.isIntersecting)).observe(element);
})"""


@pytest.mark.server
def test_a_redesign_is_reviewed(page: Page, project: Path) -> None:
    page.get_by_role("link", name="Healing").click()
    page.locator("tbody a").click()
    before, now = page.frame_locator('[data-side="before"] iframe'), page.frame_locator('[data-side="now"] iframe')
    expect(before.locator("h1.is-old")).to_have_text("Soup")
    expect(now.locator("h2.is-1")).to_have_text("Bread")
    if folder := os.environ.get("BT_PICTURES"):
        page.screenshot(path=f"{folder}/healing.png", full_page=True)

    # Both are scrolled together, from when the scripts of both are there.
    while not before.locator("p").first.evaluate(IS_IN_SIGHT):
        now.locator("h2.is-1").scroll_into_view_if_needed()
        now.locator("p").first.scroll_into_view_if_needed()

    # What is typed is tried at once.
    selector = page.locator("[name=selector]:visible")
    trial = page.locator("[data-trial]:visible")
    selector.fill("h1::text")
    expect(trial).to_contain_text("Of 1 pages of today it finds something on 0")
    selector.fill("h1[")
    expect(trial.locator(".fault")).to_contain_text("no selector")
    page.get_by_role("button", name="Try").first.click()
    expect(trial).to_contain_text("Bread")
    page.get_by_role("button", name="Accept").click()
    dialog = page.locator("#edit")
    expect(dialog).to_contain_text('+product :: item { title = css "h2::text" }')
    dialog.get_by_role("button", name="Confirm").click()
    back = page.get_by_role("button", name="Roll back")
    expect(back).to_be_visible()
    expect(page.locator("#notices")).to_contain_text("Accepted: product/title")
    assert "h2::text" in (project / "shop.bt").read_text()
    expect(page.locator('[data-about="now"]')).not_to_be_empty()  # the page's script is there
    back.click()
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("[data-proposal] dd").first).to_contain_text("rolled back")
    assert (project / "shop.bt").read_text() == TREE
    assert page.evaluate("window.ran") is None


@pytest.mark.server
def test_a_redesign_is_decided_by_keyboard_on_a_phone(page: Page, project: Path) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    press(page, page.get_by_role("link", name="Healing"))
    press(page, page.locator("tbody a"))
    expect(page.locator('[data-about="now"]')).not_to_be_empty()  # the page's script is there
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    selector, trial = page.locator("[name=selector]:visible"), page.locator("[data-trial]:visible")
    reach(page, selector)
    page.keyboard.press("Control+a")
    page.keyboard.type("h1::text")
    expect(trial).to_contain_text("Of 1 pages of today it finds something on 0")
    press(page, page.get_by_role("button", name="Try").first)
    expect(trial).to_contain_text("Bread")
    dialog = page.locator("#edit")
    policy = page.locator("[data-policy]:visible")
    reach(page, policy.locator("select"))
    page.keyboard.type("auto")
    press(page, policy.get_by_role("button", name="Set"))
    expect(dialog).to_contain_text("+heal product = auto")
    expect(dialog).to_contain_text("scrapy bt heal policy 1 auto")
    with leaving(page):
        press(page, dialog.get_by_role("button", name="Confirm"))
    expect(page.locator("#notices")).to_contain_text("product: auto")
    for button, told in (("Accept", "+product :: item"), ("Roll back", "-product :: item")):
        press(page, page.get_by_role("button", name=button))
        expect(dialog).to_contain_text(told)
        with leaving(page):
            press(page, dialog.get_by_role("button", name="Confirm"))
    expect(page.locator("[data-proposal] dd").first).to_contain_text("rolled back")
    assert (project / "shop.bt").read_text() == f"{TREE}heal product = auto\n"
