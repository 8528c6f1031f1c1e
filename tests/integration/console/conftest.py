"""A console of the project that a test makes, and a real browser that is logged in to it."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.commandlines import COMMAND, CommandLine

_BOUND = 900_000
"""Milliseconds for a page to come to a state: those of a whole test, so that only it is bounded."""


@pytest.fixture
def console(project: Path) -> Iterator[str]:
    process = CommandLine(
        [*COMMAND, "bt", "console", "--port", "0"],
        cwd=project,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = None
    for line in process.stdout:
        found = re.search(r"http://\S+#key=\S+", line)
        if found:
            break
    assert found is not None, "it tells its address"
    yield found[0]
    process.terminate()
    process.wait()
    process.stdout.close()


@pytest.fixture
def viewport() -> ViewportSize:
    """As narrow as a phone: whatever a person can do, they can do there, too. The walk is as wide as a desk."""
    return {"width": 320, "height": 700}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(console: str, viewport: ViewportSize, browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=viewport) as context:
        page = context.new_page()
        page.set_default_timeout(_BOUND)
        expect.set_options(timeout=_BOUND)
        said: list[str] = []
        page.on(
            "console",
            lambda message: (
                said.append(message.text) if message.type == "error" and "409" not in message.text else None
            ),
        )
        page.on("pageerror", lambda error: said.append(str(error)))
        page.context.on("request", lambda request: _note_foreign(request.url, console, said))
        page.goto(console)
        expect(page.get_by_role("link", name="Trees")).to_be_visible()
        yield page
        assert said == []


def _note_foreign(url: str, address: str, troubles: list[str]) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(address).netloc:
        troubles.append(f"a request to {url}")
