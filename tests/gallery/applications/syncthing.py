"""Syncthing from Debian, in AngularJS: a token that a cookie has goes into a header, and each folder has its lists."""

from __future__ import annotations

import contextlib
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow

ALBUMS = ("harbours", "meadows", "rooftops")
PICTURES, DRAFTS = 46, 14
_OFF = ("globalAnnounce", "localAnnounce", "relays", "nat", "crashReporting")
_FOLDER = """<folder id="{id}" label="{label}" path="{path}" type="{kind}" rescanIntervalS="0" fsWatcherEnabled="false">
<device id="{device}"></device>{more}</folder>"""
_VERSIONS = '<versioning type="simple"><param key="keep" val="5"></param></versioning>'


@contextlib.contextmanager
def syncthing(folder: Path) -> Iterator[Application]:
    """Albums that nobody else has yet, and drafts of which older versions are kept."""
    program = unpacked("syncthing", "syncthing") / "usr/bin/syncthing"
    home = folder.parent / "home"  # keys that stay, since names of cookies are made of them
    if not (home / "config.xml").exists():
        command = [program, "generate", f"--home={home}", "--no-default-folder", "--skip-port-probing"]
        subprocess.run(command, check=True, capture_output=True)
    for made in home.glob("index-*"):
        subprocess.run(["rm", "-r", made], check=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    config = re.sub(r"<folder id=\"[^\"].*?</folder>", "", (home / "config.xml").read_text(), flags=re.DOTALL)
    device = re.findall(r'<device id="([^"]+)"', config)[0]
    for name in _OFF:
        config = config.replace(f"<{name}Enabled>true", f"<{name}Enabled>false")
    config = config.replace("<urAccepted>0", "<urAccepted>-1")
    peers = f"tcp://127.0.0.1:{free_port(folder / 'peers')}"
    config = re.sub(r"<listenAddress>.*?<", f"<listenAddress>{peers}<", config)
    made = "".join(_made(folder, number, device) for number in range(2 * len(ALBUMS)))
    (home / "config.xml").write_text(config.replace("</configuration>", f"{made}</configuration>"))
    serve = [program, "serve", f"--home={home}", "--no-browser", "--no-restart", "--no-upgrade"]
    with served([*serve, f"--gui-address={url.partition('//')[2]}"], url, folder, {"HOME": str(folder)}):
        yield Application(url, "", "", folder)


def _made(folder: Path, number: int, device: str) -> str:
    """A folder with its files, as the configuration tells of it."""
    album, has_versions = ALBUMS[number // 2], bool(number % 2)
    name = f"{album}-{'drafts' if has_versions else 'pictures'}"
    place = folder / name
    (place / ".stfolder").mkdir(parents=True)
    if has_versions:
        (place / ".stversions").mkdir()
        for title, size in drafts(None, album):
            stem, _, ending = title.partition(".")
            (place / ".stversions" / f"{stem}~20240{1 + int(size) % 9}11-101500.{ending}").write_bytes(b"x" * int(size))
    else:
        for title, size in pictures(None, album):
            (place / title).write_bytes(b"x" * int(size))
    kind, more = ("sendreceive", _VERSIONS) if has_versions else ("receiveonly", "")
    label = name.replace("-", " ")
    return _FOLDER.format(
        id=f"{number * 37:04x}-{album[:4]}", label=label, path=place, kind=kind, device=device, more=more
    )


async def changed(page: Page, _: Application, folder: str) -> None:
    await _open(page, folder)
    await page.locator("#folders .panel-collapse.in a[ng-click*=showLocalChanged]").click()
    await page.locator("#localChanged tbody tr >> nth=5").wait_for()
    while await page.locator("#localChanged .pagination li:not(.disabled) a:text-is('›')").count():
        async with page.expect_response("**/rest/db/localchanged*"):
            await page.click("#localChanged .pagination a:text-is('›')")
        await page.wait_for_timeout(300)


async def kept(page: Page, _: Application, folder: str) -> None:
    await _open(page, folder)
    async with page.expect_response("**/rest/folder/versions*"):
        await page.locator("#folders .panel-collapse.in button[ng-click*=restoreVersions]").click()
    await page.locator("#restoreTree-container tr >> nth=5").wait_for()
    await page.wait_for_timeout(500)


async def _open(page: Page, label: str) -> None:
    await page.click(f"#folders button.panel-heading:has-text('{label}')")
    await page.locator("#folders .panel-collapse.in table").wait_for()
    await page.wait_for_timeout(500)


def pictures(_: Application | None, folder: str) -> Sequence[Row]:
    album = folder.partition(" ")[0]
    own = ALBUMS.index(album)
    return [(f"{album[:-1]} at hour {n}.jpg", str(600 + n * 37 + own)) for n in range(PICTURES - 5 * own)]


def drafts(_: Application | None, folder: str) -> Sequence[Row]:
    album = folder.partition(" ")[0]
    own = ALBUMS.index(album)
    return [(f"{album[:-1]} sketch {n * 3}.txt", str(2000 + n * 41 + own)) for n in range(DRAFTS + own)]


EXHIBIT = Exhibit(
    "syncthing",
    "a daemon's page in AngularJS",
    syncthing,
    (
        Workflow(
            "changed",
            changed,
            ({"folder": "harbours pictures"}, {"folder": "rooftops pictures"}),
            {"folder": "meadows pictures"},
            pictures,
        ),
        Workflow(
            "kept",
            kept,
            ({"folder": "meadows drafts"}, {"folder": "harbours drafts"}),
            {"folder": "rooftops drafts"},
            drafts,
        ),
    ),
)
