"""Trees and schemes are looked at and changed in the console, in a real browser."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.docs.blocks import DOCS, read_blocks
from tests.integration.console.keyboard import follow, leaving, press, reach

SHOP = """\
# what is sold
page  :: visit "https://shop.test{path}"
links :: data css "a::attr(href)" all as url
main :: and (path = "/") {
    :page   # stays
    while link = :links { print "{link}" }
}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = shop\n")
    (tmp_path / "shop.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\nBT_TREES = "trees"\nBT_RULES = "rules"\n')
    for name in ("trees", "rules"):
        (tmp_path / name).mkdir()
    (tmp_path / "trees" / "shop.bt").write_text(SHOP)
    return tmp_path


@pytest.mark.server
def test_a_tree_is_changed_by_its_outline_and_by_its_text(page: Page, project: Path) -> None:
    path = project / "trees" / "shop.bt"
    page.get_by_role("link", name="Trees").click()
    page.get_by_role("link", name="shop.bt").click()
    rows = page.locator("[data-outline] tr")
    text = page.locator("bt-editor .cm-content")
    expect(rows).to_have_count(6)
    expect(text).to_be_visible()  # the page's script is there
    rows.nth(3).click()
    page.get_by_role("button", name="Delete", exact=True).click()
    dialog = page.locator("#edit")
    expect(dialog).to_contain_text("-    :page   # stays")
    expect(dialog).to_contain_text("scrapy bt edit")
    dialog.get_by_role("button", name="Confirm").click()
    expect(rows).to_have_count(5)
    expect(text).to_be_visible()
    assert path.read_text() == SHOP.replace("    :page   # stays\n", "")
    page.get_by_role("button", name="Undo", exact=True).click()
    dialog.get_by_role("button", name="Confirm").click()
    expect(rows).to_have_count(6)
    assert path.read_text() == SHOP

    text.click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("new :: visit visit\n")
    expect(page.locator("#faults .fault").first).to_be_visible()
    expect(page.locator("bt-editor .cm-lint-marker-error").first).to_be_visible()
    for _ in "new :: visit visit\n":
        page.keyboard.press("Control+z")
    # A name is changed by keyboard, and a block folded.
    page.keyboard.press("Control+Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("F2")
    dialog.locator("textarea").fill("home")
    dialog.get_by_role("button", name="Confirm").click()
    expect(text).to_contain_text("home  :: visit")
    expect(text).to_contain_text(":home   # stays")
    page.keyboard.press("Control+z")
    expect(text).not_to_contain_text("home")
    text.get_by_text("main :: and").click()
    page.keyboard.press("Control+Shift+BracketLeft")
    expect(text).not_to_contain_text("# stays")
    page.keyboard.press("Control+Shift+BracketRight")
    expect(text).to_contain_text("# stays")
    _edit_at_once(page, path)


def _edit_at_once(page: Page, path: Path) -> None:
    """Somebody else changes the file meanwhile: nothing is lost of either."""
    text, dialog = page.locator("bt-editor .cm-content"), page.locator("#edit")
    page.keyboard.press("Control+Home")
    page.keyboard.type("# mine\n")
    path.write_text(SHOP + "# of somebody else\n")
    if folder := os.environ.get("BT_PICTURES"):
        page.screenshot(path=f"{folder}/tree.png", full_page=True)
    page.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("Somebody else has changed trees/shop.bt meanwhile")
    dialog.get_by_role("button", name="Confirm").click()
    expect(text).to_contain_text("# of somebody else")
    assert path.read_text() == SHOP + "# of somebody else\n"
    page.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("+# mine")
    expect(dialog).not_to_contain_text("+# of somebody else")
    page.evaluate("document.body.dataset.before = 'it is saved'")
    dialog.get_by_role("button", name="Confirm").click()
    expect(page.locator("body:not([data-before])")).to_be_visible()  # it is saved, and the page comes anew
    expect(text).to_contain_text("# mine")
    assert path.read_text() == "# mine\n" + SHOP + "# of somebody else\n"


@pytest.mark.server
def test_a_tree_is_edited_by_keys_alone(page: Page, project: Path) -> None:
    path = project / "trees" / "shop.bt"
    follow(page, page.get_by_role("link", name="Trees"))
    follow(page, page.get_by_role("link", name="shop.bt"))
    rows, dialog = page.locator("[data-outline] tr"), page.locator("#edit")
    text = page.locator("bt-editor .cm-content")
    expect(text).to_be_visible()

    def confirm(told: str) -> None:
        expect(dialog).to_contain_text(told)
        with leaving(page):
            page.keyboard.press("Enter")
        expect(text).to_be_visible()

    def choose(at: int) -> None:
        page.keyboard.press("Home")
        for _ in range(at):
            page.keyboard.press("ArrowDown")
        expect(rows.nth(at)).to_have_attribute("aria-selected", "true")

    # A statement is deleted; the change is taken back.
    reach(page, rows.first)
    choose(3)
    page.keyboard.press("Delete")
    confirm("-    :page   # stays")
    assert path.read_text() == SHOP.replace("    :page   # stays\n", "")
    press(page, page.get_by_role("button", name="Undo", exact=True))
    confirm("+    :page   # stays")
    assert path.read_text() == SHOP

    # A node is renamed, wherever it is called.
    reach(page, rows.first)
    choose(0)
    press(page, page.get_by_role("button", name="Rename", exact=True))
    expect(dialog).to_be_visible()
    page.keyboard.press("Control+a")
    page.keyboard.type("home")
    press(page, dialog.get_by_role("button", name="Confirm"))
    confirm("+    :home   # stays")
    assert path.read_text() == SHOP.replace("page  ::", "home  ::").replace(":page ", ":home ")

    # The text is edited and saved.
    reach(page, text)
    page.keyboard.press("Control+Home")
    page.keyboard.type("# mine\n")
    press(page, page.get_by_role("button", name="Save"))
    confirm("+# mine")
    assert path.read_text().startswith("# mine\n# what is sold\nhome  ::")


@pytest.mark.server
def test_a_scheme_is_changed_as_text_and_tells_what_it_makes(page: Page, project: Path) -> None:
    text = next(block.text for block in read_blocks(DOCS / "schemes.md") if block.caption == "topic.toml")
    path = project / "topic.toml"
    path.write_text(text)
    page.get_by_role("link", name="Schemes").click()
    page.get_by_role("link", name="topic.toml").click()
    main = page.locator("main")
    expect(main).to_contain_text("Seeds: 18; combinations of words: 6.")
    expect(main).to_contain_text("scrapy bt seed topic.toml --count")
    editor = page.locator("bt-editor .cm-content")
    editor.click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("x = 1\n")
    expect(page.locator("#faults .fault").first).to_be_visible()
    page.keyboard.type("most")
    offered = page.locator("bt-editor .cm-tooltip-autocomplete")
    expect(offered).to_contain_text("most_seeds")
    page.keyboard.press("Escape")
    expect(offered).to_have_count(0)
    wanted = text.replace("last = 2", "last = 3")
    page.locator("bt-editor").evaluate("(editor, text) => { editor.text = text; }", wanted)
    expect(page.locator("#faults .fault")).to_have_count(0)
    page.get_by_role("button", name="Save").click()
    dialog = page.locator("#edit")
    expect(dialog.locator(".added")).to_have_count(2)  # with the name of the file
    with leaving(page):
        dialog.get_by_role("button", name="Confirm").click()
    expect(main).to_contain_text("Seeds: 24;")
    assert path.read_text() == wanted
    page.get_by_role("button", name="Undo").click()
    dialog.get_by_role("button", name="Confirm").click()
    expect(main).to_contain_text("Seeds: 18;")
    assert path.read_text() == text
