"""Prometheus as Debian packages it: expressions, whose series its pages in jQuery ask its API for."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
GATES = 54
_TAKEN = 1_790_000_000
_NEEDED = r"libjs-(bootstrap4|eonasdan|jquery|moment|mustache|popper|rickshaw|d3)|fonts-glyph"


@contextlib.contextmanager
def prometheus(folder: Path) -> Iterator[Application]:
    """Steps that were counted at the gates of three things."""
    root = unpacked("prometheus", *with_dependencies(_NEEDED, "prometheus"))
    told = [line for thing in THINGS for line in _series(thing)]
    (folder / "steps.txt").write_text("\n".join([*told, "# EOF\n"]))
    making = [root / "usr/bin/promtool", "tsdb", "create-blocks-from", "openmetrics", "steps.txt", "data"]
    subprocess.run(making, check=True, capture_output=True, cwd=folder)
    (folder / "prometheus.yml").write_text("scrape_configs: []\n")
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [root / "usr/bin/prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data"]
    serve += ["--storage.tsdb.retention.time=100y", "--query.lookback-delta=20y"]
    serve += [f"--web.listen-address={url.removeprefix('http://')}"]
    with served([*serve, f"--web.local-assets={root}/usr/share/prometheus/web/"], f"{url}/-/ready", folder):
        yield Application(url, "", "", folder)


def _series(thing: str) -> Iterator[str]:
    yield f"# TYPE {thing}_steps gauge"
    for number in range(GATES):
        gate, guild, steps = row(thing, number)
        yield f'{thing}_steps{{gate="{gate}",guild="{guild}"}} {steps} {_TAKEN}'


def row(thing: str, number: int) -> Row:
    """A gate, its guild and its steps."""
    return f"gate {number * 11 % 97}", GUILDS[number % 4], str(100 + (number * 37 + 11 * len(thing)) % 809)


async def query(page: Page, _: Application, expression: str) -> None:
    await page.fill("textarea[name=expr], input[name=expr]", expression)
    async with page.expect_response("**/api/v1/query?*"):
        await page.click("input[type=submit], button:has-text('Execute')")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(500)


def found(_: Application, expression: str) -> Sequence[Row]:
    return [row(expression.removesuffix("_steps"), number) for number in range(GATES)]


EXHIBIT = Exhibit(
    "prometheus",
    "expressions in jQuery over an API",
    prometheus,
    (
        Workflow(
            "query",
            query,
            ({"expression": "windmill_steps"}, {"expression": "footbridge_steps"}),
            {"expression": "quarry_steps"},
            found,
            "/graph",
        ),
    ),
)
