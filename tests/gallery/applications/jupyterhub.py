"""JupyterHub from PyPI: its users in a page by React, found by a part of their names, with a token in each question."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
USERS = 96
_CONFIG = """
c = get_config()
things = {things!r}
users = [things[number % len(things)] + f"-{{number:03}}" for number in range({users})]
c.JupyterHub.bind_url = {url!r}
c.JupyterHub.hub_port = {hub}
c.JupyterHub.api_page_default_limit = 10
c.JupyterHub.db_url = "sqlite://"
c.JupyterHub.cookie_secret_file = "secret"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {secret!r}
c.Authenticator.admin_users = {{"reader", *users[::2]}}
c.Authenticator.allowed_users = {{"reader", *users}}
"""


@contextlib.contextmanager
def jupyterhub(folder: Path) -> Iterator[Application]:
    """Users of three kinds, half of whom may do everything."""
    programs = installed("jupyterhub", "jupyterhub==6.1.1")
    proxy = installed_from_npm("jupyterhub_proxy", **{"configurable-http-proxy": "4"}) / "configurable-http-proxy"
    places = [folder, folder / "hub", folder / "api"]
    for place in places[1:]:
        place.mkdir()
    port, hub, api = map(free_port, places)
    secret, url = "Quiet & please 1", f"http://127.0.0.1:{port}"
    told = _CONFIG.format(things=THINGS, users=USERS, url=url, hub=hub, api=api, proxy=str(proxy), secret=secret)
    (folder / "config.py").write_text(told)
    with served([programs / "jupyterhub", "-f", "config.py"], f"{url}/hub/login", folder):
        yield Application(url, "reader", secret, folder)


async def open_users(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "#login_submit")


async def find(page: Page, app: Application, word: str) -> None:
    await open_users(page, app)
    async with page.expect_response(lambda answer: f"name_filter={word}" in answer.url):
        await page.fill("input[name=user_search]", word)
    for start in range(10, USERS // 3, 10):
        async with page.expect_response(f"**/hub/api/users?*offset={start}&*"):
            await page.click("[data-testid=paginate-next]")


def found(_: Application, word: str) -> Sequence[Row]:
    numbers = [number for number in range(USERS) if THINGS[number % 3] == word]
    return [(f"{word}-{number:03}", "False" if number % 2 else "True") for number in numbers]


_HOME = "/hub/login?next=%2Fhub%2Fadmin"
EXHIBIT = Exhibit(
    "jupyterhub",
    "users in a page by React",
    jupyterhub,
    (Workflow("find", find, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, _HOME),),
)
