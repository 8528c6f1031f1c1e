"""A dashboard of Dash from PyPI: a table whose rows a script asks for, by what is chosen and by pages, with JSON."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 102
_SERVE = """
import sys
from dash import Dash, Input, Output, State, dcc, html

port, places, things = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
rows = [{"title": f"The {things[n % len(things)]} {n}", "height": n * 37 % 1000} for n in range(places)]
app = Dash(__name__, serve_locally=True)
app.layout = html.Div([
    html.H1("Places"),
    dcc.Input(id="word", name="word", type="text"),
    html.Button("Find", id="find", n_clicks=0),
    html.Button("More", id="more", n_clicks=0),
    html.Table(id="found"),
    dcc.Store(id="from", data=0),
])


@app.callback(Output("from", "data"), Input("more", "n_clicks"), Input("find", "n_clicks"), State("from", "data"),
    prevent_initial_call=True)
def begin(more, find, start):
    from dash import ctx
    return start + 12 if ctx.triggered_id == "more" else 0


@app.callback(Output("found", "children"), Input("from", "data"), Input("find", "n_clicks"), State("word", "value"),
    prevent_initial_call=True)
def show(start, find, word):
    found = [row for row in rows if (word or "") in row["title"]][start:start + 12]
    return [html.Tr([html.Td(row["title"]), html.Td(str(row["height"]))]) for row in found]


app.run(host="127.0.0.1", port=port, debug=False)
"""


@contextlib.contextmanager
def dash(folder: Path) -> Iterator[Application]:
    """Places of three kinds, twelve at a time."""
    python = installed("dash", "dash==4.4.1") / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([python, "-c", _SERVE, url.rpartition(":")[2], str(PLACES), *THINGS], url, folder):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#word", word)
    await page.click("#find")
    await page.wait_for_selector(f"td:has-text('{word}')")
    for _turn in range(2):
        last = await page.inner_text("#found tr:last-child td")
        await page.click("#more")
        await page.wait_for_function(
            "last => { const cell = document.querySelector('#found tr:last-child td');"
            " return cell && cell.textContent !== last }",
            arg=last,
        )


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"The {word} {number}", str(number * 37 % 1000)) for number in range(PLACES) if THINGS[number % 3] == word]


EXHIBIT = Exhibit(
    "dash",
    "a dashboard",
    dash,
    (Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),),
)
