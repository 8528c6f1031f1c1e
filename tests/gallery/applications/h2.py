"""The console of H2, a database in Java, as Debian packages it: frames, and a session that stands in each address."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("WINDMILL", "FOOTBRIDGE", "QUARRY")
WALKS = 120


@contextlib.contextmanager
def h2(folder: Path) -> Iterator[Application]:
    """One table with walks to three things, and one about each thing."""
    java = shutil.which("java")
    if java is None:
        raise NotInstallableError("there is no java: apt install default-jre-headless")
    program = unpacked("h2", "libh2-java") / "usr/share/java/h2.jar"
    user, secret = "KEEPER", "quiet & please"
    rows = [f"INSERT INTO WALKS VALUES ({n}, '{THINGS[n % 3]}', '{place(n)}', {height(n)});" for n in range(WALKS)]
    created = "CREATE TABLE WALKS (NUMBER INT, THING VARCHAR(20), PLACE VARCHAR(40), HEIGHT INT);"
    parts = [f"CREATE TABLE {each} AS SELECT PLACE, HEIGHT FROM WALKS WHERE THING = '{each}';" for each in THINGS]
    (folder / "fill.sql").write_text("\n".join([created, *rows, *parts]))
    where = f"jdbc:h2:{folder}/walks"
    script = ["org.h2.tools.RunScript", "-url", where, "-user", user, "-password", secret, "-script", "fill.sql"]
    subprocess.run([java, "-cp", program, *script], check=True, capture_output=True, cwd=folder)
    (folder / ".h2.server.properties").write_text(
        f"0=Walks|org.h2.Driver|{where.replace(':', chr(92) + ':')}|{user}\nwebAllowOthers=false\n"
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["org.h2.tools.Server", "-web", "-webPort", url.rpartition(":")[2], "-properties", folder]
    with served([java, "-cp", program, *serve], url, folder):
        yield Application(url, user, secret, folder)


def place(number: int) -> str:
    return f"Hill {number} above the river"


def height(number: int) -> int:
    return 300 + number * 37 % 500


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=password]", app.secret)
    await follow(page, "input[type=submit][value=Connect]")


async def _run(page: Page) -> None:
    query = page.frame_locator("frame[name=h2query]")
    async with page.expect_response(lambda answer: "query.do" in answer.url):
        await query.locator("input[type=button][value^=Run]").first.click()
    await page.frame_locator("frame[name=h2result]").locator("table.resultSet").first.wait_for()


async def select(page: Page, app: Application, sql: str) -> None:
    await _log_in(page, app)
    await page.frame_locator("frame[name=h2query]").locator("textarea#sql").first.fill(sql)
    await _run(page)


async def table(page: Page, app: Application, sql: str) -> None:
    await _log_in(page, app)
    menu = page.frame_locator("frame[name=h2menu]")
    await menu.locator(f"a:text-is('{sql.rsplit(maxsplit=1)[-1]}')").first.click()
    await _run(page)


def _asked(thing: str) -> str:
    return f"SELECT PLACE, HEIGHT FROM WALKS WHERE THING = '{thing}'"


def walks(_: Application, sql: str) -> Sequence[Row]:
    return [(place(n), str(height(n))) for n in range(WALKS) if THINGS[n % 3] in sql]


EXHIBIT = Exhibit(
    "h2",
    "frames, and a session in the address",
    h2,
    (
        Workflow(
            "select",
            select,
            ({"sql": _asked(THINGS[0])}, {"sql": _asked(THINGS[2])}),
            {"sql": _asked(THINGS[1])},
            walks,
        ),
        Workflow(
            "table",
            table,
            ({"sql": f"SELECT * FROM {THINGS[0]} "}, {"sql": f"SELECT * FROM {THINGS[2]} "}),
            {"sql": f"SELECT * FROM {THINGS[1]} "},
            walks,
        ),
    ),
)
