"""Pictures of every page, to be looked at: `python -m tests.integration.console.sheets FOLDER [WORD…]`.

With nothing, a little and a lot to show, at 320, 1,280 and 2,560 pixels, in both themes and both languages, joined to
one sheet a page, amount and width. What can be measured is printed: what is wider than the page, buttons of several
lines, texts that are cut off without a sign. Words choose pages, by a part of their address, and amounts, by their
name. It takes Chromium, the requirements of the tests, Pillow, and a font that has Chinese letters.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from scrapy.utils.project import get_project_settings

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.application import make_application
from scrapy_bt.console.server import ServerOptions, make_console
from scrapy_bt.console.words import LANGUAGES
from scrapy_bt.crawl.components import add_defaults
from tests.integration.console.amounts import AMOUNTS, NAME
from tests.unit.console.conftest import MadeCrawl, MadeCrawls

WIDTHS = (320, 1280, 2560)
THEMES = ("light", "dark")
TALLEST = 2000
"""Pixels of a page that are looked at; what is below is more of the same."""
LIVE = ("/crawls/live", "/crawls/live/tasks?state=ready", "/crawls/live/letters", "/crawls/live keys s", "/ keys ?")
"""Pages of a crawl that runs, and keys that open dialogs."""
TASKS = {"none": 0, "little": 5, "lot": 10_000}
SETTLES = 400
"""Milliseconds in which a page comes to rest; a picture is taken all the same."""
_FAULTS = """() => {
  const SCROLLS = ".wide, .window, .graph, .graph-table, pre, .picture, aside, svg, .cm-scroller, .faults, .skip";
  const found = document.documentElement.scrollWidth > innerWidth ? ["the page is wide"] : [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(element), box = element.getBoundingClientRect(), text = element.textContent.trim();
    const say = (what) => found.push(`${what}: ${element.tagName}.${element.className} ${text.slice(0, 40)}`);
    const isHidden = ["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis";
    const isWord = text && element.children.length === 0;
    const isTall = box.height > 3.2 * parseFloat(style.fontSize);
    if (isTall && element.matches("button, .button, nav a")) say("of several lines");
    if (isHidden && element.clientWidth && element.scrollWidth > element.clientWidth + 1) say("cut off");
    if (isWord && box.right > innerWidth + 1 && !element.closest(SCROLLS)) say("sticks out");
  }
  return [...new Set(found)].slice(0, 8);
}"""


def main(folder: Path, words: list[str]) -> None:
    """Take the pictures, tell what was measured, and join them."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for amount, (make, pages) in AMOUNTS.items():
            if (asked := [word for word in words if word in AMOUNTS]) and amount not in asked:
                continue
            parts = [word for word in words if word not in AMOUNTS]
            chosen = [page for page in (*pages, *LIVE) if not parts or any(part in page for part in parts)]
            with tempfile.TemporaryDirectory() as project:
                os.chdir(project)
                make(Path(project))
                with _serve(Path(project), TASKS[amount]) as address:
                    count += _take(browser, address, chosen, folder, amount)
                os.chdir(folder)
        browser.close()
    sys.stdout.write(f"{count} pictures\n")


def _take(browser: Browser, address: str, pages: list[str], folder: Path, amount: str) -> int:
    count = 0
    for width in WIDTHS:
        taken: dict[str, list[Image.Image]] = {page: [] for page in pages}
        for language, theme in product(LANGUAGES, THEMES):
            size = {"width": width, "height": 800}
            with browser.new_context(viewport=size, color_scheme=theme) as context:  # type: ignore[arg-type]  # a literal
                page = _log_in(context, address, language, theme)
                for path in pages:
                    told = _open(page, address, path)
                    taken[path].append(_picture(page, width))
                    count += 1
                    sys.stdout.writelines(f"{amount} {width} {language} {theme} {path}: {each}\n" for each in told)
        for path, pictures in taken.items():
            name = re.sub(r"[^A-Za-z0-9?]+", "-", path).strip("-") or "overview"
            _join(pictures, columns=4 if width == min(WIDTHS) else 2).save(folder / f"{name}.{amount}.{width}.png")
    return count


def _log_in(context: BrowserContext, address: str, language: str, theme: str) -> Page:
    base = _base(address)
    context.add_cookies(
        [
            {"name": "bt_language", "value": language, "url": base},
            {"name": "bt_theme", "value": theme, "url": base},
        ]
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_url(lambda url: "login" not in url)
    return page


def _base(address: str) -> str:
    return address.partition("/login")[0]


def _open(page: Page, address: str, path: str) -> list[str]:
    """Show a page; what there is to say of it."""
    path, _, key = path.partition(" keys ")
    said: list[str] = []
    listen = lambda message: said.append(message.text) if message.type in ("error", "warning") else None  # noqa: E731
    page.on("console", listen)
    answer = page.goto(_base(address) + path)
    page.wait_for_timeout(SETTLES)
    if key:
        page.keyboard.press(key)
        page.wait_for_timeout(SETTLES)
    page.remove_listener("console", listen)
    wrong = [] if answer is not None and answer.ok else [f"answers {answer and answer.status}"]
    return [*wrong, *said, *page.evaluate(_FAULTS)]


def _picture(page: Page, width: int) -> Image.Image:
    for end in ("document.documentElement.scrollHeight", "0"):  # parts are drawn when they come into sight
        page.evaluate(f"scrollTo(0, {end})")
        page.wait_for_timeout(SETTLES)
    tall = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": 0, "width": width, "height": max(tall, 800)}
    return Image.open(BytesIO(page.screenshot(full_page=True, clip=clip)))  # type: ignore[arg-type]  # a box


def _join(pictures: list[Image.Image], *, columns: int) -> Image.Image:
    width, gap = max(each.width for each in pictures), 8
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    tall = [max(each.height for each in row) for row in rows]
    sheet = Image.new("RGB", (columns * (width + gap), sum(tall) + gap * len(rows)), "#c0c")
    for number, row in enumerate(rows):
        for place, each in enumerate(row):
            sheet.paste(each, (place * (width + gap), sum(tall[:number]) + gap * number))
    return sheet


@contextmanager
def _serve(project: Path, tasks: int) -> Iterator[str]:
    """A console with a crawl that has so many tasks; the address to log in with."""
    os.environ["SCRAPY_SETTINGS_MODULE"] = "project"
    sys.path.insert(0, str(project))
    sys.modules.pop("project", None)
    settings = get_project_settings()
    add_defaults(settings)
    crawl = MadeCrawl("live")
    deep = tasks > TASKS["little"]
    for number in range(tasks // 20):
        crawl.bury(f"HttpError: 503 Service Unavailable at https://shop.test/{number}")
    crawl.add(*(f"main/{NAME[: n % 50 + 4]}/{n % 700}" if deep else f"main/page/{n % 3}" for n in range(tasks)))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        console, hosts = make_console(ServerOptions(), project, project / ".scrapy", settings, port=port)
        crawls = MadeCrawls(project / ".scrapy", settings)
        crawls.made = [crawl]
        console.crawls = crawls
        server = uvicorn.Server(uvicorn.Config(make_application(console, hosts=hosts), log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        key = console.sessions.open("local", Role.ADMIN, lasts=True).key
        yield f"http://127.0.0.1:{port}/login#key={key}"
        server.should_exit = True
        thread.join()
    sys.path.remove(str(project))


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute(), sys.argv[2:])
