"""Turbo of Hotwire from npm over Flask: frames that a form and links fill, and streams that append to a list."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

PORTS = ("Varde", "Skagen", "Ribe")
BOATS = 96
_SIZE = 10
_SERVE = """
import secrets, sys
from flask import Flask, Response, abort, render_template_string, request, send_from_directory, session

port, modules, count, size, ports = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]
app = Flask(__name__)
app.secret_key = "for tests"
BOATS = [{"id": 500 + n, "name": f"Boat {n} of {ports[n % 3]}", "port": ports[n % 3], "berth": f"B{n * 37 % 211}",
    "crew": n % 9 + 2} for n in range(count)]
HEAD = '''<!doctype html><html><head><title>{{ title }}</title><meta name="csrf-token" content="{{ token }}">
<script type="module" src="/modules/@hotwired/turbo/dist/turbo.es2017-esm.js"></script></head>
<body><nav><a href="/boats">Boats</a> <a href="/log">Log book</a></nav><h1>{{ title }}</h1>'''
FRAME = '''<turbo-frame id="boats" data-turbo-action="advance"><p>{{ count }} boats</p><div class="cards">
{% for boat in boats %}<div class="card" id="boat_{{ boat.id }}"><h3><a href="/boats/{{ boat.id }}"
data-turbo-frame="_top">{{ boat.name }}</a></h3><dl><dt>Port</dt><dd>{{ boat.port }}</dd><dt>Berth</dt>
<dd>{{ boat.berth }}</dd></dl></div>{% endfor %}</div><nav class="pagy">{% if back %}<a href="{{ back }}" rel="prev">
Prev</a>{% endif %} <span class="current">{{ at }}</span> {% if on %}<a href="{{ on }}" rel="next">Next</a>{% endif %}
</nav></turbo-frame>'''
LIST = HEAD + '''<form action="/boats" method="get" data-turbo-frame="boats"><label>Name <input type="search"
name="q[name_cont]" value="{{ word }}"></label><button name="commit" value="Search">Search</button></form>''' + FRAME
LOG = HEAD + '''<form action="/log" method="get"><label>Port <select name="port">{% for each in ports %}<option
{{ "selected" if each == port }}>{{ each }}</option>{% endfor %}</select></label><button>Show</button></form>
<ul id="entries">''' + (ENTRIES := '''{% for boat in boats %}<li id="entry_{{ boat.id }}"><strong>{{ boat.name }}
</strong> came to <em>{{ boat.berth }}</em></li>{% endfor %}''') + '''</ul>''' + (MORE := '''<div id="more">
{% if on %}<form action="/log/more" method="post"><input type="hidden" name="authenticity_token" value="{{ token }}">
<input type="hidden" name="port" value="{{ port }}"><input type="hidden" name="after" value="{{ on }}">
<button>Load more</button></form>{% endif %}</div>''')
STREAM = ('<turbo-stream action="append" target="entries"><template>' + ENTRIES + '</template></turbo-stream>'
    '<turbo-stream action="replace" target="more"><template>' + MORE + '</template></turbo-stream>')


def token():
    return session.setdefault("token", secrets.token_urlsafe(24))


@app.get("/boats")
def boats():
    word, at = request.args.get("q[name_cont]", ""), request.args.get("page", 1, int)
    found = [boat for boat in BOATS if word.lower() in boat["name"].lower()]
    to = lambda page: f"/boats?q%5Bname_cont%5D={word}&commit=Search&page={page}"
    own = {"boats": found[(at - 1) * size:at * size], "count": len(found), "at": at, "word": word,
        "back": to(at - 1) if at > 1 else "", "on": to(at + 1) if at * size < len(found) else ""}
    told = FRAME if request.headers.get("Turbo-Frame") == "boats" else LIST
    return render_template_string(told, title="Boats", token=token(), **own)


@app.get("/boats/<int:number>")
def boat(number):
    told = HEAD + "<p>Berth {{ boat.berth }}</p><p>Crew of <b>{{ boat.crew }}</b></p>"
    return render_template_string(told, title=BOATS[number - 500]["name"], token=token(), boat=BOATS[number - 500])


def entries(port, after):
    found = [boat for boat in BOATS if boat["port"] == port and boat["id"] > after]
    return {"boats": found[:size], "on": found[size - 1]["id"] if len(found) > size else "", "port": port}


@app.get("/log")
def log():
    port = request.args.get("port", ports[0])
    return render_template_string(LOG, title="Log book", token=token(), ports=ports, **entries(port, 0))


@app.post("/log/more")
def more():
    if request.form.get("authenticity_token") != session.get("token", "-"):
        abort(422)
    if "text/vnd.turbo-stream.html" not in request.headers.get("Accept", ""):
        abort(406)
    told = render_template_string(STREAM, token=token(), **entries(request.form["port"], int(request.form["after"])))
    return Response(told, content_type="text/vnd.turbo-stream.html; charset=utf-8")


@app.get("/modules/<path:path>")
def module(path):
    return send_from_directory(modules, path)


app.run("127.0.0.1", port)
"""


@contextlib.contextmanager
def turbo(folder: Path) -> Iterator[Application]:
    """Boats of three ports, and a log book of when they came."""
    python = installed("htmx_flask", "flask") / "python"
    modules = installed_from_npm("turbo", **{"@hotwired/turbo": "8.0.23"}).parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-c", _SERVE, url.rpartition(":")[2], modules, str(BOATS), str(_SIZE), *PORTS]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


async def framed(page: Page, _: Application, word: str) -> None:
    await page.fill("input[type=search]", word)
    async with page.expect_response(f"**/boats?*{word}*"):
        await page.click("button:has-text('Search')")
    for number in range(2, -(-BOATS // 3 // _SIZE) + 1):
        await page.click("a[rel=next]")  # it may have been asked for already, as the pointer came near
        await page.locator(f".current:text-is('{number}')").wait_for()


async def streamed(page: Page, _: Application, port: str) -> None:
    await page.select_option("select", port)
    async with page.expect_response(f"**/log?port={port}"):
        await page.click("button:has-text('Show')")
    await page.locator(f"li:has-text('{port}')").first.wait_for()
    for number in range(_SIZE, BOATS // 3, _SIZE):
        async with page.expect_response("**/log/more"):
            await page.click("button:has-text('Load more')")
        await page.locator(f"#entries li >> nth={number}").wait_for()


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"Boat {n} of {word}", word, _berth(n)) for n in range(BOATS) if PORTS[n % 3] == word]


def entered(_: Application, port: str) -> Sequence[Row]:
    return [(f"Boat {n} of {port}", _berth(n)) for n in range(BOATS) if PORTS[n % 3] == port]


def _berth(number: int) -> str:
    return f"B{number * 37 % 211}"


EXHIBIT = Exhibit(
    "turbo",
    "frames and streams of Turbo",
    turbo,
    (
        Workflow("framed", framed, ({"word": "Varde"}, {"word": "Ribe"}), {"word": "Skagen"}, found, "/boats"),
        Workflow("streamed", streamed, ({"port": "Skagen"}, {"port": "Ribe"}), {"port": "Varde"}, entered, "/log"),
    ),
)
