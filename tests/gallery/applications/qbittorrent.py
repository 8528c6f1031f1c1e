"""qBittorrent in C++, as Debian packages it: a list that a script keeps by what has changed, and narrows by itself."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.cookiejar
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..torrents import described
from ..workflow import Exhibit, Row, Workflow

SHELVES = ("attic", "cellar", "loft")
ARCHIVES = 48
_NEEDED = r"lib(torrent-rasterbar2\.0|double-conversion3|pcre2-16-0|md4c0|qt5.*)$"
_SETTINGS = """[LegalNotice]
Accepted=true
[BitTorrent]
Session\\DHTEnabled=false
Session\\LSDEnabled=false
Session\\PeXEnabled=false
Session\\Interface=lo
Session\\AddTorrentPaused=true
[Preferences]
WebUI\\Address=127.0.0.1
WebUI\\Username={user}
WebUI\\Password_PBKDF2="@ByteArray({salt}:{hashed})"
"""


@contextlib.contextmanager
def qbittorrent(folder: Path) -> Iterator[Application]:
    """Archives on three shelves, none of which is fetched."""
    root = unpacked("qbittorrent", *with_dependencies(_NEEDED, "qbittorrent-nox"))
    url, user, secret, salt = f"http://127.0.0.1:{free_port(folder)}", "reader", "quiet & please", b"0123456789abcdef"
    hashed = base64.b64encode(hashlib.pbkdf2_hmac("sha512", secret.encode(), salt, 100_000)).decode()
    place = folder / "qBittorrent" / "config"
    place.mkdir(parents=True)
    told = _SETTINGS.format(user=user, salt=base64.b64encode(salt).decode(), hashed=hashed)
    (place / "qBittorrent.conf").write_text(told)
    own = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    port = url.rpartition(":")[2]
    with served([root / "usr/bin/qbittorrent-nox", f"--profile={folder}", f"--webui-port={port}"], url, folder, own):
        _fill(Application(url, user, secret, folder))
        yield Application(url, user, secret, folder)


def _fill(app: Application) -> None:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    api = f"{app.url}/api/v2"

    def send(path: str, **given: str) -> None:
        opener.open(f"{api}/{path}", urllib.parse.urlencode(given).encode()).close()

    send("auth/login", username=app.user, password=app.secret)
    for shelf in SHELVES:
        send("torrents/createCategory", category=shelf, savePath=str(app.folder))
    for number in range(ARCHIVES):
        kept = {"category": shelf_of(number), "paused": "true", "savepath": str(app.folder)}
        mark = uuid.UUID(int=number).hex
        parts = [f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{kept[key]}\r\n' for key in kept]
        head = f'--{mark}\r\nContent-Disposition: form-data; name="torrents"; filename="{number}.torrent"\r\n\r\n'
        body = "".join(parts).encode() + head.encode() + described(name(number), _files(number))
        sent = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        opener.open(urllib.request.Request(f"{api}/torrents/add", body + f"\r\n--{mark}--\r\n".encode(), sent)).close()


def shelf_of(number: int) -> str:
    return SHELVES[number // 2 % 3]


def name(number: int) -> str:
    return f"Letters of {1801 + number * 5 % 211}"


def _files(number: int) -> Sequence[tuple[str, int]]:
    return [(f"letter {n * 3 + number}.txt", 900 + (n * 371 + number * 53) % 4000) for n in range(5 + number % 4)]


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await page.click("#login")
    await page.locator("#torrentsTableDiv tbody tr >> nth=20").wait_for()


async def category(page: Page, app: Application, shelf: str) -> None:
    await _log_in(page, app)
    await page.click(f"#categoryFilterList a:has-text('{shelf}')")
    await page.wait_for_timeout(4000)


async def _open(page: Page, archive: str) -> None:
    async with page.expect_response("**/torrents/files?*"):
        await page.click(f"#torrentsTableDiv tbody td:has-text('{archive}') >> visible=true")
    await page.locator("#torrentFilesTableDiv td:has-text('letter') >> nth=3").wait_for()
    await page.wait_for_timeout(1000)


async def files(page: Page, app: Application, archive: str) -> None:
    await _log_in(page, app)
    await page.click("#PropFilesLink")
    await _open(page, archive)


async def details(page: Page, app: Application, shelf: str) -> None:
    await _log_in(page, app)
    await page.click(f"#categoryFilterList a:has-text('{shelf}')")
    await page.wait_for_timeout(2000)
    await page.click("#PropFilesLink")
    own = [name(n) for n in range(ARCHIVES) if shelf_of(n) == shelf]
    await _open(page, own[2])
    await _open(page, own[5])


def of_shelf(_: Application, shelf: str) -> Sequence[Row]:
    """Name and size in bytes."""
    return [(name(n), str(sum(size for _, size in _files(n)))) for n in range(ARCHIVES) if shelf_of(n) == shelf]


def _told(number: int) -> list[Row]:
    return [(f"{name(number)}/{title}", str(size)) for title, size in _files(number)]


def of_archive(_: Application, archive: str) -> Sequence[Row]:
    return _told(next(n for n in range(ARCHIVES) if name(n) == archive))


def files_of(_: Application, shelf: str) -> Sequence[Row]:
    return [row for n in range(ARCHIVES) if shelf_of(n) == shelf for row in _told(n)]


_SHELVES = ({"shelf": SHELVES[0]}, {"shelf": SHELVES[2]})

EXHIBIT = Exhibit(
    "qbittorrent",
    "a list kept by its changes",
    qbittorrent,
    (
        Workflow("category", category, _SHELVES, {"shelf": SHELVES[1]}, of_shelf),
        Workflow("files", files, ({"archive": name(3)}, {"archive": name(10)}), {"archive": name(6)}, of_archive),
        Workflow("details", details, _SHELVES, {"shelf": SHELVES[1]}, files_of),
    ),
)
