"""What people do who have a keyboard alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import FrameLocator, Locator, Page, expect


def reach(page: Page, wanted: Locator) -> None:
    """Press the tabulator until the element has the focus; one that it never reaches keeps the test from ending."""
    wanted.wait_for()
    while not wanted.evaluate("element => element === element.getRootNode().activeElement"):
        page.keyboard.press("Tab")


def press(page: Page, wanted: Locator) -> None:
    """Reach a button or a link, and press it."""
    reach(page, wanted)
    page.keyboard.press("Enter")


@contextmanager
def leaving(page: Page) -> Iterator[None]:
    """What is pressed here leads to another page, or to the same one anew; wait until it is there."""
    page.locator("body").evaluate("body => { body.dataset.before = 'the page that comes has it not'; }")
    yield
    page.locator("body:not([data-before])").wait_for()
    page.wait_for_load_state()
    expect(page.locator(":not(:defined)")).to_have_count(0)  # its scripts are there, and what these have loaded


def follow(page: Page, link: Locator) -> None:
    """Press what leads to another page."""
    with leaving(page):
        press(page, link)


def choose_text(page: Page, before: Locator, frame: FrameLocator, wanted: str) -> None:
    """Into a stranger's page with the tabulator, from what stands before it, and to a text with the arrows."""
    before.focus()
    while not frame.locator("body").evaluate("body => document.hasFocus()"):
        page.keyboard.press("Tab")
    while not frame.locator(wanted).evaluate("element => element === document.activeElement"):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
