"""htmx from npm over Flask: a search while one types, pieces of pages, rows that come as one scrolls, a token."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 114
_SERVE = """
import secrets
import sys
from flask import Flask, abort, render_template_string, request, send_from_directory, session

port, modules, places, things = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:]
app = Flask(__name__)
app.secret_key = "for tests"
PLACES = [{"number": n, "title": f"The {things[n % 3]} {n}", "kind": things[n % 3], "height": n * 37 % 1000,
    "note": f"Seen from road {n * 7}"} for n in range(places)]
PAGE = '''<!doctype html><html><head><title>Places</title><script src="/modules/htmx.org/dist/htmx.min.js"></script>
<style>tr {height: 60px} nav a {margin: 1em}</style></head>
<body hx-headers='{"X-CSRF-Token": "{{ token }}"}'><nav><a href="/">Places</a><a href="/about">About</a></nav>
<h1>Places on hills</h1><form><input type="search" name="q" placeholder="Search places" hx-post="/search"
hx-trigger="input changed delay:300ms, keyup[key=='Enter']" hx-target="#found" hx-swap="innerHTML"
hx-include="closest form"><select name="order" hx-post="/search" hx-target="#found" hx-include="closest form">
<option value="number">by number</option><option value="height">by height</option></select></form>
<ul>{% for kind in kinds %}<li><button hx-get="/kinds/{{ kind }}" hx-target="#found" hx-push-url="true">{{ kind }}s
</button></li>{% endfor %}</ul><div id="found"></div><footer>Made by walkers</footer></body></html>'''
ROWS = '''{% for each in rows %}<tr{% if loop.last and more %} hx-get="{{ more }}" hx-trigger="revealed"
hx-swap="afterend"{% endif %}><td>{{ each.number }}</td>
<td><a href="/places/{{ each.number }}">{{ each.title }}</a></td><td>{{ each.height }} m</td></tr>{% endfor %}'''
TABLE = ('<p>{{ count }} places</p><table><thead><tr><th>Number</th><th>Title</th><th>Height</th></tr></thead><tbody>'
    + ROWS + '</tbody></table>')


def cut(rows, start, address):
    more = f"{address}?start={start + 12}" if start + 12 < len(rows) else None
    told = TABLE if not start else ROWS
    return render_template_string(told, rows=rows[start:start + 12], more=more, count=len(rows))


@app.get("/")
def home():
    token = session.setdefault("token", secrets.token_hex(16))
    return render_template_string(PAGE, token=token, kinds=things)


@app.post("/search")
def search():
    if request.headers.get("X-CSRF-Token") != session.get("token", "-"):
        abort(403)
    word, order = request.form["q"].lower(), request.form.get("order", "number")
    found = sorted((each for each in PLACES if word in each["title"].lower()), key=lambda each: each[order])
    return render_template_string(TABLE, rows=found, more=None, count=len(found))


HITS = '''{% for each in rows %}<article class="hit"><h3>{{ each.title }}</h3><p>{{ each.note }}</p><b>{{ each.height }}
m</b></article>{% endfor %}{% if more %}<button hx-post="/hits" hx-vals='{"offset": {{ more }}}' hx-include="#hits"
hx-swap="outerHTML">More hits</button>{% endif %}'''
FORM = '''<!doctype html><html><head><title>Hits</title><script src="/modules/htmx.org/dist/htmx.min.js"></script>
</head><body hx-headers='{"X-CSRF-Token": "{{ token }}"}'><h1>Find places</h1>
<form id="hits" hx-post="/hits" hx-target="#found"><input type="search" name="q"><button>Find</button></form>
<div id="found"></div></body></html>'''


@app.get("/hits")
def ask_for_hits():
    return render_template_string(FORM, token=session.setdefault("token", secrets.token_hex(16)))


@app.post("/hits")
def hits():
    if request.headers.get("X-CSRF-Token") != session.get("token", "-"):
        abort(403)
    word, start = request.form["q"].lower(), int(request.form.get("offset", 0))
    found = [each for each in PLACES if word in each["title"].lower()]
    more = start + 10 if start + 10 < len(found) else None
    return render_template_string(HITS, rows=found[start:start + 10], more=more)


@app.get("/kinds/<kind>")
def kinds(kind):
    if "HX-Request" not in request.headers:
        return home()
    return cut([each for each in PLACES if each["kind"] == kind], request.args.get("start", 0, int), f"/kinds/{kind}")


@app.get("/modules/<path:path>")
def module(path):
    return send_from_directory(modules, path)


app.run("127.0.0.1", port)
"""


@contextlib.contextmanager
def htmx(folder: Path) -> Iterator[Application]:
    """Places of three kinds on one page."""
    python = installed("htmx_flask", "flask") / "python"
    modules = installed_from_npm("htmx", **{"htmx.org": "2.0.4"}).parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([python, "-c", _SERVE, url.rpartition(":")[2], modules, str(PLACES), *THINGS], url, folder):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.click("input[name=q]")
    async with page.expect_response("**/search"):
        await page.keyboard.type(word, delay=20)
    await page.wait_for_selector(f"#found td:has-text('{word}')")


async def scroll(page: Page, _: Application, kind: str) -> None:
    async with page.expect_response("**/kinds/*"):
        await page.click(f"button:has-text('{kind}')")
    for number in range(12, PLACES // 3, 12):
        async with page.expect_response(f"**/kinds/*start={number}"):
            await page.locator("#found tbody tr:last-child").scroll_into_view_if_needed()


async def more(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=q]", word)
    async with page.expect_response("**/hits"):
        await page.click("button:has-text('Find')")
    for _number in range((PLACES // 3 - 1) // 10):
        async with page.expect_response("**/hits"):
            await page.click("button:has-text('More hits')")


def found(_: Application, word: str) -> Sequence[Row]:
    numbers = [number for number in range(PLACES) if THINGS[number % 3] == word]
    return [(str(n), f"The {word} {n}", f"{n * 37 % 1000} m") for n in numbers]


def of_kind(app: Application, kind: str) -> Sequence[Row]:
    return found(app, kind)


def noted(_: Application, word: str) -> Sequence[Row]:
    numbers = [number for number in range(PLACES) if THINGS[number % 3] == word]
    return [(f"The {word} {n}", f"Seen from road {n * 7}", f"{n * 37 % 1000} m") for n in numbers]


EXHIBIT = Exhibit(
    "htmx",
    "pieces of pages by htmx",
    htmx,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("scroll", scroll, ({"kind": "windmill"}, {"kind": "quarry"}), {"kind": "footbridge"}, of_kind),
        Workflow("more", more, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, noted, "/hits"),
    ),
)
