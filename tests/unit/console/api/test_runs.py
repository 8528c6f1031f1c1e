import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.api.runs import RunRequest
from scrapy_bt.console.jobs.runs import LOGS, Started
from scrapy_bt.crawl.watching.records import RunRecord, write_record
from tests.unit.console.conftest import Client, MadeCrawl


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


@pytest.mark.parametrize(
    ("common", "own", "kept"),
    [("", {}, False), ("", {"JOBDIR": "job"}, True), ("job", {}, True), ("job", {"JOBDIR": ""}, False)],
)
def test_the_end_of_a_run_is_told_first(
    client: Client, crawl: MadeCrawl, common: str, own: dict[str, str], *, kept: bool
) -> None:
    client.console.settings.set("JOBDIR", common)
    crawl.add("main/list", "main/list")
    signals: list[int] = []
    running = SimpleNamespace(poll=lambda: None, send_signal=signals.append, pid=7)
    log = client.console.own / LOGS / "shop.log"
    log.parent.mkdir(parents=True)
    log.touch()
    run = Started("1", "shop", log, log, running, 1.0, own)  # type: ignore[arg-type]  # what is asked of it
    client.console.runs._started["1"] = run
    plan = client.post("/api/v1/runs/1/end", role=Role.OPERATOR).json
    assert (plan["name"], plan["waiting"], plan["kept"]) == ("shop", 2, kept)
    assert plan["command"] == "kill -INT 7"
    assert signals == []
    confirmed = json.dumps({"plan": plan["plan"]})
    assert client.post("/api/v1/runs/2/apply", confirmed, role=Role.OPERATOR).json["code"] == "plan"
    assert client.post("/api/v1/runs/1/apply", confirmed, role=Role.OPERATOR).json["running"] is True
    assert len(signals) == 1
    assert client.post("/api/v1/runs/1/apply", confirmed, role=Role.OPERATOR).json["code"] == "plan"
