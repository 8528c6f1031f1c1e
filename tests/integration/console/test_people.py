"""A console of several people, by keyboard alone: one logs in, works, logs out; another is taken out meanwhile."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.access.users import Users
from tests.commandlines import COMMAND, CommandLine
from tests.integration.console.keyboard import leaving

PASSWORD = "correct horse battery"
_BOUND = 900_000


@pytest.fixture
def people(tmp_path: Path) -> Users:
    users = Users(tmp_path / "users.json")
    users.set("ann", PASSWORD, Role.OPERATOR)
    users.set("bob", PASSWORD, Role.VIEWER)
    return users


@pytest.fixture
def address(tmp_path: Path, people: Users) -> Iterator[str]:
    assert people.all()
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    (tmp_path / "project.py").write_text('ADDONS = {"scrapy_bt.Addon": 300}\n')
    words = [*COMMAND, "bt", "console", "--port", "0", "--users", "users.json"]
    process = CommandLine(words, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = next(filter(None, (re.search(r"http://[\d.:]+/", line) for line in process.stdout)))
    yield found[0]
    process.terminate()
    process.wait()
    process.stdout.close()


@pytest.mark.server
def test_people_come_and_go(address: str, people: Users) -> None:
    with sync_playwright() as playwright:
        expect.set_options(timeout=_BOUND)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        ann, bob = (browser.new_context().new_page() for _ in range(2))
        for page, name in ((ann, "ann"), (bob, "bob")):
            page.set_default_timeout(_BOUND)
            _log_in(page, address, name)
        ann.keyboard.press("?")
        expect(ann.locator("dialog#keys")).to_be_visible()
        expect(ann.locator("dialog#keys kbd", has_text="?")).to_be_visible()
        expect(ann.locator("dialog#keys kbd", has_text="/")).to_be_hidden()  # this page has no search
        ann.keyboard.press("Escape")
        bob.goto(f"{address}runs")
        people.remove("bob")
        bob.get_by_role("link", name="Trees").focus()
        bob.keyboard.press("Enter")
        expect(bob.get_by_role("heading", name="Log in")).to_be_visible()
        ann.goto(f"{address}runs")
        out = ann.get_by_role("button", name="Log out")
        out.focus()
        ann.keyboard.press("Enter")
        expect(ann.get_by_role("heading", name="Log in")).to_be_visible()
        assert ann.evaluate("localStorage.getItem('bt-key')") is None
        ann.goto(f"{address}runs")
        expect(ann.get_by_role("heading", name="Log in")).to_be_visible()
        browser.close()


def _log_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}runs")
    page.get_by_label("Name").focus()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    with leaving(page):
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Runs", exact=True)).to_be_visible()
