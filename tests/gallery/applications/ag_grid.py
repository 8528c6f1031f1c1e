"""AG Grid from npm before a json-server: a table without an end, whose rows are fetched as it is scrolled."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

KINDS = ("granite", "marble", "slate", "basalt")
BLOCKS = 480
_PAGE = """<!DOCTYPE html><html><head><title>Blocks</title><script src="ag-grid-community.min.js"></script></head>
<body><h1>Blocks</h1><div id="grid" style="height: 600px; width: 1000px"></div><script>
const columns = [{ field: "name", filter: "agTextColumnFilter", floatingFilter: true },
  { field: "kind", filter: "agTextColumnFilter", floatingFilter: true },
  { field: "weight", headerName: "Weight in kg" }, { field: "yard" }];
const source = { async getRows(asked) {
  const query = new URLSearchParams({ _start: asked.startRow, _end: asked.endRow });
  for (const { colId, sort } of asked.sortModel) { query.set("_sort", colId); query.set("_order", sort); }
  for (const [field, { filter }] of Object.entries(asked.filterModel)) query.set(`${field}_like`, filter);
  const answer = await fetch(`/blocks?${query}`);
  asked.successCallback(await answer.json(), Number(answer.headers.get("X-Total-Count")));
} };
agGrid.createGrid(document.querySelector("#grid"), { columnDefs: columns, defaultColDef: { flex: 1 },
  rowModelType: "infinite", cacheBlockSize: 40, maxConcurrentDatasourceRequests: 1, datasource: source });
</script></body></html>"""


@contextlib.contextmanager
def ag_grid(folder: Path) -> Iterator[Application]:
    """Blocks of four kinds of stone."""
    programs = installed_from_npm("ag_grid", **{"ag-grid-community": "33.3.2", "json-server": "0.17.4"})
    site = folder / "public"
    site.mkdir()
    (site / "index.html").write_text(_PAGE)
    made = programs.parent / "ag-grid-community/dist/ag-grid-community.min.js"
    (site / made.name).write_bytes(made.read_bytes())
    (folder / "blocks.json").write_text(json.dumps({"blocks": [_block(n) for n in range(BLOCKS)]}))
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = ["--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served([programs / "json-server", "blocks.json", *where], url, folder):
        yield Application(url, "", "", folder)


def _block(number: int) -> dict[str, str | int]:
    return {
        "id": number + 1,
        "name": f"Block {number} of {KINDS[number % 4]}",
        "kind": KINDS[number % 4],
        "weight": number * 397 % 5003 + 100,
        "yard": f"Yard {number // 4 % 7}",
    }


async def _filter(page: Page, column: int, text: str) -> None:
    async with page.expect_response(lambda answer: f"_like={text.replace(' ', '+')}" in answer.url):
        await page.locator(".ag-floating-filter input:not([tabindex='-1'])").nth(column).fill(text)
    await page.wait_for_load_state("networkidle")


async def _scroll(page: Page) -> None:
    await page.hover(".ag-row >> nth=2")
    for _ in range(25):
        await page.mouse.wheel(0, 400)
        await page.wait_for_timeout(150)


async def kind(page: Page, _: Application, stone: str) -> None:
    await page.locator(".ag-row").first.wait_for()
    await _filter(page, 1, stone)
    await _scroll(page)


async def heaviest(page: Page, _: Application, stone: str) -> None:
    await page.locator(".ag-row").first.wait_for()
    await _filter(page, 0, stone)
    for order in ("asc", "desc"):
        async with page.expect_response(f"**/blocks?*_order={order}*"):
            await page.click(".ag-header-cell[col-id=weight] .ag-header-cell-label")
    await page.wait_for_load_state("networkidle")
    await _scroll(page)


def of_kind(_: Application, stone: str) -> Sequence[Row]:
    return [_row(n) for n in range(BLOCKS) if KINDS[n % 4] == stone]


def _row(number: int) -> Row:
    block = _block(number)
    return tuple(str(block[name]) for name in ("name", "weight", "yard"))


EXHIBIT = Exhibit(
    "ag_grid",
    "a table that is scrolled",
    ag_grid,
    (
        Workflow("kind", kind, ({"stone": "granite"}, {"stone": "slate"}), {"stone": "marble"}, of_kind),
        Workflow("heaviest", heaviest, ({"stone": "slate"}, {"stone": "basalt"}), {"stone": "granite"}, of_kind),
    ),
)
