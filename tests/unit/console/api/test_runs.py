import json
from pathlib import Path

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.api.runs import RunRequest
from scrapy_bt.crawl.watching.records import RunRecord, write_record
from tests.unit.console.conftest import Client


def record(folder: Path, number: int) -> RunRecord:
    made = RunRecord(f"2026010{number}T000000-shop-7", "shop", 1.0, 2.0, "finished", "memory", 7, "here")
    write_record(folder / "bt-runs", made)
    return made


def test_records_come_the_newest_first(client: Client) -> None:
    for number in (1, 2, 3):
        record(client.console.own, number)
    first = client.get("/api/v1/runs?count=2").json
    assert [run["id"][:8] for run in first["runs"]] == ["20260103", "20260102"]
    rest = client.get(f"/api/v1/runs?count=2&after={first['after']}").json
    assert ([run["id"][:8] for run in rest["runs"]], rest["after"]) == (["20260101"], "")
    assert client.get(f"/api/v1/runs/{first['runs'][0]['id']}").json["reason"] == "finished"
    assert client.get("/api/v1/runs/nothing").json["code"] == "no-run"


def test_what_cannot_be_started_is_told(client: Client) -> None:
    answer = client.post("/api/v1/runs", json.dumps({"name": "nothing"}), role=Role.OPERATOR)
    assert (answer.status, answer.json["code"]) == (404, "no-spider")
    assert client.post("/api/v1/runs/x/end", role=Role.OPERATOR).json["code"] == "no-run"
    assert RunRequest("shop").arguments == {}


def test_settings_which_can_name_any_code_take_an_editor(client: Client) -> None:
    wanted = json.dumps({"name": "nothing", "settings": {"ITEM_PIPELINES": '{"os.system": 1}'}})
    assert client.post("/api/v1/runs", wanted, role=Role.OPERATOR).json["code"] == "role"
    assert client.post("/api/v1/runs", wanted, role=Role.EDITOR).json["code"] == "no-spider"
