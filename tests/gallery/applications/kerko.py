"""Kerko from PyPI: a bibliography with facets, scopes, an order that is chosen, pages, and RIS to be had."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
WRITERS = ("Adams", "Brook", "Cole", "Drew", "Evans")
BOOKS = 210
_SERVE = """
import sys
from flask import Flask
from flask_babel import Babel
from flask_bootstrap import Bootstrap4
import kerko
from kerko.composer import Composer
from kerko.config_helpers import config_update, parse_config
from kerko.storage import open_index, save_object
from kerko.sync.cache import get_cache_schema
from kerko.sync.index import sync_index
from kerko.sync.zotero import LibraryContext

folder, port, books, things, writers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:7], sys.argv[7:]
app = Flask("bibliography", instance_path=folder)
config_update(app.config, kerko.DEFAULTS)
app.config.update(SECRET_KEY="for tests only", ZOTERO_API_KEY="0123456789abcdef", ZOTERO_LIBRARY_ID="1",
    ZOTERO_LIBRARY_TYPE="group", BOOTSTRAP_SERVE_LOCAL=True)
parse_config(app.config)
app.config["kerko_composer"] = Composer(app.config)
Babel(app)
Bootstrap4(app)
app.register_blueprint(kerko.make_blueprint(), url_prefix="/bibliography")
fields = [{"field": name, "localized": name.capitalize()} for name in ("title", "publisher", "place", "date", "ISBN",
    "numPages", "language")]
library = LibraryContext("1", "group", collections={}, item_types={"book": "Book"}, item_fields={"book": fields},
    creator_types={"book": [{"creatorType": "author", "localized": "Author"}]})
with app.app_context():
    writer = open_index("cache", schema=get_cache_schema, auto_create=True, write=True).writer()
    for n in range(books):
        thing, name, year = things[n % 3], writers[n % 5], 1800 + n
        title = f"Of the {thing}, part {n}"
        text = f"{name}, A. ({year}). {title}. Press {n % 7}."
        data = {"key": f"BOOK{n:04}", "version": 1, "itemType": "book", "title": title, "publisher": f"Press {n % 7}",
            "place": "Town", "date": str(year), "ISBN": f"978-{n:05}", "numPages": str(40 + n * 3), "language": "en",
            "creators": [{"creatorType": "author", "firstName": "Ann", "lastName": name}],
            "tags": [{"tag": thing.capitalize() + "s"}, {"tag": f"Shelf {n % 4}"}], "collections": [],
            "relations": {}, "dateAdded": "2020-01-01T00:00:00Z", "dateModified": "2020-01-01T00:00:00Z",
            "abstractNote": f"What was seen at mile {n}."}
        ris = f"TY  - BOOK\\nTI  - {title}\\nAU  - {name}, Ann\\nPY  - {year}\\nER  - \\n"
        writer.update_document(key=data["key"], version=1, parentItem="", itemType="book", library={}, links={},
            meta={"parsedDate": str(year), "creatorSummary": name}, data=data, ris=ris, coins="",
            bib=f'<div class="csl-bib-body"><div class="csl-entry">{text}</div></div>')
    writer.commit()
    save_object("cache", "version", 1)
    save_object("cache", "library", library)
    sync_index()
app.run("127.0.0.1", port)
"""


@contextlib.contextmanager
def kerko(folder: Path) -> Iterator[Application]:
    """Books about three things by five writers, each of another year."""
    python = installed("kerko", "kerko") / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    words = [str(folder), url.rpartition(":")[2], str(BOOKS), *THINGS, *WRITERS]
    with served([python, "-c", _SERVE, *words], f"{url}/bibliography/", folder):
        yield Application(url, "", "", folder)


_NEXT = ".d-md-block a[rel=next] >> nth=0"


async def choose_facet(page: Page, _: Application, tag: str) -> None:
    await follow(page, f"a.no-decorate:has-text('{tag}') >> visible=true >> nth=0")
    await turn(page, _NEXT)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=keywords]", word)
    await page.select_option("select[name=scope]", "title")
    await follow(page, "button#submit")
    await page.click("#sort-options")
    await follow(page, ".dropdown-menu a:has-text('Oldest') >> visible=true")
    await turn(page, _NEXT)


async def details(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=keywords]", word)
    await follow(page, "button#submit")
    await read_two(page, "li.search-item a[title='View details']", 2, 5)
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, "li.search-item a[title='View details'] >> nth=1")


def _of(word: str) -> Sequence[int]:
    return [number for number in range(BOOKS) if THINGS[number % 3] == word]


def _citation(number: int) -> Row:
    year, thing = 1800 + number, THINGS[number % 3]
    return (f"{WRITERS[number % 5]}, A. ({year}). Of the {thing}, part {number}. Press {number % 7}.",)


def filed(_: Application, tag: str) -> Sequence[Row]:
    return [_citation(number) for number in _of(tag[:-1].lower())]


def found(_: Application, word: str) -> Sequence[Row]:
    return [_citation(number) for number in _of(word)]


def described(_: Application, word: str) -> Sequence[Row]:
    return [(f"Of the {word}, part {n}", f"Press {n % 7}", str(1800 + n), f"978-{n:05}") for n in _of(word)]


_WORDS = ({"word": "windmill"}, {"word": "quarry"})
_HOME = "/bibliography/"

EXHIBIT = Exhibit(
    "kerko",
    "a bibliography with facets",
    kerko,
    (
        Workflow(
            "facet",
            choose_facet,
            ({"tag": "Windmills"}, {"tag": "Quarrys"}),
            {"tag": "Footbridges"},
            filed,
            _HOME,
        ),
        Workflow("sorted", search, _WORDS, {"word": "footbridge"}, found, _HOME),
        Workflow("details", details, _WORDS, {"word": "footbridge"}, described, _HOME),
    ),
)
