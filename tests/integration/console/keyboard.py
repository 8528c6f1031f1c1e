"""What people do who have a keyboard alone."""

from playwright.sync_api import Locator, Page


def reach(page: Page, wanted: Locator) -> None:
    """Press the tabulator until the element has the focus; one that it never reaches keeps the test from ending."""
    wanted.wait_for()
    while not wanted.evaluate("element => element === document.activeElement"):
        page.keyboard.press("Tab")


def press(page: Page, wanted: Locator) -> None:
    """Reach a button or a link, and press it."""
    reach(page, wanted)
    page.keyboard.press("Enter")
