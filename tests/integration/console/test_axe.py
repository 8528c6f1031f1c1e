"""Every page of a project, in both themes, in both languages and at 320 pixels: nothing that axe complains of."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from starlette.routing import compile_path

from scrapy_bt.console import routes
from scrapy_bt.console.words import LANGUAGES
from tests.integration.console.amounts import PAGES, make_little
from tests.integration.console.axe import THEMES, axe_source, violations
from tests.integration.console.opening import open_page

NO_PAGES = ("frame", "elements", "picture.svg", "case.json.gz", "/login")
"""What addresses end with that are parts of pages or files, and the one of who is not logged in."""

LOOKS = tuple(product(LANGUAGES, THEMES))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_little(tmp_path)
    return tmp_path


def test_every_page_is_looked_at() -> None:
    shown = {urlsplit(page).path for page in PAGES}
    addresses = [page.path for page in routes.PAGES if not page.path.endswith(NO_PAGES)]
    assert [path for path in addresses if not any(compile_path(path)[0].match(page) for page in shown)] == []


@pytest.fixture
def axe(request: pytest.FixtureRequest) -> str:
    return axe_source(request.config.cache.mkdir("axe"))


def hindrances(page: Page, axe: str, language: str, theme: str, paths: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Whatever hinders somebody who reads these pages so."""
    open_page(page, f"/settings?language={language}")
    for path in paths:
        page.set_viewport_size({"width": 1280, "height": 900})
        open_page(page, path)
        for each in violations(page, axe, theme=theme):
            yield path, language, theme, each["id"], each["nodes"][0]["html"]
        page.set_viewport_size({"width": 320, "height": 700})
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            yield path, language, theme, "wide"


@pytest.mark.server
@pytest.mark.usefixtures("project")
def test_no_page_hinders_anybody(page: Page, axe: str) -> None:
    """Each page once, each language in each theme on some of them."""
    found = [
        each for number, look in enumerate(LOOKS) for each in hindrances(page, axe, *look, PAGES[number :: len(LOOKS)])
    ]
    assert found == []


@pytest.mark.long
@pytest.mark.usefixtures("project")
def test_no_page_hinders_anybody_in_any_language_and_theme(page: Page, axe: str) -> None:
    found = [each for look in LOOKS for each in hindrances(page, axe, *look, PAGES)]
    assert found == []
