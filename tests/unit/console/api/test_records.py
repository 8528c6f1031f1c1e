import csv
import io
import json

import pytest

from scrapy_bt.console.sources.records import ProjectRecords
from scrapy_bt.storage.database import open_database
from scrapy_bt.storage.rows import Row
from tests.unit.console.conftest import Client

SECRET = "hunter2-very-secret"


@pytest.fixture
def shop(client: Client, project) -> Client:
    url = f"sqlite:///{project}/records.db"
    database = open_database(url)
    rows = [
        {
            "title": f"Lamp {number:03}",
            "price": number,
            "password": SECRET,
            "url": f"https://a.test/?token={SECRET}&n={number}",
        }
        for number in range(230)
    ]
    rows[0]["title"] = "=HYPERLINK(1)"
    rows[1]["title"] = "x" * 1000
    database.write([Row.of("lamp", row, {}, key=f"{number:032x}") for number, row in enumerate(rows)])
    database.close()
    client.console.settings.set("BT_STORE_URL", url)
    client.console.records = ProjectRecords(project, client.console.settings)
    return client


def test_tables_pages_and_one_record(shop):
    assert [each["name"] for each in shop.get("/api/v1/records").json["tables"]] == ["lamp"]
    first = shop.get("/api/v1/records/lamp?sort=-price&total=1").json
    assert (first["total"], len(first["rows"]), first["rows"][0]["price"]) == ([230, False], 100, 229)
    second = shop.get(f"/api/v1/records/lamp?sort=-price&after={first['after']}").json
    assert second["rows"][0]["price"] == 129
    told = shop.get("/api/v1/records/lamp/record/" + "0" * 31 + "1").json
    assert len(told["record"]["title"]) == 1000
    assert len(shop.get("/api/v1/records/lamp?where=price = 1").json["rows"][0]["title"]) == 301


def test_no_secret_leaves_the_server(shop):
    for path in (
        "/api/v1/records/lamp",
        "/api/v1/records/lamp/record/" + "0" * 32,
        "/api/v1/records/lamp/values?column=password",
        "/api/v1/records/lamp/values?column=url",
        "/api/v1/records/lamp/export.csv",
        "/api/v1/records/lamp/export.jl",
        "/records/lamp",
        "/records/lamp/" + "0" * 32,
    ):
        answer = shop.get(path)
        assert answer.status == 200, path
        assert SECRET not in answer.text, path


def test_exports_hold_what_the_filters_leave_and_nothing_that_a_spreadsheet_runs(shop):
    answer = shop.get("/api/v1/records/lamp/export.csv?where=price < 3&sort=price")
    assert answer.headers["content-disposition"] == 'attachment; filename="lamp.csv"'
    rows = [*csv.DictReader(io.StringIO(answer.text))]
    assert [row["price"] for row in rows] == ["0", "1", "2"]
    assert rows[0]["title"] == "'=HYPERLINK(1)"
    lines = shop.get("/api/v1/records/lamp/export.jl").text.splitlines()
    assert len(lines) == 230
    assert set(json.loads(lines[0])) == {"title", "price", "password", "url"}
    assert '"action": "export"' in (shop.console.own / "bt-audit.jsonl").read_text()


def test_values_are_counted_and_mistakes_told(shop):
    assert shop.get("/api/v1/records/lamp/values?column=price").json["values"][0]["count"] == 1
    for path, status in {
        "/api/v1/records/nothing": 404,
        "/api/v1/records/lamp?where=price": 422,
        "/api/v1/records/lamp?where=price = cheap": 422,
        "/api/v1/records/lamp?sort=nothing": 404,
        "/api/v1/records/lamp?count=100000": 422,
        "/api/v1/records/lamp?after=x": 422,
        "/api/v1/records/lamp?where=password contains h": 422,
        "/api/v1/records/lamp?sort=-password": 422,
        "/api/v1/records/lamp/export.xlsx": 404,
        "/api/v1/records/lamp/record/none": 404,
        "/api/v1/records/lamp?" + "&".join(["where=price > 1"] * 21): 422,
    }.items():
        answer = shop.get(path)
        assert answer.status == status, path
        assert answer.json["message"]
