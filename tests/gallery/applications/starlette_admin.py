"""Starlette-Admin from PyPI: a login with a token, a table with a search, columns that sort by links, and pages."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = 7
PLACES = 120
_SERVE = """
import sys
import uvicorn
from sqlalchemy import ForeignKey, String, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette_admin.auth import AdminUser, AuthProvider
from starlette_admin.contrib.sqla import Admin, ModelView
from starlette_admin.exceptions import LoginFailed

port, secret, places, keepers, things = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:]


class Base(DeclarativeBase):
    pass


class Keeper(Base):
    __tablename__ = "keepers"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(99))


class Place(Base):
    __tablename__ = "places"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(99))
    height: Mapped[int]
    keeper_id: Mapped[int] = mapped_column(ForeignKey("keepers.id"))
    keeper: Mapped[Keeper] = relationship()

    def __admin_repr__(self, request):
        return self.title


class Login(AuthProvider):
    async def login(self, username, password, remember_me, request):
        if (username, password) != ("reader", secret):
            raise LoginFailed("No such name, or another password")
        request.session.update(username=username)

    async def authenticate(self, request):
        return AdminUser(username="reader") if request.session.get("username") == "reader" else None

    async def logout(self, request):
        request.session.clear()


class Places(ModelView):
    fields = ["id", "title", "height"]
    searchable_fields = ["title"]
    page_size = 10


engine = create_engine("sqlite:///places.sqlite", connect_args={"check_same_thread": False})
Base.metadata.create_all(engine)
with Session(engine) as session:
    session.add_all(Keeper(id=n + 1, name=f"Keeper {n}") for n in range(keepers))
    session.add_all(Place(id=n + 1, title=f"The {things[n % len(things)]} {n}", height=n * 37 % 1000,
        keeper_id=n % keepers + 1) for n in range(places))
    session.commit()
app = Starlette()
admin = Admin(engine, title="Places", auth_provider=Login(),
    middlewares=[Middleware(SessionMiddleware, secret_key="for tests")])
admin.add_view(Places(Place))
admin.add_view(ModelView(Keeper))
admin.mount_to(app)
uvicorn.run(app, host="127.0.0.1", port=port)
"""


@contextlib.contextmanager
def starlette_admin(folder: Path) -> Iterator[Application]:
    """Places of three kinds, which who is logged in may see."""
    programs = installed(
        "starlette_admin", "starlette-admin>=1", "sqlalchemy[asyncio]", "uvicorn", "python-multipart", "itsdangerous"
    )
    secret, port = "Quiet & please 1", free_port(folder)
    serve = [programs / "python", "-c", _SERVE, str(port), secret, str(PLACES), str(KEEPERS), *THINGS]
    url = f"http://127.0.0.1:{port}"
    with served(serve, f"{url}/admin/login", folder):
        yield Application(url, "reader", secret, folder)


async def open_places(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "button[type=submit]")
    await follow(page, "a[href*='/admin/place/']:not([href*=keeper])")


async def search(page: Page, app: Application, word: str) -> None:
    await open_places(page, app)
    await page.fill("input[name=q]", word)
    await follow(page, "form:has(input[name=q]) button[type=submit]")
    await turn(page, ".page-item:not(.disabled) a[aria-label='Next page']")


async def sort(page: Page, app: Application, word: str, order: str) -> None:
    await open_places(page, app)
    await page.fill("input[name=q]", word)
    await follow(page, "form:has(input[name=q]) button[type=submit]")
    column, _, direction = order.partition("__")
    for _ in range(2 if direction == "desc" else 1):
        await follow(page, f"a.sort-link:has-text('{column.title()}')")


def _row(number: int) -> Row:
    return f"The {THINGS[number % 3]} {number}", str(_height(number))


def _height(number: int) -> int:
    return number * 37 % 1000


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(number) for number in range(PLACES) if THINGS[number % 3] == word]


def first_sorted(_: Application, word: str, order: str) -> Sequence[Row]:
    """The first page: ten of those found, by height."""
    numbers = [number for number in range(PLACES) if THINGS[number % 3] == word]
    return [_row(number) for number in sorted(numbers, key=_height, reverse=order.endswith("desc"))[:10]]


_HOME = "/admin/login"

EXHIBIT = Exhibit(
    "starlette_admin",
    "a table that links sort",
    starlette_admin,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, _HOME),
        Workflow(
            "sorted",
            sort,
            ({"word": "windmill", "order": "height__desc"}, {"word": "quarry", "order": "height__asc"}),
            {"word": "footbridge", "order": "height__desc"},
            first_sorted,
            _HOME,
        ),
    ),
)
