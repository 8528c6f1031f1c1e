"""Roundcube, a webmail in PHP, as Debian packages it: lists as scripts within JSON, a token in a header."""

from __future__ import annotations

import contextlib
import imaplib
import shutil
import threading
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path

from playwright.async_api import Page

from ..application import (
    Application,
    NotInstallableError,
    copied,
    free_port,
    installed,
    running,
    served,
    unpacked,
    with_dependencies,
)
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
LETTERS, SIZE = 120, 15
_NEEDED = r"roundcube|php-|php8\.2-(sqlite3|mbstring|intl)$|libonig|libjs-"
_SETTINGS = """<?php
$config['db_dsnw'] = 'sqlite:///{folder}/mail.db?mode=0646';
$config['imap_host'] = '127.0.0.1:{port}';
$config['smtp_host'] = '127.0.0.1:9';
$config['des_key'] = 'walks-to-the-windmill-24';
$config['plugins'] = [];
$config['skin'] = 'elastic';
$config['log_dir'] = '{folder}/logs/';
$config['temp_dir'] = '{folder}/temp/';
$config['mail_pagesize'] = {size};
$config['language'] = 'en_US';
$config['date_format'] = 'Y-m-d';
$config['date_long'] = 'Y-m-d H:i';
$config['prettydate'] = false;
$config['timezone'] = 'UTC';
"""


@contextlib.contextmanager
def roundcube(folder: Path) -> Iterator[Application]:
    """A box with letters about three things."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli php-xml php-mbstring")
    root = unpacked("roundcube", *with_dependencies(_NEEDED, "roundcube-core", "roundcube-sqlite3"))
    post = installed("pymap", "pymap") / "pymap"
    program = folder / "program"
    copied(root / "usr/share/roundcube", program)
    for name in ("logs", "temp", "post"):
        (folder / name).mkdir()
    user, secret, port = "keeper", "quiet & please", free_port(folder / "post")
    config = program / "config"
    config.mkdir(exist_ok=True)
    shutil.copy(root / "etc/roundcube/defaults.inc.php", config)
    shutil.copy(root / "etc/roundcube/mimetypes.php", config)
    (config / "config.inc.php").write_text(_SETTINGS.format(folder=folder, port=port, size=SIZE))
    (folder / "first.php").write_text(f"<?php define('INSTALL_PATH', '{program}/');")
    php = [
        "php",
        "-d",
        "display_errors=0",
        "-d",
        f"auto_prepend_file={folder}/first.php",
        "-d",
        f"include_path={root}/usr/share/php",
    ]
    for extension in ("pdo_sqlite", "mbstring", "intl"):
        php += ["-d", f"extension={next(root.rglob(f'{extension}.so'))}"]
    libraries = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.glob("usr/lib/*/*.so*")}))}
    url = f"http://127.0.0.1:{free_port(folder)}"
    keep = [post, "--host", "127.0.0.1", "--port", str(port), "--no-tls"]
    keep += ["dict", "--demo-data", "--demo-user", user, "--demo-password", secret]
    with running(keep, folder, log="post.log"):
        fill(port, user, secret)
        with served([*php, "-S", url.removeprefix("http://"), "-t", program], url, folder, libraries):
            yield Application(url, user, secret, folder)


def fill(port: int, user: str, secret: str) -> None:
    box = _reached(port)
    box.login(user, secret)
    box.select()
    box.store("1:*", "+FLAGS", "\\Deleted")
    box.expunge()
    for number in range(LETTERS):
        letter = EmailMessage()
        letter["From"] = f"{writer(number)} <walker{number % 7}@hills.test>"
        letter["To"] = "keeper@hills.test"
        letter["Subject"] = subject(number)
        letter["Date"] = f"{1 + number // 24:02} Mar 2024 {number % 24:02}:15:00 +0000"
        letter["Message-ID"] = f"<{number}@hills.test>"
        letter.set_content(told(number))
        box.append("INBOX", "", imaplib.Time2Internaldate(1_709_300_000 + number * 3600), letter.as_bytes())
    box.logout()


def _reached(port: int) -> imaplib.IMAP4:
    for _ in range(300):
        with contextlib.suppress(OSError):
            return imaplib.IMAP4("127.0.0.1", port)
        threading.Event().wait(0.1)
    raise RuntimeError(f"no post at {port}")


def writer(number: int) -> str:
    return f"Walker {number % 7}"


def subject(number: int) -> str:
    return f"Walk {number} to the {THINGS[number % 3]}"


def told(number: int) -> str:
    return f"Seen from road {number * 7}."


def when(number: int) -> str:
    return f"2024-03-{1 + number // 24:02} {number % 24:02}:15"


async def _find(page: Page, app: Application, word: str) -> None:
    await page.fill("input[name=_user]", app.user)
    await page.fill("input[name=_pass]", app.secret)
    await follow(page, "#rcmloginsubmit")
    await page.wait_for_selector("tr.message")
    async with page.expect_response(lambda answer: "_action=search" in answer.url):
        await page.fill("#mailsearchform", word)
        await page.press("#mailsearchform", "Enter")
    await page.wait_for_selector("text=40 messages found")


async def search(page: Page, app: Application, word: str) -> None:
    await _find(page, app, word)
    for _ in range(SIZE, len(found(app, word)), SIZE):
        await _turn(page)


async def _turn(page: Page) -> None:
    async with page.expect_response(lambda answer: "_page=" in answer.url):
        await page.click("a.nextpage:not(.disabled)")
    await page.wait_for_load_state("networkidle")


async def read(page: Page, app: Application, word: str) -> None:
    await _find(page, app, word)
    await _open(page, 1)
    await _open(page, 4)
    await _turn(page)
    await _open(page, 2)


async def _open(page: Page, place: int) -> None:
    async with page.expect_response(lambda answer: "_action=preview" in answer.url):
        await page.click(f"tr.message >> nth={place} >> span.subject a")
    await page.frame_locator("#messagecontframe").locator("text=Seen from road").wait_for()


def _about(thing: str) -> list[int]:
    return [number for number in range(LETTERS) if THINGS[number % 3] == thing]


def found(_: Application, word: str) -> Sequence[Row]:
    return [(subject(number), when(number)) for number in _about(word)]


def opened(_: Application, word: str) -> Sequence[Row]:
    return [(subject(number), told(number)) for number in _about(word)]


EXHIBIT = Exhibit(
    "roundcube",
    "a webmail in PHP",
    roundcube,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("read", read, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, opened),
    ),
)
