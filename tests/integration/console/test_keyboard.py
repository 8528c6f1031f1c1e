"""By keyboard alone: on every page the tabulator comes to all that can be clicked, and a recording is uploaded."""

import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.integration.console.amounts import PAGES, make_little
from tests.integration.console.keyboard import press
from tests.integration.console.opening import open_page

# Rows, and the texts of a stranger's page, are gone through with the arrows, which other tests do.
_WATCH = """() => {
    const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    window.isReached = new WeakSet();
    document.addEventListener("focusin", (event) => window.isReached.add(event.target));
    window.controls = () => [...document.querySelectorAll(CONTROLS)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0
        && !element.closest("dialog, svg"));
    return window.controls().length;
}"""
_MISSED = """() => window.controls().filter((element) => !window.isReached.has(element))
    .map((element) => element.outerHTML.slice(0, 120))"""

_NOTE_CLICK = """element => element.addEventListener("click", (event) => {
    event.preventDefault();
    window.isClicked = true;
})"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_little(tmp_path)
    return tmp_path


@pytest.mark.server
@pytest.mark.timeout(900)
def test_the_tabulator_comes_to_all_that_can_be_clicked(page: Page, project: Path) -> None:
    assert project.is_dir()
    missed = []
    for path in PAGES:
        open_page(page, path)
        controls = page.evaluate(_WATCH)
        for count in (controls, controls + 10):  # some come while one goes on, and an editor has several
            for _ in range(count if page.evaluate(_MISSED) else 0):
                page.keyboard.press("Tab")
        missed += [(path, each) for each in page.evaluate(_MISSED)]
    assert missed == []


@pytest.mark.server
def test_a_recording_is_uploaded_and_an_answer_kept_for_trying(page: Page, project: Path) -> None:
    upload = project / "mine.har"
    shutil.move(project / "samples" / "1.har", upload)
    open_page(page, "/samples")
    file = page.get_by_label("File")
    file.evaluate(_NOTE_CLICK)  # in place of the system's own window, which only a person can fill in
    press(page, file)
    page.wait_for_function("window.isClicked")
    file.set_input_files(upload)
    expect(page.locator("bt-samples")).to_contain_text("cp FILE.har samples/")
    press(page, page.get_by_role("button", name="Upload"))
    page.wait_for_url(lambda url: urlsplit(url).path == "/samples/mine.har")
    assert (project / "samples" / "mine.har").read_bytes() == upload.read_bytes()
    press(page, page.get_by_role("button", name="Keep for trying").last)
    expect(page.locator("#notices")).to_contain_text("https://site.test/list")
    open_page(page, "/rules/shop.yaml/try")
    expect(page.locator("option", has_text="https://site.test/list")).to_have_count(1)
