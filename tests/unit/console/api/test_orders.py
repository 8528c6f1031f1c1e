import json
from typing import Any

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.api import orders
from scrapy_bt.console.api.orders import ACTIONS, TREATMENTS, OrderRequest
from scrapy_bt.frontier.listings import ControlTarget
from tests.unit.console.conftest import Client, MadeCrawl

ORDERS = "/api/v1/crawls/shop/orders"
LETTERS = "/api/v1/crawls/shop/letters"


def plan(client: Client, path: str = ORDERS, **wanted: Any) -> dict[str, Any]:
    answer = client.post(f"{path}/plan", json.dumps(wanted), role=Role.OPERATOR)
    assert answer.status == 200, answer.text
    return dict(answer.json)


def apply(client: Client, planned: dict[str, Any], path: str = ORDERS, typed: str = "") -> Any:
    return client.post(f"{path}/apply", json.dumps({"plan": planned["plan"], "typed": typed}), role=Role.OPERATOR)


def test_a_plan_tells_what_would_happen_and_changes_nothing(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list", "main/list", "main/page")
    crawl.frontier.lease(1)
    told = plan(client, action="pause", node="list")
    assert (told["tasks"], told["queued"], told["running"]) == (2, 1, 1)
    assert told["command"] == "scrapy bt pause shop --node list"
    assert crawl.frontier.counts().paused == 0


def test_an_order_is_given_noted_and_can_be_taken_back(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list", "main/page")
    done = apply(client, plan(client, action="pause", node="list")).json
    assert (done["tasks"], crawl.frontier.counts().paused) == (1, 1)
    assert done["undo"] == [{"action": "resume", "task": None, "node": "list", "tree": None}]
    assert apply(client, plan(client, **done["undo"][0])).json["tasks"] == 1
    assert crawl.frontier.counts().paused == 0
    lines = (client.console.own / "bt-audit.jsonl").read_text().splitlines()
    assert [json.loads(line)["action"] for line in lines] == ["pause", "resume"]


def test_a_boost_is_taken_back_to_the_one_before(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    crawl.frontier.boost(ControlTarget(tree="shop"), 5.0)
    told = plan(client, action="boost", tree="shop", seconds=30)
    assert told["command"] == "scrapy bt boost 30 shop --tree shop"
    undo = apply(client, told).json["undo"]
    assert undo == [{"action": "boost", "seconds": 5.0, "task": None, "node": None, "tree": "shop"}]


def test_a_boost_of_one_task_is_taken_back(client: Client, crawl: MadeCrawl) -> None:
    (task,) = crawl.add("main/list")
    crawl.frontier.boost(ControlTarget(task=task), 7.0)
    done = apply(client, plan(client, action="boost", task=task, seconds=30)).json
    assert done["undo"] == [{"action": "boost", "seconds": 7.0, "task": task, "node": None, "tree": None}]
    apply(client, plan(client, **done["undo"][0]))
    found = crawl.find(task)
    assert found is not None
    assert found.line.entry.bucket.boost == 7.0


def test_a_stop_wants_the_name_typed(client: Client, crawl: MadeCrawl) -> None:
    (task,) = crawl.add("main/list")
    told = plan(client, action="stop", task=task)
    assert (told["typed"], told["tasks"]) == ("shop", 1)
    assert apply(client, told).json["code"] == "confirm"
    assert apply(client, told, typed="shop").json["tasks"] == 1
    assert crawl.frontier.counts().unfinished == 0


def test_a_queue_in_redis_is_purged_as_a_whole_when_its_name_is_typed(client: Client, crawl: MadeCrawl) -> None:
    crawl.kind = "redis"
    purged: list[tuple[str, ControlTarget]] = []
    crawl.order = lambda action, target, _: purged.append((action, target)) or 2  # type: ignore[method-assign, func-returns-value]
    crawl.add("main/list")
    crawl.bury("a")
    assert client.post(f"{ORDERS}/plan", '{"action": "purge", "node": "list"}').status == 422
    told = plan(client, action="purge")
    assert (told["typed"], told["tasks"], told["dead"], told["command"]) == ("shop", 1, 1, "scrapy bt purge shop")
    assert apply(client, told).json["code"] == "confirm"
    assert apply(client, told, typed="shop").json == {"action": "purge", "tasks": 2, "undo": []}
    assert purged == [("purge", ControlTarget())]


def test_a_plan_is_good_for_its_crawl_and_kind_alone(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    told = plan(client, action="pause")
    assert apply(client, told, LETTERS).status == 409
    assert apply(client, told).status == 200
    assert apply(client, told).json["code"] == "plan"


@pytest.mark.parametrize(
    "wanted",
    [
        {"action": "dance"},
        {"action": "pause", "node": "list", "task": 1},
        {"action": "pause", "node": "nowhere"},
        {"action": "pause", "tree": "other"},
        {"action": "purge"},
    ],
)
def test_what_makes_no_sense_is_told(client: Client, crawl: MadeCrawl, wanted: dict[str, Any]) -> None:
    crawl.add("main/list")
    answer = client.post(f"{ORDERS}/plan", json.dumps(wanted))
    assert answer.status in (409, 422)
    assert answer.json["message"]


def test_letters_that_are_alike_by_number_or_all(client: Client, crawl: MadeCrawl) -> None:
    one, other, third = crawl.bury("a"), crawl.bury("b"), crawl.bury("b")
    assert plan(client, LETTERS, action="drop")["tasks"] == 3
    told = plan(client, LETTERS, action="requeue", like=third)
    assert (told["tasks"], told["command"]) == (2, f"scrapy bt dead requeue {other} {third} shop")
    assert apply(client, told, LETTERS).json["tasks"] == 2
    assert apply(client, plan(client, LETTERS, action="drop", ids=[one]), LETTERS).json["tasks"] == 1
    assert crawl.frontier.counts().dead == 0
    assert client.post(f"{LETTERS}/plan", '{"action": "burn"}').json["code"] == "action"
    assert client.post(f"{LETTERS}/plan", json.dumps({"action": "drop", "like": one})).json["code"] == "no-task"


def test_a_letter_behind_those_that_are_looked_at_has_its_like(
    client: Client, crawl: MadeCrawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "_MOST_LETTERS", 200)
    numbers = [crawl.bury(reason) for reason in ["a"] * 199 + ["b"] * 2]
    assert plan(client, LETTERS, action="drop", like=numbers[-1])["tasks"] == 2


def test_every_order_has_a_target() -> None:
    assert {*ACTIONS, *TREATMENTS} == {"pause", "resume", "stop", "boost", "purge", "requeue", "drop"}
    assert OrderRequest("pause", node="x").target == ControlTarget(node="x")
