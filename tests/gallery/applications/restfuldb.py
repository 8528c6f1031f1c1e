"""RestfulDB in Perl by CGI over SQLite, as Debian packages it: tables whose searches stand in their addresses."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow

SPECIES = ("Quercus robur", "Acer campestre", "Tilia cordata")
STREETS = ("Rue de l'Église", "Söder Mälarstrand", "Harbour Road", "Calle Núñez")
TREES = 696
_NEEDED = r"lib.*-perl$|lib(sqlite3-0|xml2|xslt1|magic|icu|ossp-uuid|mariadb|pq5)\S*|libjs-|shared-mime"
_SERVER = """
import os, subprocess, sys
from http.server import HTTPServer, BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingMixIn
scripts, files, shown = map(Path, sys.argv[2:])
NAMES = ["notfound", "tables", "db", "modify", "image"]
class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        parts = [part for part in path.split("/") if part][1:]
        place = files / path.removeprefix("/javascript/") if path.startswith("/javascript/") else None
        place = shown / "/".join(parts) if "styles" in parts or "images" in parts else place
        if place:
            return self.send_file(place)
        told = {"REQUEST_METHOD": self.command, "REQUEST_URI": self.path, "QUERY_STRING": query,
            "HTTP_ACCEPT": self.headers.get("Accept", ""), "SERVER_NAME": "127.0.0.1", "SERVER_PORT": sys.argv[1],
            "CONTENT_TYPE": self.headers.get("Content-Type", ""), "SCRIPT_NAME": path, "GATEWAY_INTERFACE": "CGI/1.1",
            "CONTENT_LENGTH": self.headers.get("Content-Length", "0"), "HTTP_HOST": self.headers.get("Host", "")}
        body = self.rfile.read(int(told["CONTENT_LENGTH"]))
        program = ["perl", scripts / f"restfuldb-{NAMES[min(len(parts), 4)]}.pl"]
        done = subprocess.run(program, input=body, capture_output=True, env={**os.environ, **told})
        sys.stderr.buffer.write(done.stderr)
        head, _, body = done.stdout.replace(b"\\r\\n", b"\\n").partition(b"\\n\\n")
        lines = [line.partition(": ") for line in head.decode("latin-1").split("\\n") if ": " in line]
        status = {name.lower(): value for name, _, value in lines}.get("status", "200 OK")
        self.send_response(int(status[:3]))
        for name, _, value in lines:
            if name.lower() != "status":
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
    do_POST = do_GET
    def send_file(self, place):
        self.send_response(200 if place.is_file() else 404)
        kinds = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".png": "image/png"}
        self.send_header("Content-Type", kinds.get(place.suffix, "text/plain"))
        self.end_headers()
        self.wfile.write(place.read_bytes() if place.is_file() else b"")
class Server(ThreadingMixIn, HTTPServer):
    daemon_threads = True
Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


@contextlib.contextmanager
def restfuldb(folder: Path) -> Iterator[Application]:
    """Trees of a town, in four streets."""
    if shutil.which("perl") is None:
        raise NotInstallableError("there is no perl: apt install perl")
    root = unpacked("restfuldb", *with_dependencies(_NEEDED, "restfuldb", "libdbd-sqlite3-perl"))
    (folder / "scripts").mkdir()
    (folder / "data").mkdir()
    for path in (root / "usr/lib/cgi-bin").glob("*.pl"):
        told = path.read_text().replace("perl -T", "perl").replace("/var/lib/restfuldb/db", f"{folder}/data")
        told = told.replace("/usr/share/restfuldb", f"{root}/usr/share/restfuldb")
        (folder / "scripts" / path.name).write_text(told)
    _fill(folder / "data" / "town.db")
    (folder / "server.py").write_text(_SERVER)
    modules = [root / "usr/share/perl5", *root.glob("usr/lib/*/perl5/5.*"), *root.glob("usr/lib/*/perl5-base")]
    own = {"PERL5LIB": ":".join(map(str, modules))}
    own["LD_LIBRARY_PATH"] = ":".join(sorted({str(path.parent) for path in root.rglob("*.so*")}))
    own["XDG_DATA_DIRS"] = f"{root}/usr/share"
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [sys.executable, "server.py", url.rpartition(":")[2], folder / "scripts"]
    serve += [root / "usr/share/javascript", root / "usr/share/restfuldb"]
    with served(serve, f"{url}/restfuldb/town.db", folder, os.environ | own):
        yield Application(url, "", "", folder)


def _fill(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as store, store:
        store.execute(
            "CREATE TABLE trees (id INTEGER PRIMARY KEY, tag TEXT, species TEXT, street TEXT, planted TEXT, "
            "height REAL, note TEXT)"
        )
        store.execute("CREATE TABLE benches (id INTEGER PRIMARY KEY, street TEXT, wood TEXT)")
        store.executemany("INSERT INTO trees VALUES (?, ?, ?, ?, ?, ?, ?)", [(n + 1, *tree(n)) for n in range(TREES)])
        benches = [(n + 1, STREETS[n % 4], ("oak", "larch")[n % 2]) for n in range(9)]
        store.executemany("INSERT INTO benches VALUES (?, ?, ?)", benches)


def tree(number: int) -> tuple[str, str, str, str, float | None, str | None]:
    tag = f"T-{number * 53 % 9973 + 10000}"
    planted = f"{1920 + number * 7 % 104}-{number * 5 % 12 + 1:02}-{number * 11 % 28 + 1:02}"
    height = None if number % 9 == 5 else number * 13 % 300 / 10 + 1.5
    return (
        tag,
        SPECIES[number % 3],
        STREETS[number // 3 % 4],
        planted,
        height,
        f"Bed {number % 71}" if number % 4 else None,
    )


async def _look_for(page: Page, column: str, word: str) -> None:
    await follow(page, "a[href='town.db/trees']")
    await page.select_option("select[name=select_column]", column)
    await page.select_option("select[name=select_operator]", "contains")
    await page.fill("#search_text", word)
    await follow(page, "input[value=Filter]")


async def _to_the_end(page: Page) -> None:
    """Until the last page says that it is the last: its button leads to the first one again."""
    last = (await page.locator("text=/^Page 1 of/").first.inner_text()).split()[3]
    for _ in range(1, int(last)):
        await follow(page, "input[value=Next]")


async def search(page: Page, _: Application, word: str) -> None:
    await _look_for(page, "species", word)
    await _to_the_end(page)


async def street(page: Page, _: Application, street: str) -> None:
    """Those of one street, the oldest first."""
    await _look_for(page, "street", street)
    await follow(page, "a[href*='planted%3Aa']")
    await _to_the_end(page)


async def details(page: Page, _: Application, word: str) -> None:
    """One of the first page, and one of the second."""
    await _look_for(page, "species", word)
    await follow(page, "td a[href*='town.db/trees/']:visible >> nth=3")
    await page.go_back()
    await follow(page, "input[value=Next]")
    await follow(page, "td a[href*='town.db/trees/']:visible >> nth=7")


def _row(n: int) -> Row:
    return tree(n)[:4] + ((f"{tree(n)[4]:g}",) if tree(n)[4] is not None else ())


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(n) for n in range(TREES) if tree(n)[1] == word]


def of_street(_: Application, street: str) -> Sequence[Row]:
    return [_row(n) for n in range(TREES) if tree(n)[2] == street]


_SPECIES = ({"word": SPECIES[0]}, {"word": SPECIES[2]})
_STREETS = ({"street": STREETS[0]}, {"street": STREETS[2]})
_HOME = "/restfuldb/town.db"

EXHIBIT = Exhibit(
    "restfuldb",
    "tables of a database in Perl, searches in addresses",
    restfuldb,
    (
        Workflow("search", search, _SPECIES, {"word": SPECIES[1]}, found, _HOME),
        Workflow("street", street, _STREETS, {"street": STREETS[3]}, of_street, _HOME),
        Workflow("details", details, _SPECIES, {"word": SPECIES[1]}, found, _HOME),
    ),
)
