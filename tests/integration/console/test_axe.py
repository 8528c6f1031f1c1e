"""Every page of a project, in both themes, in both languages and at 320 pixels: nothing that axe complains of."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from starlette.routing import compile_path

from scrapy_bt.console import routes
from scrapy_bt.console.words import LANGUAGES
from tests.integration.console.amounts import PAGES, make_little
from tests.integration.console.axe import axe_source, violations
from tests.integration.console.opening import open_page

NO_PAGES = ("frame", "elements", "picture.svg", "case.json.gz", "/login")
"""What addresses end with that are parts of pages or files, and the one of who is not logged in."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_little(tmp_path)
    return tmp_path


def test_every_page_is_looked_at() -> None:
    shown = {urlsplit(page).path for page in PAGES}
    addresses = [page.path for page in routes.PAGES if not page.path.endswith(NO_PAGES)]
    assert [path for path in addresses if not any(compile_path(path)[0].match(page) for page in shown)] == []


@pytest.mark.server
def test_no_page_hinders_anybody(page: Page, project: Path, request: pytest.FixtureRequest) -> None:
    axe = axe_source(request.config.cache.mkdir("axe"))
    found, first = [], next(iter(LANGUAGES))
    for language in LANGUAGES:
        open_page(page, f"/settings?language={language}")
        for path in PAGES:
            page.set_viewport_size({"width": 1280, "height": 900})
            open_page(page, path)
            # Colours are the same in every language.
            complaints = violations(page, axe, has_colours=language == first)
            found += [(path, language, each["id"], each["nodes"][0]["html"]) for each in complaints]
            page.set_viewport_size({"width": 320, "height": 700})
            if page.evaluate("document.documentElement.scrollWidth") > 320:
                found.append((path, language, "wide", ""))
    assert found == []
