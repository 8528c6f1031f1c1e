"""Luigi's scheduler from PyPI: a page routed by hash over an API that takes JSON within a parameter of the query."""

from __future__ import annotations

import contextlib
import json
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
TASKS = 90
_NEVER = 10**9
"""Seconds until what nobody works at is forgotten."""


@contextlib.contextmanager
def luigi(folder: Path) -> Iterator[Application]:
    """A scheduler with tasks that survey three kinds of places; each seventh needs the one before."""
    url = f"http://127.0.0.1:{free_port(folder)}"
    (folder / "luigi.cfg").write_text(f"[scheduler]\nworker_disconnect_delay={_NEVER}\nremove_delay={_NEVER}\n")
    program = installed("luigi", "luigi>=3.6,<4") / "luigid"
    own = {"LUIGI_CONFIG_PATH": str(folder / "luigi.cfg")}
    serve = [program, "--address", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served([*serve, "--state-path", "state", "--logdir", "."], f"{url}/static/visualiser/index.html", folder, own):
        for number in range(TASKS):
            task = {"task_id": _task(number), "worker": "team", "family": "Survey", "status": "PENDING"}
            params = {"place": f"Hill {number}", "thing": THINGS[number % 3]}
            before = [_task(number - 1)] if number % 7 == 6 else []
            given = urllib.parse.urlencode({"data": json.dumps({**task, "params": params, "deps": before})})
            with urllib.request.urlopen(f"{url}/api/add_task", given.encode()):
                pass
        yield Application(url, "", "", folder)


def _task(number: int) -> str:
    return f"Survey_{number:03}"


async def filter_tasks(page: Page, _: Application, word: str) -> None:
    await page.check("#serverSideCheckbox")
    await page.locator("#taskTable_filter input").press_sequentially(word)
    await page.wait_for_selector(f"#taskTable td:has-text('{word}')")
    await page.wait_for_timeout(700)  # the page itself waits 400 ms after a key


async def draw_needs(page: Page, _: Application, task: str) -> None:
    await page.click("a:has-text('Dependency Graph')")
    await page.fill("#js-task-id", task)
    async with page.expect_response(lambda answer: "dep_graph" in answer.url):
        await page.press("#js-task-id", "Enter")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"Hill {number}", word) for number in range(TASKS) if THINGS[number % 3] == word]


def needed(_: Application, task: str) -> Sequence[Row]:
    number = int(task.rpartition("_")[2])
    return [(f"Hill {each}", THINGS[each % 3]) for each in ((number, number - 1) if number % 7 == 6 else (number,))]


_HOME = "/static/visualiser/index.html"

EXHIBIT = Exhibit(
    "luigi",
    "pages routed by hash, JSON in a query",
    luigi,
    (
        Workflow(
            "filter", filter_tasks, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, _HOME
        ),
        Workflow("needs", draw_needs, ({"task": _task(6)}, {"task": _task(20)}), {"task": _task(34)}, needed, _HOME),
    ),
)
