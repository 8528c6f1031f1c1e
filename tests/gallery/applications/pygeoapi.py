"""pygeoapi from PyPI: an API of places that shows each of its answers as a page, too, with links to the next ones."""

from __future__ import annotations

import contextlib
import csv
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = {"windmill": 34, "footbridge": 27, "quarry": 41}
_SETTINGS = """
server:
  bind: {{host: 127.0.0.1, port: {port}}}
  url: http://127.0.0.1:{port}
  mimetype: application/json; charset=UTF-8
  encoding: utf-8
  languages: [en-US]
  pretty_print: true
  limits: {{default_items: 10, max_items: 50}}
  map: {{url: "http://127.0.0.1:{port}/tiles/{{z}}/{{x}}/{{y}}.png", attribution: none}}
logging: {{level: ERROR}}
metadata:
  identification:
    title: Places
    description: Places of three kinds
    keywords: [places]
    keywords_type: theme
    terms_of_service: https://example.test/
    url: https://example.test/
  license: {{name: CC0, url: https://example.test/}}
  provider: {{name: The keepers, url: https://example.test/}}
  contact:
    {{name: Reader, position: keeper, address: none, city: none, stateorprovince: none, postalcode: "1",
      country: none, phone: "1", fax: "1", email: reader@example.test, url: https://example.test/,
      hours: none, instructions: none, role: pointOfContact}}
resources:
"""
_COLLECTION = """
  {thing}:
    type: collection
    title: All of the {thing}s
    description: Where each {thing} stands
    keywords: [{thing}]
    links: [{{type: text/html, rel: canonical, title: more, href: "https://example.test/"}}]
    extents: {{spatial: {{bbox: [-180, -90, 180, 90], crs: "http://www.opengis.net/def/crs/OGC/1.3/CRS84"}}}}
    providers:
      - {{type: feature, name: CSV, data: {folder}/{thing}.csv, id_field: id, title_field: title,
         geometry: {{x_field: x, y_field: y}}}}
"""


@contextlib.contextmanager
def pygeoapi(folder: Path) -> Iterator[Application]:
    """Three collections of places."""
    programs, port = installed("pygeoapi", "pygeoapi>=0.21"), free_port(folder)
    for thing, count in PLACES.items():
        with (folder / f"{thing}.csv").open("w", newline="") as file:
            table = csv.writer(file)
            table.writerow(("id", "title", "keeper", "x", "y"))
            table.writerows((n, *_row(thing, n), n % 90, n % 45) for n in range(count))
    collections = "".join(_COLLECTION.format(thing=thing, folder=folder) for thing in THINGS)
    (folder / "settings.yml").write_text(_SETTINGS.format(port=port) + collections)
    own = {"PYGEOAPI_CONFIG": str(folder / "settings.yml"), "PYGEOAPI_OPENAPI": str(folder / "openapi.yml")}
    describe = [programs / "pygeoapi", "openapi", "generate", "settings.yml", "--output-file", "openapi.yml"]
    subprocess.run(describe, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{port}"
    with served([programs / "pygeoapi", "serve"], url, folder, own):
        yield Application(url, "", "", folder)


async def open_items(page: Page, kind: str) -> None:
    await follow(page, "a[href*='/collections'] >> nth=0")
    await follow(page, f"table a[href$='/collections/{kind}']")
    await follow(page, f"a[href*='/collections/{kind}/items'] >> nth=0")


async def read_items(page: Page, _: Application, kind: str) -> None:
    await open_items(page, kind)
    await turn(page, "a[role=button]:has-text('Next')")


async def read_details(page: Page, _: Application, kind: str) -> None:
    await open_items(page, kind)
    await read_two(page, f"table a[href*='/collections/{kind}/items/']", 1, 4)


def _row(kind: str, number: int) -> Row:
    return f"The {kind} {number}", f"keeper {number * 7 % 11}"


def items(_: Application, kind: str) -> Sequence[Row]:
    return [_row(kind, number) for number in range(PLACES[kind])]


def first_items(_: Application, kind: str) -> Sequence[Row]:
    """Those of the first page: nothing was turned over."""
    return [_row(kind, number) for number in range(10)]


_KINDS = ({"kind": "windmill"}, {"kind": "quarry"})

EXHIBIT = Exhibit(
    "pygeoapi",
    "an API that is browsed",
    pygeoapi,
    (
        Workflow("items", read_items, _KINDS, {"kind": "footbridge"}, items),
        Workflow("details", read_details, _KINDS, {"kind": "footbridge"}, first_items),
    ),
)
