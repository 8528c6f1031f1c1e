"""Label Studio from PyPI, texts that people judge: React over JSON, a table that grows while one scrolls."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

SHELVES = ("Letters", "Diaries", "Reviews")
TEXTS = 130
TOWNS = ("Elmside", "Norwick", "Tarn")
_TOKEN = "0123456789abcdef"
_WHEN = "2026-03-02 09:00:00"
_FORM = (
    '<View><Text name="note" value="$note"/><TextArea name="remark" toName="note"/>'
    '<Choices name="mood" toName="note"><Choice value="Calm"/><Choice value="Loud"/></Choices></View>'
)


@contextlib.contextmanager
def label_studio(folder: Path) -> Iterator[Application]:
    """Three projects of texts, each of which has been remarked on."""
    program = installed("label_studio", "label-studio==1.23.2") / "label-studio"
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {
        "LABEL_STUDIO_BASE_DATA_DIR": str(folder),
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "false",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
        "PYTHONWARNINGS": "ignore",
    }
    user, secret = "keeper@desk.example", "quiet & please"
    serve: list[str | Path] = [program, "start", "-b", "--data-dir", folder, "-p", url.rpartition(":")[2]]
    serve += ["--internal-host", "127.0.0.1", "--username", user, "--password", secret, "--log-level", "ERROR"]
    serve += ["--user-token", _TOKEN, "--enable-legacy-api-token"]
    with served(serve, f"{url}/user/login/", folder, own):
        for shelf in SHELVES:
            _fill(url, shelf)
        with contextlib.closing(sqlite3.connect(folder / "label_studio.sqlite3")) as filled:
            for table in ("task", "task_completion"):
                filled.execute(f"update {table} set created_at = ?, updated_at = ?", (_WHEN, _WHEN))
            filled.commit()
        yield Application(url, user, secret, folder)


def _fill(url: str, shelf: str) -> None:
    project = _post(f"{url}/api/projects", {"title": shelf, "label_config": _FORM})["id"]
    _post(f"{url}/api/projects/{project}/import", [_text(n) for n in _own(shelf)])
    view = {"title": "Default", "ordering": [], "type": "list", "target": "tasks"}
    _post(f"{url}/api/dm/views?project={project}", {"data": view, "project": project})


def _text(number: int) -> Mapping[str, object]:
    said = {"from_name": "remark", "to_name": "note", "type": "textarea", "value": {"text": [_remark(number)]}}
    seen = {"note": _note(number), "town": TOWNS[number % 3], "page": f"p. {number + 7}"}
    return {"data": seen, "annotations": [{"result": [said]}]}


def _post(url: str, body: object) -> dict[str, object]:
    told = {"Content-Type": "application/json", "Authorization": f"Token {_TOKEN}"}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), told)) as answer:
        return dict(json.load(answer))


async def _open(page: Page, app: Application, shelf: str) -> None:
    await page.fill("[name=email]", app.user)
    await page.fill("[name=password]", app.secret)
    await page.click("form [type=submit]")
    await page.click(f"text={shelf}")
    await page.wait_for_selector(f"text={_note(_own(shelf)[0])}")
    await page.wait_for_load_state("networkidle")


async def texts(page: Page, app: Application, shelf: str) -> None:
    await _open(page, app, shelf)
    await page.mouse.move(640, 500)
    for _ in range(20):
        await page.mouse.wheel(0, 1500)
        await page.wait_for_timeout(300)
        await page.wait_for_load_state("networkidle")


async def remarks(page: Page, app: Application, shelf: str) -> None:
    await _open(page, app, shelf)
    for n in (2, 40):
        row = page.locator(f"text={_note(_own(shelf)[n])} >> nth=0")
        await page.mouse.move(200, 500)
        while not await row.count():
            await page.mouse.wheel(0, 700)
            await page.wait_for_timeout(300)
        await row.click()
        await page.wait_for_selector(f"text={_remark(_own(shelf)[n])}")
        await page.wait_for_load_state("networkidle")


def listed(_: Application, shelf: str) -> Sequence[Row]:
    return [(_note(n), TOWNS[n % 3], f"p. {n + 7}") for n in _own(shelf)]


def remarked(_: Application, shelf: str) -> Sequence[Row]:
    return [(_note(n), _remark(n)) for n in _own(shelf)]


def _own(shelf: str) -> range:
    start = SHELVES.index(shelf) * TEXTS
    return range(start, start + TEXTS)


def _note(number: int) -> str:
    return f"Found in box {number + 1000}"


def _remark(number: int) -> str:
    return f"Written by hand {number + 5000}"


_SHELVES = ({"shelf": "Letters"}, {"shelf": "Reviews"})
_OTHER = {"shelf": "Diaries"}

EXHIBIT = Exhibit(
    "label_studio",
    "texts that people judge",
    label_studio,
    (
        Workflow("texts", texts, _SHELVES, _OTHER, listed, "/user/login/"),
        Workflow("remarks", remarks, _SHELVES, _OTHER, remarked, "/user/login/"),
    ),
)
