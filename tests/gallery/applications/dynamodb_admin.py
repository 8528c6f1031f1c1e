"""dynamodb-admin over Dynalite, both from npm: a page asks for its rows with its own address, and goes on by keys."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, running, served
from ..workflow import Exhibit, Row, Workflow, follow

MAKERS = ("Amato", "Bergonz", "Carcassi")
INSTRUMENTS, REPAIRED = 183, 12
_VERSIONS = {"dynamodb-admin": "4.5.0", "dynalite": "3.2.2", "aws-sdk": "2.1692.0"}
_FILL = """
const { DynamoDB } = require("aws-sdk"), [endpoint, tables] = process.argv.slice(1);
const options = { endpoint, maxRetries: 30, retryDelayOptions: { base: 50 } };
const db = new DynamoDB(options), documents = new DynamoDB.DocumentClient(options);
(async () => {
  for (const [TableName, { keys, items }] of Object.entries(JSON.parse(tables))) {
    await db.createTable({ TableName, KeySchema: keys.map((AttributeName, n) => ({ AttributeName,
      KeyType: n ? "RANGE" : "HASH" })), AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName,
      AttributeType: "S" })), BillingMode: "PAY_PER_REQUEST" }).promise();
    await db.waitFor("tableExists", { TableName }).promise();
    for (const Item of items) await documents.put({ TableName, Item }).promise();
  }
})();
"""


@contextlib.contextmanager
def dynamodb_admin(folder: Path) -> Iterator[Application]:
    """Instruments of three makers, and what was mended at some of them."""
    programs = installed_from_npm("dynamodb_admin", **_VERSIONS)
    database, url = (f"http://127.0.0.1:{free_port(folder / each)}" for each in ("database", "shown"))
    told = {"AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"}
    told |= {"AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE": "1", "NODE_PATH": str(programs.parent)}
    quick = ["--createTableMs", "0", "--port", database.rpartition(":")[2]]
    filled = {
        "instruments": {"keys": ["id"], "items": [_instrument(n) for n in range(INSTRUMENTS)]},
        "repairs": {"keys": ["instrument", "day"], "items": [each for n in range(REPAIRED) for each in _repairs(n)]},
    }
    place = ["--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with running([programs / "dynalite", *quick], folder, told, "database.log"):
        fill = ["node", "-e", _FILL, database, json.dumps(filled)]
        subprocess.run(fill, check=True, capture_output=True, env={**os.environ, **told})
        with served([programs / "dynamodb-admin", *place], url, folder, told | {"DYNAMO_ENDPOINT": database}):
            yield Application(url, "", "", folder)


def _instrument(number: int) -> dict[str, str | int]:
    return {
        "id": f"v{number * 7919 % 9973:04}",
        "maker": MAKERS[number % 3],
        "title": f"Violin {number * 11}",
        "year": 1640 + number * 13 % 210,
    }


def _repairs(number: int) -> list[dict[str, str | int]]:
    return [
        {
            "instrument": f"v{number * 7919 % 9973:04}",
            "day": f"20{10 + n:02}-{1 + (n + number) % 12:02}-{1 + n * 5 % 28:02}",
            "work": f"Bridge {n * 3 + number}",
            "hours": 1 + (n * 7 + number) % 12,
        }
        for n in range(6 + number % 5)
    ]


async def filtered(page: Page, _: Application, maker: str) -> None:
    await follow(page, "a:text-is('instruments')")
    await page.locator("#items-container tr >> nth=5").wait_for()
    await page.fill(".filter-row-key", "maker")
    await page.fill(".filter-row-value", maker)
    await follow(page, "text=Search")
    await page.locator("#items-container tr >> nth=5").wait_for()
    while await page.locator(".page-item-next:not(.disabled)").count():
        await follow(page, ".page-link-next")
        await page.locator("#items-container tr >> nth=1").wait_for()


async def queried(page: Page, _: Application, instrument: str) -> None:
    await follow(page, "a:text-is('repairs')")
    await page.locator("#items-container tr >> nth=5").wait_for()
    await page.select_option("select[name=operationType]", "query")
    await page.fill(".filter-row-value[required]", instrument)
    await follow(page, "text=Search")
    await page.locator("#items-container tr >> nth=3").wait_for()


def of_maker(_: Application, maker: str) -> Sequence[Row]:
    own = [each for each in map(_instrument, range(INSTRUMENTS)) if each["maker"] == maker]
    return [(str(each["id"]), str(each["title"]), str(each["year"])) for each in own]


def of_instrument(_: Application, instrument: str) -> Sequence[Row]:
    own = [each for n in range(REPAIRED) for each in _repairs(n) if each["instrument"] == instrument]
    return [(str(each["day"]), str(each["work"]), str(each["hours"])) for each in own]


def _key(number: int) -> dict[str, str]:
    return {"instrument": str(_instrument(number)["id"])}


EXHIBIT = Exhibit(
    "dynamodb_admin",
    "tables of keys and values",
    dynamodb_admin,
    (
        Workflow("filtered", filtered, ({"maker": "Amato"}, {"maker": "Carcassi"}), {"maker": "Bergonz"}, of_maker),
        Workflow("queried", queried, (_key(3), _key(8)), _key(5), of_instrument),
    ),
)
