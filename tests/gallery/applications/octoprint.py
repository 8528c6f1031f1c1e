"""OctoPrint from PyPI, what a printer makes: Knockout over one answer with all folders, which a script narrows."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from tests.waiting import wait_until

from ..application import Application, free_port, installed, running
from ..workflow import Exhibit, Row, Workflow, follow

SHELVES = ("Gears", "Räder", "Vases")
KINDS = ("bracket", "lid", "stand")
PARTS = 180
_SETTINGS = """
server: {{firstRun: false, onlineCheck: {{enabled: false}}, pluginBlacklist: {{enabled: false}}, port: {port}}}
plugins:
  _disabled: [softwareupdate, announcements, tracking, discovery, pi_support, backup, health_check, corewizard,
    errortracking, virtual_printer, achievements, file_check]
gcodeAnalysis: {{runAt: never}}
"""


@contextlib.contextmanager
def octoprint(folder: Path) -> Iterator[Application]:
    """Parts of three kinds in three folders; every fifth was never analysed."""
    program = installed("octoprint", "OctoPrint==1.11.8") / "octoprint"
    own, user, secret = folder / "own", "reader", "quiet & please"
    for shelf in SHELVES:
        place = own / "uploads" / shelf
        place.mkdir(parents=True)
        for number in _own(shelf):
            path = place / name(number)
            path.write_text(f"G28\n{'G1 X1 Y1' * weight(number)}"[: weight(number)])
            os.utime(path, (1_760_000_000 + number * 3600,) * 2)
        (place / ".metadata.json").write_text(json.dumps({name(n): _analysed(n) for n in _own(shelf)}))
    url = f"http://127.0.0.1:{free_port(folder)}"
    (own / "config.yaml").write_text(_SETTINGS.format(port=url.rpartition(":")[2]))
    call: list[str | Path] = [program, "--basedir", own]
    added = ["user", "add", user, "--password", secret, "--admin"]
    subprocess.run([*call, *added], check=True, capture_output=True, cwd=folder)
    with running([*call, "serve", "--iknowwhatimdoing", "--host", "127.0.0.1"], folder):
        wait_until(lambda: _is_up(url), pause=0.5)
        yield Application(url, user, secret, folder)


def _is_up(url: str) -> bool:
    """Until it is, another server answers there, with lines that are no HTTP."""
    with contextlib.suppress(OSError, http.client.HTTPException), urllib.request.urlopen(f"{url}/login/") as answer:
        return b"login-user" in answer.read()
    return False


def _analysed(number: int) -> dict[str, object]:
    if number % 5 == 4:
        return {}
    size = {"width": 20.5 + number, "depth": 11.0 + number % 7, "height": 4.0 + number % 31}
    filament = {"tool0": {"length": 900.0 + number * 3, "volume": 2.5 + number}}
    return {"analysis": {"estimatedPrintTime": 600 + number * 61, "dimensions": size, "filament": filament}}


def _own(shelf: str) -> range:
    return range(SHELVES.index(shelf), PARTS, 3)


def kind(number: int) -> str:
    return KINDS[number // 3 % 3]


def name(number: int) -> str:
    return f"{kind(number)}_{number * 7 % PARTS + 100}.gcode"


def weight(number: int) -> int:
    return 4000 + number * 37


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("#login-user", app.user)
    await page.fill("#login-password", app.secret)
    await follow(page, "#login-button")
    await page.wait_for_selector(".gcode_files .entry .title:visible")
    await page.wait_for_load_state("networkidle")


async def parts(page: Page, app: Application, shelf: str) -> None:
    await _log_in(page, app)
    await page.click(f".gcode_files .entry .title:has-text('{shelf}')")
    await page.wait_for_selector(f".gcode_files .title:text-is('{name(_own(shelf)[0])}')")
    await page.wait_for_load_state("networkidle")


async def search(page: Page, app: Application, shelf: str, kind: str) -> None:
    await parts(page, app, shelf)
    await page.type(".search-query:visible >> nth=0", kind, delay=40)
    other = next(each for each in KINDS if each != kind)
    await page.wait_for_selector(f".gcode_files .title:has-text('{other}')", state="detached")
    await page.wait_for_load_state("networkidle")


def stored(_: Application, shelf: str) -> Sequence[Row]:
    return [(name(n), f"{shelf}/{name(n)}", str(weight(n))) for n in _own(shelf)]


def found(_: Application, shelf: str, kind: str) -> Sequence[Row]:
    own = [n for n in _own(shelf) if KINDS[n // 3 % 3] == kind]
    return [(name(n), f"{shelf}/{name(n)}", str(weight(n))) for n in own]


_KINDS = ({"shelf": "Gears", "kind": "bracket"}, {"shelf": "Vases", "kind": "stand"})

EXHIBIT = Exhibit(
    "octoprint",
    "what a printer makes",
    octoprint,
    (
        Workflow("parts", parts, ({"shelf": "Gears"}, {"shelf": "Vases"}), {"shelf": "Räder"}, stored),
        Workflow("search", search, _KINDS, {"shelf": "Räder", "kind": "lid"}, found),
    ),
)
