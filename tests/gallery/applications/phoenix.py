"""Phoenix from PyPI: spans of traces in a page by React, which asks with GraphQL and goes on as one scrolls."""

from __future__ import annotations

import base64
import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = {"windmill": 70, "footbridge": 85, "quarry": 100}
IDS = {kind: base64.b64encode(f"Project:{place}".encode()).decode() for place, kind in enumerate(THINGS, 2)}
"""The page knows projects by them alone; the first is one of the application's own."""
_FILL = """
import sys
from datetime import datetime, timedelta, timezone
from phoenix.client import Client

client, begun = Client(base_url=sys.argv[1]), datetime.now(timezone.utc) - timedelta(days=1)
for place, told in enumerate(sys.argv[2:], 1):
    kind, count = told.split("=")
    spans = []
    for number in range(int(count)):
        start, height = begun + timedelta(seconds=number * 10), number * 37 % 1000
        spans.append({
            "name": f"Climb the {kind} {number}",
            "context": {"trace_id": f"{place * 1000 + number:032x}", "span_id": f"{place * 1000 + number:016x}"},
            "span_kind": "CHAIN",
            "start_time": start.isoformat(),
            "end_time": (start + timedelta(milliseconds=height + 1)).isoformat(),
            "status_code": "OK" if number % 3 else "ERROR",
            "attributes": {"input.value": f"{height} metres"},
        })
    client.spans.log_spans(project_identifier=kind, spans=spans)
"""


@contextlib.contextmanager
def phoenix(folder: Path) -> Iterator[Application]:
    """A project for each kind of places, with spans."""
    programs = installed("phoenix", "arize-phoenix==20.26.1")
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"PHOENIX_WORKING_DIR": str(folder), "PHOENIX_HOST": "127.0.0.1", "PHOENIX_PORT": url.rpartition(":")[2]}
    own |= {"PHOENIX_GRPC_PORT": "0", "PHOENIX_TELEMETRY_ENABLED": "false"}
    with served([programs / "phoenix", "serve"], url, folder, own):
        told = [f"{kind}={count}" for kind, count in THINGS.items()]
        subprocess.run([programs / "python", "-c", _FILL, url, *told], check=True, capture_output=True, cwd=folder)
        yield Application(url, "", "", folder)


async def open_project(page: Page, kind: str) -> None:
    await page.click(f"a:has-text('{kind}')")
    await page.wait_for_selector(f"td:has-text('Climb the {kind}')")


async def spans(page: Page, _: Application, project: str) -> None:
    kind = _kind(project)
    await open_project(page, kind)
    await _scroll_to(page, f"td:has-text('Climb the {kind} 0')")


async def _scroll_to(page: Page, selector: str) -> None:
    await page.hover("td")
    while not await page.locator(selector).count():
        async with page.expect_response("**/graphql"):
            await page.mouse.wheel(0, 3000)


def _kind(project: str) -> str:
    return next(kind for kind, own in IDS.items() if own == project)


def of_project(_: Application, project: str) -> Sequence[Row]:
    kind = _kind(project)
    return [(f"Climb the {kind} {number}", f"{number * 37 % 1000} metres") for number in range(THINGS[kind])]


EXHIBIT = Exhibit(
    "phoenix",
    "traces by GraphQL",
    phoenix,
    (
        Workflow(
            "spans",
            spans,
            ({"project": IDS["windmill"]}, {"project": IDS["quarry"]}),
            {"project": IDS["footbridge"]},
            of_project,
            "/projects",
        ),
    ),
)
