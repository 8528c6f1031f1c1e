"""An inference is reviewed in a real browser: its proof is read, a step is kept, it is proven again and taken.

By keys alone, and on a phone.
"""

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scrapy_bt.capture.har_writer import write_har
from tests.commandlines import COMMAND, run
from tests.integration.console.keyboard import follow, leaving, press, reach
from tests.integration.test_infer import record

PATH = ["GET /login", "POST /login", "GET /quotes/page/1/"]


@pytest.fixture
def project(tmp_path: Path, running_site) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\nBT_TREES = "trees"\n')
    (tmp_path / "trees").mkdir()
    site = running_site.url.rstrip("/")
    for number, (user, pages) in enumerate((("reader", 3), ("editor", 2)), 1):
        write_har(tmp_path / f"{number}.har", record(site, user, pages).exchanges)
    run(
        [*COMMAND, "bt", "infer", "1.har", "2.har", "--replay", "all", "-o", "trees/quotes.bt"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    return tmp_path


@pytest.mark.server
def test_an_inference_is_reviewed_and_proven_again(page: Page, project: Path) -> None:
    follow(page, page.get_by_role("link", name="Inferences"))
    follow(page, page.get_by_role("link", name="quotes"))
    path = page.locator("section.card h3 code")
    expect(path).to_have_text(PATH)
    token = page.locator("section.card tr", has_text="form csrf_token")
    expect(token).to_contain_text("status 403 instead of 200")
    if folder := os.environ.get("BT_PICTURES"):
        page.screenshot(path=f"{folder}/inference.png", full_page=True)
    press(page, token.locator("a").first)
    expect(page.locator("tr:target")).to_be_visible()

    _look_at_what_was_recorded(page)

    # A person keeps what is not needed; nothing is written over before it is taken.
    before = (project / "trees" / "quotes.bt").read_text()
    for choice, word, value in (("[data-choice='1']", "keep", "keep"), ("[name=level]", "everything", "all")):
        reach(page, page.locator(choice))
        page.keyboard.type(word)
        expect(page.locator(choice)).to_have_value(value)
    press(page, page.get_by_role("button", name="Prove again"))
    dialog = page.locator("#edit")
    expect(dialog).to_contain_text("--keep=1")
    expect(dialog.locator("li.fault")).to_have_text("POST /login")
    reach(page, dialog.locator("textarea"))
    page.keyboard.type("quotes")
    follow(page, dialog.get_by_role("button", name="Confirm"))
    take = page.get_by_role("button", name="Take this tree")
    expect(take).to_be_visible()
    expect(path).to_have_text(["GET /", *PATH])
    assert (project / "trees" / "quotes.bt").read_text() == before
    press(page, take)
    expect(dialog.locator(".diff")).to_contain_text("+")
    follow(page, dialog.get_by_role("button", name="Confirm"))
    expect(page.get_by_role("button", name="Prove again")).to_be_visible()
    expect(path).to_have_text(["GET /", *PATH])
    assert (project / "trees" / "quotes.bt").read_text() != before

    _look_at_tree_and_code(page, project)
    report = json.loads((project / "trees" / "quotes.inference.json").read_text())
    assert report["asked"]["keep"] == ["1"]


def _look_at_what_was_recorded(page: Page) -> None:
    """Requests side by side, and a fact down to the messages that it is from."""
    stages = page.get_by_role("navigation", name="Stages")
    follow(page, stages.get_by_role("link", name="Recordings"))
    row = page.locator(".aligned tr", has_text="POST").first
    expect(row.locator("td code")).to_have_count(2)
    follow(page, stages.get_by_role("link", name="Facts"))
    reach(page, page.get_by_role("searchbox"))
    page.keyboard.type("csrf_token of step")
    with leaving(page):
        page.keyboard.press("Enter")
    fact = page.locator(".facts-list details", has_text="form csrf_token of step").filter(has_text="css").first
    press(page, fact.locator("summary"))
    follow(page, fact.get_by_role("link", name="What was recorded"))
    expect(page.locator("mark").first).to_be_visible()
    assert len(set(page.locator("mark").all_inner_texts())) == 2  # a token in each recording
    follow(page, page.get_by_role("link", name="quotes"))
    follow(page, stages.get_by_role("link", name="Path"))


def _look_at_tree_and_code(page: Page, project: Path) -> None:
    """Statements are proven until somebody edits them; code is written once its patches were seen."""
    stages = page.get_by_role("navigation", name="Stages")
    tree = project / "trees" / "quotes.bt"
    tree.write_text(tree.read_text().replace("span.text::text", "span.text *::text"))
    follow(page, stages.get_by_role("link", name="Tree"))
    edited = page.locator(".margin tr", has_text="edited since")
    expect(edited.filter(has_text="span.text *::text").first).to_be_visible()
    expect(page.locator(".margin tr", has_text=":login_page")).to_contain_text("proven")
    follow(page, stages.get_by_role("link", name="Code"))
    expect(page.locator("[data-code] .diff").first).to_contain_text("+")
    press(page, page.get_by_role("button", name="Write the files"))
    press(page, page.locator("#edit").get_by_role("button", name="Confirm"))
    expect(page.locator("[data-code]")).not_to_contain_text("+++ b/tests/test_quotes.py")
    assert (project / "tests" / "test_quotes.py").exists()
