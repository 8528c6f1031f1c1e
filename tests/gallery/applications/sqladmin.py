"""SQLAdmin from PyPI: tables of a database with a search by script, columns that sort by links, and details."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 111
_SERVE = """
import sys
import uvicorn
from fastapi import FastAPI
from sqladmin import Admin, ModelView
from sqlalchemy import String, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

port, places, things = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]


class Base(DeclarativeBase):
    pass


class Place(Base):
    __tablename__ = "places"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(99))
    height: Mapped[int]
    note: Mapped[str] = mapped_column(String(99))


class Places(ModelView, model=Place):
    column_list = ["id", "title", "height"]
    column_searchable_list = ["title"]
    column_sortable_list = ["id", "height"]
    page_size = 10


engine = create_engine("sqlite:///places.sqlite", connect_args={"check_same_thread": False})
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add_all(Place(id=n + 1, title=f"The {things[n % len(things)]} {n}", height=n * 37 % 1000,
        note=f"Seen from road {n * 7}") for n in range(places))
    session.commit()
app = FastAPI()
Admin(app, engine).add_view(Places)
uvicorn.run(app, host="127.0.0.1", port=port)
"""


@contextlib.contextmanager
def sqladmin(folder: Path) -> Iterator[Application]:
    """One table of places of three kinds."""
    needed = ("sqladmin==0.32.0", "fastapi", "uvicorn", "sqlalchemy[asyncio]", "greenlet")
    python = installed("sqladmin", *needed) / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([python, "-c", _SERVE, url.rpartition(":")[2], str(PLACES), *THINGS], f"{url}/admin/", folder):
        yield Application(url, "", "", folder)


async def _look_for(page: Page, word: str) -> None:
    await follow(page, "a.nav-link:has-text('Places')")
    await page.fill("#search-input", word)
    await follow(page, "#search-button")


async def search(page: Page, _: Application, word: str) -> None:
    await _look_for(page, word)
    await turn(page, "li.page-item:not(.disabled) > a:has-text('next')")


async def details(page: Page, _: Application, word: str) -> None:
    await _look_for(page, word)
    await read_two(page, "table a:has(.fa-eye)", 1, 4)


def _of(word: str) -> list[int]:
    return [number for number in range(PLACES) if THINGS[number % 3] == word]


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"The {word} {number}", str(number * 37 % 1000)) for number in _of(word)]


def noted(_: Application, word: str) -> Sequence[Row]:
    return [(f"The {word} {number}", f"Seen from road {number * 7}") for number in _of(word)[:10]]


_TWO = ({"word": "windmill"}, {"word": "quarry"})
_THIRD = {"word": "footbridge"}

EXHIBIT = Exhibit(
    "sqladmin",
    "tables of a database",
    sqladmin,
    (
        Workflow("search", search, _TWO, _THIRD, found, home="/admin/"),
        Workflow("details", details, _TWO, _THIRD, noted, home="/admin/"),
    ),
)
