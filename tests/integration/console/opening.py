"""Opens pages of a console, and waits until their scripts have taken them over."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect


def base_of(page: Page) -> str:
    """The address of the console that a page is of."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(page.url))


def open_page(page: Page, path: str) -> None:
    """Show the page of an address."""
    answer = page.goto(base_of(page) + path)
    assert answer is not None
    assert answer.status == 200, path
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator(":not(:defined)")).to_have_count(0)
    if "/try" in path:
        expect(page.locator("[data-steps] h3").first).to_be_visible()
    if path.endswith((".bt", ".yaml", ".toml", "/try")):
        expect(page.locator("bt-editor .cm-content")).to_be_visible()
