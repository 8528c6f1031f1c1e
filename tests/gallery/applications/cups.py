"""The pages of CUPS in C, as Debian packages it: printers that are searched for, over pages behind buttons."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
PRINTERS = 120
_NEEDED = r"(libcups|libavahi|cups|libpaper|libusb-1|libgnutls|libdbus|libpam0g|libapparmor)"
_FILES = """
ServerBin {root}/usr/lib/cups
DataDir {root}/usr/share/cups
DocumentRoot {root}/usr/share/cups/doc-root
ServerRoot {folder}/own
CacheDir {folder}/cache
StateDir {folder}/state
RequestRoot {folder}/spool
TempDir {folder}/spool/tmp
AccessLog {folder}/access.log
ErrorLog {folder}/error.log
PageLog {folder}/page.log
"""
_SETTINGS = """
Listen 127.0.0.1:{port}
WebInterface Yes
DefaultAuthType None
Browsing No
<Location />
  Order allow,deny
  Allow localhost
</Location>
"""


@contextlib.contextmanager
def cups(folder: Path) -> Iterator[Application]:
    """Printers at three things."""
    root = unpacked("cups", *with_dependencies(_NEEDED, "cups", "cups-daemon", "cups-server-common"))
    url = f"http://127.0.0.1:{free_port(folder)}"
    for name in ("own", "cache", "state", "spool", "spool/tmp"):
        (folder / name).mkdir()
    for name, text in (("cupsd.conf", _SETTINGS), ("cups-files.conf", _FILES)):
        (folder / "own" / name).write_text(text.format(root=root, folder=folder, port=url.rpartition(":")[2]))
    (folder / "own/printers.conf").write_text("".join(_printer(n) for n in range(PRINTERS)))
    folder.chmod(0o755)
    libraries = ":".join(sorted({str(path.parent) for path in root.glob("usr/lib/*/*.so*")}))
    serve = [root / "usr/sbin/cupsd", "-f", "-c", folder / "own/cupsd.conf", "-s", folder / "own/cups-files.conf"]
    with served(serve, f"{url}/printers/", folder, {"LD_LIBRARY_PATH": libraries}):
        yield Application(url, "", "", folder)


def _printer(number: int) -> str:
    name, about, place, _ = printer(number)
    return f"<Printer {name}>\nInfo {about}\nLocation {place}\nDeviceURI file:///dev/null\nState Idle\n</Printer>\n"


def printer(number: int) -> Row:
    """Its name, what it is, where it is, its model."""
    thing = THINGS[number % 3]
    return f"{thing}_{number}", f"Prints maps of the {thing}, {number}", f"Hut {number * 7 % 100}", "Local Raw Printer"


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=QUERY]", word)
    await follow(page, "input[value=Search]")
    await turn(page, "input[value^='Show Next'] >> nth=0")


async def details(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=QUERY]", word)
    await follow(page, "input[value=Search]")
    await read_two(page, "table.list td a", 1, 4)


def found(_: Application, word: str) -> Sequence[Row]:
    return [printer(n) for n in range(PRINTERS) if THINGS[n % 3] == word]


def shown(_: Application, word: str) -> Sequence[Row]:
    own = sorted(printer(n) for n in range(PRINTERS) if THINGS[n % 3] == word)
    return [(name, about, place) for name, about, place, _ in own[:10]]


_INPUTS = ({"word": "windmill"}, {"word": "quarry"})
EXHIBIT = Exhibit(
    "cups",
    "a print server in C",
    cups,
    (
        Workflow("search", search, _INPUTS, {"word": "footbridge"}, found, "/printers/"),
        Workflow("details", details, _INPUTS, {"word": "footbridge"}, shown, "/printers/"),
    ),
)
