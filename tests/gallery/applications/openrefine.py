"""OpenRefine in Java, as Debian packages it: rows of a table that jQuery asks for, all of them or by a facet."""

from __future__ import annotations

import contextlib
import json
import shutil
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, copied, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow

PLACES = ("harbour", "orchard", "quarry")
KINDS = ("gull", "heron", "plover", "wagtail")
ROWS = 136
_NEEDED = r"lib.*-java$|jython|antlr|velocity|librhino"


@contextlib.contextmanager
def openrefine(folder: Path) -> Iterator[Application]:
    """A project for each of three places, with what was counted there."""
    if shutil.which("java") is None:
        raise NotInstallableError("there is no java: apt install default-jre-headless")
    root = unpacked("openrefine", *with_dependencies(_NEEDED, "openrefine"))
    program = folder / "usr/share/openrefine"
    program.parent.mkdir(parents=True)
    copied(root / "usr/share/openrefine", program)
    shutil.rmtree(program / "webapp/extensions")
    (program / "webapp/extensions").mkdir()
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"data_dir": folder / "store", "webapp": program / "webapp", "headless": "true"}
    own |= {"port": url.rpartition(":")[2], "host": "*", "autosave": "60", "display.new.version.notice": "false"}
    serve = ["java", "-Xmx600M", "-cp", f"{program}/server/*", f"-Duser.home={folder}"]
    serve += [f"-Drefine.{name}={value}" for name, value in own.items()]
    with served([*serve, "com.google.refine.Refine"], url, folder):
        for place in PLACES:
            _create(url, place)
        yield Application(url, "", "", folder)


def _create(url: str, place: str) -> None:
    with urllib.request.urlopen(f"{url}/command/core/get-csrf-token") as answer:
        told = urllib.parse.urlencode({"csrf_token": json.load(answer)["token"]})
    lines = ["place,sighting,kind,count", *(",".join((place, *_row(place, n))) for n in range(ROWS))]
    mark = "a-line-between-parts"
    parts = {"project-name": title(place), "format": "text/line-based/*sv"}
    parts["options"] = json.dumps({"separator": ",", "guessCellValueTypes": False, "headerLines": 1})
    body = "".join(
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in parts.items()
    )
    body += f'--{mark}\r\nContent-Disposition: form-data; name="project-file"; filename="{place}.csv"\r\n'
    body += "Content-Type: text/csv\r\n\r\n" + "\n".join(lines) + f"\r\n--{mark}--\r\n"
    request = urllib.request.Request(f"{url}/command/core/create-project-from-upload?{told}", body.encode())
    request.add_header("Content-Type", f"multipart/form-data; boundary={mark}")
    with urllib.request.urlopen(request) as answer:
        answer.read()


def title(place: str) -> str:
    return f"Counts of the {place}"


def _row(place: str, number: int) -> Row:
    return f"S-{PLACES.index(place)}{number:03}", _kind(place, number), str(number * 17 % 400 + PLACES.index(place))


def _kind(place: str, number: int) -> str:
    return KINDS[(number * 7 + number // 5 + PLACES.index(place)) % 4]


async def _open(page: Page, project: str) -> None:
    await page.click("text=Open project >> nth=0")
    async with page.expect_response("**/get-rows**"):
        await page.click(f"a.project-name:text-is('{project}')")
    await page.wait_for_load_state("networkidle")


async def _to_the_end(page: Page) -> None:
    ahead = page.locator(".viewpanel-paging a.action:has-text('next')")
    while await ahead.count():
        async with page.expect_response("**/get-rows**"):
            await ahead.click()
        await page.wait_for_load_state("networkidle")


async def rows(page: Page, _: Application, project: str) -> None:
    await _open(page, project)
    async with page.expect_response("**/get-rows**"):
        await page.click(".viewpanel-pagesize a:text-is('50')")
    await page.wait_for_load_state("networkidle")
    await _to_the_end(page)


async def facet(page: Page, _: Application, kind: str) -> None:
    await _open(page, title(PLACES[0]))
    await page.click(".column-header:has-text('kind') .column-header-menu")
    await page.hover(".menu-item:has-text('Facet')")
    async with page.expect_response("**/compute-facets**"):
        await page.click(".menu-item:has-text('Text facet')")
    async with page.expect_response("**/get-rows**"):
        await page.click(f".facet-choice-label:text-is('{kind}')")
    await page.wait_for_load_state("networkidle")
    await _to_the_end(page)


def of_project(_: Application, project: str) -> Sequence[Row]:
    return [_row(place, n) for place in PLACES if title(place) == project for n in range(ROWS)]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [_row(PLACES[0], n) for n in range(ROWS) if _kind(PLACES[0], n) == kind]


_PROJECTS = ({"project": title("harbour")}, {"project": title("quarry")})

EXHIBIT = Exhibit(
    "openrefine",
    "tables in Java over an API",
    openrefine,
    (
        Workflow("rows", rows, _PROJECTS, {"project": title("orchard")}, of_project),
        Workflow("facet", facet, ({"kind": "gull"}, {"kind": "plover"}), {"kind": "heron"}, of_kind),
    ),
)
