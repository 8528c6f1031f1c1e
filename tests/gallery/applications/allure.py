"""Allure's report of tests from npm, in Java: pages behind a hash, filled from files of JSON."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import UUID

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

SUITES = ("windmill", "footbridge", "quarry")
TESTS = 78


@contextlib.contextmanager
def allure(folder: Path) -> Iterator[Application]:
    """A report of three suites, some of whose tests have failed."""
    if shutil.which("java") is None:
        raise NotInstallableError("there is no java: apt install default-jre-headless")
    program = installed_from_npm("allure", **{"allure-commandline": "2.34.1"}) / "allure"
    results = folder / "results"
    results.mkdir()
    for number in range(TESTS):
        (results / f"{UUID(int=number)}-result.json").write_text(json.dumps(_result(number)))
    generate = [program, "generate", "results", "-o", "report"]
    subprocess.run(
        generate, check=True, capture_output=True, cwd=folder, env={**os.environ, "ALLURE_NO_ANALYTICS": "1"}
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([program, "open", "--host", "127.0.0.1", "--port", url.rpartition(":")[2], "report"], url, folder):
        yield Application(url, "", "", folder)


def _result(number: int) -> dict[str, object]:
    failed, start = number % 4 == 1, 1_700_000_000_000 + number * 5_000
    labels = {"suite": SUITES[number % 3], "feature": "walks", "severity": ("minor", "normal", "critical")[number % 3]}
    return {
        "uuid": str(UUID(int=number)),
        "historyId": f"walk-{number}",
        "name": name(number),
        "fullName": f"walks.test_{number}",
        "status": "failed" if failed else "passed",
        "statusDetails": {"message": f"Lost at mile {number}"} if failed else {},
        "stage": "finished",
        "description": told(number),
        "start": start,
        "stop": start + 300 + number,
        "labels": [{"name": key, "value": value} for key, value in labels.items()],
    }


def name(number: int) -> str:
    return f"Walk {number} to the {SUITES[number % 3]}"


def told(number: int) -> str:
    return f"By road {number * 7} and back"


async def suite(page: Page, _: Application, suite: str) -> None:
    await page.click("a[href='#suites']")
    await page.click(f".node__title:has(> .node__name:text-is('{suite}'))")
    await page.wait_for_selector(f".node__leaf:has-text('{suite}')")


async def details(page: Page, app: Application, suite: str) -> None:
    await page.click("a[href='#suites']")
    await page.click(f".node__title:has(> .node__name:text-is('{suite}'))")
    for place in (1, 4):
        async with page.expect_response("**/data/test-cases/*"):
            await page.click(f".node__leaf:visible >> nth={place}")
        await page.wait_for_selector("text=By road")


def of_suite(_: Application, suite: str) -> Sequence[Row]:
    return [(name(n),) for n in range(TESTS) if SUITES[n % 3] == suite]


def all_told(_: Application) -> Sequence[Row]:
    return [(name(n), told(n)) for n in range(TESTS)]


_INPUTS = ({"suite": "windmill"}, {"suite": "quarry"})
EXHIBIT = Exhibit(
    "allure",
    "a report in Java, behind a hash",
    allure,
    (
        Workflow("suite", suite, _INPUTS, {"suite": "footbridge"}, of_suite),
        Workflow("details", details, _INPUTS, {}, all_told),
    ),
)
