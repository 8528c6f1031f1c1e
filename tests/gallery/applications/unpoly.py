"""Unpoly from npm over Flask: pieces of pages that it asks for by a selector in a header, and overlays."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

REGIONS = ("Fjordland", "Heathmoor", "Saltmarsh")
HUTS = 88
_SIZE = 8
_SERVE = """
import sys
from flask import Flask, make_response, render_template_string, request, send_from_directory

port, modules, count, size, regions = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
app = Flask(__name__)
HUTS = [{"id": 40 + n * 3, "name": f"Hut {n}", "region": regions[n % 3], "beds": n * 7 % 30 + 4,
    "warden": f"Warden {n * 11 % 37}", "height": f"{n * 53 % 1900 + 300} m"} for n in range(count)]
HEAD = '''<!doctype html><html><head><title>Huts</title><link rel="stylesheet" href="/modules/unpoly/unpoly.css">
<script src="/modules/unpoly/unpoly.js"></script></head><body><nav><a href="/huts">All huts</a></nav>'''
RESULTS = '''<div class="results"><p>{{ count }} huts, page <b class="at">{{ at }}</b></p><div class="tiles">
{% for hut in huts %}<div class="tile"><a href="/huts/{{ hut.id }}" up-layer="new" up-size="large">{{ hut.name }}</a>
<span>{{ hut.region }}</span><small>{{ hut.beds }} beds</small></div>{% endfor %}</div>
{% if on %}<a class="onward" href="{{ on }}" up-follow up-target=".results">Further huts</a>{% endif %}</div>'''
LIST = HEAD + '''<main><form action="/huts" up-submit up-target=".results" up-autosubmit up-watch-event="change"><select
name="region"><option value="">Everywhere</option>{% for each in regions %}<option value="{{ loop.index }}"
{{ "selected" if loop.index|string == region }}>{{ each }}</option>{% endfor %}</select></form>''' + RESULTS + "</main>"
HUT = HEAD + '''<main><h1>{{ hut.name }}</h1><table><tr><th>Warden</th><td>{{ hut.warden }}</td></tr><tr><th>Height
</th><td>{{ hut.height }}</td></tr></table></main>'''


def told(template, **known):
    answer = make_response(render_template_string(template, **known))
    answer.headers["Vary"] = "X-Up-Target"
    return answer


@app.get("/huts")
def huts():
    region, at = request.args.get("region", ""), request.args.get("page", 1, int)
    found = [hut for hut in HUTS if not region or hut["region"] == regions[int(region) - 1]]
    on = f"/huts?region={region}&page={at + 1}" if at * size < len(found) else ""
    own = {"huts": found[(at - 1) * size : at * size], "count": len(found), "at": at, "on": on}
    piece = request.headers.get("X-Up-Target") == ".results"
    return told(RESULTS if piece else LIST, regions=regions, region=region, **own)


@app.get("/huts/<int:number>")
def hut(number):
    return told(HUT, hut=HUTS[(number - 40) // 3])


@app.get("/modules/<path:path>")
def module(path):
    return send_from_directory(modules, path)


app.run("127.0.0.1", port)
"""


@contextlib.contextmanager
def unpoly(folder: Path) -> Iterator[Application]:
    """Huts of three regions."""
    python = installed("htmx_flask", "flask") / "python"
    modules = installed_from_npm("unpoly", unpoly="3.10.2").parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-c", _SERVE, url.rpartition(":")[2], modules, str(HUTS), str(_SIZE), *REGIONS]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, region: str) -> None:
    await _ask(page, region)
    for number in range(2, -(-HUTS // 3 // _SIZE) + 1):
        await _next(page, number)


async def huts(page: Page, _: Application, region: str) -> None:
    await _ask(page, region)
    for place in (1, 4):
        await _open(page, place)
    await _next(page, 2)
    await _open(page, 3)


async def _ask(page: Page, region: str) -> None:
    async with page.expect_response("**/huts?region=*"):
        await page.select_option("select", label=region)
    await page.locator(f".tile:first-child:has-text('{region}')").wait_for()


async def _next(page: Page, number: int) -> None:
    await page.click("a.onward")
    await page.locator(f".at:text-is('{number}')").wait_for()


async def _open(page: Page, place: int) -> None:
    await page.click(f".tile a >> nth={place}")
    await page.locator("up-modal table").wait_for()
    await page.keyboard.press("Escape")
    await page.locator("up-modal").wait_for(state="detached")


def found(_: Application, region: str) -> Sequence[Row]:
    return [(f"Hut {n}", region, f"{n * 7 % 30 + 4} beds") for n in range(HUTS) if REGIONS[n % 3] == region]


def told(_: Application, region: str) -> Sequence[Row]:
    own = [n for n in range(HUTS) if REGIONS[n % 3] == region]
    return [(f"Hut {n}", f"Warden {n * 11 % 37}", f"{n * 53 % 1900 + 300} m") for n in own]


EXHIBIT = Exhibit(
    "unpoly",
    "pieces of pages by Unpoly",
    unpoly,
    (
        Workflow(
            "search",
            search,
            ({"region": "Fjordland"}, {"region": "Saltmarsh"}),
            {"region": "Heathmoor"},
            found,
            "/huts",
        ),
        Workflow(
            "huts", huts, ({"region": "Heathmoor"}, {"region": "Fjordland"}), {"region": "Saltmarsh"}, told, "/huts"
        ),
    ),
)
