"""An application of py4web from PyPI: its scaffold with a login, its grid with a search of two kinds and an order."""

from __future__ import annotations

import contextlib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = ("Ada", "Berta", "Cora", "Dora", "Emma")
PLACES = 165
_MODELS = """
from pydal.validators import CRYPT

db.define_table("place", Field("title"), Field("kind"), Field("height", "integer"), Field("keeper"),
    Field("note", "text"))
if db(db.place).isempty():
    db.auth_user.insert(username=USER, email="keeper@example.test", password=str(CRYPT()(SECRET)[0]),
        first_name="Kim", last_name="Keeper")
    for n in range(PLACES):
        db.place.insert(title=f"The {THINGS[n % 3]} {n}", kind=THINGS[n % 3], height=n * 37 % 1000,
            keeper=KEEPERS[n % 5], note=f"Seen from road {n * 7}")
db.commit()
"""
_CONTROLLERS = """
from py4web.utils.grid import Grid


@action("places")
@action.uses("places.html", db, session, auth.user, T)
def places():
    place = db.place
    queries = [["By title", lambda said: place.title.contains(said)], ["By keeper", lambda said: place.keeper == said]]
    columns = [place.title, place.kind, place.height, place.keeper]
    return dict(grid=Grid(place, columns=columns, search_queries=queries, rows_per_page=12, create=False,
        editable=False, deletable=False))
"""


@contextlib.contextmanager
def py4web(folder: Path) -> Iterator[Application]:
    """Places of three kinds, each with a keeper."""
    programs = installed("py4web", "py4web", "setuptools<80")
    secret, own = "quiet & please", folder / "apps" / "notes"
    scaffold = next((programs.parent / "lib").glob("python*/site-packages/py4web/assets/py4web.app._scaffold.zip"))
    with zipfile.ZipFile(scaffold) as packed:
        packed.extractall(own)
    (folder / "apps" / "__init__.py").touch()
    given = {"USER": "keeper", "SECRET": secret, "PLACES": PLACES, "THINGS": THINGS, "KEEPERS": KEEPERS}
    with (own / "models.py").open("a") as models:
        models.write("".join(f"\n{name} = {value!r}" for name, value in given.items()) + _MODELS)
    with (own / "controllers.py").open("a") as controllers:
        controllers.write(_CONTROLLERS)
    (own / "templates" / "places.html").write_text('[[extend "layout.html"]]\n<h2>Places</h2>\n[[=grid]]\n')
    url = f"http://127.0.0.1:{free_port(folder)}"
    options = ["-P", url.rpartition(":")[2], "-d", "none", "--watch", "off", "-Y"]
    with served([programs / "py4web", "run", *options, "apps"], f"{url}/notes", folder):
        yield Application(url, "keeper", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "form input[type=submit]")


async def ask(page: Page, kind: str, text: str) -> None:
    await page.select_option("select[name=search_type]", label=kind)
    await page.fill("input[name=search_string]", text)
    await follow(page, "input[type=submit][value=Search]")


_ONWARD = ".grid-pagination-button-current ~ a >> nth=0"


async def kept(page: Page, app: Application, name: str) -> None:
    await log_in(page, app)
    await ask(page, "By keeper", name)
    await follow(page, "th a:has-text('Height')")
    await turn(page, _ONWARD)


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await ask(page, "By title", word)
    await turn(page, _ONWARD)


async def details(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await ask(page, "By title", word)
    await read_two(page, "a.grid-details-button", 1, 4)


def _row(n: int) -> Row:
    return (f"The {THINGS[n % 3]} {n}", THINGS[n % 3], str(n * 37 % 1000), KEEPERS[n % 5])


def of_keeper(_: Application, name: str) -> Sequence[Row]:
    return [_row(n) for n in range(PLACES) if KEEPERS[n % 5] == name]


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(n) for n in range(PLACES) if THINGS[n % 3] == word]


def noted(_: Application, word: str) -> Sequence[Row]:
    return [(*_row(n), f"Seen from road {n * 7}") for n in range(PLACES) if THINGS[n % 3] == word][:12]


_HOME = "/notes/places"
_TWO = ({"word": "windmill"}, {"word": "quarry"})
_OTHER = {"word": "footbridge"}

EXHIBIT = Exhibit(
    "py4web",
    "an application of py4web",
    py4web,
    (
        Workflow("search", search, _TWO, _OTHER, found, _HOME),
        Workflow("keeper", kept, ({"name": "Ada"}, {"name": "Dora"}), {"name": "Cora"}, of_keeper, _HOME),
        Workflow("details", details, _TWO, _OTHER, noted, _HOME),
    ),
)
